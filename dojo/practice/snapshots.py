"""The git repository of a practice.

snapshot: all of the practice's files as they were at a check, kept as a commit under refs/dojo/checks, away from the
person's own branches. Nothing that was ever checked is lost.
taken: the snapshot of what was there before the files last went back to another state, under refs/dojo/taken.
changes: lines added and removed in each file.
base: the state that the next check counts changes from, under refs/dojo/answered: the one that the last result was
about, or the one that a revert went back to. A check that was given up for a newer save has no result.

git is told where the repository is; were it left to look, it would find the workspace's own in place of one that
is missing.
"""

import io
import os
import tarfile
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from dojo.practice import ignored
from dojo.practice.git import GitError, how_to_go_on, run_git

CHECKS, BASE, TAKEN = "refs/dojo/checks", "refs/dojo/answered", "refs/dojo/taken"
SETTINGS = ("commit.gpgsign=false", "core.hooksPath=/dev/null", "gc.auto=0", "core.autocrlf=false", "color.ui=false")
OF_THE_PRACTICE_ALONE = ("core.excludesFile=", "core.attributesFile=")  # a person's own, for all their repositories
NOBODY = ("-c", "user.name=dojo", "-c", "user.email=dojo@localhost")

LINK, NESTED = "120000", "160000"  # git's own modes
NO_COMMIT = "0" * 40
TRIES = 5
MOMENT_SECONDS = 0.2  # in which an editor's own git is done with the index


class Change(NamedTuple):
    """Lines of a file that came in, and lines that went."""

    added: int
    removed: int


Changes = dict[str, Change]


class Blob(NamedTuple):
    """A file as a commit has it; its mode is git's own."""

    mode: str
    content: bytes


class Entry(NamedTuple):
    """What git knows of a path in a commit: its mode, what it is, and the name of its content."""

    mode: str
    kind: str
    name: str


class Repository:
    """The repository of a practice."""

    def __init__(self, folder: Path) -> None:
        """Work on the repository in this folder."""
        self.folder = folder

    def git(self, *arguments: str, **environment: str) -> str:
        """Run git in the practice and return what it prints; GitError when it refuses, or is not there."""
        return self.git_bytes(*arguments, **environment).decode(errors="replace").rstrip("\n")

    def git_bytes(self, *arguments: str, **environment: str) -> bytes:
        """Run git in the practice and return what it prints, as it is."""
        place = [f"--git-dir={self.folder / '.git'}", f"--work-tree={self.folder}"]
        settings = [word for setting in SETTINGS + OF_THE_PRACTICE_ALONE for word in ("-c", setting)]
        done = run_git(self.folder, *settings, *place, *arguments, **environment)
        if done.returncode != 0:
            raise GitError(how_to_go_on(self.folder, done))
        return done.stdout

    def complaint(self) -> str:
        """Return what is wrong with the repository, and how to go on; nothing, if it can be read."""
        try:
            self.git("rev-parse", "--git-dir")
        except GitError as error:
            return str(error)
        return ""

    def create(self, message: str) -> None:
        """Make the repository, with a first commit of all that is there."""
        self.git("init", "--quiet", "--template=", "--initial-branch=main")
        if self._author():  # or the person's own commits would be refused
            self.git("config", "user.name", "dojo")
            self.git("config", "user.email", "dojo@localhost")
        self.set_base(self.commit(message))

    def commit(self, message: str) -> str:
        """Commit everything on the person's branch, and return the commit; in their name, if git knows it."""
        self._exclude()
        self.git("add", "--all")
        self.git(*self._author(), "commit", "--quiet", "--allow-empty", "--no-verify", f"--message={message}")
        return self.git("rev-parse", "--verify", "HEAD")

    def commit_snapshot(self, snapshot: str, message: str) -> str:
        """Commit on the person's branch just what a snapshot holds, whatever was saved since; return the commit."""
        parent = self.head()
        commit = self._commit_tree(self.tree_of(snapshot), parent, message, self._author())
        self._read_tree(commit)
        self.git("update-ref", "-m", message, "HEAD", commit, parent or NO_COMMIT)
        return commit

    def _commit_tree(self, tree: str, parent: str | None, message: str, author: tuple[str, ...] = NOBODY) -> str:
        parents = [] if parent is None else ["-p", parent]
        return self.git(*author, "commit-tree", tree, *parents, "-m", message)

    def _read_tree(self, commit: str) -> None:
        """Have the person's own index say what a commit says; an editor that asks git for news may hold it a moment."""
        for _ in range(TRIES):
            with suppress(GitError):
                self.git("read-tree", commit)
                return
            time.sleep(MOMENT_SECONDS)
        self.git("read-tree", commit)

    def head(self) -> str | None:
        """Return the person's last commit; None when there is none yet."""
        return self._named("HEAD")

    def _named(self, ref: str) -> str | None:
        try:
            return self.git("rev-parse", "--verify", "--quiet", ref)
        except GitError:
            return None

    def _author(self) -> tuple[str, ...]:
        """Return what git needs when it does not know the person's name."""
        try:
            self.git("config", "user.email")
            self.git("config", "user.name")
        except GitError:
            return NOBODY
        return ()

    def tree(self, also: Iterable[str] = ()) -> str:
        """Keep all files as they are now, `also` some that git ignores, and return the name of what was kept."""
        self._exclude()
        index = self.folder / ".dojo" / f"index-{os.getpid()}"
        try:
            self.git("add", "--all", GIT_INDEX_FILE=str(index))
            if also:
                self.git("--literal-pathspecs", "add", "--force", "--", *also, GIT_INDEX_FILE=str(index))
            return self.git("write-tree", GIT_INDEX_FILE=str(index))
        finally:
            for left in (index, index.with_name(index.name + ".lock")):
                left.unlink(missing_ok=True)

    def _exclude(self) -> None:
        """See to it that git takes no file of an editor's own, in practices of any age, whatever .gitignore says."""
        with suppress(OSError):  # without a repository, git itself says what is wrong
            ignored.exclude(self.folder / ".git")

    def snapshot(self, message: str, also: Iterable[str] = ()) -> str:
        """Keep all files as they are now, `also` some that git ignores, and return the commit that keeps them."""
        tree = self.tree(also)
        for _ in range(TRIES):
            last = self.last_snapshot()
            if last is not None and self.tree_of(last) == tree:
                return last
            commit = self._commit_tree(tree, last, message)
            with suppress(GitError):  # another check was faster: come after it
                self.git("update-ref", CHECKS, commit, last or NO_COMMIT)
                return commit
        raise GitError(f"git in practice/ keeps no snapshot: is there a {CHECKS}.lock in practice/.git?")

    def tree_of(self, commit: str) -> str:
        """Return the name of the files as a commit has them."""
        return self.git("rev-parse", f"{commit}^{{tree}}")

    def is_at(self, commit: str) -> bool:
        """Tell whether the files are as a commit has them."""
        return self.tree() == self.tree_of(commit)

    def last_snapshot(self) -> str | None:
        """Return the snapshot before, if there is one."""
        return self._named(CHECKS)

    def base(self) -> str | None:
        """Return the state that the next check counts from; None when nothing was ever checked or committed."""
        return self._named(BASE) or self.last_snapshot() or self.head()

    def set_base(self, commit: str) -> None:
        """Have the next check count from a state."""
        self.git("update-ref", BASE, commit)

    def taken(self) -> str | None:
        """Return the snapshot of what was there before the files last went back; None when they never did."""
        return self._named(TAKEN)

    def set_taken(self, snapshot: str) -> None:
        """Remember what the files were, before they go back."""
        self.git("update-ref", TAKEN, snapshot)

    def commit_named(self, name: str) -> str | None:
        """Return the snapshot, or any other commit, of a name that git understands; None when there is none."""
        return self._named(f"{name}^{{commit}}")

    def short_name(self, commit: str) -> str:
        """Return a commit's name as a person would type it."""
        return self.git("rev-parse", "--short", commit)

    def changes(self, before: str | None, after: str) -> Changes:
        """Return the lines added and removed in each file between two commits, the first of which may be none at all.

        A binary file counts none.
        """
        found: Changes = {}
        start = before or self.git("mktree")  # of no input: an empty tree
        lines = self.git("diff-tree", "-r", "-z", "--numstat", "--no-renames", start, after)
        for line in filter(None, lines.split("\0")):
            added, removed, path = line.split("\t", 2)
            found[path] = Change(0, 0) if added == "-" else Change(int(added), int(removed))
        return found

    def blobs(self, commit: str, paths: Iterable[str]) -> dict[str, Blob | None]:
        """Return the files of these paths as a commit has them; None where it has none."""
        found: dict[str, Blob | None] = dict.fromkeys(paths)
        for path, entry in self._entries(commit).items():
            if path in found and entry.kind == "blob":
                found[path] = Blob(entry.mode, self.git_bytes("cat-file", "blob", entry.name))
        return found

    def nested(self, commit: str) -> set[str]:
        """Return the paths of repositories inside this one: git keeps their names, and none of their files."""
        return {path for path, entry in self._entries(commit).items() if entry.mode == NESTED}

    def not_kept(self, commit: str) -> str:
        """Say in a line which paths of a commit stand for files that git does not look at; nothing when none does."""
        entries, home = self._entries(commit), self.folder.resolve()
        links = [path for path, entry in entries.items() if entry.mode == LINK]
        outside = [path for path in links if not (self.folder / path).resolve().is_relative_to(home)]
        found = [f"{path} (a link to elsewhere)" for path in outside]
        found += [f"{path} (a repository of its own)" for path, entry in entries.items() if entry.mode == NESTED]
        return f"Not kept, and no save there is noticed: {', '.join(found)}." if found else ""

    def _entries(self, commit: str) -> dict[str, Entry]:
        """Return what git knows of all that a commit has, by path."""
        lines = (line.split("\t", 1) for line in self.git("ls-tree", "-r", "-z", commit).split("\0") if line)
        return {path: Entry(*about.split(" ")) for about, path in lines}

    def files(self, commit: str, suffix: str = ".py") -> dict[str, str]:
        """Return the text of the files that end in `suffix`, by path, as a commit has them."""
        archive = io.BytesIO(self.git_bytes("archive", "--format=tar", commit))
        found: dict[str, str] = {}
        with tarfile.open(fileobj=archive) as tar:
            for member in tar:
                content = tar.extractfile(member) if member.isfile() and member.name.endswith(suffix) else None
                if content is not None:
                    found[member.name] = content.read().decode(errors="replace")
        return found
