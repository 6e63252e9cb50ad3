"""The history of a practice, folded from its events.

The events are commits below `refs/dojo/checks`. This module and `steps` alone decide what
*reverted*, *red since*, *changed expectations*, *late* and *undone* mean. Timeline, board,
comparison, advice and JSON are made from a History.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct, structs

from dojo.errors import WorkspaceError
from dojo.practice.events import (
    Checked,
    Committed,
    Entry,
    Event,
    Left,
    Named,
    RedLimitSet,
    Restored,
    Reverted,
    Scored,
    SlipSent,
    SlipsTried,
    Started,
    Swapped,
    parse_entry,
)
from dojo.practice.git import START_OVER_ADVICE
from dojo.practice.model import (
    AMBER,
    NO_CHANGES,
    ChangedExpectations,
    Choices,
)
from dojo.practice.snapshots import CHECKS, Repository
from dojo.practice.steps import (
    PAUSE_SECONDS,
    Step,
    Streak,
    is_pause,
    seconds_between,
    streaks_of,
)

LONG_PAUSE_SECONDS = 3600  # without a check: a new session began
# "Nobody is red for longer than two minutes", as docs/facilitating.md has it, unless a pair sets
# another limit.
MAX_RED_SECONDS = 120
MAX_STEP_SECONDS = 300  # between two checks; a pair that takes longer may need help
# Between the names of partners. The name of a pair in a room has no spaces: "Ann-and-Ben".
SEPARATOR = re.compile(r"\s*[&+,/]\s*|[\s-]+and[\s-]+", re.IGNORECASE)
# Events with files of the practice: the next check counts its changes from them.
WITH_FILES = (Checked, Reverted, Restored)


class SlipsOfOthers(Struct, frozen=True):
    """The slips of other pairs on which a pair ran its tests last, and how many it sent."""

    noticed: int = 0
    tried: int = 0
    sent: int = 0

    def __str__(self) -> str:
        parts: list[str] = []
        if self.tried:
            parts.append(f"{self.noticed} of {self.tried}")
        if self.sent:
            parts.append(f"{self.sent} sent")
        return ", ".join(parts)


NO_SLIPS = SlipsOfOthers()


class Swap(NamedTuple):
    """A swap of partners. `after`: the number of checks before it."""

    moment: datetime
    name: str
    after: int


@dataclass
class History:
    """A practice: how it started, its steps, and how it stands.

    `start` is the commit that it started with, at `started_at`. `base`: the tree that the next
    check counts its changes from. `left`: the branch that the last event left; `left_branches`: all
    branches that were left so far. `max_red_seconds`: for how long the pair wants to be red at
    most. `last_slip`: when it sent a slip, or tried some. `commits`: the subjects of the person's
    own commits, by tree. `checks`: the steps, by the commits of their checks. `earlier`: the
    practice before a new start; `merged`: the end of another history that this one continues.
    """

    started: Started | None = None
    started_at: datetime | None = None
    start: str = ""
    first_tree: str = ""
    base: str = ""
    name: str = ""
    partners: str = ""
    left: str = ""
    score: float | None = None
    slips_of_others: SlipsOfOthers = NO_SLIPS
    last_slip: datetime | None = None
    max_red_seconds: float = MAX_RED_SECONDS
    steps: list[Step] = field(default_factory=list)
    swaps: list[Swap] = field(default_factory=list)
    commits: dict[str, str] = field(default_factory=dict)
    scores: dict[str, float] = field(default_factory=dict)
    checks: dict[str, Step] = field(default_factory=dict)
    left_branches: set[str] = field(default_factory=set)
    earlier: "History | None" = None
    merged: str = ""

    @property
    def choices(self) -> Choices:
        """Return the choices made at the start."""
        if self.started is None:
            return Choices()
        started = self.started
        return Choices(
            level=started.level,
            blind=started.blind == "yes",
            name=started.name,
            step=started.step,
            code=started.code,
            title=started.title,
        )

    @property
    def who(self) -> str:
        """Return the partners, the driver first; before the first swap, the name of the pair."""
        return self.partners or self.name

    # How the practice stands.

    @property
    def last(self) -> Step | None:
        return self.steps[-1] if self.steps else None

    @property
    def state(self) -> str:
        """Return the status of the last check, "reverted", or "no check yet"."""
        if self.last is None:
            return "no check yet"
        if self.last.reverted:
            return "reverted"
        return self.last.status

    @property
    def practices(self) -> list["History"]:
        """Return the practices of this history, the oldest first, and this one last."""
        if self.earlier is None:
            return [self]
        return [*self.earlier.practices, self]

    @property
    def all_steps(self) -> list[Step]:
        """Return the steps of all practices, the oldest first."""
        return [step for practice in self.practices for step in practice.steps]

    @property
    def check_count(self) -> int:
        """Return how many checks all practices have, with the repeated ones."""
        return sum(len(practice.checks) for practice in self.practices)

    @property
    def last_check(self) -> Step | None:
        """Return the last step, even if it is of an earlier practice."""
        steps = self.all_steps
        return steps[-1] if steps else None

    @property
    def red_since(self) -> datetime | None:
        """Return when the current run of failing checks began, or None.

        A revert ends it, and a green check. A new start does not, unless it came after a pause.
        """
        since = None
        for step in reversed(self.steps):
            if not step.is_failing:
                return since
            since = step.moment
        if self.earlier is not None and not self.started_after_pause():
            return self.earlier.red_since or since
        return since

    def started_after_pause(self) -> bool:
        """Return whether the pair paused before this start. If not, a red time goes on over it."""
        before = self.earlier.last_check if self.earlier else None
        if before is None or self.started_at is None:
            return True
        return (self.started_at - before.checked).total_seconds() >= PAUSE_SECONDS

    @property
    def approved(self) -> ChangedExpectations:
        """Return the changed expectations. An amber check did not compare any."""
        for step in reversed(self.steps):
            if step.status != AMBER and not step.reverted:
                return step.approved
        return NO_CHANGES

    @property
    def approved_at_last_green(self) -> ChangedExpectations:
        """Return the changed expectations of the last green check, even of a reverted one."""
        green = self.last_green()
        return green.approved if green else NO_CHANGES

    @property
    def streaks(self) -> list[Streak]:
        return streaks_of(self.steps)

    @property
    def red_times(self) -> list[float]:
        """Return the seconds of each time that the pair was not green, and is again.

        A swap does not end a red time; LONG_PAUSE_SECONDS do.
        """
        times: list[float] = []
        since: datetime | None = None
        last: datetime | None = None
        for step in self.steps:
            if since and last and (step.moment - last).total_seconds() > LONG_PAUSE_SECONDS:
                times.append(seconds_between(since, last))
                since = None
            if step.is_green and since is not None:
                times.append(seconds_between(since, step.moment))
                since = None
            if not step.is_green and since is None:
                since = step.moment
            if step.reverted is not None and since is not None:
                times.append(seconds_between(since, step.reverted))
                since = None
            last = step.checked
        return times

    def is_red_too_long(self, now: float) -> bool:
        since = self.red_since
        return since is not None and now - since.timestamp() > self.max_red_seconds

    def is_late(self, now: float) -> bool:
        """Return whether the last check is longer ago than a step should take.

        The start, and sending or trying slips, count as well.
        """
        last = self.last.checked if self.last else None
        moments = [each for each in (last, self.started_at, self.last_slip) if each is not None]
        if self.last_check is None or not moments:
            return False
        return now - max(moments).timestamp() > MAX_STEP_SECONDS

    def last_green(self, guard: tuple[int, bool] | None = None) -> Step | None:
        """Return the last green check, by a guard or by any."""
        for step in reversed(self.steps):
            if step.is_green and guard in (None, step.guard):
                return step
        return None

    @property
    def green_commit(self) -> str:
        """The commit of the last green check, or of the start."""
        step = self.last_green()
        return self.start if step is None else step.commit

    def last_wanted(self) -> Step | None:
        """Return the last check that came as expected, or was green. A reverted one was neither."""
        for step in reversed(self.steps):
            is_as_expected = step.check.expected == step.status
            if step.reverted is None and (step.is_green or is_as_expected):
                return step
        return None

    def find_check(self, number: str) -> Step | None:
        """Return the check with a number, as `dojo progress` counts them."""
        if number.isdecimal() and 1 <= int(number) <= len(self.steps):
            return self.steps[int(number) - 1]
        return None

    def would_repeat(self, step: Step) -> bool:
        """Return whether a check repeats the last one: same files, same guard, same result.

        Such a check is recorded, but it is no step of its own. After a revert, a swap or a pause,
        it is one.
        """
        last = self.last
        if last is None or last.reverted is not None or is_pause(last, step):
            return False
        was_swapped = bool(self.swaps) and self.swaps[-1].after == last.number
        is_same_result = (last.status, last.approved) == (step.status, step.approved)
        is_same = last.tree == step.tree and last.guard == step.guard and is_same_result
        return is_same and not was_swapped

    # How events change it.

    def apply(self, event: Event, entry: Entry) -> None:  # noqa: C901 - one case each
        """Apply an event of a commit."""
        match event:
            case Named():
                self.name = event.name
            case Swapped():
                self._swap(event, entry.moment)
            case Committed():
                self.commits.setdefault(event.tree, event.subject)
            case RedLimitSet():
                self.max_red_seconds = 60 * event.minutes
            case Checked():
                self._add_check(event, entry)
            case Reverted():
                self._revert(event.reverts, entry.moment)
            case Restored():
                self._restore(entry)
            case Scored():
                self._score(event)
            case SlipSent():
                sent = self.slips_of_others.sent + 1
                self.slips_of_others = structs.replace(self.slips_of_others, sent=sent)
                self.last_slip = entry.moment
            case SlipsTried():
                sent = self.slips_of_others.sent
                self.slips_of_others = SlipsOfOthers(event.noticed, event.tried, sent)
                self.last_slip = entry.moment
            case Left():
                self.left = event.left
                self.left_branches.add(event.left)
        if isinstance(event, WITH_FILES):
            self.base = entry.tree

    def _swap(self, event: Swapped, moment: datetime) -> None:
        self.partners = event.name or self.partners
        self.swaps.append(Swap(moment, self.partners, len(self.steps)))

    def _add_check(self, check: Checked, entry: Entry) -> None:
        """Add a check as a step, or to the last step if it only repeats that one.

        A green step has the score that its files got at an earlier check.
        """
        step = Step(check, entry.commit, entry.tree, entry.moment, checked=entry.moment)
        if self.last is not None and self.would_repeat(step):
            # It is part of that step. A later prediction is none.
            self.checks[entry.commit] = self.last
            self.last.checked = entry.moment
            return
        self.checks[step.commit] = step
        step.base = self.base
        step.who = self.who
        if self.last is not None:
            self._place_after(step, self.last)
        if step.is_green:
            step.score = self.scores.get(step.tree)
        self.steps.append(step)

    def _place_after(self, step: Step, before: Step) -> None:
        """Set the number, round and minute of a step. A pause ends a round."""
        step.number = before.number + 1
        step.round = before.round
        seconds = seconds_between(before.moment, step.moment)
        if is_pause(before, step):
            step.round += 1
            seconds = (before.checked - before.moment).total_seconds() + PAUSE_SECONDS
        step.minute = round(before.minute + seconds / 60, 2)

    def _revert(self, commit: str, moment: datetime) -> None:
        if commit in self.checks:
            self.checks[commit].reverted = moment

    def _restore(self, entry: Entry) -> None:
        """Count the last check as reverted, if it failed; but not if its own files are restored."""
        if self.last is None or self.last.is_green:
            return
        self.last.reverted = None if self.last.tree == entry.tree else entry.moment

    def _score(self, event: Scored) -> None:
        """Take over a score, in percent, as a share from 0 to 1.

        All green steps with the graded files have it, also later ones.
        """
        self.score = event.score / 100
        graded = self.checks.get(event.of)
        if graded is None:
            return
        self.scores[graded.tree] = self.score
        for step in self.steps:
            if step.is_green and step.tree == graded.tree:
                step.score = self.score


def split_partners(who: str) -> tuple[str, list[str]]:
    """Return the driver and the others, as people write them: "Ann & Ben", "Ann, Ben and Cem"."""
    driver, *others = SEPARATOR.split(who.strip())
    return driver, others


def without_undone_swaps(entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries without each swap that was undone, and without the undoing."""
    kept: list[Entry] = []
    undone = 0
    for entry in reversed(list(entries)):
        swaps = [event.swap for event in entry.events if isinstance(event, Swapped)]
        if swaps == ["undone"]:
            undone += 1
        elif swaps and undone:
            undone -= 1
        else:
            kept.append(entry)
    return kept[::-1]


def fold(entries: Iterable[Entry]) -> History:
    """Return the history of entries, oldest first. A new start begins a new practice."""
    history = History()
    for entry in without_undone_swaps(entries):
        starts = [event for event in entry.events if isinstance(event, Started)]
        if not starts:
            # Any later commit means that the pair came back.
            history.left = ""
            history.merged = entry.merged or history.merged
            for event in entry.events:
                history.apply(event, entry)
            continue
        earlier = history if history.started else None
        started = starts[0]
        history = History(started, entry.moment, entry.commit, entry.tree, name=started.name)
        history.base = entry.tree
        if earlier is not None:
            history.earlier = earlier
            history.left_branches = earlier.left_branches
    return history


def read_history(repository: Repository, end: str = CHECKS) -> History:
    """Return the history up to a commit or ref. It is empty if there is none."""
    commits = list(repository.log(end, first_parents=True))
    return fold(parse_entry(commit) for commit in reversed(commits))


def read_started_history(folder: Path) -> History:
    """Return the history of a practice. Raises WorkspaceError if it is lost."""
    repository = Repository(folder)
    _ = repository.git  # raises GitError if the repository is gone or broken
    history = read_history(repository)
    if history.started is None:
        raise WorkspaceError(
            f"{folder.name}/ has lost its history: {CHECKS} is missing in its repository.\n"
            f"{START_OVER_ADVICE}"
        )
    return history


def read_whole_history(repository: Repository, end: str) -> History:
    """Return the history up to a commit. Histories that it continues are its earlier practices."""
    history = read_history(repository, end)
    oldest = history.practices[0]
    for practice in history.practices:
        if practice.merged:
            oldest.earlier = read_whole_history(repository, practice.merged)
            oldest = oldest.practices[0]
    return history


def read_earlier(repository: Repository, history: History) -> History:
    """Return the practice before a new start, or the one that was continued here."""
    if history.merged:
        return read_history(repository, history.merged)
    return history.earlier or History()
