"""What differs between two states: true, small, and harmless whoever made them."""

import os
from pathlib import Path

import pytest

from dojo.commands.way import changes_in
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import read_story
from dojo.progress.differences import MOST_LINES, diff_of, diffs_of
from dojo.progress.steps import steps_of
from tests.dojo.practising import git
from tests.dojo.progress.timelines import checked, never_checked
from tests.dojo.small_way import MOVED

HEAD = "diff --git a/x.py b/x.py\n"
TEXT = "".join(f"line_{number} = {number}\n" for number in range(20))


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return never_checked(tmp_path)


def saved(practice: Practice, files: dict[str, bytes]) -> str:
    """Have these files, and return the state that they are in."""
    for path in practice.folder.glob("[!.]*.*"):
        path.unlink()
    for name, content in files.items():
        (practice.folder / name).write_bytes(content)
    return Repository(practice.folder).tree()


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ({"yatzy.py": TEXT.encode()}, {"game.py": TEXT.encode()}, "rename to game.py"),
        ({"dice.png": b"\0one"}, {"dice.png": b"\0two"}, "Binary files a/dice.png and b/dice.png differ"),
        ({}, {"yatzy.py": 'one = "\x1b[2J\u202e"\ttwo\r\n'.encode()}, r'+one = "\x1b[2J\u202e"  two\r'),
        ({}, {"yatzy.py": "größe = 1\n".encode()}, "+größe = 1"),
        (None, {"yatzy.py": b"one = 1\n"}, "+one = 1"),
    ],
    ids=["moved", "binary", "what a terminal would obey", "letters of any language", "nothing before"],
)
def test_what_differs_is_told_as_git_writes_it(
    before: dict[str, bytes] | None, after: dict[str, bytes], line: str, practice: Practice
) -> None:
    states = [None if files is None else saved(practice, files) for files in (before, after)]
    lines = diff_of(Repository(practice.folder), states[0], str(states[1])).splitlines()
    assert line in lines
    assert not any(each.startswith("index ") for each in lines)


@pytest.mark.skipif(os.name == "nt", reason="the program of this stranger is a shell script")
@pytest.mark.parametrize("kind", ["command", "textconv"])
def test_no_program_of_theirs_is_run(kind: str, practice: Practice, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
    program.chmod(0o755)
    git(practice.folder, "config", f"diff.theirs.{kind}", str(program))
    state = saved(practice, {".gitattributes": b"*.py diff=theirs\n", "yatzy.py": b"one = 1\n"})
    assert "+one" in diff_of(Repository(practice.folder), None, state)
    assert not (tmp_path / "ran").exists()


# File by file.


def test_a_line_has_the_element_of_its_sign_and_marks_for_what_it_is() -> None:
    [change] = changes_in(f"{HEAD}--- a/x.py\n+++ b/x.py\n@@ -1,2 +1,2 @@\n-one\n+if two\n three\n")
    assert change.lines == [
        *(("b", "@@ -1,2 +1,2 @@"), ("del", "-one"), ("ins", '+<i class="k">if</i> two'), ("span", " three")),
    ]


@pytest.mark.parametrize(
    ("diff", "heading"),
    [
        (f"{HEAD}--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+2\n", "x.py"),
        (f"{HEAD}new file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+1\n", "x.py, new"),
        (f"{HEAD}deleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "x.py, removed"),
        (
            f"{HEAD}new file mode 100644\nindex 0000000..1111111\nBinary files /dev/null and b/x.py differ\n",
            "x.py, new, binary",
        ),
        (MOVED, "yatzy.py → game/yatzy.py"),
    ],
)
def test_a_heading_says_what_becomes_of_a_file(diff: str, heading: str) -> None:
    assert [change.heading for change in changes_in(diff)] == [heading]


def test_of_a_long_change_the_beginning_is_shown_and_how_much_is_not() -> None:
    lines = MOST_LINES + 9
    [change] = changes_in(f"{HEAD}--- a/x.py\n+++ b/x.py\n@@ -0,0 +1,{lines} @@\n" + lines * "+one line\n")
    assert (len(change.lines), change.cut) == (MOST_LINES, "10 more lines, not shown here.")  # the first is no line


def test_each_step_has_what_changed_since_the_one_before(practice: Practice) -> None:
    for minute, text in enumerate(["one\n", "two\n", "two\n"]):
        checked(practice, minute, text)
    repository = Repository(practice.folder)
    found = diffs_of(repository, steps_of(repository, read_story(repository)))
    lines = [[line.text for change in changes for line in change.lines[1:]] for changes in found.values()]
    assert lines == [["+one"], ["-one", "+two"], []]
