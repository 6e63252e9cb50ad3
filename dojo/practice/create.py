"""`dojo start`: a practice is made in a folder beside its place, and then moved there; which one a command is about.

It may begin on the worked way: then its history has a commit for each step, with what the practice's level is about.
"""

import os
import shutil
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import pygit2
from pygit2.enums import FileMode, ResetMode

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import free_path
from dojo.kata.way import WorkedStep, replay
from dojo.kata.workspace import ALL_LEVELS, LAST, LEVELS, Level, cut_to_level, tangle
from dojo.pages import render
from dojo.practice.code import GITIGNORE, OwnCode, first_test
from dojo.practice.history import read_history
from dojo.practice.model import (
    CHECK,
    EARLIER,
    GOLDEN_MASTER,
    MUTANTS,
    NAME,
    STATE_DIRECTORY,
    Choices,
    Practice,
    lock,
)
from dojo.practice.recording import record_start
from dojo.practice.snapshots import AGAIN, CHECKS, DOJO, Repository
from dojo.text import stamp

BRIEF_SECONDS = 5  # to wait for a check that is running
TANGLE_FILE = "yatzy.py"
PACKAGE_FILE = "yatzy/yatzy.py"  # class Yatzy, once a step has made a package of it
TITLE = "The tangle, as it was inherited"


def start(  # noqa: PLR0913 - each is chosen at the start
    workspace: Path,
    choices: Choices,
    *,
    again: bool,
    goes_on: bool = False,
    way: Sequence[WorkedStep] = (),
    own: OwnCode | None = None,
) -> Path | None:
    """Make a practice, the `way` its history; return where one that was there is now, put aside if `again`.

    Else it stays, and WorkspaceError says so. `goes_on`: the history goes on at the end of the one that was there.
    """
    place = workspace / NAME
    is_there = os.path.lexists(place)
    if is_there and not again:
        raise WorkspaceError(
            f"{NAME}/ is there already: `dojo check` goes on with it, `dojo join` shares it.\n"
            f"`dojo start --again` puts it aside in {EARLIER}/, under today's date, and starts anew."
        )
    choices = replace(choices, step=len(way))
    with TemporaryDirectory(prefix=f"{NAME}-unfinished-", dir=workspace) as unfinished:
        new = Path(unfinished, NAME)
        _write_first_files(new, workspace, choices, way, own)
        repository = Repository(new)
        repository.create(f"{choices.code}, as it was brought" if choices.code else TITLE)
        if way:
            commit_steps(repository, workspace, way, LEVELS[choices.level])
        if goes_on:
            repository.go_on_from(Repository(place))
        record_start(repository, choices)
        aside = _put_aside(place) if is_there else None
        new.rename(place)
    return aside


def _put_aside(place: Path) -> Path:
    """Move a practice, in which nobody works, to where it is found under today's date; return where that is."""
    aside = free_path(place.with_name(EARLIER) / stamp())
    with lock(place, CHECK, BRIEF_SECONDS), lock(place, MUTANTS, BRIEF_SECONDS):
        aside.parent.mkdir(exist_ok=True)
        place.rename(aside)
    return aside


def _write_first_files(
    folder: Path, workspace: Path, choices: Choices, way: Sequence[WorkedStep], own: OwnCode | None
) -> None:
    """Write the files of the first commit; the README is about what the last one leaves."""
    level = ALL_LEVELS[choices.level]
    is_package = any(f" b/{PACKAGE_FILE}\n" in step.diff for step in way)
    model = {**vars(choices), "level": level, "file": PACKAGE_FILE if is_package else TANGLE_FILE}
    names, ignored = ["pyproject.toml", "README.md"], GITIGNORE.read_text(encoding="utf-8")
    if own is None:
        names += ["tests/conftest.py", "tests/test_yatzy.py" if choices.blind else GOLDEN_MASTER]
        ignored = f"# pages that `dojo progress` draws\n*.html\n{ignored}"
        _write(folder / TANGLE_FILE, tangle(workspace, level))
    else:
        for name, file in own.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, folder / name)
        _write(free_path(folder / "tests" / f"test_{own.name}.py"), first_test(folder, own.name))
    _write(folder / ".gitignore", ignored)
    for name in names:
        _write(folder / name, render(f"practice/{Path(name).name}.txt", **model).rstrip() + "\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def read_beginning(folder: Path) -> tuple[Choices, str]:
    """Return what was chosen, and the commit that says so; WorkspaceError when nobody knows."""
    repository = Repository(folder)
    _ = repository.git  # which says so, if the repository is gone or broken
    history = read_history(repository)
    if history.started is None:
        raise WorkspaceError(
            f"{folder.name}/ has lost its history: {CHECKS} is gone from its repository.\n{AGAIN}"
        )
    return history.choices, history.start


def read_choices(folder: Path) -> Choices:
    """Return what was chosen; WorkspaceError when that is lost."""
    return read_beginning(folder)[0]


def find_practice(workspace: Path) -> Practice:
    """Return the practice, or the one put aside that the current folder is in; WrongUsageError when there is none."""
    here = Path.cwd().resolve()
    around = (each for each in (here, *here.parents) if workspace in each.parents)
    folder = next((each for each in around if (each / STATE_DIRECTORY).is_dir()), workspace / NAME)
    if not folder.is_dir():
        raise WrongUsageError("There is no practice/ yet. `dojo start` makes one.")
    return Practice(workspace, read_choices(folder), folder.relative_to(workspace).as_posix())


def steps_up_to(steps: list[WorkedStep], number: int) -> list[WorkedStep]:
    """Return the steps up to this one; WrongUsageError when there is none of this number, or it is a red one."""
    if not 0 <= number <= len(steps):
        raise WrongUsageError(
            f"--at {number}: the worked way has steps 1 to {len(steps)}; 0 is the tangle."
        )
    if number and steps[number - 1].is_red:
        raise WrongUsageError(
            f"Step {number} falls into a trap, and is red. Step {number + 1} reverts it: --at {number + 1}."
        )
    return steps[:number]


def commit_steps(
    repository: Repository, workspace: Path, steps: Sequence[WorkedStep], level: Level
) -> None:
    """Commit each step upon the tangle, which is committed, and have the files as the last one leaves them."""
    git, author = repository.git, pygit2.Signature(*DOJO)
    first = git.head.peel(pygit2.Commit)
    end, index = first.id, pygit2.Index()
    states = islice(
        replay({TANGLE_FILE: tangle(workspace, LAST)}, steps), 1, None
    )  # the first is the tangle itself
    for step, state in zip(steps, states, strict=True):
        index.read_tree(first.tree)  # what stands beside the tangle stays
        index.remove(TANGLE_FILE)
        for path, text in state.items():
            blob = git.create_blob(cut_to_level(text, level).encode())
            index.add(pygit2.IndexEntry(path, blob, FileMode.BLOB))
        message = "\n".join(
            [step.title, "", *(f"{name}: {text}" for name, text in step.lesson.items()), ""]
        )
        end = git.create_commit("HEAD", author, author, message, index.write_tree(git), [end])
    git.reset(end, ResetMode.HARD)
