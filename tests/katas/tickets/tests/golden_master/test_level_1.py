"""Calls of level 1, drafted by `dojo kata new`. It is ordinary code: change it as you like.

The expected results are in approved_files/, one document for each test.
"""

from .calls import call, document, step, story


def test_price(desk, verify_document):
    calls = [
        call(desk.price, 170, 20, kind="too", back=True, card="them"),
        call(desk.price, 1, 3, 1, "too", card="half"),
        call(desk.price, 3, 1, 1, "child", card="valley"),
        call(desk.price, 3, 3, back=True),
        call(desk.price, 3, 3, back=False),
        call(desk.price, 3, 2, -1, "dog", True, "valley"),
        call(desk.price, 3, 1),
        call(desk.price, 3, 3, 1, "child", True, "half"),
        call(desk.price, 3, 2, 2, "child", card="vallea"),
        call(desk.price, 1, 3, 1, "adult", True, "x-y"),
        call(desk.price, 2, 1, card="hal"),
        call(desk.price, 3, 1, kind="dog"),
        call(desk.price, 1, 3, card="half"),
        call(desk.price, 1, 3, 1, card="valley"),
        call(desk.price, 1, 1, 3, "adult", True, "valley"),
        call(desk.price, 3, 1, back=True, card="half"),
        call(desk.price, 3, 1, card="valley"),
        call(desk.price, 1, 3, card="valley"),
        call(desk.price, 0, 2),
        call(desk.price, 2, 0),
        call(desk.price, 4, 2),
        call(desk.price, 2, 4),
        call(desk.price, 2, 2),
        call(desk.price, 2, 3, 1, "adult", True, "half"),
        call(desk.price, 1, 2, card="half"),
        call(desk.price, 1, 1, 1, "child"),
        call(desk.price, 2, 3, 1, "child"),
        call(desk.price, 2, 1, 2, "child", True),
        call(desk.price, 1, 2, card="valley"),
        call(desk.price, 3, 3, card="valley"),
    ]
    verify_document(document("price", calls))
