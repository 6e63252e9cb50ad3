"""Calls of level 1, written after drafts of `dojo kata new`.

The expected results are in approved_files/, one document for each test.
"""

from .calls import call, document


def test_price(desk, verify_document):
    calls = [
        call(desk.price, 1, 1),
        call(desk.price, 1, 2),
        call(desk.price, 1, 3),
        call(desk.price, 2, 2),
        call(desk.price, 2, 3),
        call(desk.price, 3, 1),
        call(desk.price, 3, 3),
        call(desk.price, 1, 3, 1),
        call(desk.price, 3, 3, 1),
        call(desk.price, 3, 1, 2),
        call(desk.price, 3, 3, back=True),
        call(desk.price, 3, 3, back=False),
        call(desk.price, 1, 3, 1, back=True),
        call(desk.price, 1, 2, card="half"),
        call(desk.price, 1, 3, card="half"),
        call(desk.price, 1, 1, card="half"),
        call(desk.price, 3, 1, back=True, card="half"),
        call(desk.price, 2, 3, 1, "adult", True, "half"),
        call(desk.price, 1, 2, card="valley"),
        call(desk.price, 1, 1, 2, "adult", True, "valley"),
        call(desk.price, 1, 3, card="valley"),
        call(desk.price, 3, 1, card="valley"),
        call(desk.price, 3, 3, card="valley"),
        call(desk.price, 1, 3, 1, card="valley"),
        call(desk.price, 2, 1, card="other"),
        call(desk.price, 1, 1, 1, "child"),
        call(desk.price, 2, 3, 1, "child"),
        call(desk.price, 1, 3, kind="child"),
        call(desk.price, 3, 2, kind="child"),
        call(desk.price, 2, 1, 2, "child", True),
        call(desk.price, 3, 3, 1, "child", True, "half"),
        call(desk.price, 3, 1, 1, "child", card="valley"),
        call(desk.price, 3, 1, kind="dog"),
        call(desk.price, 3, 3, kind="dog", back=True),
        call(desk.price, 3, 2, 1, "dog", True, "valley"),
    ]
    verify_document(document("price", calls))


def test_price_errors(desk, verify_document):
    calls = [
        call(desk.price, 0, 2),
        call(desk.price, 2, 0),
        call(desk.price, 4, 2),
        call(desk.price, 2, 4),
        call(desk.price, 3, 3, 1, "cat"),
        call(desk.price, 1, 3, 1, "cat", card="half"),
    ]
    verify_document(document("price_errors", calls))
