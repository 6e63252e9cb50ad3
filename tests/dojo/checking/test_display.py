"""Test the lines of a check."""

import pytest

from dojo.checking.runner import brief_finding

NOT_AS_APPROVED = """practice/tests/test_sum.py:7, in test_sum()
    ApprovalException: the result is not as approved
    approved: practice/tests/test_sum.test_sum.approved.txt
    received: practice/tests/test_sum.test_sum.received.txt
    -14
    +15
    To accept the actual result, read it, then run: dojo approve practice"""
ASSERTION = "practice/tests/test_sum.py:7, in test_sum()\n    AssertionError: assert 1 == 2"


@pytest.mark.parametrize(
    ("text", "brief"),
    [
        (NOT_AS_APPROVED, "test_sum(): -14 +15"),
        (ASSERTION, "test_sum(): AssertionError: assert 1 == 2"),
        ("shop.fee(1)\n    expected 2\n    actual   3", "shop.fee(1) expected 2 actual   3"),
        ("practice/shop.py:2\n    SyntaxError: no", "practice/shop.py:2 SyntaxError: no"),
    ],
    ids=["approval", "assertion", "call", "import"],
)
def test_a_line_of_a_watch_begins_with_what_differs(text: str, brief: str):
    assert brief_finding(text) == brief
