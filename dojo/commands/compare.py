"""`dojo compare`: measures of legacy, a practice and refactored, in a table.

A practice is about a level, so the others are compared as far as that level goes: of the tangle what a practice of this
level begins with, of the clean twin the modules that this part of the tangle became.
"""

import json
from collections import Counter, defaultdict
from dataclasses import asdict
from itertools import groupby
from pathlib import Path

import click
from rich.table import Table

from dojo.commands.cli import as_json_instead_of, practice_here, show
from dojo.commands.hint import State, lines_of, read_code
from dojo.kata.workspace import LAST, find_workspace, git_in, tangle, text_of
from dojo.pages import render_text
from dojo.practice.code import parse_source
from dojo.practice.history import History, read_history
from dojo.practice.model import NAME, NOTHING_APPROVED, Practice
from dojo.practice.snapshots import Repository
from dojo.progress.measures import FINDINGS, Measures, code_of, measure, worth_showing
from dojo.text import WrongUsageError

SCORING = ("refusals", "dice", "scoring", "rulesets", "yatzy")
CARDS = ("scorecard", "players", "sheet")  # players: who may have a card is decided there
GAMES = ("events", "game", "tournament", "transcript")
REFACTORED_AT = {
    1: SCORING,
    2: SCORING + CARDS,
    3: SCORING + CARDS + GAMES,
    4: SCORING + CARDS + GAMES + ("evening", "hall_of_fame"),
}

DiffCounts = dict[str, int | str | None]  # how many files and places differ from a commit to another, or to now


@click.command()
@click.option("--since", metavar="COMMIT", help="Count what changed in practice/ since this commit.")
@as_json_instead_of("table")
def compare(since: str | None, *, as_json: bool) -> None:
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
    too. A place is a function, or something beside functions, such as a row of a table. With --since, it compares a
    commit with your code now. To count the places of a wish in the tangle, fulfil it in a fresh copy (`dojo start
    --again`), approve it, and compare.
    """
    workspace = find_workspace()
    practice = practice_here() if (workspace / NAME).is_dir() else None
    history = read_history(Repository(practice.folder)) if practice else History()
    states = _states(workspace, practice, history)
    measures = dict(zip(states, measure(list(states.values())), strict=True))
    approved = next((each.approved for each in reversed(history.checks) if each.green), NOTHING_APPROVED)
    wish = diff_counts_of(practice, history, since) if practice else None
    if as_json:
        found: dict[str, object] = {"level": (practice and practice.level.number) or None}
        found |= {name: asdict(each) for name, each in measures.items()}
        click.echo(json.dumps(found | {"approved": approved._asdict(), "took": wish}))
        return
    show(part for table in _tables(measures) for part in (table, ""))
    modules = ", ".join(REFACTORED_AT[practice.level.number]) if practice and practice.level.number else ""
    click.echo(render_text("compare.txt", practice=practice, modules=modules, approved=str(approved), wish=wish))


def _states(workspace: Path, practice: Practice | None, history: History) -> dict[str, State]:
    """Return the code of each column: a practice, if there is one, beside the tangle of its level and what is clean."""
    own = {"practice": read_code(practice)} if practice else {}
    if practice and practice.is_own_code:
        brought = Repository(practice.folder).files(history.first_tree)
        return {"before": code_of(brought), "now": own["practice"]}
    level = practice.level if practice else LAST
    files = [workspace / "refactored" / f"{name}.py" for name in REFACTORED_AT[level.number]]
    refactored = {file.name: text_of(file) for file in files if file.exists()}
    return {"legacy": {"yatzy.py": tangle(workspace, level)}, **own, "refactored": refactored}


def diff_counts_of(practice: Practice, history: History, since: str | None) -> DiffCounts | None:
    """Return what differs since a commit, WrongUsageError if none, or what the last approval took, None without one.

    It took what differs between the last green check that went by other documents, or the start, and the first that
    went by these: refactorings before and after it do not count.
    """
    repository = Repository(practice.folder)
    if since is not None:
        named = repository.find_commit(since)
        if named is None:
            log = f"`{git_in(practice.folder)} log` lists them"
            raise WrongUsageError(f"There is no commit {since!r} in {practice.name}/. {log}.")
        return _count_differences(repository, named, None)
    green = [each for each in history.checks if each.green]
    runs = [list(run) for _, run in groupby(green, key=lambda each: each.approved)]
    if not runs or not any(runs[-1][0].approved):
        return None
    start = runs[-2][-1].snapshot if len(runs) > 1 else history.first_tree
    return _count_differences(repository, str(start), runs[-1][0].snapshot)


def _count_differences(repository: Repository, start: str, end: str | None) -> DiffCounts:
    before = code_of(repository.files(start))
    after = code_of(repository.files(end or repository.tree()))
    old, new = _places(before), _places(after)
    in_both = old.keys() & new.keys()
    return {
        "since": repository.short_name(start),
        "until": end and repository.short_name(end),
        "files": len({path for path, _ in before.items() ^ after.items()}),
        "changed": sum(old[place] != new[place] for place in in_both),
        "new": len(new) - len(in_both),
        "gone": len(old) - len(in_both),
    }


def _places(code: State) -> dict[tuple[str, str], list[str]]:
    """Return the lines of each place, without layout and comments, as far as the code can be read."""
    readable = {path: text for path, text in code.items() if parse_source(text) is not None}
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for line in lines_of(readable):
        places[line.file, line.owner].append(line.words)
    return places


def _tables(found: dict[str, Measures]) -> list[Table]:
    """Return the measures with what they are about below them; and the design findings by name."""
    columns = list(found.values())
    rows = {
        row.name: [f"{row.show(each)}\n{row.word.format(each)}".strip() for each in columns]
        for row in worth_showing(columns)
    }
    times = sum((Counter(each.design_findings) for each in columns), Counter())
    findings = {name: [str(each.design_findings.get(name, 0)) for each in columns] for name, _ in times.most_common()}
    tables: list[Table] = []
    for heading, cells in [("", rows), (FINDINGS, findings)][: 2 if findings else 1]:
        table = Table(heading, box=None, pad_edge=False, header_style="bold")
        for name in found:
            table.add_column(name, justify="right", overflow="crop")
        for name, row in cells.items():
            table.add_row(name, *row)
        tables.append(table)
    return tables
