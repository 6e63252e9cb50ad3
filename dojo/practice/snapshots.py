"""The git repository of a practice, in this process: libgit2 runs no hook, no filter and no program of a repository.

snapshot: all of the practice's files as they were at a moment, kept as a commit of the history under refs/dojo/checks,
away from the person's own branches. Nothing that was ever checked is lost.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cached_property, wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import pygit2
from filelock import FileLock
from pygit2.enums import CheckoutStrategy, DiffFind, DiffOption, FileMode, RepositoryOpenFlag

from dojo.errors import WorkspaceError
from dojo.practice.code import GITIGNORE
from dojo.text import now

P = ParamSpec("P")
T = TypeVar("T")

CHECKS = "refs/dojo/checks"
BACKUP = "refs/dojo/taken"  # what was there before the files were last reverted or restored
DOJO = ("dojo", "dojo@localhost")
TO_THE_BYTE = "* -text -filter -ident -working-tree-encoding\n"  # whatever a person's own .gitattributes would change
SETTINGS = {
    "core.autocrlf": "false",
    "core.excludesFile": str(GITIGNORE),
    "core.attributesFile": "",
}
AGAIN = "`dojo start --again --level N` begins anew, and keeps your files aside."
HELPS = {  # by words of libgit2
    "lock": "If no git is at work there, remove what ends in .lock in {}/.git.",
    "not owned by": "If you trust whose it is: git config --global --add safe.directory {}",
}

Changes = dict[
    str, tuple[int, int]
]  # lines that came into a file, and lines that went, by its path


class GitError(WorkspaceError):
    """Something that git refused to do, in its own words."""


class SavedAgainError(WorkspaceError):
    """A file is no longer as it was a moment ago; nothing was put back."""


def in_words(
    method: Callable[Concatenate["Repository", P], T],
) -> Callable[Concatenate["Repository", P], T]:
    """Have what libgit2 refuses be a GitError, which says how to go on; no file is touched."""

    @wraps(method)
    def call(self: "Repository", /, *arguments: P.args, **options: P.kwargs) -> T:
        try:
            return method(self, *arguments, **options)
        except (pygit2.GitError, OSError) as error:
            name, words = self.folder.name, str(error)
            if not (self.folder / ".git").exists():
                raise GitError(
                    f"{name}/.git is gone, and with it the level and all checks.\n{AGAIN}"
                ) from None
            helps = (help_.format(self.folder) for key, help_ in HELPS.items() if key in words)
            raise GitError(
                f"git in {name}/ said: {words}\n{next(helps, f'Broken? {AGAIN}')}"
            ) from None

    return call


class Repository:
    """The repository of a practice."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    @in_words
    def git(self) -> pygit2.Repository:
        """Return it as libgit2 has it: in this folder, and in no other that is around it or that it names."""
        found = pygit2.Repository(str(self.folder), RepositoryOpenFlag.NO_SEARCH)
        found.workdir = str(self.folder)
        return found

    @in_words
    def init(self) -> None:
        """Make the repository; it keeps what is part of the practice, to the byte, whatever a person has set."""
        git = pygit2.init_repository(str(self.folder), initial_head="main")
        for key, value in SETTINGS.items():
            git.config[key] = value
        attributes = Path(git.path, "info", "attributes")
        attributes.parent.mkdir(exist_ok=True)
        attributes.write_text(TO_THE_BYTE, encoding="utf-8")

    def create(self, message: str) -> None:
        """Make the repository, with a first commit of all that is there."""
        self.init()
        self.commit(self.tree(), message)

    @in_words
    def commit(self, tree: str, message: str) -> str:
        """Commit a state on the person's branch, whatever was saved since; in their name, if git knows it."""
        for key, value in zip(("user.name", "user.email"), DOJO, strict=True):
            if key not in self.git.config:  # or the person's own commits would be refused
                self.git.config[key] = value
        who, parent = self.git.default_signature, self.find_commit("HEAD")
        parents = [parent] if parent else []
        commit = self.git.create_commit(
            "HEAD", who, who, os.fsencode(f"{message}\n"), tree, parents
        )
        self.git.index.read_tree(tree)
        self.git.index.write()
        return str(commit)

    def find_commit(self, name: str) -> str | None:
        """Return the snapshot, or any other commit, of a name that git understands; None when there is none."""
        with suppress(GitError, pygit2.GitError, UnicodeError):
            return str(self.git.revparse_single(name).peel(pygit2.Commit).id)
        return None

    @in_words
    def tree(self) -> str:
        """Keep all files as they are now, and return the name of what was kept."""
        index = self.git.index
        index.clear()  # of the person's own, all stays as it is on the disk
        index.add_all()
        return str(index.write_tree())

    def snapshot(self, subject: str) -> str:
        """Keep all files as they are now, and return the commit that keeps them."""
        tree, last = self.tree(), self.find_commit(CHECKS)
        if last is not None and self.tree_of(last) == tree:
            return last
        return self.append(subject, tree)

    @in_words
    def go_on_from(self, other: "Repository") -> None:
        """Begin the history at the end of another repository's, unless that is lost."""
        with suppress(pygit2.GitError):
            self.git.remotes.create_anonymous(str(other.folder)).fetch([f"{CHECKS}:{CHECKS}"])

    @in_words
    def append(
        self,
        message: str,
        tree: str | None = None,
        moment: datetime | None = None,
        merged: str | None = None,
    ) -> str:
        """Append a commit to the history, and return it.

        `tree`: its files; by default those of the commit before. `merged`: the end of another
        history, which this one continues from here.
        """
        when = moment or now()
        minutes = (when.utcoffset() or timedelta()) // timedelta(minutes=1)
        author = pygit2.Signature(*DOJO, int(when.timestamp()), minutes)
        with FileLock(Path(self.git.path, "dojo-append.lock")):
            parents = [each for each in (self.find_commit(CHECKS), merged) if each]
            kept = tree or self.tree_of(CHECKS)
            text = os.fsencode(message)
            return str(self.git.create_commit(CHECKS, author, author, text, kept, parents))

    @in_words
    def _tree(self, name: str) -> pygit2.Tree:
        return self.git.revparse_single(name).peel(pygit2.Tree)

    def tree_of(self, commit: str) -> str:
        """Return the name of the files as a commit has them."""
        return str(self._tree(commit).id)

    @in_words
    def go_back(self, snapshot: str, commit: str) -> Changes:
        """Put the files, which are as in a snapshot, back to what a commit has; return what changed, perhaps nothing.

        A file that git ignores by now stays as it is. BACKUP has what was there before. SavedAgainError when a file is
        not as in the snapshot.
        """
        changes = {
            each.delta.new_file.path: each.line_stats[1:]
            for each in self.patches(snapshot, commit)
            if each.delta.old_file.mode or not (self.folder / each.delta.new_file.path).exists()
        }
        if not changes:
            return changes
        untracked = DiffOption.INCLUDE_UNTRACKED | DiffOption.RECURSE_UNTRACKED_DIRS
        for saved in (
            self._tree(snapshot).diff_to_workdir(untracked | DiffOption.IGNORE_SUBMODULES).deltas
        ):
            raise SavedAgainError(
                f"{saved.new_file.path} was saved again meanwhile, so nothing was restored."
            )
        self.git.references.create(BACKUP, snapshot, force=True)
        exactly = CheckoutStrategy.FORCE | CheckoutStrategy.REMOVE_UNTRACKED
        options = (
            exactly | CheckoutStrategy.DONT_UPDATE_INDEX | CheckoutStrategy.DISABLE_PATHSPEC_MATCH
        )
        self.git.checkout_tree(self._tree(commit), strategy=options, paths=[*changes])
        return changes

    @in_words
    def short_name(self, commit: str) -> str:
        """Return a commit's name as a person would type it."""
        return self.git.revparse_single(commit).short_id

    @in_words
    def patches(
        self, before: str | None, after: str, *, renames: bool = False
    ) -> list[pygit2.Patch]:
        """Return how each file differs from a state, or from none, to another; perhaps with files that were moved."""
        first = self._tree(before or str(self.git.TreeBuilder().write()))
        diff = first.diff_to_tree(self._tree(after), flags=DiffOption.INDENT_HEURISTIC)
        if renames:
            diff.find_similar(DiffFind.FIND_RENAMES)
        return [patch for patch in diff if patch]

    def changes(self, before: str | None, after: str) -> Changes:
        """Return the lines added and removed in each file, none of a binary one, from a state, or none, to another."""
        return {
            each.delta.new_file.path: each.line_stats[1:] for each in self.patches(before, after)
        }

    @in_words
    def blobs(self, state: str) -> dict[str, str]:
        """Return the names of what files contain, by their paths, as a state has them; no links."""
        index = pygit2.Index()
        index.read_tree(self._tree(state))
        return {
            entry.path: str(entry.id)
            for entry in index
            if entry.mode in (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)
        }

    @in_words
    def text(self, blob: str) -> str:
        """Return what a file contains."""
        return self.git[blob].peel(pygit2.Blob).data.decode(errors="replace")

    def files(self, state: str) -> dict[str, str]:
        """Return the text of the .py files, by path, as a state has them."""
        return {
            path: self.text(blob)
            for path, blob in self.blobs(state).items()
            if path.endswith(".py")
        }

    def log(self, end: str, *, first_parents: bool = False) -> Iterator[pygit2.Commit]:
        """Return the commits up to an end, perhaps of one line alone, the newest first, as far as they are there."""
        if commit := self.find_commit(end):
            walker = self.git.walk(commit)
            if first_parents:
                walker.simplify_first_parent()
            with suppress(pygit2.GitError):
                yield from walker
