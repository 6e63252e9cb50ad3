"""`dojo compare`: measures of legacy, a practice and refactored, in a table.

A practice is about a level, so the others are compared as far as that level goes. Part of a level: of the tangle what
a practice of this level begins with, of the clean twin the modules that this part of the tangle became.
"""

import json
import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from dojo.commands.options import as_json_instead_of, practice_here
from dojo.commands.wish import Wish, wish_of
from dojo.kata.workspace import LAST, find_workspace, tangle
from dojo.practice.model import NAME, NOTHING_APPROVED, Differences, Practice, parsed, source_files
from dojo.practice.snapshots import Repository
from dojo.practice.story import Story, read_story
from dojo.progress.metrics import Measures, State, measure, worth_showing
from dojo.text import WIDTH, counted

UNKNOWN = "-"
SCORING = ("refusals", "dice", "scoring", "rulesets", "yatzy")
CARDS = ("scorecard", "players", "sheet")  # players: who may have a card is decided there
GAMES = ("events", "game", "tournament", "transcript")
EVENING = ("evening", "hall_of_fame")
REFACTORED_AT = {
    1: SCORING,
    2: SCORING + CARDS,
    3: SCORING + CARDS + GAMES,
    4: SCORING + CARDS + GAMES + EVENING,
}


@dataclass(frozen=True)
class Comparison:
    """The measures of each, by its name; `broken`: files of the practice that do not parse; what an approval took.

    `approved`: what the last green check of the practice went by beside the kata's documents.
    """

    measures: dict[str, Measures]
    broken: list[str]
    wish: Wish | None
    approved: Differences = NOTHING_APPROVED


@click.command()
@click.option("--since", metavar="COMMIT", help="Count what differs in practice/ since then.")
@as_json_instead_of("table")
def compare(since: str | None, *, as_json: bool) -> None:
    """Compare measures of legacy, practice/ and refactored.

    Those of `dojo progress`, what improves most first, and sizes behind; of legacy and refactored, the part that your
    level is about. Look when you are done, not before.

    \b
    complexity        cognitive: how hard a function is to follow; each branch
                      counts 1, and 1 more for each level that it is nested;
                      the mean falls with each short function that is added
    duplicated lines  4 or more in a row that stand elsewhere too, each copy
    design findings   what ruff finds by rules that are about design, by name;
                      `ruff rule too-many-branches` is about one
    lines             those that are not blank

    After `dojo approve practice`, it counts the files and functions that your last approval took: all that differ from
    the last green check before it to the first after it, whether a customer wished it or not. With --since, all that
    differ from a commit to now. For the tangle, nothing is on record: fulfil the wish in a fresh copy
    (`dojo start --again`), approve it, and compare.
    """
    workspace = find_workspace()
    practice = practice_here() if (workspace / NAME).is_dir() else None
    found = comparison_of(workspace, practice, since)
    if as_json:
        click.echo(json.dumps(_as_json(found, practice)))
        return
    own = practice.name if practice else NAME
    for path in found.broken:
        _say(f"{own}/{path} does not parse: of {own}/, only lines are measured.")
        click.echo()
    console = Console(highlight=False, soft_wrap=True)
    for number, table in enumerate(_tables(found)):
        console.print(*[""] * (number > 0), table, sep="\n")
    wish = [] if found.wish is None else [_what_it_took(found.wish)]
    approved = [f"{own}, at its last green check: {found.approved}."] if any(found.approved) else []
    for sentence in (_what_is_compared(practice), *approved, *wish):
        click.echo()
        _say(sentence)


def comparison_of(workspace: Path, practice: Practice | None, since: str | None) -> Comparison:
    """Compare as far as the practice's level goes, the practice as it is and `since` a commit; or the whole."""
    level = practice.level if practice else LAST
    states = {"legacy": {"yatzy.py": tangle(workspace, level)}}
    own: State = {}
    if practice is not None:
        own = _state(practice.folder, source_files(practice.folder))
        states["practice"] = own
    twin = workspace / "refactored"
    modules = [twin / f"{name}.py" for name in REFACTORED_AT[level.number]]
    states["refactored"] = _state(twin, filter(Path.is_file, modules))
    measures = dict(zip(states, measure(list(states.values())), strict=True))
    broken = [path for path, text in own.items() if parsed(text) is None]
    story = read_story(Repository(practice.folder)) if practice else Story()
    greens = [each.approved for each in story.checks if each.green]
    approved = greens[-1] if greens else NOTHING_APPROVED
    wish = wish_of(practice, story, own, since) if practice else None
    return Comparison(measures, broken, wish, approved)


def _state(folder: Path, files: Iterable[Path]) -> State:
    state: State = {}
    for path in files:
        name = path.relative_to(folder).as_posix()
        state[name] = path.read_text(encoding="utf-8", errors="replace")
    return state


def _say(sentence: str) -> None:
    click.echo(textwrap.fill(sentence, WIDTH, break_on_hyphens=False))


def _as_json(found: Comparison, practice: Practice | None) -> dict[str, object]:
    measures = {
        name: {**asdict(each), "mean_complexity": round(each.mean_complexity, 2)}
        for name, each in found.measures.items()
    }
    wish = found.wish and found.wish._asdict()
    return {
        "level": practice and practice.level.number,
        **measures,
        "does_not_parse": found.broken,
        "approved": found.approved._asdict(),
        "took": wish,
    }


def _tables(found: Comparison) -> list[Table]:
    """Return the measures with what they are about below them; and, if there are any, the design findings by name.

    Of a practice that does not parse, most cannot be measured.
    """
    columns = list(found.measures.values())
    unread = found.measures.get(NAME) if found.broken else None
    measures = _table("", found.measures)
    for row in worth_showing(columns):
        cells = [f"{row.show(each)}\n{row.word(each)}".strip() for each in columns]
        if not row.is_of_text:
            cells = [UNKNOWN if each is unread else cell for each, cell in zip(columns, cells, strict=True)]
        measures.add_row(row.name, *cells)
    findings = _table("design findings", found.measures)
    times = sum((Counter(each.design_findings) for each in columns), Counter())
    for name, _ in times.most_common():
        counts = [UNKNOWN if each is unread else str(each.design_findings.get(name, 0)) for each in columns]
        findings.add_row(name, *counts)
    return [measures, findings] if times else [measures]


def _table(heading: str, columns: Iterable[str]) -> Table:
    table = Table(heading, box=None, pad_edge=False, header_style="bold")
    for name in columns:
        table.add_column(name, justify="right", overflow="crop")
    return table


def _what_is_compared(practice: Practice | None) -> str:
    """Say what stands in the columns."""
    if practice is None:
        return "legacy and refactored are compared whole. There is no practice yet: `dojo start` makes one."
    level = practice.level
    modules = ", ".join(REFACTORED_AT[level.number])
    facade = "" if level.cut is None else " (yatzy.py is the facade of the other levels too, and counts whole)"
    step = practice.choices.step
    begun = f", begun after step {step} of the worked way" if step else ""
    return (
        f"level {level.number}{begun}: legacy is the tangle of this level, practice what it is now, and refactored the "
        f"modules that do the same: {modules}{facade}."
    )


def _what_it_took(wish: Wish) -> str:
    """Say how much of the code an approval took, or what differs since a commit."""
    functions = counted(wish.changed + wish.new + wish.gone, "function")
    kinds = f"{wish.changed} changed, {wish.new} new, {wish.gone} gone"
    what = f"{counted(wish.files, 'file')} and {functions} ({kinds})"
    if wish.until is None:
        return f"Since {wish.since}: {what}."
    return f"Your last approval took {what}, from {wish.since} to {wish.until}."
