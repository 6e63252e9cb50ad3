"""Test how diffs are shown: in colours on a terminal, and as HTML on a page."""

import click
import pygit2
import pytest

from dojo.diffs import FileChange, colour_of, file_changes, paint_diff, paint_lines, unified_diff

CHANGED = """diff --git a/yatzy.py b/yatzy.py
index 1234567..89abcde 100644
--- a/yatzy.py
+++ b/yatzy.py
@@ -1,3 +1,3 @@ class Yatzy:
 x = '''a
-b'''
+c'''
 \ty = "\x1b"
"""
NEW = """diff --git a/new.py b/new.py
new file mode 100644
--- /dev/null
+++ b/new.py
@@ -0,0 +1 @@
+# <new>
"""
GONE = """diff --git a/notes.md b/notes.md
deleted file mode 100644
--- a/notes.md
+++ /dev/null
@@ -1 +0,0 @@
-# <gone>
\\ No newline at end of file
"""
MOVED = """diff --git a/dice.py b/game/dice.py
similarity index 100%
rename from dice.py
rename to game/dice.py
"""
BINARY = """diff --git a/dice.png b/dice.png
index 1234567..89abcde 100644
Binary files a/dice.png and b/dice.png differ
"""


def change_in(diff: str) -> FileChange:
    [change] = file_changes(diff)
    return change


@pytest.mark.parametrize(
    ("line", "colour"),
    [("-old", "red"), ("+new", "green"), ("@@ -1 +1 @@", "cyan"), (" same", None), ("", None)],
)
def test_a_line_has_the_colour_of_its_sign(line: str, colour: str | None):
    assert colour_of(line) == colour


def test_a_line_is_indented_in_its_colour():
    assert paint_lines(["-old", " same"], "  ") == [
        click.style("  -old", fg="red"),
        click.style("   same"),
    ]


@pytest.mark.parametrize(
    ("diff", "lines"),
    [
        (NEW, ["diff --git a/new.py b/new.py", "--- /dev/null", "+++ b/new.py"]),
        (MOVED, ["diff --git a/dice.py b/game/dice.py", "rename from dice.py"]),
    ],
)
def test_lines_that_only_git_needs_are_left_out(diff: str, lines: list[str]):
    shown = click.unstyle(paint_diff(diff))
    assert shown.splitlines()[: len(lines)] == lines


def test_a_diff_has_colours():
    assert click.style("-# <gone>", fg="red") in paint_diff(GONE)


def test_a_diff_of_git_is_safe_to_print():
    patches = [patch for patch in pygit2.Diff.parse_diff(CHANGED + NEW) if patch]
    shown = unified_diff(patches).splitlines()
    assert shown[:2] == ["diff --git a/yatzy.py b/yatzy.py", "--- a/yatzy.py"]
    assert shown[7:9] == ['        y = "\\x1b"', "diff --git a/new.py b/new.py"]


@pytest.mark.parametrize(
    ("diff", "heading"),
    [
        (CHANGED, "yatzy.py"),
        (NEW, "new.py, new"),
        (GONE, "notes.md, removed"),
        (MOVED, "dice.py → game/dice.py"),
        (BINARY, "dice.png, binary"),
    ],
    ids=["changed", "new", "removed", "moved", "binary"],
)
def test_a_heading_says_how_a_file_changed(diff: str, heading: str):
    assert change_in(diff).heading == heading


def test_each_file_of_a_diff_is_a_change():
    assert len(file_changes(NEW + GONE)) == 2


def test_a_line_of_a_page_has_the_tag_of_its_sign():
    assert [tag for tag, _ in change_in(CHANGED).lines] == ["b", "span", "del", "ins", "span"]


def test_a_string_over_several_lines_has_one_colour():
    assert [text for _, text in change_in(CHANGED).lines[1:4]] == [
        ' x = <i class="t">&#39;&#39;&#39;a</i>',
        '-<i class="t">b&#39;&#39;&#39;</i>',
        '+<i class="t">c&#39;&#39;&#39;</i>',
    ]


def test_only_code_is_highlighted():
    assert change_in(GONE).lines == [
        ("b", "@@ -1 +0,0 @@"),
        ("del", "-# <gone>"),
        ("span", "\\ No newline at end of file"),
    ]
