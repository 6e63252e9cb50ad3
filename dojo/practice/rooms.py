"""A room: what it and a pair are called, how it is made, how git reaches it, and which one a practice is in.

room: a git repository that everybody can push to, where each pair keeps its story as a branch of its own. url: whatever
git can push to. One may hold a password, which is shown to nobody.
pair: who shares a practice with a room; its branch there is `refs/heads/dojo/NAME`. name: letters and digits of any
language, `-` and `_`. Two that differ only in case, or in how a letter is put together, are the same name.
git reaches a room for so long at most; and if it fails, why, in a line. A git that nobody waits for asks no questions:
no terminal, no window. Whatever it was started with is a person's own, and how it reaches a room, too: keys, helpers
that know passwords, proxies.
membership: which room a practice is in, as whom; it stands in the config of the practice's own repository.
A practice may have come from somebody else, and name a room of theirs: it is in none before it was joined here.
standing: what of the story the room has, as the last push left it; in a small file of the practice. When that is
damaged, nothing is known, and the next push finds out.
push: what brings the room up to date. It is a process of its own (dojo.practice.sharing), which nobody waits for: but
where the last one failed, for a moment, so that the check that delivers what had waited can say so.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import psutil

from dojo.kata.golden_master import environment
from dojo.kata.workspace import DamagedError, read_record, write_record
from dojo.practice.model import home_of
from dojo.practice.snapshots import GitError, Repository
from dojo.text import WorkspaceError, WrongUsageError, now, printable, shortened

BRANCHES = "refs/heads/dojo/"

SHOWN_CHARACTERS = 200
ACCOUNT = re.compile(r"(https?://)[^/\s]*@")  # on the web, it may be a token
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")  # ssh://host/path or host:path, but no C:\path
LONGEST_NAME = 40  # characters
MARKS = "-_"  # that a name may have, beside letters and digits
LIMIT_SECONDS = 60.0  # for git and a room to come to an end: a network may go, and nobody says so
GLANCE_SECONDS = 0.05

# Whatever a person has set up for pushes of their own.
NOT_THEIRS = (
    "core.hooksPath=/dev/null",
    "color.ui=false",
    "push.pushOption=",
    "protocol.ext.allow=never",
    "protocol.fd.allow=never",
)
OPTIONS = [word for setting in NOT_THEIRS for word in ("-c", setting)]
# Of a person's variables for git, those that say how a room is reached.
HOW_TO_REACH = ("GIT_SSH", "GIT_SSL_", "GIT_HTTP_", "GIT_PROXY_", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")
NEVER_ASK = {
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "SSH_ASKPASS_REQUIRE": "never",
    "GCM_INTERACTIVE": "never",
}

SAID_THERE = r"remote: (?:fatal|error): "
# What a line begins with that says why; the first that is there counts, and else the first line of all.
TELLING = (
    re.compile(r"^fatal: (?!Could not read from remote)(.+(?:(?<=:)\n.+)?)", re.MULTILINE),
    re.compile(rf"^{SAID_THERE}(.+)", re.MULTILINE),
    re.compile(r"^(ssh: .+|.*Permission denied.*|Host key .+)", re.MULTILINE),
    re.compile(r"^ ! \[.*rejected\].*\((.+)\)", re.MULTILINE),
    re.compile(r"^(?!warning|hint|To )(.*\S.*)", re.MULTILINE | re.IGNORECASE),
)

# What a room refuses, by git's own settings: all but branches of pairs, and whatever would take back what was told.
ROOM_SETTINGS = """[receive]
	hideRefs = refs
	hideRefs = !refs/heads/dojo
	denyNonFastForwards = true
	denyDeletes = true
	fsckObjects = true
	maxInputSize = 16m
"""

KEYS = ("dojo.room", "dojo.pair", "dojo.folder")  # of the config
STRANGE = """{name}/ names a room that nobody has joined here, and sends nothing there: {url}
`dojo join URL` joins a room, `dojo join --leave` has it name none."""
FILE = "room.json"
ANOTHERS = "is the name of another pair there"
MOMENT_SECONDS = 2.0  # that a check waits for what had waited, to say that it is there
PUSHER = "from dojo.practice.sharing import main; main()"
WIDEST_REASON = 300  # characters of what git says: with a long path among them

HOST_AGAIN = re.compile(r"\n.*: (?:errno=)?")  # it stands in the line before
LETTERS = ("L", "M", "N")  # what unicode calls letters, the marks that some languages put on them, and digits


def room_url(text: str) -> str:
    """Return where a room is, a path as an absolute one; WrongUsageError for what can be none."""
    if not text.strip() or text.startswith("-") or not text.isprintable():
        raise WrongUsageError(f"{shortened(text, SHOWN_CHARACTERS)!r} is no room: give a URL or a path.")
    if REMOTE.match(text) and not Path(text).exists():
        return text
    return os.path.normpath(Path(text).expanduser().absolute())


def shown_url(url: str) -> str:
    """Return where a room is, as anybody may read it."""
    return shortened(without_passwords(url), SHOWN_CHARACTERS)


def without_passwords(text: str) -> str:
    """Return a text, in which there may be urls, without what is secret in them."""
    return PASSWORD.sub(r"\1@", ACCOUNT.sub(r"\1", printable(text)))


def pair_name(text: str) -> str:
    """Return the name of a pair as it stands in a room; WrongUsageError when nobody can be called so."""
    name = "-".join(unicodedata.normalize("NFC", text).split())
    are_letters = all(unicodedata.category(each)[0] in LETTERS or each in MARKS for each in name)
    if not (0 < len(name) <= LONGEST_NAME and are_letters and name[0].isalnum()):
        raise WrongUsageError(
            f"{shortened(text, LONGEST_NAME)!r} is no name for a pair. Letters and digits of any language, - and _; "
            f"the first a letter or a digit, {LONGEST_NAME} characters at most."
        )
    return name


def same_name(name: str) -> str:
    """Return what is equal for all names that count as this one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


class RefusedError(WorkspaceError):
    """What git, or the room, did not do; its text says why in a line."""


class RejectedError(RefusedError):
    """A push that reached the room, and was not let in: another has the name, perhaps."""


def reach(
    folder: Path,
    *arguments: str,
    may_ask: bool = False,
    limit_seconds: float | None = None,
    stopped: Callable[[], bool] = lambda: False,
    **more: str,
) -> str:
    """Run git on its folder, reaching a room, and return what it prints; RefusedError when it fails or takes too long.

    `may_ask`: it may ask for a password at the terminal. `stopped`: tells whether nobody waits any more. `more`:
    variables.
    """
    with tempfile.TemporaryFile() as printed:
        try:
            running = subprocess.Popen(  # noqa: S603 - git, with arguments of our own, and a url behind --
                ["git", *OPTIONS, f"--git-dir={folder}", *arguments],  # noqa: S607 - whichever git the person uses
                env={**variables(may_ask=may_ask), **more},
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
                start_new_session=not may_ask,
            )
        except FileNotFoundError:
            raise RefusedError("git is not there") from None
        _wait_for(running, limit_seconds or LIMIT_SECONDS, stopped)
        printed.seek(0)
        text = printed.read().decode(errors="replace")
    if code := running.returncode:
        raise (RejectedError if "rejected]" in text else RefusedError)(reason(text) or f"exit code {code} of git")
    return text


def _wait_for(running: "subprocess.Popen[bytes]", limit_seconds: float, stopped: Callable[[], bool]) -> None:
    """Wait for git, and end it, with what it has started, when it takes too long, or nobody waits any more."""
    end = time.monotonic() + limit_seconds
    while running.poll() is None and time.monotonic() < end and not stopped():
        with suppress(subprocess.TimeoutExpired):
            running.wait(GLANCE_SECONDS)
    if running.poll() is None:
        with suppress(psutil.Error):
            for each in psutil.Process(running.pid).children(recursive=True):
                each.terminate()
        running.terminate()  # after which it removes its locks
        running.wait()
        raise RefusedError("stopped" if stopped() else f"no answer in {limit_seconds:.0f} s")


def variables(*, may_ask: bool = False) -> dict[str, str]:
    """Return the variables for a git that may ask for a password, or may not: none is of another repository."""
    kept = HOW_TO_REACH + (("GIT_ASKPASS",) if may_ask else ())
    inherited = {name: value for name, value in os.environ.items() if name.startswith(kept) or name[:4] != "GIT_"}
    return {**inherited, "LANGUAGE": "en", **({"GIT_TERMINAL_PROMPT": "1"} if may_ask else NEVER_ASK)}


def reason(text: str) -> str:
    """Return the line that says best why git failed."""
    found = (each.search(text) for each in TELLING)
    match = next(filter(None, found), None)
    if match is None:
        return ""
    who = "the room said: " if re.match(SAID_THERE, match[0]) else ""
    return without_passwords(who + HOST_AGAIN.sub(" ", match[1]).strip())


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


class Membership(NamedTuple):
    """Where a room is, what the pair is called there, and the folder of the practice that joined it."""

    url: str
    pair: str
    folder: str


@dataclass(frozen=True)
class Standing:
    """The last commit that the room has, or none; if it has not all, since when (in ISO 8601) and why.

    `waits`: the last commit that was to be sent, and could not be. `news`: what the next check is to say, once.
    """

    there: str = ""
    since: str = ""
    why: str = ""
    waits: str = ""
    news: str = ""

    def failed(self, why: str, waits: str = "") -> "Standing":
        """Return how it stands after a push that failed."""
        words = shortened(why, WIDEST_REASON).rstrip(".")
        since = self.since or now().isoformat(timespec="seconds")
        return Standing(self.there, since, words, waits, self.news)

    @property
    def missing(self) -> str:
        """Say since when something is missing in the room, and why; nothing when nothing is."""
        return f"Not sent to the room since {_time(self.since)}: {self.why}" if self.why else ""


def read_membership(folder: Path) -> Membership | None:
    """Return which room a practice is in; None when it is in none, or nobody has joined it here."""
    return None if tell_strange(folder) else named_room(folder)


def tell_strange(folder: Path) -> str:
    """Return what to say of a room that a practice names, and nobody has joined here; nothing when there is none."""
    there = named_room(folder)
    if there is None or there.folder == str(folder):
        return ""
    return STRANGE.format(name=folder.name, url=shown_url(there.url))


def named_room(folder: Path) -> Membership | None:
    """Return the membership that a practice names, whether somebody has joined that room here or not."""
    with suppress(GitError):
        config = {each.name: each.value or "" for each in Repository(folder).git.config}
        if KEYS[0] in config:
            return Membership(*(config.get(key, "") for key in KEYS))
    return None


def write_membership(membership: Membership, standing: Standing) -> None:
    """Have a practice be in a room, from now on."""
    folder = Path(membership.folder)
    config = Repository(folder).git.config
    for key, value in zip(KEYS, membership, strict=True):
        config[key] = value
    write_standing(folder, standing)


def hand_over(there: Membership, aside: Path) -> None:
    """Have a practice be in the room of the one that was put aside, which is in none from then on."""
    write_membership(there, read_standing(aside))
    forget_membership(aside)


def forget_membership(folder: Path) -> None:
    """Have a practice be in no room any more; what is there stays there."""
    config = Repository(folder).git.config
    for key in KEYS:
        if key in config:
            del config[key]
    (home_of(folder) / FILE).unlink(missing_ok=True)


def _time(moment: str) -> str:
    """Show when something was: today, the time will do."""
    then = datetime.fromisoformat(moment).astimezone()
    return f"{then:%H:%M}" if then.date() == now().date() else f"{then:%Y-%m-%d %H:%M}"


def read_standing(folder: Path) -> Standing:
    """Return how it stands; nothing is known where that cannot be read."""
    try:
        return read_record(home_of(folder) / FILE, Standing)
    except (FileNotFoundError, DamagedError):
        return Standing()


def write_standing(folder: Path, standing: Standing) -> None:
    """Remember how it stands."""
    write_record(home_of(folder) / FILE, standing)


def tell_news(folder: Path) -> str:
    """Return what a check is to say of the room: news, once, or that it has not all; nothing if all is well."""
    if strange := tell_strange(folder):
        return strange
    standing = read_standing(folder)
    if standing.news:
        write_standing(folder, replace(standing, news=""))
    missing = standing.missing
    then = "`dojo join` says what to do" if ANOTHERS in missing else "they go there when it answers"
    more = f"{missing}.\nYour checks are kept; {then}." if missing else ""
    return "\n".join(filter(None, (standing.news, more)))


def share(folder: Path) -> None:
    """Begin to push the story of a practice that is in a room."""
    if named_room(folder):
        patience_seconds = MOMENT_SECONDS if read_standing(folder).why else 0
        with suppress(subprocess.TimeoutExpired):
            start_pusher(folder).wait(patience_seconds)


def start_pusher(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a process that has no terminal, outlives this one, and is in nobody's way."""
    return subprocess.Popen(  # noqa: S603 - this Python, and our own program
        [sys.executable, "-P", "-c", PUSHER, str(folder)],
        cwd=folder.anchor,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
