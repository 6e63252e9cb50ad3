"""Creating a practice.

A new practice is made in a temporary folder, and then moved to its place.
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
from dojo.files import free_name, free_path
from dojo.kata.description import Level, read_kata
from dojo.kata.way import WorkedStep, replay, tangle_code
from dojo.kata.workspace import cut_to_level, is_workspace, read_tangle
from dojo.pages import render
from dojo.practice.branch import DOJO, Branch
from dojo.practice.code import GITIGNORE, own_tests
from dojo.practice.find import is_practice, practice_in
from dojo.practice.locks import CHECK, MUTANTS, lock
from dojo.practice.model import (
    ARCHIVE,
    GOLDEN_MASTER,
    NAME,
    Choices,
    Practice,
    kata_of,
    workspace_of,
)
from dojo.practice.own_code import OwnCode, make_tests_folder, render_first_test
from dojo.practice.recording import record_start
from dojo.practice.snapshots import Repository
from dojo.text import timestamp

LOCK_SECONDS = 5
FIRST_COMMIT = "Copy the tangle"
IS_IN_PLACE = """\
{folder}/ is a practice already, in place. `dojo start --here --again` begins it anew.
`dojo start` without --here is for the kata: change into your clone of it first."""


def create_practice(  # noqa: PLR0913 - each is chosen at the start
    workspace: Path,
    choices: Choices,
    *,
    again: bool,
    continues: bool = False,
    way: Sequence[WorkedStep] = (),
    own: OwnCode | None = None,
) -> Path | None:
    """Create practice/, and return where the one before was archived, or None.

    `again`: archive the one before; without it, WorkspaceError is raised if there is one.
    `continues`: the new one continues its history. `way`: the worked steps to begin after. `own`:
    somebody's own code, in place of the tangle.
    """
    place = workspace / NAME
    exists = os.path.lexists(place)
    if exists and not again:
        raise WorkspaceError(
            f"{NAME}/ already exists. `dojo check` continues with it, `dojo join` shares it.\n"
            f"`dojo start --again` moves it to {ARCHIVE}/, under today's date, and starts over."
        )
    kata = kata_of(workspace, choices)
    level = kata.level(choices.level)
    choices = replace(choices, step=len(way), title=level.title)
    archived = None
    with TemporaryDirectory(prefix=f"{NAME}-unfinished-", dir=workspace) as unfinished:
        new = Path(unfinished, NAME)
        if own is not None:
            _copy(own, new)
        else:
            _write_first_files(new, workspace, choices, way)
        branch = Branch(new)
        branch.create(f"Copy {choices.code}" if choices.code else FIRST_COMMIT)
        if way:
            _commit_steps(branch, workspace, way, level)
        repository = Repository(new)
        repository.create()
        if continues:
            repository.fetch_history_of(Repository(place))
        record_start(repository, choices)
        if exists:
            archived = _archive(place)
        new.rename(place)
    return archived


def refuse_in_practice(folder: Path) -> None:
    """Raise WrongUsageError if a folder around this one is a practice."""
    for around in folder.parents:
        if is_practice(around):
            raise WrongUsageError(f"{around.name}/ around this folder is a practice. Work there.")


def refuse_practice_in_place() -> None:
    """Raise WrongUsageError if the current folder is in a practice in place, and not in a kata."""
    here = Path.cwd().resolve()
    for around in (here, *here.parents):
        if is_workspace(around):
            return
        if is_practice(around) and workspace_of(around) == around:
            raise WrongUsageError(IS_IN_PLACE.format(folder=around.name))


def begin_in_place(folder: Path, choices: Choices, *, again: bool) -> Practice:
    """Begin to practise in a project. Nothing but the state directory is written.

    `again`: begin anew if it is a practice already; without it, WorkspaceError is raised then.
    """
    if is_workspace(folder):
        raise WrongUsageError("This is the kata: `dojo start` makes a practice of it.")
    repository = Repository(folder)
    if not is_practice(folder):
        repository.create(Branch(folder).ignored_by_person())
    elif not again:
        raise WorkspaceError(
            f"{folder.name}/ is a practice already. `dojo check` continues with it.\n"
            "`dojo start --here --again` begins anew; the history keeps what was before."
        )
    record_start(repository, choices)
    return practice_in(folder)


def _archive(place: Path) -> Path:
    """Move a practice to the archive, under today's date, and return where it is."""
    archived = free_path(place.with_name(ARCHIVE) / timestamp())
    with lock(place, CHECK, LOCK_SECONDS), lock(place, MUTANTS, LOCK_SECONDS):
        archived.parent.mkdir(exist_ok=True)
        place.rename(archived)
    return archived


def archived_practices(workspace: Path) -> list[Practice]:
    """Return the practices in the archive, the oldest first."""
    folders = sorted((workspace / ARCHIVE).glob("*/"))
    return [practice_in(folder) for folder in folders if is_practice(folder)]


def bring_back(archived: Practice) -> Path | None:
    """Make practice/ of an archived practice. Returns where the one before is now, or None."""
    place = archived.workspace / NAME
    before = None
    if os.path.lexists(place):
        before = _archive(place)
    archived.folder.rename(place)
    return before


def _write_first_files(
    folder: Path, workspace: Path, choices: Choices, way: Sequence[WorkedStep]
) -> None:
    """Write the files of the first commit. Its README is about the code after the worked steps."""
    kata = read_kata(workspace)
    level = kata.level(choices.level)
    package_file = f"{kata.module}/{kata.tangle_file}"  # after a worked step made a package of it
    is_package = any(f" b/{package_file}\n" in step.diff for step in way)
    file = package_file if is_package else kata.tangle_file
    model = {**vars(choices), "kata": kata, "level": level, "file": file}
    model["has_way"] = (workspace / kata.way).is_dir()
    ignored = GITIGNORE.read_text(encoding="utf-8")
    _write(folder / ".gitignore", f"# pages that `dojo progress` draws\n*.html\n{ignored}")
    _write(folder / kata.tangle_file, read_tangle(workspace, level))
    names = ["pyproject.toml", "README.md", "tests/conftest.py"]
    if choices.blind:
        _write(folder / f"tests/test_{kata.module}.py", kata.first_test.lstrip())
    else:
        names.append(GOLDEN_MASTER)
    for name in names:
        text = render(f"practice/{Path(name).name}.txt", **model)
        _write(folder / name, text.rstrip() + "\n")


def _copy(own: OwnCode, folder: Path) -> None:
    for name, file in own.files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, folder / name)


def write_first_test(practice: Practice) -> Path:
    """Write a first test of somebody's own code."""
    folder = practice.folder / "tests"
    test = folder / _name_of_first_test(practice)
    make_tests_folder(practice, folder)
    _write(test, render_first_test(practice))
    return test


def _name_of_first_test(practice: Practice) -> str:
    """Return a name that no test file has: pytest may refuse two of one name."""
    taken = {file.stem for file in own_tests(practice)}
    name = free_name(f"test_{practice.choices.code}", taken)
    return f"{name}.py"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def steps_up_to(steps: list[WorkedStep], number: int) -> list[WorkedStep]:
    """Return the worked steps up to a number. Raises WrongUsageError if that step is red."""
    if not 0 <= number <= len(steps):
        raise WrongUsageError(
            f"The worked way has no step {number}. --at takes 1 to {len(steps)}, "
            "or 0 for the tangle."
        )
    if number and steps[number - 1].is_red:
        raise WrongUsageError(
            f"Step {number} is red on purpose, and step {number + 1} reverts it. "
            f"Use --at {number + 1}."
        )
    return steps[:number]


def _commit_steps(
    branch: Branch, workspace: Path, steps: Sequence[WorkedStep], level: Level
) -> None:
    """Commit each worked step, cut to the level, and check out the last one."""
    git = branch.git
    author = pygit2.Signature(*DOJO)
    first = git.head.peel(pygit2.Commit)
    end = first.id
    tangle = tangle_code(workspace)
    states = replay(tangle, steps)
    states_after = islice(states, 1, None)
    for step, state in zip(steps, states_after, strict=True):
        index = pygit2.Index()
        index.read_tree(first.tree)
        for path in tangle:
            index.remove(path)
        for path, text in state.items():
            blob = git.create_blob(cut_to_level(text, level).encode())
            index.add(pygit2.IndexEntry(path, blob, FileMode.BLOB))
        lesson = [f"{name}: {text}" for name, text in step.lesson.items()]
        message = "\n".join([step.title, "", *lesson, ""])
        tree = index.write_tree(git)
        end = git.create_commit("HEAD", author, author, message, tree, [end])
    git.reset(end, ResetMode.HARD)
