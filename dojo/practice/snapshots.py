"""The git repository of a practice.

snapshot: all of the practice's files as they were at a check, kept as a commit under refs/dojo/checks, away from the
person's own branches. Nothing that was ever checked is lost.
changes: lines added and removed in each file.
answered: the state that the next check counts changes from, under refs/dojo/answered: the one that the last answer was
about, or the one that a revert went back to. A check that was given up for a newer save has no answer.

git is told where the repository is; were it left to look, it would find the workspace's own in place of one that
is missing.
"""

import io
import os
import subprocess
import tarfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.practice import ignored

CHECKS = "refs/dojo/checks"
ANSWERED = "refs/dojo/answered"
SETTINGS = ("commit.gpgsign=false", "core.hooksPath=/dev/null", "gc.auto=0", "core.autocrlf=false", "color.ui=false")
OF_THE_PRACTICE_ALONE = ("core.excludesFile=", "core.attributesFile=")  # a person's own, for all their repositories
NOBODY = ("-c", "user.name=dojo", "-c", "user.email=dojo@localhost")

LINK, NESTED = "120000", "160000"  # git's own modes
NO_COMMIT = "0" * 40
TRIES = 5
LOCKED, FULL, INSIDE = "index.lock", "No space left", "does not have a commit checked out"
MOMENT = 0.2  # seconds in which an editor's own git is done with the index

Changes = dict[str, tuple[int, int]]


class Blob(NamedTuple):
    """A file as a commit has it; its mode is git's own."""

    mode: str
    content: bytes


class GitError(WorkspaceError):
    """Something that git refused to do, in its own words."""


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
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        try:
            done = subprocess.run(  # noqa: S603 - git, with arguments of our own
                ["git", *settings, *place, *arguments],  # noqa: S607 - whichever git the person uses
                cwd=self.folder,
                env={**inherited, "GIT_TERMINAL_PROMPT": "0", **environment},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                check=False,
            )
        except FileNotFoundError:
            message = "git is not there; install it, and try again."
            raise GitError(message) from None
        if done.returncode != 0:
            said = (done.stderr.strip() or done.stdout.strip()).decode(errors="replace").splitlines()
            raise GitError(self._how_to_go_on(said[0] if said else f"exit code {done.returncode}"))
        return done.stdout

    def _how_to_go_on(self, said: str) -> str:
        """Say what git said, and what makes a repository whole again that is gone or broken; no file is touched."""
        name = self.folder.name
        if not (self.folder / ".git").exists():
            return f"{name}/.git is gone. `git -C {name} init` makes a new one.\nYour files stay as they are."
        if LOCKED in said:
            return f"git in {name}/ said: {said}\nIf no git is at work there, remove that file."
        if INSIDE in said:
            return f"git in {name}/ said: {said}\nA repository inside another is not kept. Move it out of {name}/."
        if FULL in said:
            return f"git in {name}/ said: {said}"
        aside = f"`mv {name}/.git {name}/.dojo/git-broken`, then `git -C {name} init`"
        return f"git in {name}/ said: {said}\nBroken? {aside}."

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
        self.answered(self.commit(message))

    def commit(self, message: str) -> str:
        """Commit everything on the person's branch, and return the commit; in their name, if git knows it."""
        self._exclude()
        self.git("add", "--all")
        self.git(*self._author(), "commit", "--quiet", "--allow-empty", "--no-verify", f"--message={message}")
        return self.git("rev-parse", "--verify", "HEAD")

    def commit_snapshot(self, snapshot: str, message: str) -> str:
        """Commit on the person's branch just what a snapshot holds, whatever was saved since; return the commit."""
        parent = self.head()
        commit = self._commit_tree(self.tree_of(snapshot), parent, message)
        self._read_tree(commit)
        self.git("update-ref", "-m", message, "HEAD", commit, parent or NO_COMMIT)
        return commit

    def _commit_tree(self, tree: str, parent: str | None, message: str) -> str:
        parents = [] if parent is None else ["-p", parent]
        return self.git(*self._author(), "commit-tree", tree, *parents, "-m", message)

    def _read_tree(self, commit: str) -> None:
        """Have the person's own index say what a commit says; an editor that asks git for news may hold it a moment."""
        for _ in range(TRIES):
            with suppress(GitError):
                self.git("read-tree", commit)
                return
            time.sleep(MOMENT)
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

    def tree(self) -> str:
        """Keep all files as they are now, and return the name of what was kept."""
        self._exclude()
        index = self.folder / ".dojo" / f"index-{os.getpid()}"
        try:
            self.git("add", "--all", GIT_INDEX_FILE=str(index))
            return self.git("write-tree", GIT_INDEX_FILE=str(index))
        finally:
            for left in (index, index.with_name(index.name + ".lock")):
                left.unlink(missing_ok=True)

    def _exclude(self) -> None:
        """See to it that git takes no file of an editor's own, in practices of any age, whatever .gitignore says."""
        with suppress(OSError):  # without a repository, git itself says what is wrong
            ignored.exclude(self.folder / ".git")

    def snapshot(self, message: str) -> str:
        """Keep all files as they are now, and return the commit that keeps them."""
        tree = self.tree()
        for _ in range(TRIES):
            last = self.last_snapshot()
            if last is not None and self.tree_of(last) == tree:
                return last
            commit = self._commit_tree(tree, last, message)
            with suppress(GitError):  # another check was faster: come after it
                self.git("update-ref", CHECKS, commit, last or NO_COMMIT)
                return commit
        message = f"git in practice/ keeps no snapshot: is there a {CHECKS}.lock in practice/.git?"
        raise GitError(message)

    def tree_of(self, commit: str) -> str:
        """Return the name of the files as a commit has them."""
        return self.git("rev-parse", f"{commit}^{{tree}}")

    def is_at(self, commit: str) -> bool:
        """Tell whether the files are as a commit has them."""
        return self.tree() == self.tree_of(commit)

    def last_snapshot(self) -> str | None:
        """Return the snapshot before, if there is one."""
        return self._named(CHECKS)

    def last_answered(self) -> str | None:
        """Return the state that the next check counts from; None when nothing was ever checked or committed."""
        return self._named(ANSWERED) or self.last_snapshot() or self.head()

    def answered(self, commit: str) -> None:
        """Have the next check count from a state."""
        self.git("update-ref", ANSWERED, commit)

    def changes(self, before: str | None, after: str) -> Changes:
        """Return the lines added and removed in each file between two commits, the first of which may be none at all.

        A binary file counts none.
        """
        found: Changes = {}
        start = before or self.git("mktree")  # of no input: an empty tree
        told = self.git("diff-tree", "-r", "-z", "--numstat", "--no-renames", start, after)
        for line in filter(None, told.split("\0")):
            added, removed, path = line.split("\t", 2)
            found[path] = (0, 0) if added == "-" else (int(added), int(removed))
        return found

    def patch(self, before: str, after: str) -> bytes:
        """Return the difference between two commits, as `git apply` takes it."""
        return self.git_bytes("diff-tree", "-p", "--binary", "--no-ext-diff", "--no-textconv", before, after)

    def blobs(self, commit: str, paths: list[str]) -> dict[str, Blob]:
        """Return those of the paths that a commit has, with their modes."""
        found: dict[str, Blob] = {}
        for line in filter(None, self.git("ls-tree", "-r", "-z", commit).split("\0")):
            about, path = line.split("\t", 1)
            mode, kind, name = about.split(" ")
            if path in paths and kind == "blob":
                found[path] = Blob(mode, self.git_bytes("cat-file", "blob", name))
        return found

    def nested(self, commit: str) -> set[str]:
        """Return the paths of repositories inside this one: git keeps their names, and none of their files."""
        return {path for path, mode in self._modes(commit).items() if mode == NESTED}

    def not_kept(self, commit: str) -> str:
        """Say in a line which paths of a commit stand for files that git does not look at; nothing when none does."""
        modes, home = self._modes(commit), self.folder.resolve()
        links = [path for path, mode in modes.items() if mode == LINK]
        outside = [path for path in links if not (self.folder / path).resolve().is_relative_to(home)]
        found = [f"{path} (a link to elsewhere)" for path in outside]
        found += [f"{path} (a repository of its own)" for path, mode in modes.items() if mode == NESTED]
        return f"Not kept, and no save there is noticed: {', '.join(found)}." if found else ""

    def _modes(self, commit: str) -> dict[str, str]:
        """Return git's own modes of all that a commit has, by path."""
        lines = filter(None, self.git("ls-tree", "-r", "-z", commit).split("\0"))
        return {path: about.split(" ")[0] for about, path in (line.split("\t", 1) for line in lines)}

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
