"""The history of a practice: commits below `refs/dojo/checks`, one for each check, revert, score, restore and swap.

The first commit says how the practice began. Where a later one says so, a new practice goes on at the end of an old
one. A clone lacks the person's own branch, so a check has the subject of their last commit.
"""

from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone
from itertools import dropwhile
from typing import NamedTuple
from uuid import uuid4

import pygit2

from dojo.errors import WrongUsageError
from dojo.kata.workspace import ALL_LEVELS, git_in
from dojo.practice.model import (
    GREEN,
    NOTHING_APPROVED,
    STATE_DIRECTORY,
    STATUSES,
    Choices,
    Differences,
    Practice,
    status_in_words,
)
from dojo.practice.snapshots import (
    BACKUP,
    CHECKS,
    WIDEST_SUBJECT,
    Changes,
    Repository,
)
from dojo.text import printable, shorten

NOTHING_TO_RESTORE = {
    None: "Nothing was reverted yet. `dojo restore green` goes back to the last green check.",
    GREEN: "No check was green yet. `dojo restore HEAD` goes back to the last commit.",
}
LONGEST_NAME = 40  # characters
FILES = {"Practice", "Status", "Reverts", "Restores"}  # of commits whose files the next check counts changes from


@dataclass(frozen=True)
class Check:
    """A check: the `moment` at which it began, how it was guarded, how many `seconds` it took, how many `findings`.

    `message`: the first finding, if there is one. `snapshot`: the commit that keeps the files. `tree`: the name that
    git has for these files, and `base` for those that its changes count from. `approved`: what a green check went by
    beside the kata's documents. `who`: who practised then, if they said so.
    """

    moment: datetime
    level: int
    blind: bool
    status: str
    seconds: float
    findings: int
    message: str
    snapshot: str = ""
    tree: str = ""
    base: str = ""
    approved: Differences = NOTHING_APPROVED
    who: str = ""

    @property
    def guard(self) -> str:
        """The level in words; there is none of code that is not the kata's."""
        return f"level {self.level}" if self.level else ALL_LEVELS[self.level].title

    @property
    def green(self) -> bool:
        return self.status == GREEN


class Swap(NamedTuple):
    """When partners were swapped, who practises since, and how many checks there were before."""

    moment: datetime
    name: str
    after: int


@dataclass
class History:
    """Checks, oldest first; when a check was reverted, and its score, from 0 to 1, by its commit.

    `base`: the tree that the next check counts changes from. `who` goes on with the practice since a swap.
    `first_commit`: the start, "" where there is none; it says `choices`, and has `first_tree`; an earlier practice ends
    at `earlier`. `left`: the line in a room that ends here. `commits`: the subjects of own commits, by the tree of
    their files. `slips`: the part that was noticed last, from 0 to 1.
    """

    checks: list[Check] = field(default_factory=list)
    reverts: dict[str, datetime] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    slips: float | None = None
    base: str = ""
    name: str = ""
    choices: Choices = field(default_factory=Choices)
    first_commit: str = ""
    first_tree: str = ""
    earlier: str = ""
    left: str = ""
    who: str = ""
    commits: dict[str, str] = field(default_factory=dict)
    swaps: list[Swap] = field(default_factory=list)

    def add(self, commit: pygit2.Commit) -> None:
        """Go on with a commit; KeyError or ValueError when it says what cannot be."""
        tree, zone = str(commit.tree_id), timezone(timedelta(minutes=commit.author.offset))
        moment = datetime.fromtimestamp(commit.author.time, zone)
        trailers = {key: printable(value) for key, value in commit.message_trailers.items()}
        self.left, name = trailers.get("Left", ""), shorten(trailers.get("Name", ""), LONGEST_NAME)
        if "Practice" in trailers:
            vars(self).update(vars(History()))  # all that was told before is of another practice
            step, code = int(trailers.get("Step", "0")), trailers.get("Code", "")
            self.choices = Choices(*_read_guard(trailers), name, step, code)
            self.first_commit, self.first_tree, self.earlier = str(commit.id), tree, f"{commit.id}^"
        elif len(commit.parents) > 1:  # it joins another history
            self.earlier = f"{commit.id}^2"
        if "Swap" in trailers:
            self.who = name or self.who
            self.swaps.append(Swap(moment, self.who, len(self.checks)))
        else:
            self.name = name or self.name
        if "Commit" in trailers:
            self.commits.setdefault(trailers.get("Commit-Tree", ""), shorten(trailers["Commit"], WIDEST_SUBJECT))
        if "Status" in trailers:
            check = _read_check(trailers, moment)
            who = self.who or self.name
            self.checks.append(replace(check, snapshot=str(commit.id), tree=tree, base=self.base, who=who))
        if "Reverts" in trailers:
            self.reverts[trailers["Reverts"]] = moment
        if "Restores" in trailers:
            self._take_back(tree, moment)
        if "Score" in trailers:
            self.scores[trailers["Of"]] = float(trailers["Score"]) / 100
        self.slips = float(trailers["Slips"]) / 100 if "Slips" in trailers else self.slips
        if FILES & trailers.keys():
            self.base = tree

    def _take_back(self, tree: str, moment: datetime) -> None:
        """Count the last check as reverted if it was not green, until its files are there again."""
        for last in self.checks[-1:]:
            self.reverts.pop(last.snapshot, None)
            if not last.green and last.tree != tree:
                self.reverts[last.snapshot] = moment


def read_history(repository: Repository, ref: str = CHECKS) -> History:
    """Return the history up to a commit or ref, as far as it can be read; it is empty where there is none."""
    history = History()
    for commit in reversed([*repository.log(ref, first_parents=True)]):
        with suppress(KeyError, ValueError):
            history.add(commit)
    return history


def _read_guard(trailers: dict[str, str]) -> tuple[int, bool]:
    """Return the level, and whether it was blind; KeyError or ValueError when there is no such level."""
    return ALL_LEVELS[int(trailers["Level"])].number, trailers["Blind"] == "yes"


def _read_check(trailers: dict[str, str], moment: datetime) -> Check:
    return Check(
        moment,
        *_read_guard(trailers),
        status=STATUSES[STATUSES.index(trailers["Status"])],  # ValueError for any other
        seconds=float(trailers["Seconds"]),
        findings=int(trailers["Findings"]),
        message=trailers.get("Finding") or trailers.get("Remark", ""),  # an older dojo told what was left out
        approved=Differences(int(trailers.get("Approved-Changes", "0")), int(trailers.get("Approved-Additions", "0"))),
    )


def own_commits(repository: Repository, first_tree: str) -> dict[str, str]:
    """Return the subjects of a person's own commits by their trees, oldest first; of several of one tree, the first.

    They come after the commit of `first_tree`, with which the practice began; those of TCR begin with green.
    """
    commits = reversed([*repository.log("HEAD")])
    subjects: dict[str, str] = {}
    for commit in dropwhile(lambda each: str(each.tree_id) != first_tree, commits):
        tree, subject = str(commit.tree_id), commit.message.strip().split("\n")[0]
        if tree != first_tree and not subject.startswith("green: "):
            subjects.setdefault(tree, shorten(subject, WIDEST_SUBJECT))
    return subjects


def begin(repository: Repository, choices: Choices) -> None:
    """Begin the history of a practice with its last commit."""
    (repository.folder / STATE_DIRECTORY).mkdir(exist_ok=True)
    trailers = guard_trailers(choices.level, blind=choices.blind)
    trailers |= {"Step": str(choices.step or ""), "Code": choices.code, "Name": choices.name, "Practice": uuid4().hex}
    subject = f"started: {', '.join(filter(None, (choices.about, choices.name)))}"
    repository.append(subject, trailers, repository.tree_of("HEAD"))


def append_check(repository: Repository, check: Check) -> str:
    """Add a check; return its commit."""
    more = f" (and {check.findings - 1:,} more)" if check.findings > 1 else ""
    result = f", {check.seconds:.1f} s" if check.green else f": {check.message}"
    trailers = {
        "Status": check.status,
        "Seconds": f"{check.seconds:.2f}",
        "Findings": str(check.findings),
        "Finding": check.message,
        "Approved-Changes": str(check.approved.changes or ""),
        "Approved-Additions": str(check.approved.additions or ""),
        **guard_trailers(check.level, blind=check.blind),
        **_last_own_commit(repository),
    }
    subject = shorten(status_in_words(check.status, check.approved) + result, WIDEST_SUBJECT - len(more))
    return _append(repository, subject + more, trailers, check.tree, check.moment)


def append_own_commit(repository: Repository, tree: str, subject: str) -> None:
    """Add what the person's commit of a tree is called: the room is to know it before the next check."""
    _append(repository, f"committed: {subject}", {"Commit": subject, "Commit-Tree": tree})


def _last_own_commit(repository: Repository) -> dict[str, str]:
    """Return what is told of the person's last commit; nothing where they made none yet."""
    own = own_commits(repository, read_history(repository).first_tree)
    for tree, subject in reversed(own.items()):
        return {"Commit": subject, "Commit-Tree": tree}
    return {}


def append_revert(repository: Repository, check: Check) -> None:
    """Add that a check was reverted, to the files that are there now."""
    _append(repository, f"reverted, for it was {check.status}", {"Reverts": check.snapshot}, repository.tree())


def append_swap(repository: Repository, who: str) -> None:
    """Add that partners were swapped, and who practises from now on."""
    _append(repository, f"swapped: {who}", {"Swap": "yes", "Name": who})


def append_name(repository: Repository, who: str) -> None:
    """Add what the practice is called, where the beginning does not say so; it goes to a room with what comes next."""
    repository.append(f"named: {who}", {"Name": who})


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
    """Add to the history, and share that with the room, if there is one; return the commit."""
    return repository.append(subject, trailers, tree, moment)


def guard_trailers(level: int, *, blind: bool) -> dict[str, str]:
    """Return what says how a practice is guarded."""
    return {"Level": str(level), "Blind": "yes" if blind else "no"}


def last_green(history: History, *, blind: bool) -> str | None:
    """Return the snapshot of the last green check that was guarded alike; None before the first."""
    return next((each.snapshot for each in reversed(history.checks) if each.green and each.blind == blind), None)


def restore(practice: Practice, name: str | None) -> tuple[str, Changes]:
    """Bring back the state of that name, `green` the last green; without one, what was reverted last.

    Return the state that is there again, and what changed; BACKUP has what was there before. WrongUsageError if there
    is none of that name.
    """
    repository = Repository(practice.folder)
    snapshot = repository.snapshot("before a restore")
    if name == GREEN:
        commit = last_green(read_history(repository), blind=practice.choices.blind)
    else:
        commit = repository.find_commit(BACKUP if name is None else name)
    if commit is None:
        missing = NOTHING_TO_RESTORE.get(name, f"There is no snapshot {name!r}.")
        raise WrongUsageError(f"{missing}\n`{git_in(practice.folder)} log {CHECKS}` lists the snapshots.")
    changes, short = repository.go_back(snapshot, commit), repository.short_name(commit)
    if changes:
        _append(repository, f"restored, as in {short}", {"Restores": commit}, repository.tree())
    return short, changes
