"""The worked way in a repository of its own, to be changed with git; and `worked/`, written again from it.

A change of the tangle is brought along from the first commit on, as `git rebase` does it. A change of the clean code is
folded into the steps: each place of it into its origin, which is the first step from which on its lines, and the one
before and the one behind, stand together in every state. (In a trap they need not.)
"""

import re
import shutil
from difflib import SequenceMatcher
from hashlib import sha1
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata import (
    LAST,
    REVERT,
    TANGLE,
    WORKED,
    Step,
    clean_code,
    git_in,
    tangle,
    temporary_folder,
    unfinished_folder,
    worked_steps,
    write_whole,
)
from dojo.practice.snapshots import GitError, Repository, run_git
from dojo.practice.walking import ENVIRONMENT, walk

PLACE, FIXUP = ".dojo-way", "fixup! "
TRAP = "%(trailers:key=Not,valueonly,separator=%x20)"  # of a message, as git shows it
EMPTY = "amend the most recent commit"  # in what git says when nothing would be left of it
START = "yatzy.py"  # where the first state has the tangle
READ = "refs/dojo/read"  # a tree: worked/ as it was last read or written
AGAIN = "Then `dojo way --edit` again."
PATCHES = (
    *("--quiet", "--keep-subject", "--zero-commit", "--no-signature"),
    *("--no-stat", "--find-renames", "--full-index"),
)
CONTENTS = re.compile(r"^index ([0-9a-f]{40})\.\.", re.MULTILINE)
RENAMED = re.compile(r"^rename to (.+)$", re.MULTILINE)

State = dict[str, str]
Hunk = tuple[int, int, list[str]]  # from, to, and what stands there instead


class Edited(NamedTuple):
    """What came of it: so many files of `worked/` are other ones now, of so many."""

    changed: int
    steps: int


def edit(workspace: Path) -> Edited:
    """Make the repository, if there is none; bring along what changed, and write `worked/` again.

    WorkspaceError, where a person has to go on with git first.
    """
    repository = _repository(workspace, worked_steps(workspace))
    _bring_tangle(repository, tangle(workspace, LAST))
    _bring_clean_code(repository, clean_code(workspace))
    return _write(repository, workspace / WORKED)


# The repository.


def _repository(workspace: Path, steps: list[Step]) -> Repository:
    folder, worked = workspace / PLACE, workspace / WORKED
    repository = Repository(folder)
    if not folder.exists():
        _make(workspace, steps)
    elif any((folder / ".git" / name).exists() for name in ("rebase-merge", "rebase-apply")):
        raise WorkspaceError(
            f"git is in the middle of something: `{git_in(folder)} status` says how to go on.\n{AGAIN}"
        )
    elif repository.git("status", "--porcelain"):
        raise WorkspaceError(
            f"{PLACE}/ holds changes that no commit has. Commit them there, or take them back.\n{AGAIN}"
        )
    if repository.commit_named(READ) != _tree_of(repository, worked):
        raise WorkspaceError(
            f"{WORKED}/ is not what {PLACE}/ was made of. If you need nothing in there, remove it.\n{AGAIN}"
        )
    return repository


def _make(workspace: Path, steps: list[Step]) -> None:
    """Make the repository beside its place, and move it there: it is whole, or not there."""
    with unfinished_folder(workspace, PLACE) as place:
        folder = place / "way"
        folder.mkdir()
        repository = walk(workspace, folder, steps, start=_start(workspace, steps))
        repository.git("update-ref", READ, _tree_of(repository, workspace / WORKED))
        shutil.move(folder, workspace / PLACE)


def _start(workspace: Path, steps: list[Step]) -> str:
    """Return the tangle that the steps begin with: today's, or one that git still knows."""
    today, name = tangle(workspace, LAST), _name_of_start(steps)
    content = today.encode()
    if name in (None, sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()):
        return today
    known = run_git(workspace, "cat-file", "blob", str(name))
    if known.returncode != 0:
        raise WorkspaceError(
            f"{TANGLE} is not what {WORKED}/ begins with, and git knows no such file.\n"
            "Put it back as it was, run `dojo way --edit`, and change it then."
        )
    return known.stdout.decode()


def _name_of_start(steps: list[Step]) -> str | None:
    """Return git's name of the tangle that the steps begin with; None where no step changes it."""
    path = START
    for step in steps:
        for part in f"\n{step.diff}".split("\ndiff --git ")[1:]:
            if part.startswith(f"a/{path} "):
                if named := CONTENTS.search(part):
                    return named[1]
                path = renamed[1] if (renamed := RENAMED.search(part)) else path
    return None


def _tree_of(repository: Repository, worked: Path) -> str:
    """Return git's name of the files of `worked/` as they are now."""
    with temporary_folder("index") as place:
        index = str(place / "index")
        folders = f"--git-dir={repository.folder.resolve() / '.git'}", f"--work-tree={worked}"
        done = run_git(worked, *folders, "add", "--all", "--force", ".", GIT_INDEX_FILE=index)
        if done.returncode != 0:
            raise GitError(done.stderr.decode(errors="replace").strip())
        return repository.git("write-tree", GIT_INDEX_FILE=index)


# What has changed is brought along.


def _bring_tangle(repository: Repository, text: str) -> None:
    first = _first(repository)
    if repository.git_bytes("show", f"{first}:{START}") == text.encode():
        return
    repository.git("checkout", "--quiet", "--detach", first)
    (repository.folder / START).write_text(text, encoding="utf-8", newline="\n")
    repository.git("commit", "--quiet", "--all", "--amend", "--no-edit", **ENVIRONMENT)
    changed = str(repository.commit_named("HEAD"))
    repository.git("checkout", "--quiet", "main")
    _rebase(repository, "--onto", changed, first)


def _bring_clean_code(repository: Repository, clean: dict[str, str]) -> None:
    last = repository.files("HEAD")
    if last != clean:
        _commit_by_origin(repository, last, clean)
    if FIXUP in repository.git("log", "--format=%s"):
        _rebase(repository, "--interactive", "--autosquash", _first(repository))


def _commit_by_origin(repository: Repository, last: State, clean: State) -> None:
    """Commit what makes the last state the clean one, by its origins, so that git can fold it into these."""
    lasting = _lasting(repository)
    states = [repository.files(each) for each in lasting]
    for origin, files in _by_origin(last, clean, states).items():
        for path, text in files.items():
            _put(repository.folder / path, text)
        repository.git("add", "--all")
        repository.git("commit", "--quiet", "-m", f"{FIXUP}{lasting[origin]}", **ENVIRONMENT)


def _by_origin(last: State, clean: State, states: list[State]) -> dict[int, dict[str, str | None]]:
    """Return how the last state becomes the clean one: the files after each change, by the number of its origin."""
    hunks: dict[str, list[tuple[int, Hunk]]] = {}
    for path in sorted(last.keys() | clean.keys()):
        before, after = _lines(last, path), _lines(clean, path)
        hunks[path] = [(_origin(hunk, before, states), hunk) for hunk in _hunks(before, after)]
    found: dict[int, dict[str, str | None]] = {}
    for origin in sorted({number for of_path in hunks.values() for number, _ in of_path}):
        for path in (path for path, of_path in hunks.items() if any(number == origin for number, _ in of_path)):
            text = _with(_lines(last, path), [hunk for number, hunk in hunks[path] if number <= origin])
            found.setdefault(origin, {})[path] = text if path in clean else None
    return found


def _hunks(before: list[str], after: list[str]) -> list[Hunk]:
    """Return where two texts differ."""
    differences = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    return [(start, end, after[first:last]) for tag, start, end, first, last in differences if tag != "equal"]


def _origin(hunk: Hunk, lines: list[str], states: list[State]) -> int:
    """Return the number of the first state from which on the lines of a hunk stand there as in the last."""
    start, end, _ = hunk
    block = "".join(lines[max(start - 1, 0) : end + 1])
    number = len(states) - 1
    while block and number > 1 and any(block in text for text in states[number - 1].values()):
        number -= 1
    return number


def _with(lines: list[str], hunks: list[Hunk]) -> str:
    """Return a text with some of its differences made."""
    changed = list(lines)
    for start, end, instead in sorted(hunks, reverse=True):
        changed[start:end] = instead
    return "".join(changed)


def _lines(state: State, path: str) -> list[str]:
    return state.get(path, "").splitlines(keepends=True)


def _put(file: Path, text: str | None) -> None:
    if text is None:
        file.unlink()
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")


def _first(repository: Repository) -> str:
    return repository.git("rev-list", "--max-parents=0", "HEAD")


def _lasting(repository: Repository) -> list[str]:
    """Return all commits but the traps, and what reverts them."""
    lines = repository.git("log", "--reverse", f"--format=%H%x09%s%x09{TRAP}").splitlines()
    commits = [line.split("\t") for line in lines]
    return [commit for commit, title, trap in commits if not trap and not title.startswith(REVERT)]


def _rebase(repository: Repository, *arguments: str) -> None:
    try:
        repository.git("rebase", "--quiet", *arguments, **ENVIRONMENT)
    except GitError as refused:
        if repository.commit_named("REBASE_HEAD") is None:
            raise
        git, title = git_in(repository.folder), repository.git("log", "-1", "--format=%s", "REBASE_HEAD")
        if title.startswith(FIXUP):
            title = repository.git("log", "-1", "--format=%s")
        if EMPTY in str(refused):
            raise WorkspaceError(
                f"Nothing is left of this step:\n{title}\n"
                f"`{git} reset --hard HEAD^`, `{git} rebase --continue`. {AGAIN}"
            ) from None
        raise WorkspaceError(
            f"git cannot tell how to change this step:\n{title}\n"
            f"Mend its files in {PLACE}/, `{git} add --all`, `{git} rebase --continue`. {AGAIN}"
        ) from None


# The patches.


def patches(repository: Repository) -> dict[str, bytes]:
    """Return the files of `worked/` by their names, as git writes them for all commits but the first."""
    with temporary_folder("patches") as folder:
        repository.git("format-patch", *PATCHES, "-o", str(folder), f"{_first(repository)}..HEAD", **ENVIRONMENT)
        return {path.name: path.read_bytes() for path in sorted(folder.glob("*.patch"))}


def _write(repository: Repository, worked: Path) -> Edited:
    """Write the patches that are other ones than before: on a full disk, none."""
    new = patches(repository)
    old = {path.name: path.read_bytes() for path in worked.glob("*.patch")}
    changed = {name for name in new.keys() | old.keys() if new.get(name) != old.get(name)}
    for name in sorted(changed & new.keys()):
        write_whole(worked / name, new[name])
    for name in changed - new.keys():
        (worked / name).unlink()
    repository.git("update-ref", READ, _tree_of(repository, worked))
    return Edited(len(changed), len(new))
