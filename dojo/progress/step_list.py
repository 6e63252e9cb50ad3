"""The steps of a timeline as a list for its page: each is a line or two, and a click opens what changed in it.

row: a green step, with the measures that differ from those of the row before; or a streak, with what failed in it; or
what came between, which opens nothing.
"""

from collections.abc import Iterable, Iterator, Mapping

from dojo.progress.drawn_diff import MOST_CHARACTERS, drawn_diff, shown
from dojo.progress.metrics import MEASURES, Measures
from dojo.progress.timeline import TIME, Step, Streak, Timeline

MOST_OF_ALL = 2_000_000  # characters of HTML, of all diffs together
MOST_SAID = 3  # of what failed in a streak
LOST = "<p>The files of this check are lost.</p>"
SAME = "<p>No file changed since the check before.</p>"


def listed(timeline: Timeline, diffs: Mapping[int, str]) -> str:
    """Return the rows as items of a list; diffs by number, none where files are lost, empty where none changed."""
    most = min(MOST_CHARACTERS, MOST_OF_ALL // max(1, len(diffs)))

    def changed(step: Step, heading: str) -> str:
        diff = diffs.get(step.number)
        return LOST if diff is None else drawn_diff(diff, heading, most) or SAME

    items, day, before = [], timeline.steps[0].start.date(), None
    for row in timeline.rows:
        if row.start.date() != day:
            day = row.start.date()
            items.append(_between(str(day)))
        if isinstance(row, Streak):
            items.append(_streak(row, "\n".join(f"{_heading(step)}\n{changed(step, 'h5')}" for step in row.steps)))
        elif isinstance(row, Step):
            items.append(_step(row, before, changed(row, "h4")))
            before = row.measures or before
    return "\n".join(items)


def _step(step: Step, before: Measures | None, inside: str) -> str:
    """Return a green step: its name, and the measures that are new."""
    below = [*_news(before, step.measures), *([f"mutants killed {step.score:.1%}"] if step.score is not None else [])]
    return _item("green", [step], shown(step.name), [" · ".join(below)] if below else [], inside)


def _streak(streak: Streak, inside: str) -> str:
    """Return a streak: how long it was, and what failed, each thing once."""
    said = list(dict.fromkeys(step.entry.message for step in streak.steps if step.entry.message))
    more = [f"and {len(said) - MOST_SAID} more"] if len(said) > MOST_SAID else []
    return _item(streak.status, streak.steps, shown(str(streak)), [*map(shown, said[:MOST_SAID]), *more], inside)


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


def numbers(steps: list[Step]) -> str:
    """Return the number of a step, or those of the first and the last."""
    return "-".join(dict.fromkeys(f"{step.number}" for step in (steps[0], steps[-1])))


def _heading(step: Step) -> str:
    """Return what stands above the diff of one of the checks of a streak."""
    entry = step.entry
    said = f": <bdi>{shown(entry.message)}</bdi>" if entry.message else ""
    return f"<h4>{step.number}, {_time(step)}, {entry.status}{said}</h4>"


def _between(words: str) -> str:
    return f'<li class="between"><p><bdi>{shown(words)}</bdi></p></li>'


def _time(step: Step) -> str:
    return f'<time datetime="{step.start:%Y-%m-%dT%H:%M:%S%z}">{step.start:{TIME}}</time>'


def _news(before: Measures | None, now: Measures | None) -> Iterator[str]:
    """Yield each measure that is another than before; at first, each."""
    for measure in MEASURES if now else ():
        new, old = (measure.show(each).strip() if each else "" for each in (now, before))
        if new != old:
            yield shown(f"{measure.name} {old} → {new}" if old else f"{measure.name} {new}")
