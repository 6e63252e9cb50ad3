"""What scenarios and the tool share: documents, and their comparison with approved files.

A scenario shows behaviour in a document (`documents`), and `approval` compares it with the approved
one. `differences` says where two texts of a document differ.
"""
