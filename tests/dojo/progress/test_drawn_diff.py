"""A diff on a page: what is shown of each file, and what a stranger can do with it."""

import pytest

from dojo.progress.drawn_diff import MOST_LINES, changes_of, drawn_diff
from tests.dojo.small_way import MOVED

HEAD = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n"
RUDE = '</pre>"<b>&amp;'


def test_a_line_is_marked_by_its_sign_and_by_what_it_is() -> None:
    shown = drawn_diff(f"{HEAD}-one\n+two\n three\n")
    assert shown.startswith("<h3>x.py</h3>\n<pre><b>@@ -1 +1 @@\n</b>")
    assert shown.endswith("<del>-one\n</del><ins>+two\n</ins><span> three\n</span></pre>")


@pytest.mark.parametrize(
    ("diff", "heading"),
    [
        ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+2\n", "x.py"),
        ("new file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+1\n", "x.py, new"),
        ("deleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "x.py, removed"),
        ("new file mode 100644\nindex 0..1\nBinary files /dev/null and b/x.py differ\n", "x.py, new, binary"),
        ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+new file\n", "x.py"),
    ],
)
def test_a_heading_says_what_becomes_of_a_file(diff: str, heading: str) -> None:
    assert [change.heading for change in changes_of(f"diff --git a/x.py b/x.py\n{diff}")] == [heading]


def test_a_file_that_only_moves_has_no_lines() -> None:
    assert "<pre>" not in drawn_diff(MOVED)


# A stranger's.


@pytest.mark.parametrize("diff", [f"{HEAD}+{RUDE}\n", HEAD.replace("x.py", RUDE)])
def test_all_texts_are_escaped(diff: str) -> None:
    assert '&lt;/pre&gt;"&lt;b&gt;&amp;amp;' in drawn_diff(diff)
    assert RUDE not in drawn_diff(diff)


def test_of_a_long_change_the_beginning_is_shown_and_how_much_is_not() -> None:
    shown = drawn_diff(HEAD + (MOST_LINES + 9) * "+one line\n")
    assert shown.endswith('<p class="cut">10 more lines, not shown here.</p>')  # the first is no line of the file
