"""Pairs side by side, for the retrospective: the report of which text, JSON and page are made.

`dojo.commands.room_compare` makes them.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from msgspec import Struct

from dojo.kata.catalogue import refactoring_named_in
from dojo.practice.history import History, SlipsOfOthers
from dojo.practice.model import ChangedExpectations
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Predictions, Step, count_predictions, seconds_between
from dojo.progress.measures import Measures
from dojo.progress.steps import measured_steps
from dojo.room.pairs import Pair, Sources
from dojo.room.rows import Unreachable, closed_rooms, present_and_left, unreachable_rooms
from dojo.text import shorten
from dojo.times import MINUTE_SECONDS

MAX_SUBJECT = 50


class ComparedPractice(Struct):
    """The work of a pair in a practice. A value is None if it is not known.

    `minutes`, `lines`: the medians of its steps. `longest_red`: in seconds, or None if it was never
    red. `still_red`: whether that is not over. `worst_complexity`, `total_complexity`: at the first
    green check, and at the last. `mutants`: the score from 0 to 1. `refactorings`: how often each
    was made, by name. `other_commits`: the subjects that name no refactoring.
    """

    name: str
    level: int | None
    blind: bool
    step: int
    checks: int
    has_times: bool
    minutes: float | None
    lines: float | None
    longest_red: float | None
    still_red: bool
    worst_complexity: list[int]
    total_complexity: list[int]
    mutants: float | None
    slips: SlipsOfOthers
    predictions: Predictions
    approved: ChangedExpectations
    refactorings: dict[str, int]
    other_commits: list[str]
    practice: int


class ComparedPairs(Struct):
    pairs: list[ComparedPractice]
    left: list[str]
    closed: list[str]
    unreachable: dict[str, Unreachable]


def compare_pairs(sources: Sources, now: float) -> ComparedPairs:
    """Compare the practices of the pairs that are present, in the order of the board."""
    present, left = present_and_left(sources)
    practices: list[ComparedPractice] = []
    for pair in present:
        practices += compare_pair(pair, now)
    names = [pair.name for pair in left]
    return ComparedPairs(practices, names, closed_rooms(sources), unreachable_rooms(sources))


def compare_pair(pair: Pair, now: float) -> list[ComparedPractice]:
    """Return the practices of a pair, the oldest first, without those that have no check."""
    practices = [each for each in pair.history.practices if each.checks] or [pair.history]
    return [
        _compare_practice(pair, each, number, now) for number, each in enumerate(practices, start=1)
    ]


def _compare_practice(pair: Pair, practice: History, number: int, now: float) -> ComparedPractice:
    steps = practice.steps
    lines = [_changed_lines(pair.repository, step) for step in steps if step.base]
    longest_red, is_still_red = longest_red_of(pair, practice, now)
    at_ends = _measures_at_ends(pair.repository, practice)
    names = [(refactoring_named_in(subject), subject) for subject in practice.commits.values()]
    refactorings = Counter(name for name, _ in names if name)
    return ComparedPractice(
        name=pair.name,
        level=practice.choices.level or None,
        blind=practice.choices.blind,
        step=practice.choices.step,
        checks=len(practice.checks),
        has_times=pair.has_all_times,
        minutes=_median(_minutes_between(practice)) if pair.has_all_times else None,
        lines=_median([count for count in lines if count]),
        longest_red=longest_red,
        still_red=is_still_red,
        worst_complexity=[measures.worst_complexity for measures in at_ends],
        total_complexity=[measures.total_complexity for measures in at_ends],
        mutants=practice.score,
        slips=practice.slips_of_others,
        predictions=count_predictions(steps),
        approved=practice.approved,
        refactorings=dict(refactorings.most_common()),
        other_commits=[shorten(subject, MAX_SUBJECT) for name, subject in names if not name],
        practice=number,
    )


def _median(values: Sequence[float]) -> float | None:
    return median(values) if values else None


def longest_red_of(pair: Pair, practice: History, now: float) -> tuple[float | None, bool]:
    """Return how long a practice was red or amber at most, in seconds, and whether it still is."""
    times = list(practice.red_times)
    since = practice.red_since
    if not pair.has_all_times:
        return None, False
    if since is None or practice.last is None:
        return max(times, default=None), False
    is_open = practice is pair.history
    end = pair.known_until(now) if is_open else practice.last.checked.timestamp()
    for later in pair.history.practices:
        if later.earlier is practice and later.started_at and not later.started_after_pause():
            end = later.started_at.timestamp()
    running = max(0.0, end - since.timestamp())
    return max([running, *times]), is_open and running >= max(times, default=0.0)


def _minutes_between(history: History) -> list[float]:
    """Return the minutes from each check to the next. A pause is no step."""
    return [
        seconds_between(old.moment, new.moment) / MINUTE_SECONDS
        for old, new in pairwise(history.steps)
        if old.round == new.round
    ]


def _changed_lines(repository: Repository, step: Step) -> int:
    """Return how many lines of Python a step added and removed."""
    changes = repository.changes(step.base, step.tree)
    return sum(sum(counts) for path, counts in changes.items() if path.endswith(".py"))


def _measures_at_ends(repository: Repository, history: History) -> list[Measures]:
    """Return the measures at the first green check, and at the last."""
    greens = [step.number for step in history.steps if step.is_green]
    ends = {*greens[:1], *greens[-1:]}
    steps = measured_steps(repository, history, only=ends)
    measured = [step.measures for step in steps if step.measures]
    return measured[:1] + measured[-1:]
