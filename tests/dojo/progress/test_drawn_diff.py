"""A diff on a page: what is shown of each file, and what a stranger can do with it."""

import pytest

from dojo.progress.drawn_diff import changes_of, drawn_diff
from tests.dojo.small_way import MOVED

HEAD = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n"
RUDE = '</pre>"<b>&amp;'


def test_a_line_is_marked_by_its_sign_and_by_what_it_is() -> None:
    shown = drawn_diff(f"{HEAD}-one\n+two\n three\n")
    assert shown.startswith("<h3>x.py</h3>\n<pre><b>@@ -1 +1 @@\n</b>")
    assert shown.endswith("<del>-one\n</del><ins>+two\n</ins><span> three\n</span></pre>")


def test_what_git_alone_reads_is_left_out() -> None:
    shown = drawn_diff(HEAD.replace("---", "index 0..1\n---") + "-1\n+2\n")
    assert [words for words in ("diff --git", "index 0", "---", "+++") if words in shown] == []


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


def test_every_file_is_shown() -> None:
    assert [change.heading for change in changes_of(MOVED + HEAD)] == ["yatzy.py → game/yatzy.py", "x.py"]


def test_a_file_whose_name_git_quotes_has_that_name() -> None:
    assert [change.heading for change in changes_of('diff --git "a/a\\tb.py" "b/a\\tb.py"\n')] == ["a\\tb.py"]


def test_a_file_that_only_moves_has_no_lines() -> None:
    assert "<pre>" not in drawn_diff(MOVED)


def test_nothing_is_drawn_of_nothing() -> None:
    assert not drawn_diff("")


# A stranger's.


@pytest.mark.parametrize("diff", [f"{HEAD}+{RUDE}\n", HEAD.replace("x.py", RUDE)])
def test_all_texts_are_escaped(diff: str) -> None:
    assert '&lt;/pre&gt;"&lt;b&gt;&amp;amp;' in drawn_diff(diff)
    assert RUDE not in drawn_diff(diff)


@pytest.mark.parametrize(
    ("rude", "shown"),
    [
        ("\N{RIGHT-TO-LEFT OVERRIDE}", "\\u202e"),
        ("\x1b[2J", "\\x1b[2J"),
        ("\a\0", "\\x07\\x00"),
    ],
)
def test_what_turns_the_text_or_rings_is_an_escape(rude: str, shown: str) -> None:
    assert f"<ins>+{shown}\n" in drawn_diff(f"{HEAD}+{rude}\n")


@pytest.mark.parametrize("end", "\r\f\v\x1c\x85\u2028")
def test_what_ends_no_line_for_git_begins_none(end: str) -> None:
    assert "<del>" not in drawn_diff(f"{HEAD}+one{end}-two\n")


def test_a_long_line_is_cut() -> None:
    shown = drawn_diff(f"{HEAD}+{10**7 * 'x'}\n")
    assert "xxx…\n" in shown
    assert len(shown) < 1000


def test_a_long_name_is_cut() -> None:
    assert len(drawn_diff(HEAD.replace("x.py", 5000 * "x"))) < 500


def test_of_a_long_diff_as_much_is_shown_as_was_asked_for_and_how_much_is_not() -> None:
    shown = drawn_diff(HEAD + 1000 * "+one line\n", most=2000)
    lines = shown.count("<ins>")
    assert len(shown) < 2200
    assert shown.endswith(f'<p class="cut">{1000 - lines} more lines, not shown here.</p>')


def test_what_stands_behind_a_long_change_is_counted_too() -> None:
    shown = drawn_diff(HEAD + 100 * "+one line\n" + HEAD + "+2\n", most=500)
    assert shown.count("<h3>") == 1
    assert f"{100 - shown.count('<ins>') + 2} more lines" in shown
