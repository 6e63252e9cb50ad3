"""The golden master: scenarios that compare every implementation with approved documents.

A scenario calls the published interface, class Meter, and shows the results in a document.
`verify_document` compares it with the approved one of its name, in approved_files/.
"""
