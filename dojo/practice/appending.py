"""The story of a practice, as it goes on: what happens is a commit of the chain, told to people and to programs.

Each goes to the room as well, if the practice is in one.
"""

from datetime import datetime
from uuid import uuid4

from dojo.kata.workspace import LEVELS
from dojo.practice.membership import share
from dojo.practice.model import Choices, home_of, status_in_words
from dojo.practice.rooms import LONGEST_NAME
from dojo.practice.snapshots import Repository
from dojo.practice.story import MOST_CHARACTERS, WIDEST_SUBJECT, Entry, own_commits, read_story
from dojo.text import counted, shortened


def begin(repository: Repository, choices: Choices) -> None:
    """Begin the story of a practice with its last commit."""
    home_of(repository.folder).mkdir(exist_ok=True)
    name = shortened(choices.name, LONGEST_NAME)
    parts = (f"level {choices.level}", LEVELS[choices.level].title, "blind" if choices.blind else "", name)
    guard = guard_trailers(choices.level, blind=choices.blind)
    trailers = {**guard, "Step": str(choices.step or ""), "Name": name, "Practice": uuid4().hex}
    message = message_with(f"started: {', '.join(filter(None, parts))}", trailers)
    repository.append(message, repository.tree_of("HEAD"))


def append_check(repository: Repository, entry: Entry, *, tcr: bool = False) -> str:
    """Add a check, which TCR asked for or a person; return its commit."""
    more = f" (and {entry.findings - 1:,} more)" if entry.findings > 1 else ""
    told = f", {entry.seconds:.1f} s" if entry.green else f": {entry.message}"
    trailers = {
        "Status": entry.status,
        "Seconds": f"{entry.seconds:.2f}",
        "Findings": str(entry.findings),
        "Remark" if entry.green else "Finding": entry.message,
        "Approved-Changes": str(entry.approved.changes or ""),
        "Approved-Additions": str(entry.approved.additions or ""),
        **guard_trailers(entry.level, blind=entry.blind),
        "TCR": "yes" if tcr else "",
        **_last_own_commit(repository),
    }
    subject = shortened(status_in_words(entry.status, entry.approved) + told, WIDEST_SUBJECT - len(more))
    return _append(repository, message_with(subject + more, trailers), entry.tree, entry.moment)


def append_own_commit(repository: Repository) -> None:
    """Add what the person's last commit is called: the room is to know it before the next check."""
    trailers = _last_own_commit(repository)
    if trailers:
        _append(repository, message_with(f"committed: {trailers['Commit']}", trailers))


def _last_own_commit(repository: Repository) -> dict[str, str]:
    """Return what is told of the person's last commit; nothing where they made none yet."""
    found = own_commits(repository, read_story(repository).begun, 1)
    return next(({"Commit": subject, "Commit-Tree": tree} for tree, subject in found.items()), {})


def append_revert(repository: Repository, entry: Entry) -> None:
    """Add that a check was reverted, to the files that are there now."""
    trailers = {"Reverts": entry.snapshot or ""}
    _append(repository, message_with(f"reverted, for it was {entry.status}", trailers), repository.tree())


def append_restored(repository: Repository, commit: str) -> None:
    """Add that the files are as in a commit again."""
    subject = f"restored, as in {repository.short_name(commit)}"
    _append(repository, message_with(subject, {"Restores": commit}), repository.tree())


def append_swap(repository: Repository, who: str) -> None:
    """Add that partners were swapped, and who practises from now on."""
    name = shortened(who, LONGEST_NAME)
    _append(repository, message_with(f"swapped: {name}", {"Swap": "yes", "Name": name}))


def append_name(repository: Repository, who: str) -> None:
    """Add what the practice is called, where the beginning does not say so; it goes to a room with what comes next."""
    name = shortened(who, LONGEST_NAME)
    repository.append(message_with(f"named: {name}", {"Name": name}))


def append_left(repository: Repository, pair: str) -> str:
    """Add that the line of a pair in a room ends; return the commit, which goes there alone."""
    return repository.append(message_with(f"left: {pair}", {"Left": pair}))


def append_late(repository: Repository, checks: int) -> None:
    """Add that so many checks came to the room late."""
    repository.append(message_with(f"late in the room: {counted(checks, 'check')}", {"Late": f"{checks}"}))


def append_score(repository: Repository, of: str, score: float, counts: dict[str, int]) -> None:
    """Add the score, in percent, `of` a check's commit, and the counts that it comes from."""
    numbers = {key: str(count) for key, count in counts.items()}
    _append(repository, message_with(f"mutants: {score:.1f} % killed", {"Score": f"{score:.1f}", **numbers, "Of": of}))


def _append(repository: Repository, message: str, tree: str | None = None, moment: datetime | None = None) -> str:
    """Add to the chain, and share that with the room, if there is one; return the commit."""
    commit = repository.append(message, tree, moment)
    share(repository.folder)
    return commit


def guard_trailers(level: int, *, blind: bool) -> dict[str, str]:
    """Return what says how a practice is guarded."""
    return {"Level": str(level), "Blind": "yes" if blind else "no"}


def message_with(subject: str, trailers: dict[str, str]) -> str:
    """Return a message of a subject and trailers, a line each; one that says nothing is left out."""
    cut = {key: shortened(value, MOST_CHARACTERS - len(f"{key}: ")) for key, value in trailers.items()}
    lines = [f"{key}: {value}" for key, value in cut.items() if value]
    return "\n".join([shortened(subject, WIDEST_SUBJECT), "", *lines])
