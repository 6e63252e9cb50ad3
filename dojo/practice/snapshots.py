"""The history of a practice: a git repository of its own, in the state directory.

libgit2 works on it in this process: it runs no hook, no filter and no program that a repository
names. A snapshot is a commit below refs/dojo/checks that keeps all files of the practice.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import cached_property
from pathlib import Path

import pygit2
from filelock import FileLock
from pygit2.enums import CheckoutStrategy, DiffFind, DiffOption, FileMode, RepositoryOpenFlag

from dojo.errors import WorkspaceError
from dojo.practice.branch import DOJO, Branch
from dojo.practice.code import is_approved_file
from dojo.practice.events import Event, format_message
from dojo.practice.git import GitError, copy_tree, keep_files_to_the_byte, raises_git_error
from dojo.practice.model import STATE_DIRECTORY
from dojo.text import now

HISTORY = f"{STATE_DIRECTORY}/history"
CHECKS = "refs/dojo/checks"
BACKUP = "refs/dojo/taken"  # the files from before the last revert or restore
# libgit2 refuses a file that an editor writes at this moment, so it is read again.
TRIES_TO_READ = 5
SECONDS_BETWEEN_TRIES = 0.1
CHANGED_IN_FOLDER = (
    DiffOption.INCLUDE_UNTRACKED | DiffOption.RECURSE_UNTRACKED_DIRS | DiffOption.IGNORE_SUBMODULES
)
# Restored files are as in the commit; the person's index does not change.
EXACTLY = (
    CheckoutStrategy.FORCE
    | CheckoutStrategy.REMOVE_UNTRACKED
    | CheckoutStrategy.DONT_UPDATE_INDEX
    | CheckoutStrategy.DISABLE_PATHSPEC_MATCH
)

# The lines added to a file and removed from it, by its path.
Changes = dict[str, tuple[int, int]]


class SavedAgainError(WorkspaceError):
    """A file was saved while it was to be restored, so nothing was."""


class Repository:
    """The history of a practice. A tree is the name that git has for a state of all files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def path(self) -> Path:
        """The folder of the repository. Earlier versions used that of the person."""
        path = self.folder / HISTORY
        own = self.folder / ".git"
        return own if own.exists() and not path.exists() else path

    @cached_property
    @raises_git_error
    def git(self) -> pygit2.Repository:
        """The repository at this path; one around it, or one that it names, does not count."""
        found = pygit2.Repository(str(self.path), RepositoryOpenFlag.NO_SEARCH)
        found.workdir = str(self.folder)
        return found

    @raises_git_error
    def create(self, ignored: str = "") -> None:
        """Make the repository. `ignored`: lines for git about files to ignore."""
        path = self.folder / HISTORY
        path.mkdir(parents=True)
        path.with_name(".gitignore").write_text("*\n", encoding="utf-8")
        git = pygit2.init_repository(str(path), bare=True)
        keep_files_to_the_byte(git)
        with Path(git.path, "info", "exclude").open("a", encoding="utf-8") as file:
            file.write(ignored)

    # The history.

    @raises_git_error
    def record(
        self,
        subject: str,
        *events: Event,
        tree: str | None = None,
        moment: datetime | None = None,
        merged: str | None = None,
    ) -> str:
        """Append a commit with these events to the history, and return it. Nothing else happens.

        `tree`: its files; by default those of the commit before. `moment`: by default now.
        `merged`: the end of another history, which this one continues from here.
        """
        when = moment or now()
        offset = when.utcoffset() or timedelta()
        author = pygit2.Signature(*DOJO, int(when.timestamp()), offset // timedelta(minutes=1))
        message = os.fsencode(format_message(subject, events))
        with FileLock(Path(self.git.path, "dojo-append.lock")):
            parents = [each for each in (self.find_commit(CHECKS), merged) if each]
            kept = tree or self.tree_of(CHECKS)
            return str(self.git.create_commit(CHECKS, author, author, message, kept, parents))

    @raises_git_error
    def create_note(self, text: str, parent: str | None = None, tree: str | None = None) -> str:
        """Store a commit that no ref names, and return it. Without a `tree`, it has no files."""
        author = pygit2.Signature(*DOJO)
        files = tree or str(self.git.TreeBuilder().write())
        parents = [parent] if parent else []
        return str(self.git.create_commit(None, author, author, text, files, parents))

    def snapshot(self, subject: str) -> str:
        """Return a commit that keeps all current files."""
        tree = self.tree()
        last = self.find_commit(CHECKS)
        if last is not None and self.tree_of(last) == tree:
            return last
        return self.record(subject, tree=tree)

    @raises_git_error
    def fetch_history_of(self, other: "Repository") -> None:
        """Begin the history at the end of another repository's, unless that one is lost."""
        with suppress(pygit2.GitError):
            remote = self.git.remotes.create_anonymous(str(other.path))
            remote.fetch([f"{CHECKS}:{CHECKS}"])

    # Reading.

    @raises_git_error
    def tree(self) -> str:
        """Store all current files, and return their tree."""
        for _ in range(TRIES_TO_READ - 1):
            with suppress(pygit2.GitError, OSError):
                return self._store_files()
            time.sleep(SECONDS_BETWEEN_TRIES)
        return self._store_files()

    def _store_files(self) -> str:
        index = self.git.index
        index.clear()  # only in memory: the person's index on the disk stays
        index.add_all()
        return str(index.write_tree())

    def find_commit(self, name: str) -> str | None:
        """Return the commit of a name that git understands, or None."""
        with suppress(GitError, pygit2.GitError, UnicodeError):
            return str(self.git.revparse_single(name).peel(pygit2.Commit).id)
        return None

    def find_any_commit(self, name: str) -> str | None:
        """Return the commit of a name in the history, or on the person's branch, or None."""
        return self.find_commit(name) or self._copy_from_branch(name)

    @raises_git_error
    def _copy_from_branch(self, name: str) -> str | None:
        """Keep the files of a commit on the person's branch, and return a commit that has them."""
        tree = Branch(self.folder).tree(name)
        if tree is None:
            return None
        return self.create_note(name, tree=str(copy_tree(tree, self.git)))

    @raises_git_error
    def _tree(self, name: str) -> pygit2.Tree:
        return self.git.revparse_single(name).peel(pygit2.Tree)

    def tree_of(self, commit: str) -> str:
        return str(self._tree(commit).id)

    @raises_git_error
    def short_name(self, commit: str) -> str:
        return self.git.revparse_single(commit).short_id

    @raises_git_error
    def patches(
        self, before: str | None, after: str, *, renames: bool = False
    ) -> list[pygit2.Patch]:
        """Return the diff of each file between two trees; None is a tree without files."""
        first = self._tree(before or str(self.git.TreeBuilder().write()))
        diff = first.diff_to_tree(self._tree(after), flags=DiffOption.INDENT_HEURISTIC)
        if renames:
            diff.find_similar(DiffFind.FIND_RENAMES)
        patches = [patch for patch in diff if patch]
        # Approved files can be long, so the code comes first.
        return sorted(patches, key=lambda patch: is_approved_file(Path(patch.delta.new_file.path)))

    def changes(self, before: str | None, after: str) -> Changes:
        """Return the lines added and removed in each file; none of a binary one."""
        patches = self.patches(before, after)
        return {patch.delta.new_file.path: patch.line_stats[1:] for patch in patches}

    @raises_git_error
    def blobs(self, tree: str) -> dict[str, str]:
        """Return the name of each file's content by path. Links are skipped."""
        index = pygit2.Index()
        index.read_tree(self._tree(tree))
        files = (FileMode.BLOB, FileMode.BLOB_EXECUTABLE)
        return {entry.path: str(entry.id) for entry in index if entry.mode in files}

    @raises_git_error
    def content(self, blob: str) -> bytes:
        return self.git[blob].peel(pygit2.Blob).data

    def text(self, blob: str) -> str:
        return self.content(blob).decode(errors="replace")

    def files(self, tree: str) -> dict[str, str]:
        """Return the text of each .py file by path."""
        blobs = self.blobs(tree)
        return {path: self.text(blob) for path, blob in blobs.items() if path.endswith(".py")}

    def log(self, end: str, *, first_parents: bool = False) -> Iterator[pygit2.Commit]:
        """Yield the commits up to an end, newest first. Commits that are lost end it.

        `first_parents`: skip commits that were merged.
        """
        commit = self.find_commit(end)
        if commit is None:
            return
        walker = self.git.walk(commit)
        if first_parents:
            walker.simplify_first_parent()
        with suppress(pygit2.GitError):
            yield from walker

    # Restoring.

    @raises_git_error
    def restore(self, snapshot: str, commit: str, *, keep_tests: bool = False) -> Changes:
        """Restore the files of a commit, and return the changes.

        `snapshot` has the files of now; BACKUP keeps it. Raises SavedAgainError if a file changed
        since. A file that git ignores by now is not changed. `keep_tests`: nor are tests and
        approved files.
        """
        # It takes long to import, and most commands restore nothing.
        from dojo.practice.project import read_settings  # noqa: PLC0415

        settings = read_settings(self.folder) if keep_tests else None
        changes: Changes = {}
        for patch in self.patches(snapshot, commit):
            path = patch.delta.new_file.path
            is_ignored = not patch.delta.old_file.mode and (self.folder / path).exists()
            is_kept = settings is not None and settings.is_test_or_document(Path(path))
            if not is_ignored and not is_kept:
                changes[path] = patch.line_stats[1:]
        if not changes:
            return changes
        saved = list(self._tree(snapshot).diff_to_workdir(CHANGED_IN_FOLDER).deltas)
        if saved:
            path = saved[0].new_file.path
            raise SavedAgainError(f"{path} was saved meanwhile, so nothing was restored.")
        self.git.references.create(BACKUP, snapshot, force=True)
        self.git.checkout_tree(self._tree(commit), strategy=EXACTLY, paths=list(changes))
        return changes
