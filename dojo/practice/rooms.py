"""A room: a git repository that everybody can push to, where each pair keeps its story as a branch of its own.

pair: who shares a practice with a room; its name there is that of its branch, `refs/heads/dojo/NAME`. Two names that
differ only in case, or in how a letter is put together, are the same name.
url: whatever git can push to. One may hold a password, which is shown to nobody.
"""

import os
import re
import unicodedata
from contextlib import suppress
from pathlib import Path

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import unfinished_folder
from dojo.practice.snapshots import GitError, run_git
from dojo.text import printable, shortened

BRANCHES = "refs/heads/dojo/"
LONGEST_NAME = 40  # characters of a pair's name
SHOWN_CHARACTERS = 200  # of a url
MARKS = "-_"  # that a name may have, beside letters and digits
LETTERS = ("L", "M", "N")  # what unicode calls letters, the marks that some languages put on them, and digits
ACCOUNT = re.compile(r"(https?://)[^/\s]*@")  # on the web it may be a token
PASSWORD = re.compile(r"(://[^/\s:@]*):[^/\s]*@")
REMOTE = re.compile(r"[\w+.-]+://.|[^/\\\s:]{2,}:.")  # ssh://host/path or host:path, but no C:\path

# What a room refuses, by git's own settings: all but branches of pairs, and whatever would take back what was told.
ROOM_SETTINGS = """[receive]
	hideRefs = refs
	hideRefs = !refs/heads/dojo
	denyNonFastForwards = true
	denyDeletes = true
	fsckObjects = true
	maxInputSize = 16m
[uploadpack]
	allowFilter = true
"""
KEEPER = "kept so that no branch is called just `dojo`: no pair could come in beside it\n"


def make_room(path: Path, *, shared: bool = False) -> None:
    """Make a room where nothing is, for one account or `shared` with its group; WorkspaceError when it cannot be."""
    if path.exists() or path.is_symlink():
        raise WorkspaceError(f"{path} is there already, and stays as it is. Choose another name for the room.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished_folder(path.parent, ".dojo-room") as place:
            made = place / path.name
            access = "group" if shared else "umask"
            _git(made.parent, "init", "--quiet", "--bare", "--template=", f"--shared={access}", str(made))
            with (made / "config").open("a", encoding="utf-8", newline="\n") as config:
                config.write(ROOM_SETTINGS)
            keeper = made / BRANCHES / ".keep"
            keeper.parent.mkdir()
            keeper.parent.chmod((made / "refs" / "heads").stat().st_mode & 0o7777)
            keeper.write_text(KEEPER, encoding="utf-8")
            made.rename(path)
    except OSError as error:
        raise WorkspaceError(f"The room could not be made: {error.strerror or error}.") from None


def _git(folder: Path, *arguments: str) -> None:
    done = run_git(folder, *arguments)
    if done.returncode != 0:
        words = shortened(done.stderr.decode(errors="replace"), SHOWN_CHARACTERS)
        raise GitError(f"git said: {words or f'exit code {done.returncode}'}")


def is_pair_name(text: str) -> bool:
    """Tell whether a pair can be called so: letters and digits of any language, `-` and `_`, the first a letter."""
    alike = all(unicodedata.category(each)[0] in LETTERS or each in MARKS for each in text)
    return 0 < len(text) <= LONGEST_NAME and alike and text[0].isalnum()


def pair_name(text: str) -> str:
    """Return the name of a pair as it stands in a room; WrongUsageError when nobody can be called so."""
    name = "-".join(unicodedata.normalize("NFC", text).split())
    if not is_pair_name(name):
        raise WrongUsageError(
            f"{shortened(text, LONGEST_NAME)!r} is no name for a pair. Letters and digits of any language, - and _; "
            f"the first a letter or a digit, {LONGEST_NAME} characters at most."
        )
    return name


def same_name(name: str) -> str:
    """Return what is equal for all names that count as this one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def numbered(name: str, number: int) -> str:
    """Return the name for the next of several pairs who want this one: Panda, Panda-2, Panda-3."""
    ending = f"-{number}" if number > 1 else ""
    return name[: LONGEST_NAME - len(ending)] + ending


def room_url(text: str) -> str:
    """Return where a room is, a path as an absolute one; WrongUsageError when git would take it for an option."""
    if not text.strip() or text.startswith("-") or not text.isprintable():
        raise WrongUsageError(f"{shortened(text, LONGEST_NAME)!r} is no room: give a URL or a path.")
    is_remote = REMOTE.match(text) is not None and not Path(text).exists()
    return text if is_remote else str(_absolute(Path(text)))


def _absolute(path: Path) -> Path:
    """Return a path from the root on, without `..`; its ~ is somebody's home, unless nobody has that name."""
    with suppress(RuntimeError):
        path = path.expanduser()
    return Path(os.path.realpath(path)) if ".." in path.parts else path.absolute()


def shown_url(url: str) -> str:
    """Return where a room is, as anybody may read it."""
    return shortened(without_passwords(url), SHOWN_CHARACTERS)


def without_passwords(text: str) -> str:
    """Return a text, in which there may be urls, without what is secret in them."""
    return PASSWORD.sub(r"\1@", ACCOUNT.sub(r"\1", printable(text)))
