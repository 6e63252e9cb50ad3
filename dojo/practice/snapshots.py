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
import re
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Collection, Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from threading import Timer
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata import temporary_folder
from dojo.practice import ignored
from dojo.practice.interrupts import is_postponed
from dojo.text import printable, shortened

CHECKS, UNANSWERED, TAKEN = "refs/dojo/checks", "refs/dojo/unanswered", "refs/dojo/taken"
SETTINGS = (
    *("core.hooksPath=/dev/null", "gc.auto=0", "core.autocrlf=false", "color.ui=false", "core.fsmonitor=false"),
    *("core.excludesFile=", "core.attributesFile="),  # a person's own, for all their repositories
    *("i18n.commitEncoding=UTF-8", "i18n.logOutputEncoding=UTF-8"),
    *("trailer.separators=:", "log.date=default"),
    *("log.showSignature=false", "log.mailmap=false"),  # or git starts a program, or waits for a pipe
)
NO_ROOM = {"GIT_ALLOW_PROTOCOL": "none"}  # where something is missing, a practice may say what fetches it
NOBODY = ("user.name=dojo", "user.email=dojo@localhost")
AGAIN = "`dojo start --again --level N` begins anew, and keeps your files aside."
BROKEN = f"Broken? {AGAIN}"
NO_NAME = "git in {}/ said {!r}, where it says the name of what it keeps. Is it git? Look at what `git --version` says."
NAMED = re.compile("[0-9a-f]{40,64}")
OF_A_DISK = ("no space left", "out of disk", "read-only file system", "couldn't write")  # words of git
BY_THE_DISK = "The disk keeps git from its work: put that right, and run the same command again."
HELPS = {  # by words of git
    "could not lock config": "If no git is at work there, remove {}/.git/config.lock.",
    "index.lock": "If no git is at work there, remove that file.",
    "does not have a commit checked out": "A repository inside another is not kept. Move it out of {}/.",
}

LINK, NESTED = "120000", "160000"  # git's own modes
MOST_BYTES = 32 * 1024**2  # of the files of a commit: a stranger's of a kilobyte may be a gigabyte
READ_BESIDE = (".gitignore", ".gitattributes")  # by git, in each folder
END_OF_TAR = bytes(1024)
WRONG_USAGE = 129  # as git has it
NO_COMMIT = "0" * 40
TRIES = 6
LIMIT_SECONDS = 60.0  # for git to come to its end, however large a practice is, and whatever it waits for
SHOWN_CHARACTERS = 40  # of what is no answer of git's
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
            process_group=0 if is_postponed() else None,  # where Ctrl-C at the terminal does not reach it
            timeout=LIMIT_SECONDS,
        )
    except FileNotFoundError:
        raise GitError("git is not there; install it, and try again.") from None
    except subprocess.TimeoutExpired:
        raise GitError(
            f"git in {folder.name}/ did not end in {LIMIT_SECONDS:.0f} s, and was ended.\n{BROKEN}"
        ) from None


def _refuse_to_wait(folder: Path) -> None:
    """Raise GitError where git would wait for a pipe, or the like, in the place of one of its own files."""
    home = folder / ".git"
    places = [home, home / "info", home / "objects/info", home / "objects/pack"]
    places += [Path(place) for kind in ("refs", "logs") for place, _, _ in os.walk(home / kind)]
    entries = [entry for place in places if place.is_dir() for entry in place.iterdir()]
    for path in filter(Path.is_symlink, (home, *entries)):
        if path.is_dir():
            name = path.relative_to(folder.parent).as_posix()
            raise GitError(f"{name} is a link, and git would write elsewhere. Put the folder there.")
    _refuse_pipes(folder, [*entries, *(folder / name for name in READ_BESIDE)])


def _refuse_pipes(folder: Path, paths: Iterable[Path]) -> None:
    """Raise GitError where one of these paths is a pipe, or the like."""
    for path in paths:
        if not (path.is_file() or path.is_dir()) and path.exists():
            name = path.relative_to(folder.parent).as_posix()
            raise GitError(f"{name} is no file, and git would wait for it. Remove it.\n{BROKEN}")


def git_environment(**variables: str) -> dict[str, str]:
    """Return the variables for git: nothing of another repository, no room, English, and variables of its own."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**inherited, **NO_ROOM, "GIT_TERMINAL_PROMPT": "0", "LANGUAGE": "en", **variables}


def how_to_go_on(folder: Path, refused: subprocess.CompletedProcess[bytes]) -> str:
    """Return git's words, and what makes a repository whole again that is gone or broken; no file is touched."""
    name, begins = folder.name, "init" in refused.args
    words = (refused.stderr.strip() or refused.stdout.strip()).decode(errors="replace").splitlines()
    first = words[0] if words else f"exit code {refused.returncode}"
    message = f"practice/ could not be made. git said: {first}" if begins else f"git in {name}/ said: {first}"
    if ("config" in first or "include" in first) and f"{name}/.git/config" not in first:
        return f"{message}\nThat is a setting of git's: put it right, and run the same command again."
    if refused.returncode == WRONG_USAGE:
        return f"{message}\nIs this git older than 2.30? Install a newer one, and run the same command again."
    if any(each in first.lower() for each in OF_A_DISK):
        return f"{message}\n{BY_THE_DISK}"
    if begins:
        return message
    if not (folder / ".git").exists():
        return f"{name}/.git is gone, and with it the level and all checks.\n{AGAIN}"
    helps = (help_.format(name) for words, help_ in HELPS.items() if words in first)
    return f"{message}\n{next(helps, BROKEN)}"


class Repository:
    """The repository of a practice."""

    def __init__(self, folder: Path) -> None:
        """Work on the repository in this folder."""
        self.folder = folder

    def git(self, *arguments: str, **environment: str) -> str:
        """Run git in the practice and return what it prints, paths as Python has them; GitError when it refuses."""
        return self.git_bytes(*arguments, given=b"", **environment).decode(errors="surrogateescape").rstrip("\n")

    def name(self, *arguments: str, **environment: str) -> str:
        """Run git in the practice and return the name of what it keeps, which it prints; GitError where it is none."""
        printed = self.git(*arguments, **environment)
        if not NAMED.fullmatch(printed):
            raise GitError(NO_NAME.format(self.folder.name, shortened(printed, SHOWN_CHARACTERS)))
        return printed

    def git_bytes(self, *arguments: str, given: bytes = b"", **environment: str) -> bytes:
        """Run git in the practice, `given` something to read, and return what it prints, as it is."""
        done = run_git(self.folder, *self._options, *arguments, given=given, **environment)
        if done.returncode != 0:
            raise GitError(how_to_go_on(self.folder, done))
        return done.stdout

    def first_bytes(self, most: int, *arguments: str, given: bytes = b"") -> bytes:
        """Return what git prints first, `given` something to read, so many bytes at most; nothing when it refuses."""
        with tempfile.TemporaryFile() as read:
            read.write(given)
            read.seek(0)
            try:
                running = subprocess.Popen(  # noqa: S603 - likewise
                    self.command(*arguments),
                    env=git_environment(),
                    stdin=read,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except FileNotFoundError:
                return b""
            end = Timer(LIMIT_SECONDS, running.kill)
            end.daemon = True  # who is interrupted waits for nothing
            with running:
                end.start()
                found = b"" if running.stdout is None else running.stdout.read(most)
                running.kill()
            end.cancel()
        return found

    def command(self, *arguments: str) -> list[str]:
        """Return what runs git in the practice."""
        return ["git", *self._options, *arguments]

    @property
    def _options(self) -> list[str]:
        """Return where the repository is, and what holds whatever a person has set for all of theirs; or GitError."""
        _refuse_to_wait(self.folder)
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
        commit = self._commit_tree(tree, parent, message)
        for tries_left in reversed(range(TRIES)):
            try:
                self.git("read-tree", commit)
                break
            except GitError:  # an editor that asks git for news may hold the index a moment
                if not tries_left:
                    raise
                time.sleep(MOMENT_SECONDS)
        self.git("update-ref", "-m", message, "HEAD", commit, parent or NO_COMMIT)
        return commit

    def _commit_tree(
        self, tree: str, parent: str | None, message: str, author: Iterable[str] = (), **environment: str
    ) -> str:
        settings = [word for setting in author for word in ("-c", setting)]
        parents = [] if parent is None else ["-p", parent]
        return self.name(*settings, "commit-tree", tree, *parents, "-m", message, **environment)

    def commit_named(self, name: str) -> str | None:
        """Return the snapshot, or any other commit, of a name that git understands; None when there is none."""
        with suppress(GitError):  # of `^NAME`, which is any but that one, as well
            return None if name.startswith("-") else self.name("rev-parse", "--verify", "--quiet", name)
        return None

    def _found(self, *arguments: str) -> str | None:
        """Return what git finds; None when it finds nothing."""
        with suppress(GitError):
            return self.git(*arguments)
        return None

    def tree(self, also: Iterable[str] = ()) -> str:
        """Keep all files as they are now, `also` some that git ignores, and return the name of what was kept."""
        with suppress(OSError):  # without a repository, git itself says what is wrong
            ignored.settle(self.folder / ".git")
        for place, _, files in os.walk(self.folder):
            _refuse_pipes(self.folder, (Path(place, name) for name in files if name in READ_BESIDE))
        with temporary_folder("index") as folder:
            index = str(folder / "index")
            self.git("add", "--all", GIT_INDEX_FILE=index)
            if also:
                self.git("--literal-pathspecs", "add", "--force", "--", *also, GIT_INDEX_FILE=index)
            return self.name("write-tree", GIT_INDEX_FILE=index)

    def snapshot(self, message: str, also: Iterable[str] = ()) -> str:
        """Keep all files as they are now, `also` some that git ignores, and return the commit that keeps them."""
        tree, last = self.tree(also), self.commit_named(CHECKS)
        return last if last is not None and self.tree_of(last) == tree else self.append(message, tree)

    def append(self, message: str, tree: str | None = None, moment: datetime | None = None) -> str:
        """Add a commit to the chain, of a tree or else that of its end, made at a moment or else now; return it."""
        date = {} if moment is None else {"GIT_AUTHOR_DATE": f"@{int(moment.timestamp())} {f'{moment:%z}'[:5]}"}
        tries = TRIES
        while tries:
            last = self.commit_named(CHECKS)
            commit = self._commit_tree(tree or f"{last}^{{tree}}", last, message, NOBODY, **date)
            try:
                self.git("update-ref", CHECKS, commit, last or NO_COMMIT)
            except GitError as error:
                refused = error
            else:
                return commit
            tries -= last == self.commit_named(CHECKS)  # else another check was faster: come after it
        if not (self.folder / ".git" / f"{CHECKS}.lock").exists():
            raise refused
        lock = f"{CHECKS}.lock in {self.folder.name}/.git"
        raise GitError(f"git keeps no snapshot: is there a {lock}? If no git is at work there, remove it.")

    def begin_check(self, tree: str, kept: Collection[str]) -> None:
        """Keep the files of a check, unless they are `kept` in the chain; and those of one that had no result."""
        before = self.commit_named(UNANSWERED)
        if before is not None and before not in {tree, *kept}:
            self.append("checked, without a result", before)
        if tree not in kept:
            self.git("update-ref", UNANSWERED, tree)

    def tree_of(self, commit: str) -> str:
        """Return the name of the files as a commit has them."""
        return self.name("rev-parse", f"{commit}^{{tree}}")

    def keeps(self, content: bytes) -> bool:
        """Tell whether some state that is kept has a file of this content."""
        name = self.git_bytes("hash-object", "--stdin", given=content).decode().strip()
        return self._found("cat-file", "-e", name) is not None

    def set_taken(self, snapshot: str | None) -> None:
        """Remember what the files were, before they are reverted; None when they never did."""
        self.git("update-ref", *(["-d", TAKEN] if snapshot is None else [TAKEN, snapshot]))

    def short_name(self, commit: str) -> str:
        """Return a commit's name as a person would type it."""
        return self.git("rev-parse", "--short", commit)

    def empty_tree(self) -> str:
        """Return the name of the state without any file; nothing is written for it, where the disk is full, say."""
        return self.git("hash-object", "-t", "tree", "--stdin")  # of no input

    def changes(self, before: str | None, after: str) -> Changes:
        """Return the lines added and removed in each file, none of a binary one, from a state, or none, to another."""
        found: Changes = {}
        if before == after:
            return found
        start = before or self.empty_tree()
        lines = self.git("diff-tree", "-r", "-z", "--numstat", "--no-renames", start, after)
        for line in filter(None, lines.split("\0")):
            added, removed, path = line.split("\t", 2)
            found[path] = Change(0, 0) if added == "-" else Change(int(added), int(removed))
        return found

    def blobs(self, commit: str, paths: Iterable[str]) -> dict[str, Blob | None]:
        """Return the files of these paths as a commit has them; None where it has none."""
        found: dict[str, Blob | None] = dict.fromkeys(paths)
        for path, entry in self.entries(commit).items():
            if path in found and entry.kind == "blob":
                found[path] = Blob(entry.mode, self.git_bytes("cat-file", "blob", entry.name))
        return found

    def not_kept(self, commit: str) -> str:
        """Say in a line which paths of a commit stand for files that git does not look at; nothing when none does."""
        entries, home = self.entries(commit), Path(os.path.realpath(self.folder))
        links = [path for path, entry in entries.items() if entry.mode == LINK]
        # Of a link that leads to itself, realpath says where it is; resolve raises.
        outside = [path for path in links if not Path(os.path.realpath(self.folder / path)).is_relative_to(home)]
        found = [f"{path} (a link to elsewhere)" for path in outside]
        found += [f"{path} (a repository of its own)" for path, entry in entries.items() if entry.mode == NESTED]
        return printable(f"Not kept, and no save there is noticed: {', '.join(found)}.") if found else ""

    def entries(self, commit: str) -> dict[str, Entry]:
        """Return what git knows of all that a commit has, by path; of a repository inside, its name and no files."""
        lines = (line.split("\t", 1) for line in self.git("ls-tree", "-r", "-z", commit).split("\0") if line)
        return {path: Entry(*about.split(" ")) for about, path in lines}

    def files(self, commit: str) -> dict[str, str]:
        """Return the text of the .py files, by path, as a commit has them; GitError when it has too many."""
        archive = self.first_bytes(MOST_BYTES, "archive", "--format=tar", commit)
        if not archive.endswith(END_OF_TAR):
            raise GitError(f"git does not give the files of {commit}, or they are too large.")
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            found = {each.name: tar.extractfile(each) for each in tar if each.isfile() and each.name.endswith(".py")}
            return {path: file.read().decode(errors="replace") for path, file in found.items() if file}
