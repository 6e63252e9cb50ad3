"""`dojo compare`: measures of legacy, a practice and refactored, in a table.

A practice is about a level, so the others are compared as far as that level goes: of the tangle what a practice of this
level begins with, of the clean twin the modules that this part of the tangle became.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import click
import msgspec
from rich.table import Table

from dojo.cli import as_json_instead_of, practice_here, show
from dojo.files import read_text
from dojo.kata.hints import code_lines
from dojo.kata.workspace import LAST, find_workspace, tangle
from dojo.pages import render_text
from dojo.practice.code import read_code
from dojo.practice.history import History, read_history
from dojo.practice.model import NAME, NOTHING_APPROVED, Practice
from dojo.practice.snapshots import Repository
from dojo.progress.measures import FINDINGS, Measures, code_of, measure, worth_showing
from dojo.source import Sources

SCORING = ("refusals", "dice", "scoring", "rulesets", "yatzy")
CARDS = ("scorecard", "players", "sheet")  # players: who may have a card is decided there
GAMES = ("events", "game", "tournament", "transcript")
REFACTORED_AT = {
    1: SCORING,
    2: SCORING + CARDS,
    3: SCORING + CARDS + GAMES,
    4: SCORING + CARDS + GAMES + ("evening", "hall_of_fame"),
}


@click.command()
@as_json_instead_of("table")
def compare(*, as_json: bool) -> None:
    """Compare measures of legacy, practice/ and refactored.

    The table has the measures of `dojo progress`. The measure that improved most stands first, and sizes stand last. It
    measures only the part of legacy and refactored that belongs to your level. Look when you are done, not before. For
    your own code (`dojo start --from`), the columns are before and now.

    \b
    complexity        how hard a function is to follow (cognitive complexity);
                      each branch counts 1, and 1 more for each level of
                      nesting; new short functions make the mean smaller
    duplicated lines  4 or more lines in a row with a copy; each copy counts
    design findings   places where a rule of ruff about design sees a smell;
                      `ruff rule too-many-branches` describes one rule
    lines             lines that are not blank

    After `dojo approve practice`, it also counts the files and places that you changed for your last approval. It
    compares the last green check before the approval with the first one after it, so refactorings between them count,
    too. A place is a function, or something beside functions, such as a row of a table. To count the places of a wish
    in the tangle, fulfil it in a fresh copy (`dojo start --again`), approve it, and compare.
    """
    workspace = find_workspace()
    practice = practice_here() if (workspace / NAME).is_dir() else None
    history = read_history(Repository(practice.folder)) if practice else History()
    states = _states(workspace, practice, history)
    measures = dict(zip(states, measure(list(states.values())), strict=True))
    greens = [step for step in history.steps if step.is_green]
    approved = greens[-1].approved if greens else NOTHING_APPROVED
    wish = last_wish(Repository(practice.folder), history) if practice and any(approved) else None
    if as_json:
        level = (practice and practice.level.number) or None
        about = {"level": level, "approved": approved._asdict(), "took": wish}
        click.echo(msgspec.json.encode({**measures, **about}))
        return
    show(part for table in _tables(measures) for part in (table, ""))
    modules = ", ".join(REFACTORED_AT[practice.level.number]) if practice and practice.level.number else ""
    click.echo(render_text("compare.txt", practice=practice, modules=modules, approved=str(approved), wish=wish))


def _states(workspace: Path, practice: Practice | None, history: History) -> dict[str, Sources]:
    """Return the code of each column: a practice, if there is one, beside the tangle of its level and what is clean."""
    own = {"practice": read_code(practice)} if practice else {}
    if practice and practice.is_own_code:
        brought = Repository(practice.folder).files(history.first_tree)
        return {"before": code_of(brought), "now": own["practice"]}
    level = practice.level if practice else LAST
    files = [workspace / "refactored" / f"{name}.py" for name in REFACTORED_AT[level.number]]
    refactored = {file.name: read_text(file) for file in files if file.exists()}
    return {"legacy": {"yatzy.py": tangle(workspace, level)}, **own, "refactored": refactored}


def last_wish(repository: Repository, history: History) -> dict[str, int | str]:
    """Count what the last approval took: from the last green check before it, or the start, to the first after it."""
    green = [(step.approved, step.commit) for step in history.steps if step.is_green]
    states = pairwise([(NOTHING_APPROVED, history.first_tree), *green])
    approvals = [(old, new) for (before, old), (after, new) in states if before != after]
    start, end = approvals[-1]
    places = changed_places(code_of(repository.files(start)), code_of(repository.files(end)))
    return {
        "since": repository.short_name(start),
        "until": repository.short_name(end),
        "files": len({file for file, _ in places}),
        "places": len(places),
    }


def changed_places(before: Sources, after: Sources) -> set[tuple[str, str]]:
    """Return the files and functions whose lines are others now, or new, or gone; layout and comments do not count."""
    old, new = (Counter((line.file, line.owner, line.text) for line in code_lines(code)) for code in (before, after))
    return {(file, owner) for file, owner, _ in (old - new) | (new - old)}


def _tables(found: dict[str, Measures]) -> list[Table]:
    """Return the measures with what they are about below them; and the design findings by name."""
    columns = list(found.values())
    measures, findings = _table("", found), _table(FINDINGS, found)
    for row in worth_showing(columns):
        measures.add_row(row.name, *(f"{row.show(each)}\n{row.word.format(each)}".strip() for each in columns))
    times = sum((Counter(each.design_findings) for each in columns), Counter())
    for name, _ in times.most_common():
        findings.add_row(name, *(str(each.design_findings.get(name, 0)) for each in columns))
    return [measures, findings] if times else [measures]


def _table(heading: str, columns: Iterable[str]) -> Table:
    table = Table(heading, box=None, pad_edge=False, header_style="bold")
    for name in columns:
        table.add_column(name, justify="right", overflow="crop")
    return table
