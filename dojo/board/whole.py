"""The whole story of one pair, files and all, for its steps and what each of them changed.

It is a copy, too, of the one chain. It is as large as the pair made it, so far as that is no rudeness.
"""

from pathlib import Path

from dojo.board.copy import HOME, OURS, Copy, named
from dojo.board.mirror import Mirror
from dojo.board.source import WIDEST_NAME, Ending, find_source
from dojo.board.strangers import MIB, Limit, StrangersGit
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.practice import CHECKS, MOST_COMMITS, Repository, Story, read_story, same_name
from dojo.text import shortened

FETCH_STORY = Limit(seconds=60, written_bytes=50 * MIB)
LARGEST_FILE = "blob:limit=1m"
NAMES = Limit(seconds=20, printed_bytes=MIB // 2)  # of files that ever came in
MOST_FILES = 2_000  # likewise
CAME = (
    *("log", "-z", "--root", "-m", "--no-show-signature", "--format="),
    *("--name-only", "--no-renames", "--diff-filter=A", f"--max-count={MOST_COMMITS}", CHECKS, "--"),
)
LARGEST_MESSAGE_BYTES = 65_536  # of a commit: git takes minutes for the trailers of some large ones
SHOWN_NAMES = 8


def open_story(workspace: Path, place: str, ref: str, commit: str, git: StrangersGit) -> tuple[Repository, Story]:
    """Return the story of a chain of a source, and a repository with all that it tells of; WorkspaceError, if not."""
    copy = Copy(workspace / HOME / named(place) / "stories" / named(ref), place, LARGEST_FILE, git)
    with copy.opened():
        words = copy.fetch({CHECKS: commit}, FETCH_STORY)
        if words:
            raise WorkspaceError(f"This story cannot be fetched; git said: {words}")
        _refuse_rudeness(copy)
        repository = Repository(copy.folder)
        return repository, read_story(repository)


def opened(workspace: Path, words: str, name: str = "") -> tuple[Repository, Story]:
    """Return the story in a practice, a bundle, or a room, of the pair of this name if there are several.

    WrongUsageError when that names no story; WorkspaceError when it cannot be read.
    """
    source, git = find_source(words), StrangersGit()
    mirror = Mirror(workspace, source, git)
    with mirror.opened():
        endings = mirror.endings()
    alike = {ref: each for ref, each in endings.items() if not name or same_name(name) == same_name(each.name)}
    found = {ref: each for ref, each in alike.items() if name == each.name != ""} or alike
    if len(found) != 1:
        raise WrongUsageError(_which(source.shown, "" if found else name, found or endings))
    [(ref, ending)] = found.items()
    return open_story(workspace, source.place, ref, ending.commit, git)


def _which(shown: str, name: str, endings: dict[str, Ending]) -> str:
    """Say whose stories there are, where it is not clear which one is meant."""
    names = sorted(each.name or "the practice's own" for each in endings.values())
    if not names:
        return f"{shown} has no story of a practice: neither {CHECKS}, nor a branch dojo/NAME."
    more = f", and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    there = f"{', '.join(names[:SHOWN_NAMES])}{more}"
    if name:
        return f"{shown} has no story of {shortened(name, WIDEST_NAME)}, but of {there}."
    return f"{shown} has several stories: {there}. Say whose, with --name."


def _refuse_rudeness(copy: Copy) -> None:
    """Raise WorkspaceError when reading would take for ever: a message, or all files, of which a tree may have 10^9."""
    came = copy.git.run(copy.folder, *CAME, limit=NAMES)
    whole = came.well and len(came.printed) < NAMES.printed_bytes
    if not whole or came.printed.count(b"\0") > MOST_FILES:
        raise WorkspaceError("This story cannot be read: there are more files than a practice can have.")
    listed = copy.git.run(copy.folder, "rev-list", f"--max-count={MOST_COMMITS}", CHECKS, "--", limit=OURS)
    sizes = ("cat-file", "--batch-check=%(objectsize)")
    done = copy.git.run(copy.folder, *sizes, limit=OURS, given=listed.printed.decode())
    if not done.well or any(int(size) > LARGEST_MESSAGE_BYTES for size in done.printed.split()):
        raise WorkspaceError("This story cannot be read: what a check says there is longer than a check can say.")
