"""The steps of a timeline as a list for its page: each is a line or two, and a click opens what changed in it.

row: a green step, with the measures that differ from those of the row before; or a streak, with what failed in it; or
what came between, which opens nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from dojo.progress.drawn_diff import drawn_diff, shown
from dojo.progress.metrics import Measure, Measures
from dojo.progress.steps import Step
from dojo.progress.timeline import TIME, Break, Streak, Timeline, numbers_of

WIDEST_WORD = 40  # characters, of a measure
WIDEST_SAID = 160  # likewise, of what failed; the rest stands with the diff
MOST_SAID = 3  # of what failed in a streak
LOST = "<p>What changed here cannot be shown.</p>"
SAME = "<p>No file changed.</p>"


def listed(timeline: Timeline, measures: Sequence[Measure], diffs: Mapping[int, str]) -> str:
    """Return the rows as items of a list, with these measures.

    Diffs are by number; there is none where files are lost, and an empty one where no file changed.
    """
    changed = {step.number: _opened(step, diffs.get(step.number)) for step in timeline.steps}
    return "\n".join(_items(timeline, measures, changed))


def _opened(step: Step, diff: str | None) -> str:
    """Return what a step opens; in a streak, a check has the h4."""
    return LOST if diff is None else drawn_diff(diff, "h4" if step.entry.green else "h5") or SAME


def _items(timeline: Timeline, measures: Sequence[Measure], changed: Mapping[int, str]) -> Iterator[str]:
    """Yield the rows, and each new day."""
    day, before = timeline.steps[0].start.date(), None
    for row in timeline.rows:
        if row.start.date() != day:
            day = row.start.date()
            yield _between(f"{day}")
        if isinstance(row, Break):
            yield _between(f"{row}")
        elif isinstance(row, Streak):
            yield _streak(row, timeline.steps[row.first - 1 : row.first - 1 + row.checks], changed)
        else:
            yield _step(row, _news(measures, before, row.measures), changed)
            before = row.measures or before


def _step(step: Step, news: Iterable[str], changed: Mapping[int, str]) -> str:
    """Return a green step: its name, what is new of the measures, and its score."""
    below = " ".join([*news, *(f"<span>mutants killed {score}</span>" for score in [score_of(step)] if score)])
    return _item(step, "green", shown(step.title), [below] if below else [], changed[step.number])


def _streak(streak: Streak, steps: list[Step], changed: Mapping[int, str]) -> str:
    """Return a streak: how long it was, what was tried, and what failed, each thing once."""
    said = list(dict.fromkeys(step.entry.message for step in steps if step.entry.message))
    more = [f"and {len(said) - MOST_SAID} more"] if len(said) > MOST_SAID else []
    failed = [shown(message, WIDEST_SAID) for message in said[:MOST_SAID]]
    tried = f": {shown(streak.tried)}" if streak.tried else ""
    inside = "\n".join(f"{_heading(step)}\n{changed[step.number]}" for step in steps)
    return _item(streak, streak.status, shown(f"{streak}") + tried, [*failed, *more], inside)


def _item(row: Step | Streak, status: str, name: str, below: list[str], inside: str) -> str:
    """Return a row whose name and what stands below it are HTML, as is what it opens."""
    place = f' id="{row.number}"' if isinstance(row, Step) else ""  # in a streak, each check has its own
    return "\n".join(
        [
            f'<li class="{status}"{place}>',
            "<details>",
            f'<summary><span class="number">{numbers_of(row)}</span> {_time(row.start)}{_who(row)}',
            f'<span class="status">{status}</span>',
            f"<h3><bdi>{name}</bdi></h3>",
            *(f'<span class="below"><bdi>{line}</bdi></span>' for line in below),
            "</summary>",
            f'<div class="inside">\n{inside}\n</div>',
            "</details>",
            "</li>",
        ]
    )


def score_of(step: Step) -> str:
    """Return the mutation score as people read it; nothing where it is not known."""
    return "" if step.score is None else f"{100 * step.score:.1f} %"


def _heading(step: Step) -> str:
    """Return what stands above the diff of one of the checks of a streak."""
    entry = step.entry
    said = f": <bdi>{shown(entry.message)}</bdi>" if entry.message else ""
    return f'<h4 id="{step.number}">{step.number}, {_time(step.start)}{_who(step)}, {entry.status}{said}</h4>'


def _who(row: Step | Streak) -> str:
    """Return who made a step, where that is to be said; in a streak, each check has its own."""
    return f" <bdi>{shown(row.who)}</bdi>" if isinstance(row, Step) and row.who else ""


def _between(words: str) -> str:
    return f'<li class="between"><p><bdi>{shown(words)}</bdi></p></li>'


def _time(moment: datetime) -> str:
    return f'<time datetime="{moment:%Y-%m-%dT%H:%M:%S%z}">{moment:{TIME}}</time>'


def _news(measures: Iterable[Measure], before: Measures | None, now: Measures | None) -> Iterator[str]:
    """Yield each measure that is another than before, marked where it is better; at first, each."""
    if now is None:
        return
    for measure in measures:
        new, word = measure.show(now), shown(measure.word(now), WIDEST_WORD)
        if before is None:
            yield f"<span>{measure.name} {new} {word}</span>"
        elif (old := measure.show(before)) != new:
            is_better = measure.less_is_better and measure.value(now) < measure.value(before)
            kind = ' class="better"' if is_better else ""
            yield f"<span{kind}>{measure.name} {old} → {new}</span>"
