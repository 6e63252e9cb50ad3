"""Compare samples of the board with the truth about the pairs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from tests.dojo.rehearsal.forms import ABSENT, STATES, Row, Sample
from tests.dojo.rehearsal.truth import (
    SIGN_OF_LIFE_SECONDS,
    TRANSPORT_SECONDS,
    Standing,
    Truth,
)

LONG_RED_SECONDS = 120
RED_TOLERANCE = 6
AGE_TOLERANCE = 10


class Untruth(NamedTuple):
    """Something that a sample says and that is not so. `pair` is empty if it is the header."""

    sample: Sample
    pair: str
    shown: str
    true: str


class Known(Protocol):
    """A pair, and the truth about it."""

    @property
    def first_name(self) -> str: ...
    @property
    def truth(self) -> Truth: ...


def untruths(sample: Sample, pairs: Sequence[Known]) -> list[Untruth]:
    """Compare a sample with the truth about all pairs."""
    if sample.problem:
        return [Untruth(sample, "", sample.problem, "a board")]
    found: list[Untruth] = []
    matched: set[str] = set()
    for pair in pairs:
        standings = pair.truth.known(sample.asked, sample.answered)
        names = {standing.name for standing in standings}
        matched |= names
        rows = [row for row in sample.rows if row.name in names]
        problems = _compare_rows(rows, standings, pair.truth, sample)
        if problems:
            shown = " / ".join(row.text for row in rows) or "no row"
            found.append(Untruth(sample, pair.first_name, shown, "; ".join(problems)))
    strangers = [row for row in sample.rows if row.name not in matched]
    found += [Untruth(sample, row.name, row.text, "nobody has this name") for row in strangers]
    problems = list(_header_problems(sample, len(pairs)))
    if problems:
        found.append(Untruth(sample, "", str(sample.counts), "; ".join(problems)))
    return found


def _compare_rows(
    rows: list[Row], standings: list[Standing], truth: Truth, sample: Sample
) -> list[str]:
    """Return the corrections of the rows of a pair."""
    if not rows:
        return ["one row"]
    if len(rows) > 1 and len(standings) == 1:
        return ["one row alone"]
    row = rows[-1]
    problems = list(_silence_problems(row, truth, sample))
    if problems:
        return problems
    of_standings = [list(_problems(row, standing, sample)) for standing in standings]
    if [] in of_standings:
        return []
    return of_standings[-1]


def _silence_problems(row: Row, truth: Truth, sample: Sample) -> Iterable[str]:
    allowed = truth.silences(sample.asked) | truth.silences(sample.answered)
    cut = truth.last_cut(sample.answered)
    if row.is_silent not in allowed:
        yield "silent" if cut is not None and truth.is_cut(sample.answered) else "heard"
    elif row.is_silent and cut is not None:
        if row.heard is None:
            yield "last heard ..."
            return
        least = sample.asked - cut - TRANSPORT_SECONDS
        most = sample.answered - cut + SIGN_OF_LIFE_SECONDS + TRANSPORT_SECONDS
        if not least <= row.heard <= most:
            yield f"last heard {least:.0f} to {most:.0f} s ago"


def _problems(row: Row, standing: Standing, sample: Sample) -> Iterable[str]:
    """Yield corrections of a row, given how the pair stands."""
    if row.state != standing.state:
        yield standing.state
    if not row.is_silent:
        yield from _red_problems(row, standing, sample)
    yield from _age_problems(row, standing, sample)
    if row.lights not in (None, standing.lights):
        yield f"{standing.lights} lights"


def _red_problems(row: Row, standing: Standing, sample: Sample) -> Iterable[str]:
    if standing.red_since is None:
        if row.red is not None or row.is_overdue:
            yield "not red"
        return
    least = sample.asked - standing.red_since - RED_TOLERANCE
    most = sample.answered - standing.red_since + RED_TOLERANCE
    is_right = row.red is not None and least <= row.red <= most
    if not is_right and not row.is_about:
        yield f"red for {least + RED_TOLERANCE:.0f} s"
    if row.is_overdue is False and least > LONG_RED_SECONDS:
        yield f"! for red for {least + RED_TOLERANCE:.0f} s"
    if row.is_overdue and most < LONG_RED_SECONDS:
        yield f"no ! for red for {most - RED_TOLERANCE:.0f} s"


def _age_problems(row: Row, standing: Standing, sample: Sample) -> Iterable[str]:
    if standing.last_check is None:
        if row.ages is not None:
            yield "no check"
        return
    if row.is_silent and row.ages is None:  # nobody knows it
        return
    least = sample.asked - standing.last_check - AGE_TOLERANCE
    most = sample.answered - standing.last_check + AGE_TOLERANCE
    if row.ages is None or row.ages[1] < least or row.ages[0] > most:
        yield f"checked {least + AGE_TOLERANCE:.0f} s ago"


def _header_problems(sample: Sample, pairs: int) -> Iterable[str]:
    """Yield corrections of the counts. Each pair counts once, and nobody left."""
    counts = sample.counts
    if counts.get("pair") != pairs:
        yield f"{pairs} pairs"
    if counts.get("left"):
        yield "nobody left"
    if sample.form == "json":
        return
    counted = sum(counts.get(label, 0) for label in (*STATES, *ABSENT))
    if counted != counts.get("pair"):
        yield f"the states add up to {counted}"
    shown = Counter("silent" if row.is_silent else row.state for row in sample.rows)
    for label in (*STATES, "silent"):
        if counts.get(label, 0) != shown[label]:
            yield f"the rows have {shown[label]} {label}"
