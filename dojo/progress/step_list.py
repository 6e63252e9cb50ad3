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


def listed(timeline: Timeline, measures: Sequence[Measure], diffs: Mapping[int, str]) -> str:
    """Return the rows as items of a list, with these measures.

    Diffs are by number; there is none where files are lost, and an empty one where no file changed.
    """
    changed: dict[int, str] = {}
    for step in timeline.steps:
        diff = diffs.get(step.number)
        changed[step.number] = _opened(step, diff)
    items = _items(timeline, measures, changed)
    return "\n".join(items)


def _opened(step: Step, diff: str | None) -> str:
    """Return what a step opens; in a streak, a check has the h4."""
    if diff is None:
        return LOST
    heading = "h4" if step.entry.green else "h5"
    return drawn_diff(diff, heading) or f"<p>{step.without_diff}</p>"


def _items(timeline: Timeline, measures: Sequence[Measure], changed: Mapping[int, str]) -> Iterator[str]:
    """Yield the rows, and each new day."""
    day = timeline.steps[0].start.date()
    before: Measures | None = None
    for row in timeline.rows:
        if row.start.date() != day:
            day = row.start.date()
            yield _between(f"{day}")
        if isinstance(row, Break):
            yield _between(f"{row}")
        elif isinstance(row, Streak):
            first = row.first - 1
            checks = timeline.steps[first : first + row.checks]
            yield _streak(row, checks, changed)
        else:
            news = _news(measures, before, row.measures)
            yield _step(row, news, changed)
            before = row.measures or before


def _step(step: Step, news: Iterable[str], changed: Mapping[int, str]) -> str:
    """Return a green step: its name, what is new of the measures, its score, and what it goes by beside the kata."""
    spans = list(news)
    score = score_of(step)
    if score:
        spans.append(f"<span>mutants killed {score}</span>")
    approved = str(step.entry.approved)
    if approved:
        spans.append(f"<span>{approved}</span>")
    below = [" ".join(spans)] if spans else []
    return _item(step, "green", shown(step.title), below, changed[step.number])


def _streak(streak: Streak, steps: list[Step], changed: Mapping[int, str]) -> str:
    """Return a streak: how long it was, what was tried, and what failed, each thing once."""
    messages = [step.entry.message for step in steps if step.entry.message]
    said = list(dict.fromkeys(messages))
    below = [shown(message, WIDEST_SAID) for message in said[:MOST_SAID]]
    unsaid = len(said) - MOST_SAID
    if unsaid > 0:
        below.append(f"and {unsaid} more")
    name = shown(f"{streak}")
    if streak.tried:
        name += f": {shown(streak.tried)}"
    checks = [f"{_heading(step)}\n{changed[step.number]}" for step in steps]
    return _item(streak, streak.status, name, below, "\n".join(checks))


def _item(row: Step | Streak, status: str, name: str, below: list[str], inside: str) -> str:
    """Return a row whose name and what stands below it are HTML, as is what it opens."""
    place = f' id="{row.number}"' if isinstance(row, Step) else ""  # in a streak, each check has its own
    number = f'<span class="number">{numbers_of(row)}</span>'
    lines = [
        f'<li class="{status}"{place}>',
        "<details>",
        f"<summary>{number} {_time(row.start)}{_who(row)}",
        f'<span class="status">{status}</span>',
        f"<h3><bdi>{name}</bdi></h3>",
    ]
    lines += [f'<span class="below"><bdi>{line}</bdi></span>' for line in below]
    lines += ["</summary>", f'<div class="inside">\n{inside}\n</div>', "</details>", "</li>"]
    return "\n".join(lines)


def score_of(step: Step) -> str:
    """Return the mutation score as people read it; nothing where it is not known."""
    if step.score is None:
        return ""
    percent = 100 * step.score
    return f"{percent:.1f} %"


def _heading(step: Step) -> str:
    """Return what stands above the diff of one of the checks of a streak."""
    number, entry = step.number, step.entry
    said = f": <bdi>{shown(entry.message)}</bdi>" if entry.message else ""
    return f'<h4 id="{number}">{number}, {_time(step.start)}{_who(step)}, {entry.status}{said}</h4>'


def _who(row: Step | Streak) -> str:
    """Return who made a step, where that is to be said; in a streak, each check has its own."""
    return f" <bdi>{shown(row.who)}</bdi>" if isinstance(row, Step) and row.who else ""


def _between(words: str) -> str:
    return f'<li class="between"><p><bdi>{shown(words)}</bdi></p></li>'


def _time(moment: datetime) -> str:
    standard = f"{moment:%Y-%m-%dT%H:%M:%S%z}"
    return f'<time datetime="{standard}">{moment:{TIME}}</time>'


def _news(measures: Iterable[Measure], before: Measures | None, now: Measures | None) -> Iterator[str]:
    """Yield each measure that is another than before, marked where it is better; at first, each."""
    if now is None:
        return
    for measure in measures:
        new = measure.show(now)
        if before is None:
            word = shown(measure.word(now), WIDEST_WORD)
            yield f"<span>{measure.name} {new} {word}</span>"
            continue
        old = measure.show(before)
        if old != new:
            is_better = measure.less_is_better and measure.value(now) < measure.value(before)
            kind = ' class="better"' if is_better else ""
            yield f"<span{kind}>{measure.name} {old} → {new}</span>"
