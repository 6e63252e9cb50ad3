"""The golden master: scenarios that compare every implementation with approved documents.

A scenario makes calls or plays games, and shows the results in a document. `verify_document`
compares it with the approved one: `call_list("bad_input", ...)` with
approved_files/bad_input.approved.txt, for example. Begin with test_by_name.py.
"""
