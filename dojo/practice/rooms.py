"""A room: a git repository that several practices push to, so that one board shows them all.

Each pair has a branch there, `refs/heads/dojo/NAME`: the history of its practice. After each check, a process of its
own pushes, without force, and asks for no password. A practice that names a room sends nothing before `dojo join`.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pygit2

from dojo.kata.golden_master import environment
from dojo.kata.workspace import DamagedError, read_json, write_json
from dojo.practice.model import STATE_DIRECTORY, LockedError, lock
from dojo.practice.snapshots import CHECKS, Repository
from dojo.text import WIDEST_CHARACTERS, WorkspaceError, WrongUsageError, now, shorten

BRANCHES = "refs/heads/dojo/"
LONGEST_NAME = 40  # characters
LIMIT_SECONDS = 30  # for git to come to an end: a network may go, and nobody says so
RETRY_SECONDS, MAX_TRIES = 10.0, 180  # while a room is away: a pair that only talks is not to stay red on the board
PUSH = "push"  # a kind of work, of which there is one at a time
FILE = "room.json"
NAME_TAKEN = "is the name of another pair there"
# Whatever a person has set up for pushes of their own.
SAFE_GIT_OPTIONS = ("-c", "core.hooksPath=/dev/null", "-c", "push.pushOption=", "-c", "protocol.ext.allow=never")
NEVER_ASK = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}
ACCOUNT = re.compile(r"(https?://)[^/\s]*@")  # on the web, it may be a token
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
# What a room refuses, by git's own settings: all but branches of pairs, and whatever would take back what is there.
ROOM_SETTINGS = """[receive]
	hideRefs = refs
	hideRefs = !refs/heads/dojo
	denyNonFastForwards = true
	denyDeletes = true
	fsckObjects = true
	maxInputSize = 16m
"""


class RefusedError(WorkspaceError):
    """What git, or the room, did not do; its text says why in a line."""


def room_url(text: str) -> str:
    """Return where a room is, a path as an absolute one; WrongUsageError for what can be none."""
    if not text.strip() or text.startswith("-") or not text.isprintable():
        raise WrongUsageError(f"{shorten(text, WIDEST_CHARACTERS)!r} is no room: give a URL or a path.")
    is_remote = re.match(r"[\w+.-]+://.|[^/\\\s:]{2,}:.", text)  # ssh://host/path or host:path, but no C:\path
    if is_remote and not Path(text).exists():
        return text
    return os.path.normpath(Path(text).expanduser().absolute())


def display_url(url: str) -> str:
    """Return where a room is, or a line with a URL in it, as anybody may read it: without a password."""
    return shorten(PASSWORD.sub(r"\1@", ACCOUNT.sub(r"\1", url)), WIDEST_CHARACTERS)


def pair_name(text: str) -> str:
    """Return the name of a pair as it stands in a room; WrongUsageError when nobody can be called so."""
    name = "-".join(unicodedata.normalize("NFC", text).split())
    are_letters = all(unicodedata.category(each)[0] in "LMN" or each in "-_" for each in name)
    if not (0 < len(name) <= LONGEST_NAME and are_letters and name[0].isalnum()):
        raise WrongUsageError(
            f"{shorten(text, LONGEST_NAME)!r} is no name for a pair. Letters and digits of any language, - and _; "
            f"the first a letter or a digit, {LONGEST_NAME} characters at most."
        )
    return name


def reach(folder: Path, *arguments: str, may_ask: bool = False, **more: str) -> str:
    """Run git on its folder, reaching a room, and return what it prints; RefusedError when it fails or takes too long.

    `may_ask`: it may ask for a password at the terminal. `more`: variables.
    """
    with tempfile.TemporaryFile() as printed:  # no pipe: an ssh that goes on in the background would keep that open
        try:
            done = subprocess.run(  # noqa: S603 - git, with arguments of our own, and a URL behind --
                ["git", *SAFE_GIT_OPTIONS, f"--git-dir={folder}", *arguments],  # noqa: S607 - whichever git the person uses
                env={**git_environment(may_ask=may_ask), **more},
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=subprocess.STDOUT,
                timeout=LIMIT_SECONDS,
                start_new_session=not may_ask,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise RefusedError(f"no answer in {LIMIT_SECONDS:.0f} s") from None
        printed.seek(0)
        text = printed.read().decode(errors="replace")
    if done.returncode:
        raise RefusedError(reason(text) or f"exit code {done.returncode} of git")
    return text


def git_environment(*, may_ask: bool = False) -> dict[str, str]:
    """Return the variables for a git that may ask for a password, or may not: whatever it reaches is as they set it."""
    return {**os.environ, "LANGUAGE": "en", **({} if may_ask else NEVER_ASK)}


def reason(text: str) -> str:
    """Return the first line in which git says why it failed."""
    match = re.search(r"(?im)^(?!warning|hint|To )(?:fatal: |error: )?(.*\w.*)", text)
    return display_url(match[1]).rstrip(".:") if match else ""


def run_git(repository: Repository, *arguments: str) -> str:
    """Run git with the history and the objects of a practice, as `reach` does; at a terminal, it may ask.

    What a practice sets does not count: it may have come from somebody else, and each setting could name a program. So
    git works in a folder of its own.
    """
    with tempfile.TemporaryDirectory() as folder:
        pygit2.init_repository(folder, bare=True)
        Path(folder, "packed-refs").write_text(f"{repository.find_commit(CHECKS)} {CHECKS}\n", encoding="utf-8")
        objects = str(Path(repository.git.path, "objects"))
        may_ask = sys.stdin.isatty() and sys.stderr.isatty()
        return reach(Path(folder), *arguments, may_ask=may_ask, GIT_OBJECT_DIRECTORY=objects)


def make_room(path: Path, *, shared: bool = False) -> None:
    """Make a room where nothing is, for one account or `shared` with its group; WorkspaceError when it cannot be."""
    if path.exists():
        raise WorkspaceError(f"{path} is there already, and stays as it is. Choose another name for the room.")
    path.mkdir(parents=True)
    reach(path, "init", "--quiet", "--bare", "--template=", f"--shared={'group' if shared else 'umask'}")
    with (path / "config").open("a", encoding="utf-8", newline="\n") as config:
        config.write(ROOM_SETTINGS)


def is_room(path: Path) -> bool:
    """Tell whether a folder is a room that was made here: no other repository refuses what a room refuses."""
    config = path / "config"
    return config.is_file() and ROOM_SETTINGS in config.read_text(encoding="utf-8")


# Which room a practice is in, and what that room has.


@dataclass(frozen=True)
class Membership:
    """Where a room is, what the pair is called there, and the folder of the practice that joined it.

    `there`: the last commit that the room has. If it has not all: `since` when, and `why`.
    """

    url: str
    pair: str
    folder: str
    there: str = ""
    since: str = ""
    why: str = ""


def named_room(folder: Path) -> Membership | None:
    """Return the membership that a practice names, whether somebody has joined that room here or not."""
    with suppress(FileNotFoundError, DamagedError):
        return read_json(folder / STATE_DIRECTORY / FILE, Membership)
    return None


def read_membership(folder: Path) -> Membership | None:
    """Return which room a practice is in; None when it is in none, or nobody has joined it here."""
    room = named_room(folder)
    return room if room and room.folder == str(folder) else None


def write_membership(room: Membership) -> None:
    """Have a practice be in a room, from now on."""
    write_json(Path(room.folder, STATE_DIRECTORY, FILE), room)


def forget_membership(folder: Path) -> None:
    """Have a practice be in no room any more; what is there stays there."""
    (folder / STATE_DIRECTORY / FILE).unlink(missing_ok=True)


def room_news(folder: Path) -> str:
    """Return what a check is to say of the room: that it has not all; else nothing."""
    room = named_room(folder)
    if room is None:
        return ""
    if room.folder != str(folder):
        return (
            f"{folder.name}/ names a room that nobody has joined here, and sends nothing there: "
            f"{display_url(room.url)}\n`dojo join URL` joins a room, `dojo join --leave` has it name none."
        )
    if not room.why:
        return ""
    by_itself = "They go there by themselves as soon as the room answers."
    then = "`dojo join` says what to do." if NAME_TAKEN in room.why else by_itself
    return f"Not sent to the room since {room.since}: {room.why}.\nYour checks are kept. {then}"


# Into a room, and out of it.


def join(folder: Path, url: str, name: str, *, mine: bool = False) -> str:
    """Have a practice be in a room, push its history there, retire its other line; say what became of that.

    A room that does not answer is sent all with the first check that can; who is in another room stays there.
    `mine`: the branch of this name is the pair's own, and its practice goes on there; else RefusedError, and all is as
    before.
    """
    repository, before, left = Repository(folder), read_membership(folder), ""
    room = Membership(url, pair_name(name), str(folder))
    if before and (before.url, before.pair) == (url, room.pair):
        room = before
    with lock(folder, PUSH, LIMIT_SECONDS):
        sent = _push(repository, room)
        if NAME_TAKEN in sent.why:
            if not mine:
                raise RefusedError(sent.why)
            _fetch_line(repository, room)
            sent = room
        if sent.why and before and before.there and room is not before:
            raise RefusedError(sent.why)
        if room is not before:
            left = _retire(repository, before) if before else ""
            repository.append(f"named: {name}", {"Name": name})
        write_membership(sent if sent.why else room)
        if not sent.why:
            push_history(folder)
    return left


def _fetch_line(repository: Repository, room: Membership) -> None:
    """Have the history go on with what the room has of the pair."""
    branch = BRANCHES + room.pair
    theirs = run_git(repository, "ls-remote", "--", room.url, branch).split()[0]
    run_git(repository, "fetch", "--quiet", "--no-tags", "--", room.url, branch)
    repository.append(f"goes on with {room.pair}", also=theirs)


def leave(folder: Path) -> str:
    """Have a practice be in no room, and retire its line, if it has one; say what became of that."""
    with lock(folder, PUSH, LIMIT_SECONDS):
        room = read_membership(folder)
        left = _retire(Repository(folder), room) if room else ""
        forget_membership(folder)
        return left


def _retire(repository: Repository, room: Membership) -> str:
    """Have the line of a pair end, and say whether the room knows; nothing where it has no line."""
    if not room.there:
        return ""
    repository.append(f"left: {room.pair}", {"Left": room.pair})
    url, why = display_url(room.url), _push(repository, room).why
    if why:
        return f"{url} could not be told that {room.pair} left: {why}."
    return f"What {room.pair} sent stays in {url}; its board no longer shows that line."


def _push(repository: Repository, room: Membership) -> Membership:
    """Push the history of a practice, to be the line of the pair; return what is known then."""
    end = repository.find_commit(CHECKS) or ""
    try:
        run_git(repository, "push", "--quiet", "--no-signed", "--", room.url, f"{end}:{BRANCHES}{room.pair}")
    except RefusedError as error:
        why = f"{room.pair} {NAME_TAKEN}" if "[rejected]" in error.message else error.message
        return replace(room, since=room.since or f"{now():%Y-%m-%d %H:%M}", why=why)
    return replace(room, there=end, since="", why="")


def write_bundle(folder: Path, file: Path) -> None:
    """Write the whole history to a file of git; WorkspaceError when it is there, and is none of this practice."""
    repository = Repository(folder)
    content = file.read_bytes() if file.exists() else b""
    earlier = (f"{each.id} {CHECKS}\n".encode() for each in repository.log(CHECKS))  # one of them is in a bundle
    if file.exists() and not any(line in content for line in earlier):
        raise WorkspaceError(f"{file} is there, and is no bundle of this practice. Choose another name; it stays.")
    run_git(repository, "bundle", "create", "--quiet", str(file.absolute()), CHECKS)


# In the background.


def share(folder: Path) -> None:
    """Begin to push the history of a practice that is in a room; nobody waits for that."""
    if read_membership(folder):
        start_pusher(folder)


def start_pusher(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that has no terminal, outlives this one, and is in nobody's way."""
    return subprocess.Popen(  # noqa: S603 - this Python, and our own program
        [sys.executable, "-P", "-c", "from dojo.practice.rooms import main; main()", str(folder)],
        cwd=folder.anchor,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def main() -> None:
    """Push for the practice that is named at the command line, and try again while its room is away."""
    folder = Path(sys.argv[1])
    catch_up(folder)
    with suppress(LockedError), lock(folder, "wait", 0):
        for _ in range(MAX_TRIES):
            room = read_membership(folder)
            if room is None or not room.why:
                break
            time.sleep(RETRY_SECONDS)
            catch_up(folder)


def catch_up(folder: Path) -> None:
    """Push until the room has all, or cannot be reached; who finds another process at work leaves it to that one."""
    with suppress(LockedError):
        while (room := read_membership(folder)) and room.there != Repository(folder).find_commit(CHECKS):
            with lock(folder, PUSH, 0):
                if not push_history(folder):
                    return


def push_history(folder: Path) -> bool:
    """Push what there is to the room of a practice, and write down what it has; tell whether it has all."""
    room = read_membership(folder)
    if room is None:
        return False
    sent = _push(Repository(folder), room)
    write_membership(sent)
    return not sent.why
