"""What differs between two states: true, small, and harmless whoever made them."""

import os
from pathlib import Path

import pytest

from dojo.practice import Practice, Repository
from dojo.progress import diff_of
from tests.dojo.practising import git
from tests.dojo.progress.timelines import never_checked


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
