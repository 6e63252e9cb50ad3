"""`dojo start`: a practice of one's own, to begin with or to begin again.

A practice is made whole in a folder beside its place, and then moved there: it is either there or not.
unfinished: such a folder before it is moved. One that a start which was killed left is removed by the next, unless it
holds anything that no start has written. One of a start that still runs stays: the first of two has the place.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from dojo.errors import WorkspaceError, words_of
from dojo.kata import LAST, LEVELS, Step, begin_of_name, free_name, left_by_the_killed, tangle, worked_steps
from dojo.practice.begun import begin, read_choices
from dojo.practice.ignored import GITIGNORE
from dojo.practice.interrupts import uninterrupted
from dojo.practice.locks import KINDS, Tell, hold, silent
from dojo.practice.model import HOME, NAME, Choices
from dojo.practice.snapshots import GitError, Repository
from dojo.practice.worked_start import class_after, commit_steps, states_within
from dojo.text import stamp

BRIEF_SECONDS = 5  # to wait for a check that is running
UNFINISHED = f"{NAME}-unfinished"
TITLE = "The tangle, as it was inherited"

PAGES = "# pages that `dojo progress` draws\n*.html\n"
PYTEST = """[pytest]
testpaths = tests
pythonpath = .
# approvaltests' plugin would fetch scripts from the internet, and does nothing for a test that calls verify().
addopts = -p no:approvaltests_pytest
"""
CONFTEST = '''"""Importing approvaltests would fetch two scripts from the internet; this forbids it."""

import os

os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
'''
A_FOLDER_EACH = '''
from collections.abc import Iterator
from contextlib import chdir
from tempfile import TemporaryDirectory

import pytest


@pytest.fixture(autouse=True)
def _a_folder_of_its_own() -> Iterator[None]:
    """Run each test in an empty folder: an evening writes its hall of fame into the current one."""
    with TemporaryDirectory() as folder, chdir(folder):
        yield
'''
NOT_ALL = '''

def pytest_terminal_summary(terminalreporter):
    """Say what pytest does not run."""
    terminalreporter.write_line("These are your own tests alone. `dojo check` runs the golden master as well.")
'''
EXAMPLE = '''"""The first of your own tests."""

from yatzy import Yatzy


def test_chance_pays_all_five_dice():
    assert Yatzy.chance(1, 1, 3, 3, 6) == 14
'''
README = """# Practice: level {number}, {title}

{yours} Whatever you do inside, keep class `Yatzy` and its published interface.
Nothing here is part of the kata's own repository; this folder is a git repository by itself.

{steps}

`KATA.md`, one folder up, has the rules, the exercises, and what to do when you are stuck; `dojo hint` is for that, too.
"""
TANGLED = "`yatzy.py` is yours: the tangle{part}."
WORKED = "The code is yours: the worked way after step {number}{part}. Class `Yatzy` is in `{file}`."
GUARDED = """1. `dojo check` now: green. Change a number in `{file}`, check again, read what it says, change it back.
2. One smell, one small refactoring, `dojo check`, a commit; and again. `dojo watch` checks on every save.
   A commit takes new files as well: `git -C practice add -A && git -C practice commit -m "..."`.
3. Afterwards: `dojo progress` shows the timeline, `dojo mutants` which changes of your code no test notices."""
BLIND = """1. `dojo check` now: it runs `tests/`, and there is one test. Nothing else guards you.
2. Write tests until you would dare to refactor; `dojo mutants` grades them: what could break, and nobody would notice?
3. Then refactor in small steps, with `dojo check` or `dojo watch`. `dojo check --golden-master` lifts the blindfold."""

NOT_MADE = "practice/ could not be made: {why}. What was there is {where}."
NOTES = {  # about the tangle
    1: "Two fields that the constructor sets up, `names` and `me`, are for later levels; here, nothing needs them.",
    2: "A field that the constructor sets up, `me`, is for level 3. Here it is None, and only `check_name` reads it.",
}
PROGRAM = {  # about the code at any step
    4: "The program is `Yatzy().evening()`: `dojo play --implementation practice`. Each test has its own folder.",
}


class IsThereError(WorkspaceError):
    """There is a practice already."""


def start(  # noqa: PLR0913 - two are what is made, four how
    workspace: Path,
    choices: Choices,
    *,
    again: bool,
    tell: Tell = silent,
    way: Sequence[Step] = (),
    told: ExitStack | None = None,
) -> Path | None:
    """Make a practice, the `way` its history; return where one that was there is now, put aside if `again`.

    Else it stays, and IsThereError says so. Once it is done, nothing interrupts until `told` is closed.
    """
    place = workspace / NAME
    there = os.path.lexists(place)
    if there and not again:
        raise IsThereError(_is_there(place))
    aside: Path | None = None
    try:
        with ExitStack() as made, ExitStack() as held:
            _hold_all(place, held, tell)
            _remove_unfinished(workspace)
            unfinished = _make_unfinished(workspace, choices, way, made)
            if sys.platform == "win32":
                held.close()  # for it moves no open file
            aside = free_name(workspace / f"{NAME}-{stamp()}") if there else None
            with ExitStack() as done:
                (done if told is None else told).enter_context(uninterrupted())
                _exchange(place, aside, unfinished, made)
    except OSError as error:
        if not there and os.path.lexists(place):  # for another start was faster
            raise IsThereError(_is_there(place)) from None
        kept = f"in {aside.name}/" if aside and not os.path.lexists(place) else "untouched"
        raise WorkspaceError(NOT_MADE.format(why=words_of(error), where=kept)) from None
    return aside


def _hold_all(place: Path, held: ExitStack, tell: Tell) -> None:
    """Hold all that is done in the practice of this place, if there is one."""
    for kind in KINDS if (place / HOME).is_dir() else ():
        held.enter_context(hold(place, kind, BRIEF_SECONDS, tell))


def _exchange(place: Path, aside: Path | None, unfinished: Path, made: ExitStack) -> None:
    """Move what is in a place aside, and what is made there; when that fails, what is `made` goes, all is as it was."""
    if aside is not None:
        place.rename(aside)
        made.callback(aside.rename, place)
    unfinished.rename(place)
    made.pop_all()


def _is_there(place: Path) -> str:
    choices = read_choices(place)
    what = f" (level {choices.level}{', blind' if choices.blind else ''})"
    return f"practice/ is there already{what}, and stays as it is. `dojo check` goes on with it."


def _remove_unfinished(workspace: Path) -> None:
    """Remove what starts that were killed have left, but nothing that a person made."""
    for folder in left_by_the_killed(workspace, f"{UNFINISHED}-"):
        written = _all_written(workspace)
        paths = [path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir() or path.is_symlink()]
        own = [path for path in paths if path.parts[0] not in (".git", HOME)]
        if all(_is_written(folder, path.as_posix(), written) for path in own):
            shutil.rmtree(folder, ignore_errors=True)


def _all_written(workspace: Path) -> list[dict[str, str]]:
    """Return all the files that any start writes, at once or on the worked way, if that is there."""
    found = [_files(workspace, Choices(level, blind)) for level in LEVELS for blind in (False, True)]
    with suppress(WorkspaceError):
        steps = worked_steps(workspace)
        found += [{"README.md": text} for number in range(1, len(steps) + 1) for text in _readmes(steps[:number])]
        found += [state for level in LEVELS.values() for state in states_within(workspace, steps, level)]
    return found


def _is_written(folder: Path, name: str, written: list[dict[str, str]]) -> bool:
    """Tell whether a file holds what one of these starts would write there, or the beginning of it."""
    texts = [files[name].encode() for files in written if name in files]
    path = folder / name
    return path.is_file() and not path.is_symlink() and any(text.startswith(path.read_bytes()) for text in texts)


def _make_unfinished(workspace: Path, choices: Choices, way: Sequence[Step], made: ExitStack) -> Path:
    """Make a practice beside its place; with what is `made`, it goes, unless it is in its place by then."""
    folder = Path(tempfile.mkdtemp(prefix=begin_of_name(UNFINISHED), dir=workspace))
    made.callback(shutil.rmtree, folder, ignore_errors=True)
    try:
        _make(folder, workspace, choices, way)
    except GitError as error:  # which names the folder that goes
        words = error.message.replace(f"git in {folder.name}/", "git").replace(f" in {folder.name}/.git", "")
        raise GitError(f"practice/ could not be made. {words.removeprefix('practice/ could not be made. ')}") from None
    return folder


def _make(folder: Path, workspace: Path, choices: Choices, way: Sequence[Step]) -> None:
    """Make a practice in a folder."""
    folder.chmod(0o755)
    for name, text in _files(workspace, choices, way).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")
    repository = Repository(folder)
    repository.create(TITLE)
    if way:
        commit_steps(repository, workspace, way, LEVELS[choices.level])
    begin(repository, choices)


def _files(workspace: Path, choices: Choices, way: Sequence[Step] = ()) -> dict[str, str]:
    """Return the files of the first commit; the README is about what the last one leaves."""
    level = LEVELS[choices.level]
    files = {"yatzy.py": tangle(workspace, level), "pytest.ini": PYTEST, ".gitignore": PAGES + GITIGNORE}
    program = A_FOLDER_EACH if level is LAST else ""
    files["tests/conftest.py"] = CONFTEST + program + ("" if choices.blind else NOT_ALL)
    files["README.md"] = _readme(choices, way)
    if choices.blind:
        files["tests/test_yatzy.py"] = EXAMPLE
    return files


def _readme(choices: Choices, way: Sequence[Step]) -> str:
    """Return what a practice says of itself."""
    level = LEVELS[choices.level]
    part = "" if level.cut is None else ", up to the part that later levels are about"
    file = class_after(way)
    yours = WORKED.format(number=way[-1].number, part=part, file=file) if way else TANGLED.format(part=part)
    notes = PROGRAM if way else NOTES | PROGRAM
    parts = [(BLIND if choices.blind else GUARDED).format(file=file), notes.get(level.number, "")]
    steps = "\n\n".join(filter(None, parts))
    return README.format(number=level.number, title=level.title, yours=yours, steps=steps)


def _readmes(way: Sequence[Step]) -> Iterator[str]:
    """Return what any practice that begins after these steps says of itself."""
    return (_readme(Choices(level, blind), way) for level in LEVELS for blind in (False, True))
