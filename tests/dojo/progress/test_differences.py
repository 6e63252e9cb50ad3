"""What differs between two states: true, small, and harmless whoever made them."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import read_story
from dojo.progress.differences import MOST_LINES, changes_in, diff_of, diffs_of
from dojo.progress.steps import Step, steps_of
from tests.dojo.practising import git
from tests.dojo.progress.timelines import ONE, THREE, checked, lost, never_checked
from tests.dojo.small_way import MOVED

HEAD = "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n"


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return never_checked(tmp_path)


def saved(practice: Practice, files: dict[str, str | bytes]) -> str:
    """Save files, and return the state that they are in."""
    for name, content in files.items():
        path = practice.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return Repository(practice.folder).tree()


def lines_between(practice: Practice, before: dict[str, str | bytes], after: dict[str, str | bytes]) -> list[str]:
    """Return what differs, but for the lines that git notes for itself."""
    states = [saved(practice, files) for files in (before, after)]
    lines = diff_of(Repository(practice.folder), *states).splitlines()
    return [line for line in lines if not line.startswith(("diff ", "index "))]


# What is shown.


def test_before_the_first_check_was_nothing(practice: Practice) -> None:
    state = saved(practice, {"yatzy.py": "one = 1\n"})
    assert "+one = 1" in diff_of(Repository(practice.folder), None, state).splitlines()


def test_a_file_that_moves_is_shown_as_moved(practice: Practice) -> None:
    text = "".join(f"line_{number} = {number}\n" for number in range(20))
    before = saved(practice, {"yatzy.py": text})
    (practice.folder / "yatzy.py").unlink()
    after = saved(practice, {"yatzy/yatzy.py": text})
    assert "rename to yatzy/yatzy.py" in diff_of(Repository(practice.folder), before, after)


def test_letters_of_any_language_are_shown(practice: Practice) -> None:
    assert {"+++ b/größe.py", "+größe = 1"} <= set(lines_between(practice, {}, {"größe.py": "größe = 1\n"}))


def test_of_a_binary_file_the_name_is_shown(practice: Practice) -> None:
    assert lines_between(practice, {"dice.png": b"\0one"}, {"dice.png": b"\0two"}) == [
        "Binary files a/dice.png and b/dice.png differ"
    ]


@pytest.mark.parametrize("lost", ["0" * 40, ""])
def test_of_a_state_that_is_lost_nothing_is_shown(lost: str, practice: Practice) -> None:
    state = saved(practice, {"yatzy.py": "one = 1\n"})
    assert diff_of(Repository(practice.folder), lost or "nothing", state) == ""
    assert diff_of(Repository(practice.folder), state, lost) == ""


# File by file.


def test_a_line_has_the_element_of_its_sign_and_marks_for_what_it_is() -> None:
    [change] = changes_in(f"{HEAD}@@ -1,2 +1,2 @@\n-one\n+if two\n three\n")
    assert change.lines == [
        *(("b", "@@ -1,2 +1,2 @@"), ("del", "-one"), ("ins", '+<i class="k">if</i> two'), ("span", " three")),
    ]


@pytest.mark.parametrize(
    ("diff", "heading"),
    [
        ("--- a/x.py\n+++ b/x.py\n@@ -1 +1 @@\n-1\n+2\n", "x.py"),
        ("new file mode 100644\n--- /dev/null\n+++ b/x.py\n@@ -0,0 +1 @@\n+1\n", "x.py, new"),
        ("deleted file mode 100644\n--- a/x.py\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n", "x.py, removed"),
        (
            "new file mode 100644\nindex 0000000..1111111\nBinary files /dev/null and b/x.py differ\n",
            "x.py, new, binary",
        ),
    ],
)
def test_a_heading_says_what_becomes_of_a_file(diff: str, heading: str) -> None:
    assert [change.heading for change in changes_in(f"diff --git a/x.py b/x.py\n{diff}")] == [heading]


def test_a_file_that_only_moves_has_no_lines() -> None:
    assert changes_in(MOVED) == [("yatzy.py → game/yatzy.py", [], 0)]


def test_of_a_long_change_the_beginning_is_shown_and_how_much_is_not() -> None:
    lines = MOST_LINES + 9
    [change] = changes_in(f"{HEAD}@@ -0,0 +1,{lines} @@\n" + lines * "+one line\n")
    assert (len(change.lines), change.unshown) == (MOST_LINES, 10)  # the first is no line of the file


# Of steps.


def steps(practice: Practice) -> list[Step]:
    repository = Repository(practice.folder)
    return steps_of(repository, read_story(repository))


def changed(practice: Practice) -> dict[int, list[str]]:
    """Return the lines that each step changed, by its number."""
    found: dict[int, list[str]] = {}
    for number, changes in diffs_of(Repository(practice.folder), steps(practice)).items():
        lines = [line for change in changes for line in change.lines]
        found[number] = [str(line.text) for line in lines if line.element in {"ins", "del"}]
    return found


def test_each_step_has_what_changed_since_the_one_before(practice: Practice) -> None:
    checked(practice, 0, "one\n")
    checked(practice, 1, "two\n")
    checked(practice, 2, "two\n")
    assert changed(practice) == {1: ["+one"], 2: ["-one", "+two"], 3: []}


def test_a_step_whose_files_are_lost_has_none_and_the_others_have(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, THREE)
    first, second = steps(practice)
    gone = replace(first, entry=replace(first.entry, tree="1" * 40))
    assert list(diffs_of(Repository(practice.folder), [gone, second, lost(2)])) == [2]


# What a stranger may have made.


def test_what_a_terminal_would_obey_is_an_escape(practice: Practice) -> None:
    text = 'one = "\x1b[2J\u202e"\ttwo\r\n'
    assert r'+one = "\x1b[2J\u202e"  two\r' in lines_between(practice, {}, {"yatzy.py": text})


@pytest.mark.skipif(os.name == "nt", reason="the program of this stranger is a shell script")
@pytest.mark.parametrize("kind", ["command", "textconv"])
def test_no_program_of_theirs_is_run(kind: str, practice: Practice, tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n", encoding="utf-8")
    program.chmod(0o755)
    git(practice.folder, "config", f"diff.theirs.{kind}", str(program))
    lines_between(practice, {".gitattributes": "*.py diff=theirs\n"}, {"yatzy.py": "one = 1\n"})
    assert not (tmp_path / "ran").exists()


def test_what_a_person_has_set_up_for_git_makes_no_difference(practice: Practice) -> None:
    for setting in ("diff.noprefix", "diff.mnemonicPrefix", "color.ui"):
        git(practice.folder, "config", setting, "always" if setting == "color.ui" else "true")
    assert lines_between(practice, {}, {"new.py": "one = 1\n"})[1:3] == ["--- /dev/null", "+++ b/new.py"]
