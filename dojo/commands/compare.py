"""`dojo compare`: measures of legacy, a practice and refactored, in a table.

A practice is about a level, so the others are compared as far as that level goes. Part of a level: of the tangle what
a practice of this level begins with, of the clean twin the modules that this part of the tangle became.
"""

import json
import textwrap
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import click
from rich.console import Console
from rich.table import Table

from dojo.commands.cli import as_json_instead_of, practice_here
from dojo.commands.hint import State, lines_of, read_code
from dojo.kata.workspace import LAST, Level, find_workspace, git_in, tangle, text_of
from dojo.practice.code import parsed
from dojo.practice.model import NAME, NOTHING_APPROVED, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import Story, read_story
from dojo.progress.measures import ABOUT_FINDINGS, FINDINGS, Measures, code_of, measure, worth_showing
from dojo.text import WIDTH, WrongUsageError, counted

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


class Wish(NamedTuple):
    """What differs from a commit to another, or to now: files, and places that changed, came in, and went."""

    since: str
    until: str | None
    files: int
    changed: int
    new: int
    gone: int

    def __str__(self) -> str:
        """Say how much of the code an approval took, or what differs since a commit."""
        places = counted(self.changed + self.new + self.gone, "place")
        kinds = f"{self.changed} changed, {self.new} new, {self.gone} gone"
        what = f"{counted(self.files, 'file')} and {places} ({kinds})"
        if self.until is None:
            return f"Since {self.since}: {what}."
        return f"Your last approval took {what}, from {self.since} to {self.until}."


@click.command()
@click.option("--since", metavar="COMMIT", help="Count what differs in practice/ since then.")
@as_json_instead_of("table")
def compare(since: str | None, *, as_json: bool) -> None:
    """Compare measures of legacy, practice/ and refactored.

    Those of `dojo progress`, what improves most first, and sizes behind; of legacy and refactored, the part that your
    level is about. Look when you are done, not before. Of your own code (`dojo start --from`), before and now.

    \b
    complexity        cognitive: how hard a function is to follow; each branch
                      counts 1, and 1 more for each level that it is nested;
                      the mean falls with each short function that is added
    duplicated lines  4 or more in a row that stand elsewhere too, each copy
    design findings   what ruff finds by rules that are about design, by name;
                      `ruff rule too-many-branches` is about one
    lines             those that are not blank

    After `dojo approve practice`, it counts the files and places that your last approval took: all that differ from
    the last green check before it to the first after it, whether a customer wished it or not. A place is a function, or
    what stands beside functions, such as a row of a table. With --since, all that differ from a commit to now. For the
    tangle, nothing is on record: fulfil the wish in a fresh copy (`dojo start --again`), approve it, and compare.
    """
    workspace = find_workspace()
    practice = practice_here() if (workspace / NAME).is_dir() else None
    level = practice.level if practice else LAST
    own = read_code(practice) if practice else {}
    story = read_story(Repository(practice.folder)) if practice else Story()
    wish = wish_of(practice, story, since) if practice else None
    greens = [each.approved for each in story.checks if each.green]
    approved = greens[-1] if greens else NOTHING_APPROVED
    if practice and practice.is_own_code:
        states = {"before": code_of(Repository(practice.folder).files(story.begun)), "now": own}
    else:
        states = _beside_the_kata(workspace, level, own if practice else None)
    measures = dict(zip(states, measure(list(states.values())), strict=True))
    if as_json:
        found: dict[str, object] = {"level": (practice and level.number) or None}
        for name, each in measures.items():
            found[name] = asdict(each) | {"mean_complexity": round(each.mean_complexity, 2)}
        click.echo(json.dumps(found | {"approved": approved._asdict(), "took": wish and wish._asdict()}))
        return
    console = Console(highlight=False, soft_wrap=True)
    for table in _tables(measures):
        console.print(table)
        console.print()
    sentences = [ABOUT_FINDINGS, _what_is_compared(practice)]
    if practice and any(approved):
        sentences.append(f"{practice.name}, at its last green check: {approved}.")
    if wish:
        sentences.append(str(wish))
    paragraphs = [textwrap.fill(sentence, WIDTH, break_on_hyphens=False) for sentence in sentences]
    click.echo("\n\n".join(paragraphs))


def _beside_the_kata(workspace: Path, level: Level, own: State | None) -> dict[str, State]:
    """Return the tangle of a level, the code of a practice if there is one, and what is clean, each by its name."""
    files = [workspace / "refactored" / f"{name}.py" for name in REFACTORED_AT[level.number]]
    refactored = {file.name: text_of(file) for file in files if file.exists()}
    between = {} if own is None else {"practice": own}
    return {"legacy": {"yatzy.py": tangle(workspace, level)}, **between, "refactored": refactored}


def wish_of(practice: Practice, story: Story, since: str | None) -> Wish | None:
    """Return what differs since a commit, WrongUsageError if none, or what the last approval took, None without one.

    It took what differs between the last green check that went by other documents, or the start, and the first that
    went by these: refactorings before and after it do not count.
    """
    repository = Repository(practice.folder)
    if since is not None:
        named = repository.commit_named(since)
        if named is None:
            log = f"`{git_in(practice.folder)} log` lists them"
            raise WrongUsageError(f"There is no commit {since!r} in {practice.name}/. {log}.")
        return _wish(repository, named, None)
    green = [each for each in story.checks if each.green]
    runs = [list(run) for _, run in groupby(green, key=lambda each: each.approved)]
    if not runs or not any(runs[-1][0].approved):
        return None
    start = runs[-2][-1].snapshot if len(runs) > 1 else story.begun
    end = str(runs[-1][0].snapshot)
    return _wish(repository, str(start), end)


def _wish(repository: Repository, start: str, end: str | None) -> Wish:
    before = code_of(repository.files(start))
    after = code_of(repository.files(end or repository.tree()))
    files = {path for path, _ in before.items() ^ after.items()}
    old, new = _places(before), _places(after)
    in_both = old.keys() & new.keys()
    return Wish(
        repository.short_name(start),
        end and repository.short_name(end),
        files=len(files),
        changed=sum(old[place] != new[place] for place in in_both),
        new=len(new) - len(in_both),
        gone=len(old) - len(in_both),
    )


def _places(code: State) -> dict[tuple[str, str], list[str]]:
    """Return the lines of each place, without layout and comments, as far as the code can be read."""
    readable = {path: text for path, text in code.items() if parsed(text) is not None}
    places: dict[tuple[str, str], list[str]] = defaultdict(list)
    for line in lines_of(readable):
        places[line.file, line.owner].append(line.words)
    return places


def _tables(found: dict[str, Measures]) -> list[Table]:
    """Return the measures with what they are about below them; and, if there are any, the design findings by name."""
    columns = list(found.values())
    measures = _table("", found)
    for row in worth_showing(columns):
        cells = [f"{row.show(each)}\n{row.word(each)}".strip() for each in columns]
        measures.add_row(row.name, *cells)
    findings = _table(FINDINGS, found)
    times = sum((Counter(each.design_findings) for each in columns), Counter())
    for name, _ in times.most_common():
        findings.add_row(name, *(str(each.design_findings.get(name, 0)) for each in columns))
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
    if practice.is_own_code:
        return f"{practice.choices.code}: before is the code as it was brought, and now what it is."
    level = practice.level
    modules = ", ".join(REFACTORED_AT[level.number])
    facade = "" if level.cut is None else " (yatzy.py is the facade of the other levels too, and counts whole)"
    step = practice.choices.step
    begun = f", begun after step {step} of the worked way" if step else ""
    return (
        f"level {level.number}{begun}: legacy is the tangle of this level, practice what it is now, and refactored the "
        f"modules that do the same: {modules}{facade}."
    )
