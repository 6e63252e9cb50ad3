"""The story of a practice: a chain of commits under refs/dojo/checks, whole in every clone that has this ref.

The first says how the practice began; where a later one says so, a new practice goes on at the end of an old one, and
the story is that of the new. A check is a commit of the files as they were, also where nothing has changed;
after it come what TCR reverted it to, and a score. So is what was restored. Any other keeps files without a result: a
check that did not end, or what was there before it was replaced. What came between is the difference to the parent.
swap: another pair goes on with the practice. It and its name are a commit, too, of no files of its own.
left: the pair's line in a room ended with this commit; whatever comes after it goes on elsewhere, or again.
late: so many checks could not be sent to the room at their time, and are there since this commit.
own commit: one that a person made on their branch. The dojo tells of one that it made for them, a check of the last
before it: a clone of the chain has no branch.
subject: what a person reads. trailers: what a program reads, `Key: value` each, at the end of the message. What cannot
be read is no part of the story.
amber: the status of a check that could not ask the code: it does not load, it crashed, or it did not end in time.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from itertools import islice
from typing import NamedTuple

from dojo.kata.workspace import LEVELS
from dojo.practice.model import GREEN, NOTHING_APPROVED, STATUSES, Choices, Differences
from dojo.practice.rooms import LONGEST_NAME
from dojo.practice.snapshots import CHECKS, Repository
from dojo.text import printable, shortened

MOST_CHARACTERS = 500  # of a value
WIDEST_SUBJECT = 72  # characters
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
    def green(self) -> bool:
        """Tell whether nothing was found."""
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

    `trees`: all states that were ever kept. `base`: the state that the next check counts changes from: that of the last
    result, or what the files were put back to since. `name`: what the practice is called, if anybody said so, and `who`
    goes on with it since a swap. `choices`: what was chosen at the start, None where nobody knows; `beginning`: the
    commit that says so, `begun` the tree of it, and `earlier` where an earlier practice ends. `left`: the line in a
    room that ends here. `commits`: the subjects of own commits, as far as the chain tells, by the tree of their files.
    `swaps`: all of them, oldest first. `late`: what came to a room late, the last time that anything did.
    """

    checks: list[Entry] = field(default_factory=list)
    reverts: dict[str, datetime] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    trees: set[str] = field(default_factory=set)
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
        """Return what says the level and whether it is blind: the start, else the last check; None for no practice.

        After a blind start, a check may go by the golden master, this once.
        """
        return self.choices or (self.checks[-1] if self.checks else None)

    def add(self, record: Record) -> None:
        """Go on with a commit; KeyError or ValueError when it says what cannot be."""
        trailers = record.trailers
        if "Practice" in trailers:
            vars(self).update(vars(Story()))  # all that was told before is of another practice
        self.trees.add(record.tree)
        self.left, name = trailers.get("Left", ""), shortened(trailers.get("Name", ""), LONGEST_NAME)
        if "Swap" in trailers:
            self.who = name or self.who
        else:
            self.name = name or self.name
        if "Commit" in trailers:
            subject = shortened(trailers["Commit"], WIDEST_SUBJECT)
            self.commits.setdefault(trailers.get("Commit-Tree", ""), subject)
        if "Status" in trailers:
            self.checks.append(_read_check(record, self.base, self.who or self.name))
        elif "Reverts" in trailers:
            self.reverts[trailers["Reverts"]] = record.moment
        elif "Practice" in trailers:
            self.choices = Choices(*_read_guard(trailers), self.name, int(trailers.get("Step", "0")))
            self.beginning, self.begun, self.earlier = record.commit, record.tree, f"{record.commit}^"
        elif "Restores" not in trailers:
            self._add_aside(record)
            return
        self.base = record.tree

    def _add_aside(self, record: Record) -> None:
        """Go on with a commit of no files of its own."""
        if "Score" in record.trailers:
            self.scores[record.trailers["Of"]] = float(record.trailers["Score"]) / 100
        elif record.joins:
            self.earlier = f"{record.commit}^2"
        elif "Swap" in record.trailers:
            self.swaps.append(Swap(record.moment, self.who, len(self.checks)))
        elif "Late" in record.trailers:
            self.late = Late(record.moment, int(record.trailers["Late"]))


def read_story(repository: Repository, chain: str = CHECKS, after: str = "") -> Story:
    """Return the story up to the end of a chain, or only `after` a commit; it is empty where there is none."""
    story = Story()
    for record in reversed(list(records(repository, chain, after))):
        with suppress(KeyError, ValueError):
            story.add(record)
    return story


def records(repository: Repository, end: str = CHECKS, after: str = "") -> Iterator[Record]:
    """Return the commits up to an end, or only those `after` one, newest first, as far as they can be read."""
    for commit in repository.history(end, first_parents=True):
        if str(commit.id) == after:
            return
        with suppress(ValueError, OverflowError):
            zone = timezone(timedelta(minutes=commit.author.offset))
            moment = datetime.fromtimestamp(commit.author.time, zone)
            trailers = {key: printable(value) for key, value in commit.message_trailers.items()}
            yield Record(str(commit.id), str(commit.tree_id), moment, trailers, len(commit.parents) > 1)


def _read_guard(trailers: dict[str, str]) -> tuple[int, bool]:
    """Return the level, and whether it was blind; KeyError or ValueError when there is no such level."""
    return LEVELS[int(trailers["Level"])].number, trailers["Blind"] == "yes"


def _read_check(record: Record, base: str | None, who: str) -> Entry:
    trailers = record.trailers
    level, blind = _read_guard(trailers)
    return Entry(
        moment=record.moment,
        level=level,
        blind=blind,
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


def own_commits(repository: Repository, begun: str, most: int | None = None) -> dict[str, str]:
    """Return the subjects of a person's own commits by their trees; of several of one tree, the first.

    They are newer than what the practice was `begun` with, a tree. Only the last `most` are looked at, if given.
    """
    history = islice(repository.history("HEAD"), most)
    commits = [(str(each.tree_id), each.message.strip().split("\n")[0]) for each in history]
    newer = next((len(commits) - n for n, (tree, _) in enumerate(reversed(commits), 1) if tree == begun), len(commits))
    own = [(tree, subject) for tree, subject in commits[:newer] if tree != begun and not subject.startswith(BY_TCR)]
    return {tree: shortened(subject, WIDEST_SUBJECT) for tree, subject in own}
