"""Calls of level 3, written after drafts of `dojo kata new`.

The expected results are in approved_files/, one document for each test.
"""

from .calls import document, step, story


def test_desk(desk, verify_document):
    calls = [
        story(step(desk.Desk, "Ann"), step("receipt"), step("receipt")),
        story(step(desk.Desk, "Ann"), step("sell", "map", 5), step("receipt")),
        story(
            step(desk.Desk, "Ann"),
            step("sell", "adult, 1 to 3", 570),
            step("sell", "dog", 170, 2),
            step("sell", "adult, 1 to 3", 570, 3),
            step("sell", "dog", 300),
            step("receipt"),
            step("sell", "map", 250),
            step("refund", "dog"),
            step("receipt"),
        ),
        story(
            step(desk.Desk, "Bo"),
            step("sell", "map", 250, 2),
            step("sell", "dog", 170, 2),
            step("refund", "dog"),
            step("refund", "child"),
            step("refund", "map"),
            step("refund", "map"),
            step("refund", "map"),
            step("receipt"),
        ),
        story(step(desk.Desk, "Bo"), step("sell", "map", 250, 0), step("sell", "map", 250, -1)),
        story(step(desk.Desk, "Bo"), step("refund", "map"), step("receipt")),
        story(
            step(desk.Desk, "Bo"), step("sell", "map", 250), step("receipt"), step("refund", "map")
        ),
        story(step(desk.Desk, "Ann"), step("sell", "dog", 170), step("refund", "map")),
        story(
            step(desk.Desk, "Ann"),
            step("sell", "map", 250, 2),
            step("refund", "map"),
            step("sell", "map", 250),
        ),
    ]
    verify_document(document("desk", calls))
