"""The story of a practice, as it is read and goes on: a chain of commits, whole in every clone that has this ref.

The first says how the practice began; where a later one says so, a new practice goes on at the end of an old one, and
the story is that of the new. A check is a commit of the files as they were, also where nothing has changed;
after it come what TCR reverted it to, and a score. So is what was restored. Any other keeps
the files that a restore or a revert replaced. What came between is the difference to the parent.
Each of these is told to people and to programs, and goes to the room as well, if the practice is in one.
own commit: one that a person made on their branch. The dojo tells of one that it made for them, a check of the last
before it: a clone of the chain has no branch.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import NamedTuple
from uuid import uuid4

from dojo.kata.workspace import ALL_LEVELS, git_in
from dojo.practice.model import (
    GREEN,
    NOTHING_APPROVED,
    STATUSES,
    Choices,
    Differences,
    Practice,
    home_of,
    status_in_words,
)
from dojo.practice.rooms import LONGEST_NAME, share
from dojo.practice.snapshots import (
    CHECKS,
    TAKEN,
    WIDEST_SUBJECT,
    Changes,
    Repository,
    SavedAgainError,
    go_back,
    message_with,
)
from dojo.text import WorkspaceError, WrongUsageError, printable, shortened

NOTHING_TO_RESTORE = {
    None: "Nothing was reverted yet. `dojo restore green` goes back to the last green check.",
    GREEN: "No check was green yet. `dojo restore HEAD` goes back to the last commit.",
}
FILES = {"Practice", "Status", "Reverts", "Restores"}  # of commits whose files the next check counts changes from
BY_TCR = "green: "  # how a commit begins that TCR made


class Record(NamedTuple):
    """A commit of a chain: its name, that of its files, when it was made, its trailers; if it joins another chain."""

    commit: str
    tree: str
    moment: datetime
    trailers: dict[str, str]
    joins: bool = False


@dataclass(frozen=True)
class Entry:
    """A check: the `moment` at which it began, how it was guarded, how many `seconds` it took, how many `findings`.

    `message`: the first finding, or else a remark. `snapshot`: the commit that keeps the files, None without a
    repository that works. `tree`: the name that git has for these files. `base`: for those that its changes count from,
    None where nobody knows. `approved`: what a green check went by beside the kata's documents. `who`: who practised
    then, if they said so.
    """

    moment: datetime
    level: int
    blind: bool
    status: str
    seconds: float
    findings: int
    message: str
    snapshot: str | None = None
    tree: str | None = None
    base: str | None = None
    approved: Differences = NOTHING_APPROVED
    who: str = ""

    @property
    def guard(self) -> str:
        """The level in words; there is none of code that is not the kata's."""
        return f"level {self.level}" if self.level else ALL_LEVELS[self.level].title

    @property
    def green(self) -> bool:
        return self.status == GREEN


class Late(NamedTuple):
    """When a room had what had waited, and how many checks that were."""

    moment: datetime
    checks: int


class Swap(NamedTuple):
    """When partners were swapped, who practises since, and how many checks there were before."""

    moment: datetime
    name: str
    after: int


@dataclass
class Story:
    """All that is told: checks, oldest first; when a check was reverted, and its score, from 0 to 1, by its commit.

    `base`: the state that the next check counts changes from: that of the last
    result, or what the files were put back to since. `name`: what the practice is called, if anybody said so, and `who`
    goes on with it since a swap. `choices`: what was chosen at the start, None where nobody knows; `beginning`: the
    commit that says so, `begun` the tree of it, and `earlier` where an earlier practice ends. `left`: the line in a
    room that ends here. `commits`: the subjects of own commits, as far as the chain tells, by the tree of their files.
    `slips`: what part of them was noticed the last time, from 0 to 1. `swaps`: all of them, oldest first. `late`: what
    came to a room late, the last time that anything did.
    """

    checks: list[Entry] = field(default_factory=list)
    reverts: dict[str, datetime] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    slips: float | None = None
    base: str | None = None
    name: str = ""
    choices: Choices | None = None
    beginning: str = ""
    begun: str = ""
    earlier: str = ""
    left: str = ""
    who: str = ""
    commits: dict[str, str] = field(default_factory=dict)
    swaps: list[Swap] = field(default_factory=list)
    late: Late | None = None

    @property
    def guard(self) -> Choices | Entry | None:
        """What says the level and whether it is blind: the start, else the last check; None for no practice.

        After a blind start, a check may go by the golden master, this once.
        """
        return self.choices or (self.checks[-1] if self.checks else None)

    def add(self, record: Record) -> None:
        """Go on with a commit; KeyError or ValueError when it says what cannot be."""
        trailers = record.trailers
        self.left, name = trailers.get("Left", ""), shortened(trailers.get("Name", ""), LONGEST_NAME)
        if "Practice" in trailers:
            vars(self).update(vars(Story()))  # all that was told before is of another practice
            step, code = int(trailers.get("Step", "0")), trailers.get("Code", "")
            self.choices = Choices(*_read_guard(trailers), name, step, code)
            self.beginning, self.begun, self.earlier = record.commit, record.tree, f"{record.commit}^"
        elif record.joins:
            self.earlier = f"{record.commit}^2"
        if "Swap" in trailers:
            self.who = name or self.who
            self.swaps.append(Swap(record.moment, self.who, len(self.checks)))
        else:
            self.name = name or self.name
        if "Commit" in trailers:
            self.commits.setdefault(trailers.get("Commit-Tree", ""), shortened(trailers["Commit"], WIDEST_SUBJECT))
        if "Status" in trailers:
            self.checks.append(_read_check(record, self.base, self.who or self.name))
        if "Reverts" in trailers:
            self.reverts[trailers["Reverts"]] = record.moment
        if "Restores" in trailers and self.checks and not self.checks[-1].green:
            self._take_back(self.checks[-1], record)
        if "Score" in trailers:
            self.scores[trailers["Of"]] = float(trailers["Score"]) / 100
        self.slips = float(trailers["Slips"]) / 100 if "Slips" in trailers else self.slips
        self.late = Late(record.moment, int(trailers["Late"])) if "Late" in trailers else self.late
        if FILES & trailers.keys():
            self.base = record.tree

    def _take_back(self, check: Entry, restored: Record) -> None:
        """Count a check as reverted, until its files are there again."""
        if check.tree == restored.tree:
            self.reverts.pop(check.snapshot or "", None)
        else:
            self.reverts.setdefault(check.snapshot or "", restored.moment)


def read_story(repository: Repository, chain: str = CHECKS) -> Story:
    """Return the story up to the end of a chain; it is empty where there is none."""
    story = Story()
    for record in reversed(list(_records(repository, chain))):
        with suppress(KeyError, ValueError):
            story.add(record)
    return story


def _records(repository: Repository, end: str) -> Iterator[Record]:
    """Yield the commits up to an end, newest first, as far as they can be read."""
    for commit in repository.history(end, first_parents=True):
        moment = datetime.fromtimestamp(commit.author.time, timezone(timedelta(minutes=commit.author.offset)))
        trailers = {key: printable(value) for key, value in commit.message_trailers.items()}
        yield Record(str(commit.id), str(commit.tree_id), moment, trailers, len(commit.parents) > 1)


def _read_guard(trailers: dict[str, str]) -> tuple[int, bool]:
    """Return the level, and whether it was blind; KeyError or ValueError when there is no such level."""
    return ALL_LEVELS[int(trailers["Level"])].number, trailers["Blind"] == "yes"


def _read_check(record: Record, base: str | None, who: str) -> Entry:
    trailers = record.trailers
    return Entry(
        record.moment,
        *_read_guard(trailers),
        status=STATUSES[STATUSES.index(trailers["Status"])],  # ValueError for any other
        seconds=float(trailers["Seconds"]),
        findings=int(trailers["Findings"]),
        message=trailers.get("Finding") or trailers.get("Remark", ""),
        snapshot=record.commit,
        tree=record.tree,
        base=base,
        approved=Differences(int(trailers.get("Approved-Changes", "0")), int(trailers.get("Approved-Additions", "0"))),
        who=who,
    )


def own_commits(repository: Repository, begun: str) -> dict[str, str]:
    """Return the subjects of a person's own commits by their trees, newest first; of several of one tree, the first.

    They are newer than what the practice was `begun` with, a tree.
    """
    commits = [(str(each.tree_id), each.message.strip().split("\n")[0]) for each in repository.history("HEAD")]
    trees = [tree for tree, _ in commits]
    newer = len(trees) - trees[::-1].index(begun) if begun in trees else len(trees)
    own = [each for each in commits[:newer] if each[0] != begun and not each[1].startswith(BY_TCR)]
    return {tree: shortened(subject, WIDEST_SUBJECT) for tree, subject in own}


def begin(repository: Repository, choices: Choices) -> None:
    """Begin the story of a practice with its last commit."""
    home_of(repository.folder).mkdir(exist_ok=True)
    guard = guard_trailers(choices.level, blind=choices.blind)
    trailers = {**guard, "Step": str(choices.step or ""), "Code": choices.code}
    trailers |= {"Name": choices.name, "Practice": uuid4().hex}
    message = message_with(f"started: {', '.join(filter(None, (choices.about, choices.name)))}", trailers)
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
    return _append(repository, subject + more, trailers, entry.tree, entry.moment)


def append_own_commit(repository: Repository) -> None:
    """Add what the person's last commit is called: the room is to know it before the next check."""
    trailers = _last_own_commit(repository)
    if trailers:
        _append(repository, f"committed: {trailers['Commit']}", trailers)


def _last_own_commit(repository: Repository) -> dict[str, str]:
    """Return what is told of the person's last commit; nothing where they made none yet."""
    own = own_commits(repository, read_story(repository).begun)
    return next(({"Commit": subject, "Commit-Tree": tree} for tree, subject in own.items()), {})


def append_revert(repository: Repository, entry: Entry) -> None:
    """Add that a check was reverted, to the files that are there now."""
    _append(repository, f"reverted, for it was {entry.status}", {"Reverts": entry.snapshot or ""}, repository.tree())


def append_swap(repository: Repository, who: str) -> None:
    """Add that partners were swapped, and who practises from now on."""
    _append(repository, f"swapped: {who}", {"Swap": "yes", "Name": who})


def append_name(repository: Repository, who: str) -> None:
    """Add what the practice is called, where the beginning does not say so; it goes to a room with what comes next."""
    repository.append(message_with(f"named: {who}", {"Name": who}))


def append_score(repository: Repository, of: str, score: float, counts: dict[str, int]) -> None:
    """Add the score, in percent, `of` a check's commit, and the counts that it comes from."""
    numbers = {key: str(count) for key, count in counts.items()}
    _append(repository, f"mutants: {score:.1f} % killed", {"Score": f"{score:.1f}", **numbers, "Of": of})


def append_slips(repository: Repository, noticed: int, slips: int) -> None:
    """Add how many slips the person's tests noticed."""
    _append(repository, f"slips: {noticed} of {slips} noticed", {"Slips": f"{100 * noticed / slips:.1f}"})


def _append(
    repository: Repository,
    subject: str,
    trailers: dict[str, str],
    tree: str | None = None,
    moment: datetime | None = None,
) -> str:
    """Add to the chain, and share that with the room, if there is one; return the commit."""
    commit = repository.append(message_with(subject, trailers), tree, moment)
    share(repository.folder)
    return commit


def guard_trailers(level: int, *, blind: bool) -> dict[str, str]:
    """Return what says how a practice is guarded."""
    return {"Level": str(level), "Blind": "yes" if blind else "no"}


def last_green(story: Story, *, blind: bool) -> str | None:
    """Return the snapshot of the last green check that was guarded alike; None before the first."""
    return next((each.snapshot for each in reversed(story.checks) if each.green and each.blind == blind), None)


def restore(practice: Practice, name: str | None) -> tuple[str, str, Changes]:
    """Bring back the state of that name, `green` the last green; without one, what was reverted last.

    Return the state that is there again, the snapshot of what was there before, and how they differ. WrongUsageError if
    there is none of that name.
    """
    repository = Repository(practice.folder)
    snapshot = repository.snapshot("before a restore")
    if name == GREEN:
        commit = last_green(read_story(repository), blind=practice.choices.blind)
    else:
        commit = repository.commit_named(TAKEN if name is None else name)
    if commit is None:
        missing = NOTHING_TO_RESTORE.get(name, f"There is no snapshot {name!r}.")
        raise WrongUsageError(f"{missing}\n`{git_in(practice.folder)} log {CHECKS}` lists the snapshots.")
    try:
        taken = go_back(practice, snapshot, commit)
    except SavedAgainError as error:
        raise WorkspaceError(f"{error} was saved again meanwhile, so nothing was restored.") from None
    short = repository.short_name(commit)
    if taken is not None:
        _append(repository, f"restored, as in {short}", {"Restores": commit}, repository.tree())
    taken = taken or snapshot
    return (short, repository.short_name(taken), repository.changes(taken, commit))
