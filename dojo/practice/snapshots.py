"""The git repository of a practice.

snapshot: all of the practice's files as they were at a moment, kept as a commit of the chain under refs/dojo/checks,
away from the person's own branches. Nothing that was ever checked is lost.
unanswered: the files as the last check found them, a tree under refs/dojo/unanswered. If it had no result, for it was
given up or killed, the next check puts them into the chain.
taken: the snapshot of what was there before the files were last reverted or restored, under refs/dojo/taken.

git is told where the repository is; were it left to look, it would find the workspace's own in place of one that
is missing.
"""

import io
import os
import subprocess
import tarfile
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.practice import ignored

CHECKS, UNANSWERED, TAKEN = "refs/dojo/checks", "refs/dojo/unanswered", "refs/dojo/taken"
SETTINGS = (
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "log.showSignature=false"),  # or git starts a program
    *(
        "core.autocrlf=false",
        "core.excludesFile=",
        "core.attributesFile=",
    ),  # a person's own, everywhere
    "color.ui=false",
)
NO_ROOM = {"GIT_ALLOW_PROTOCOL": "none"}  # where something is missing, a practice may say what fetches it
NOBODY = ("user.name=dojo", "user.email=dojo@localhost")
AGAIN = "`dojo start --again --level N` begins anew, and keeps your files aside."
BROKEN = f"Broken? {AGAIN}"
BY_THE_DISK = "The disk keeps git from its work: put that right, and run the same command again."
HELPS = {  # by words of git
    ".lock'": "If no git is at work there, remove that file.",
    "does not have a commit checked out": "A repository inside another is not kept. Move it out of {}/.",
    "No space left": BY_THE_DISK,
    "gitconfig": "That is a setting of git's: put it right, and run the same command again.",
}
NO_COMMIT = "0" * 40


class Change(NamedTuple):
    """Lines of a file that came in, and lines that went."""

    added: int
    removed: int


Changes = dict[str, Change]


class GitError(WorkspaceError):
    """Something that git refused to do, in its own words."""


def run_git(folder: Path, *arguments: str, given: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder, `given` something to read, and variables of its own; GitError when there is no git."""
    try:
        return subprocess.run(  # noqa: S603 - git, with arguments of our own
            ["git", *arguments],  # noqa: S607 - whichever git the person uses
            cwd=folder,
            env=git_environment(**variables),
            input=given,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise GitError("git is not there; install it, and try again.") from None


def git_environment(**variables: str) -> dict[str, str]:
    """Return the variables for git: nothing of another repository, no room, English, and variables of its own."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**inherited, **NO_ROOM, "GIT_TERMINAL_PROMPT": "0", "LANGUAGE": "en", **variables}


def how_to_go_on(folder: Path, refused: subprocess.CompletedProcess[bytes]) -> str:
    """Return git's words, and what makes a repository whole again that is gone or broken; no file is touched."""
    name = folder.name
    if not (folder / ".git").exists():
        return f"{name}/.git is gone, and with it the level and all checks.\n{AGAIN}"
    words = (refused.stderr.strip() or refused.stdout.strip()).decode(errors="replace").splitlines()
    first = words[0] if words else f"exit code {refused.returncode}"
    helps = (help_.format(name) for words_of_git, help_ in HELPS.items() if words_of_git in first)
    return f"git in {name}/ said: {first}\n{next(helps, BROKEN)}"


class Repository:
    """The repository of a practice."""

    def __init__(self, folder: Path) -> None:
        """Work on the repository in this folder."""
        self.folder = folder

    def git(self, *arguments: str, **environment: str) -> str:
        """Run git in the practice and return what it prints, paths as Python has them; GitError when it refuses."""
        return self.git_bytes(*arguments, given=b"", **environment).decode(errors="surrogateescape").rstrip("\n")

    def git_bytes(self, *arguments: str, given: bytes = b"", **environment: str) -> bytes:
        """Run git in the practice, `given` something to read, and return what it prints, as it is."""
        done = run_git(self.folder, *self._options, *arguments, given=given, **environment)
        if done.returncode != 0:
            raise GitError(how_to_go_on(self.folder, done))
        return done.stdout

    def first_bytes(self, most: int, *arguments: str, given: bytes = b"") -> bytes:
        """Return what git prints first, `given` something to read, so many bytes at most; also if it refuses then."""
        return run_git(self.folder, *self._options, *arguments, given=given).stdout[:most]

    @property
    def _options(self) -> list[str]:
        """Return where the repository is, and what holds whatever a person has set for all of theirs."""
        settings = [word for setting in SETTINGS for word in ("-c", setting)]
        return [*settings, f"--git-dir={self.folder / '.git'}", f"--work-tree={self.folder}"]

    def create(self, message: str) -> None:
        """Make the repository, with a first commit of all that is there."""
        self.git("init", "--quiet", "--template=", "--initial-branch=main")
        self.commit(self.tree(), message)

    def commit(self, tree: str, message: str) -> str:
        """Commit a state on the person's branch, whatever was saved since; in their name, if git knows it."""
        for setting in NOBODY:  # or the person's own commits would be refused
            name, _, value = setting.partition("=")
            if self._found("config", name) is None:
                self.git("config", name, value)
        parent = self.commit_named("HEAD")
        commit = self._commit_tree(tree, [parent], message)
        self.git("read-tree", commit)
        self.git("update-ref", "-m", message, "HEAD", commit, parent or NO_COMMIT)
        return commit

    def _commit_tree(
        self, tree: str, parents: Iterable[str | None], message: str, author: Iterable[str] = (), **environment: str
    ) -> str:
        settings = [word for setting in author for word in ("-c", setting)]
        before = [word for parent in parents if parent for word in ("-p", parent)]
        return self.git(*settings, "commit-tree", tree, *before, "-m", message, **environment)

    def commit_named(self, name: str) -> str | None:
        """Return the snapshot, or any other commit, of a name that git understands; None when there is none."""
        is_option = name.startswith(("-", "^"))
        return None if is_option else self._found("rev-parse", "--verify", "--quiet", name)

    def _found(self, *arguments: str, **environment: str) -> str | None:
        """Return what git finds; None when it finds nothing."""
        with suppress(GitError):
            return self.git(*arguments, **environment)
        return None

    def tree(self, also: Iterable[str] = ()) -> str:
        """Keep all files as they are now, `also` some that git ignores, and return the name of what was kept."""
        with suppress(OSError):  # without a repository, git itself says what is wrong
            ignored.settle(self.folder / ".git")
        with _index() as index:
            self.git("add", "--all", **index)
            if also:
                self.git("--literal-pathspecs", "add", "--force", "--", *also, **index)
            return self.git("write-tree", **index)

    def snapshot(self, message: str, also: Iterable[str] = ()) -> str:
        """Keep all files as they are now, `also` some that git ignores, and return the commit that keeps them."""
        tree, last = self.tree(also), self.commit_named(CHECKS)
        return last if last is not None and self.tree_of(last) == tree else self.append(message, tree)

    def go_on_from(self, other: "Repository") -> None:
        """Have the chain, which is yet to begin, go on at the end of another repository's; nothing where it is lost."""
        with suppress(GitError):
            pack = other.git_bytes("pack-objects", "--quiet", "--revs", "--stdout", given=f"{CHECKS}\n".encode())
            self.git_bytes("unpack-objects", "-q", given=pack)
            self.git("update-ref", CHECKS, other.git("rev-parse", CHECKS))

    def append(
        self, message: str, tree: str | None = None, moment: datetime | None = None, also: str | None = None
    ) -> str:
        """Add a commit to the chain, of a tree or else that of its end, made at a moment or else now; return it.

        `also`: the end of another chain, which goes on with this one.
        """
        date = {} if moment is None else {"GIT_AUTHOR_DATE": f"@{int(moment.timestamp())} {f'{moment:%z}'[:5]}"}
        while True:
            last = self.commit_named(CHECKS)
            commit = self._commit_tree(tree or f"{last}^{{tree}}", [last, also], message, NOBODY, **date)
            try:
                self.git("update-ref", CHECKS, commit, last or NO_COMMIT)
            except GitError:
                if last == self.commit_named(CHECKS):  # else a swap, or a score, was faster: come after it
                    raise
            else:
                return commit

    def begin_check(self, tree: str, kept: Collection[str]) -> None:
        """Keep the files of a check, unless they are `kept` in the chain; and those of one that had no result."""
        before = self.commit_named(UNANSWERED)
        if before is not None and before not in {tree, *kept}:
            self.append("checked, without a result", before)
        if tree not in kept:
            self.git("update-ref", UNANSWERED, tree)

    def forget_check(self) -> None:
        """Let go of the files of a run that was no check."""
        self.git("update-ref", "-d", UNANSWERED)

    def tree_of(self, commit: str) -> str:
        """Return the name of the files as a commit has them."""
        return self.git("rev-parse", f"{commit}^{{tree}}")

    def put_back(self, snapshot: str, commit: str) -> list[str]:
        """Put the files, which are as in a snapshot, back to what a commit has; the snapshot is `taken` from then on.

        Where some are not as in the snapshot, nothing is put back; return these.
        """
        with _index() as index:
            self.git("read-tree", snapshot, **index)
            self._found("update-index", "-q", "--refresh", **index)
            saved = self.git("diff-files", "--name-only", "-z", "--ignore-submodules=all", **index)
            if not saved:
                self.git("update-ref", TAKEN, snapshot)
                self.git("read-tree", "-m", "-u", snapshot, commit, **index)
            return saved.split("\0")[:-1]

    def short_name(self, commit: str) -> str:
        """Return a commit's name as a person would type it."""
        return self.git("rev-parse", "--short", commit)

    def empty_tree(self) -> str:
        """Return the name of the state without any file; nothing is written for it, where the disk is full, say."""
        return self.git("hash-object", "-t", "tree", "--stdin")  # of no input

    def changes(self, before: str | None, after: str) -> Changes:
        """Return the lines added and removed in each file, none of a binary one, from a state, or none, to another."""
        start = before or self.empty_tree()
        printed = self.git("diff-tree", "-r", "-z", "--numstat", "--no-renames", start, after)
        lines = (line.split("\t", 2) for line in printed.split("\0")[:-1])
        return {path: Change(*(int(each.replace("-", "0")) for each in counts)) for *counts, path in lines}

    def paths(self, commit: str) -> set[str]:
        """Return the paths of all files that a commit has."""
        return set(self.git("ls-tree", "-r", "-z", "--name-only", commit).split("\0")[:-1])

    def files(self, commit: str) -> dict[str, str]:
        """Return the text of the .py files, by path, as a commit has them."""
        archive = self.git_bytes("archive", "--format=tar", commit)
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            found = {each.name: tar.extractfile(each) for each in tar if each.isfile() and each.name.endswith(".py")}
            return {path: file.read().decode(errors="replace") for path, file in found.items() if file}


@contextmanager
def _index() -> Iterator[dict[str, str]]:
    """Have a list of files beside the person's own, as the variable that names it to git."""
    with TemporaryDirectory() as folder:
        yield {"GIT_INDEX_FILE": str(Path(folder, "index"))}
