"""Test how a mutant is written into a file."""

import pytest

from tests.compared.mutants import ByteSpan, Diff, FunctionDiff, Span

SOURCE = "one = 1\ntwo = (1 +\n       1)\nend = 'é' + ''\n"


def test_a_span_may_have_several_lines():
    assert Span(2, 7, 3, 10, "2").apply(SOURCE) == "one = 1\ntwo = 2\nend = 'é' + ''\n"


def test_a_span_in_bytes_counts_an_accent_twice():
    start = SOURCE.encode().index(b"+ ''")
    assert ByteSpan(start, start + 1, "-").apply(SOURCE).endswith("end = 'é' - ''\n")


def test_a_diff_may_have_several_hunks():
    diff = "@@ -1 +1,2 @@\n-one = 1\n+one = 3\n+half = 0\n@@ -4 +5 @@\n-end = 'é' + ''\n+end = 0\n"
    changed = "one = 3\nhalf = 0\ntwo = (1 +\n       1)\nend = 0\n"
    assert Diff(diff).apply(SOURCE) == changed


def test_a_diff_may_end_with_the_empty_line_after_the_last_one():
    diff = "@@ -4,2 +4,2 @@\n-end = 'é' + ''\n+end = 0\n "
    assert Diff(diff).apply(SOURCE).endswith("1)\nend = 0\n")


@pytest.mark.parametrize("diff", ["@@ -1 +1 @@\n-six = 6\n+six = 7\n", "no diff", ""])
def test_a_diff_of_another_file_is_refused(diff: str):
    with pytest.raises(ValueError, match="the diff"):
        Diff(diff).apply(SOURCE)


FUNCTIONS = '''\
class Card:
    def total(self):
        """Count.

        Ones too."""
        return 1 + 1


def total():
    return 1 + 1
'''
METHOD_DIFF = '''\
@@ -2,4 +2,4 @@
     """Count.

     Ones too."""
-    return 1 + 1
+    return 1 - 1
'''


def test_a_diff_of_a_method_is_written_where_the_method_is():
    changed = FunctionDiff(METHOD_DIFF, ("Card", "total")).apply(FUNCTIONS)
    assert changed == FUNCTIONS.replace("1 + 1", "1 - 1", 1)


@pytest.mark.parametrize("path", [("Card", "sum"), ("sum",), ("Card",)])
def test_a_diff_of_a_function_that_is_missing_is_refused(path: tuple[str, ...]):
    with pytest.raises(ValueError, match=r"there is no sum|Card is no function"):
        FunctionDiff(METHOD_DIFF, path).apply(FUNCTIONS)
