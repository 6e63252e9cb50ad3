"""The steps of a timeline as a list for its page: each is a line or two, and a click opens what changed in it.

row: a green step, with the measures that differ from those of the row before; or a streak, with what failed in it; or
what came between, which opens nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dojo.progress.drawn_diff import MOST_CHARACTERS, drawn_diff, shown
from dojo.progress.metrics import Measure, Measures
from dojo.progress.timeline import TIME, Step, Streak, Timeline

MOST_OF_ALL = 2_000_000  # characters of HTML, of all diffs together
WIDEST_WORD = 40  # characters, of a measure
WIDEST_SAID = 160  # likewise, of what failed; the rest stands with the diff
MOST_SAID = 3  # of what failed in a streak
AT_FIRST, AS_BEFORE = "as at the start", "as before"
LOST = "<p>What changed here cannot be shown.</p>"
SAME = "<p>No file changed.</p>"


def listed(timeline: Timeline, measures: Sequence[Measure], diffs: Mapping[int, str]) -> str:
    """Return the rows as items of a list, with these measures.

    Diffs are by number; there is none where files are lost, and an empty one where no file changed.
    """
    most = min(MOST_CHARACTERS, MOST_OF_ALL // max(1, len(diffs)))

    def changed(step: Step, heading: str) -> str:
        diff = diffs.get(step.number)
        return LOST if diff is None else drawn_diff(diff, heading, most) or SAME

    items, day, before = [], timeline.steps[0].start.date(), None
    for row in timeline.rows:
        if row.start.date() != day:
            day = row.start.date()
            items.append(_between(f"{day}"))
        if isinstance(row, Streak):
            steps = steps_of_row(timeline, row)
            inside = "\n".join(f"{_heading(step)}\n{changed(step, 'h5')}" for step in steps)
            items.append(_streak(row, steps, inside))
        elif isinstance(row, Step):
            news = _news(measures, before, row.measures) if row.measures else ()
            items.append(_step(row, news, changed(row, "h4")))
            before = row.measures or before
        else:
            items.append(_between(f"{row}"))
    return "\n".join(items)


def _step(step: Step, news: Iterable[str], inside: str) -> str:
    """Return a green step: its name, what is new of the measures, and its score."""
    below = [*news, *(f"<span>mutants killed {score}</span>" for score in [score_of(step)] if score)]
    name = step.name or (AT_FIRST if step.number == 1 else AS_BEFORE)
    return _item("green", [step], shown(name), [" ".join(below)] if below else [], inside)


def _streak(streak: Streak, steps: list[Step], inside: str) -> str:
    """Return a streak: how long it was, what was tried, and what failed, each thing once."""
    said = list(dict.fromkeys(step.entry.message for step in steps if step.entry.message))
    more = [f"and {len(said) - MOST_SAID} more"] if len(said) > MOST_SAID else []
    failed = [shown(message, WIDEST_SAID) for message in said[:MOST_SAID]]
    tried = f": {shown(streak.tried)}" if streak.tried else ""
    return _item(streak.status, steps, shown(f"{streak}") + tried, [*failed, *more], inside)


def _item(status: str, steps: list[Step], name: str, below: Iterable[str], inside: str) -> str:
    first = steps[0]
    return "\n".join(
        [
            f'<li class="{status}" id="{first.number}">',
            "<details>",
            f'<summary><span class="number">{numbers(steps)}</span> {_time(first)}',
            f'<span class="status">{status}</span>',
            f"<h3><bdi>{name}</bdi></h3>",
            *(f'<span class="below"><bdi>{line}</bdi></span>' for line in below),
            "</summary>",
            f'<div class="inside">\n{inside}\n</div>',
            "</details>",
            "</li>",
        ]
    )


def steps_of_row(timeline: Timeline, row: Step | Streak) -> list[Step]:
    """Return the checks that a row is about."""
    return [row] if isinstance(row, Step) else timeline.steps[row.first - 1 : row.first - 1 + row.checks]


def numbers(steps: list[Step]) -> str:
    """Return the number of a step, or those of the first and the last."""
    return "-".join(dict.fromkeys(f"{step.number}" for step in (steps[0], steps[-1])))


def score_of(step: Step) -> str:
    """Return the mutation score as people read it; nothing where it is not known."""
    return "" if step.score is None else f"{100 * step.score:.1f} %"


def _heading(step: Step) -> str:
    """Return what stands above the diff of one of the checks of a streak."""
    entry = step.entry
    said = f": <bdi>{shown(entry.message)}</bdi>" if entry.message else ""
    return f"<h4>{step.number}, {_time(step)}, {entry.status}{said}</h4>"


def _between(words: str) -> str:
    return f'<li class="between"><p><bdi>{shown(words)}</bdi></p></li>'


def _time(step: Step) -> str:
    return f'<time datetime="{step.start:%Y-%m-%dT%H:%M:%S%z}">{step.start:{TIME}}</time>'


def _news(measures: Iterable[Measure], before: Measures | None, now: Measures) -> Iterator[str]:
    """Yield each measure that is another than before, marked where it is better; at first, each."""
    for measure in measures:
        new, word = measure.show(now), shown(measure.word(now), WIDEST_WORD)
        if before is None:
            yield f"<span>{measure.name} {new} {word}</span>"
        elif (old := measure.show(before)) != new:
            is_better = measure.less_is_better and measure.value(now) < measure.value(before)
            kind = ' class="better"' if is_better else ""
            yield f"<span{kind}>{measure.name} {old} → {new}</span>"
