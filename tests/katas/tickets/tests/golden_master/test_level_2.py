"""Calls of level 2, written after drafts of `dojo kata new`.

The expected results are in approved_files/, one document for each test.
"""

from .calls import call, document


def test_group(desk, verify_document):
    calls = [
        call(desk.group, 1, 1, 1),
        call(desk.group, 2, 3, 1),
        call(desk.group, 1, 3, 1, back=True),
        call(desk.group, 1, 3, 1, 4),
        call(desk.group, 3, 1, 1, 3, True),
        call(desk.group, 1, 3, 5, 1),
        call(desk.group, 1, 3, 1, 5),
        call(desk.group, 3, 3, 5, 1),
        call(desk.group, 1, 3, 2, 4),
        call(desk.group, 3, 3, 9, back=True),
        call(desk.group, 1, 3, 9, 1, True),
        call(desk.group, 1, 2, 1, 9),
        call(desk.group, 1, 2, 0, 10),
        call(desk.group, 1, 2, 0, 20, True),
        call(desk.group, 2, 1, 20, 10),
        call(desk.group, 3, 2, 99, 4),
    ]
    verify_document(document("group", calls))


def test_group_errors(desk, verify_document):
    calls = [
        call(desk.group, 1, 1, 0),
        call(desk.group, 1, 1, 1, -1),
        call(desk.group, 1, 4, 18, -19),
        call(desk.group, 3, 0, 1, 2, True),
        call(desk.group, 3, 0, 1, 9, True),
    ]
    verify_document(document("group_errors", calls))
