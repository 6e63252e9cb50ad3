"""`dojo compare`: measures of legacy, a practice and refactored, in a table."""

import json
import textwrap
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict

import click
from rich.console import Console
from rich.table import Table

from dojo.commands.options import as_json_instead_of, practice_here
from dojo.kata import find_workspace
from dojo.practice import NAME, Practice
from dojo.progress import REFACTORED_AT, Comparison, Wish, worth_showing
from dojo.progress import compare as compared
from dojo.text import WIDTH, counted

UNKNOWN = "-"


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
    found = compared(workspace, practice, since)
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
    for measure in worth_showing(columns):
        cells = [f"{measure.show(each)}\n{measure.word(each)}".strip() for each in columns]
        if not measure.is_of_text:
            cells = [UNKNOWN if each is unread else cell for each, cell in zip(columns, cells, strict=True)]
        measures.add_row(measure.name, *cells)
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
    return (
        f"level {level.number}: legacy is what the practice began as, practice what it is now, and refactored the "
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
