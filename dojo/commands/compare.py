"""`dojo compare`: measures of the tangle, a practice and the clean version, in a table.

A practice is about a level. So the table has the part of the tangle that this level has, and those
modules of the clean code that this part became.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import click
from msgspec import Struct
from rich.table import Table

from dojo.cli import (
    fail,
    json_option,
    practice_here,
    practice_or_none,
    print_json,
    print_lines,
    show_waiting,
)
from dojo.errors import WorkspaceError
from dojo.files import read_text
from dojo.kata.description import Kata, Level, read_kata
from dojo.kata.hints import code_lines
from dojo.kata.workspace import find_workspace, read_tangle
from dojo.mutation.behaviour import behaviour_lines, compare_behaviour
from dojo.mutation.selection import START, find_snapshot
from dojo.practice.history import History, read_history
from dojo.practice.model import NAME, NO_CHANGES, ChangedExpectations, Practice
from dojo.practice.project import read_code, read_settings
from dojo.practice.snapshots import Repository
from dojo.progress.measures import (
    FINDINGS,
    FINDINGS_HINT,
    Measures,
    measure_states,
    worth_showing,
)
from dojo.source import Sources
from dojo.text import fill, quantity


class Wish(Struct):
    """The changes for an approval, between two checks by their numbers; 0 is the start."""

    since: int
    until: int
    files: int
    places: int


class ComparedVersions(Struct):
    """The measures of versions of the code. `took`: the changes for the last approval."""

    measures: dict[str, Measures]
    level: int | None
    approved: ChangedExpectations
    took: Wish | None


@click.command()
@json_option("table")
@click.option(
    "--behaviour",
    is_flag=True,
    help="Call your code of the start and of now, and show what differs.",
)
@click.option(
    "--since",
    metavar="CHECK",
    default=START,
    help="With --behaviour: compare with a check or a commit, not with the start.",
)
def compare(*, as_json: bool, behaviour: bool, since: str) -> None:
    """Compare your code with the tangle and the clean code.

    The measures are those of `dojo progress`. The measure that improved most comes first, and sizes
    come last. Of the tangle and the clean version, only the part that belongs to your level is
    measured. Look at the comparison when you are done, not before. For your own code (`dojo start
    --from`), it compares the code that you brought with your current code.

    \b
    complexity        how hard a function is to follow (cognitive complexity):
                      each branch counts 1, and 1 more for each level of
                      nesting; worst: the most complex function;
                      total: the sum of all functions
    duplicated lines  4 or more consecutive lines of a function that exist
                      again elsewhere; each copy counts
    design findings   places where a design rule of ruff reports a smell;
                      `ruff rule too-many-branches` explains a rule
    lines             lines that are not blank

    After `dojo approve practice`, it also counts the files and places that you changed for your
    last approval. It compares the last green check before the approval with the first one after it,
    so refactorings between them count, too. A place is a function, or code outside of functions,
    such as a row of a table. To count the places that a wish takes in the tangle, implement it in a
    fresh copy (`dojo start --again`), approve it, and compare.

    With --behaviour, it compares what functions do, not how they look. It runs your tests on the
    current code, and makes each call of a function twice, in processes of their own: with the code
    as it is, and with the code of the start (or of --since). It compares results, errors, changed
    arguments, objects and globals, printed text, and written files, shows the smallest call of each
    function that differs, and exits with 1 then. Functions that were renamed or moved, or that have
    other parameters, are named, and so is what cannot be compared. Do not use it for code that
    pays, mails or deletes.
    """
    if behaviour:
        _compare_behaviour(since, as_json=as_json)
        return
    practice = practice_or_none()
    history = read_history(Repository(practice.folder)) if practice else History()
    states = _states(practice, history)
    report = ComparedVersions(
        measures=dict(zip(states, measure_states(list(states.values())), strict=True)),
        level=practice.level.number or None if practice else None,
        approved=history.approved_at_last_green,
        took=None,
    )
    if practice and report.approved != NO_CHANGES:
        report.took = last_wish(Repository(practice.folder), history)
    if as_json:
        print_json(report)
        return
    for table in _tables(report.measures):
        print_lines([table, ""])
    if _shows_findings(list(report.measures.values())):
        click.echo(f"{FINDINGS_HINT}\n")
    click.echo("\n".join(_notes(practice, report)))


def _compare_behaviour(since: str, *, as_json: bool) -> None:
    """Compare behaviour with a snapshot. The command fails if a call differs."""
    practice = practice_here()
    commit = find_snapshot(practice, since)
    show_waiting("Calling the code of then, and of now ...")
    found = compare_behaviour(practice, commit)
    show_waiting("")
    if as_json:
        print_json(found)
    else:
        moment = "at the start" if since == START else "then"
        click.echo("\n".join(behaviour_lines(found, moment)))
    if found.differences:
        fail()


def _states(practice: Practice | None, history: History) -> dict[str, Sources]:
    """Return the code of each column."""
    kata = practice.kata if practice else read_kata(find_workspace())
    if practice and not kata.clean:
        brought = Repository(practice.folder).files(history.first_tree)
        before = read_settings(practice.folder).code_in(brought)
        return {"before": before, "now": read_code(practice)}
    workspace = practice.workspace if practice else find_workspace()
    level = practice.level if practice else kata.last_level
    tangle = {kata.tangle_file: read_tangle(workspace, level)}
    states: dict[str, Sources] = {kata.tangle_package: tangle}
    if practice:
        states[NAME] = read_code(practice)
        if not states[NAME]:
            raise WorkspaceError(f"{practice.title}/ has no Python file: nothing to compare.")
    if not level.clean:
        return states
    clean = {f"{name}.py": workspace / kata.clean / f"{name}.py" for name in level.clean}
    states[kata.clean] = {name: read_text(file) for name, file in clean.items() if file.exists()}
    return states


def last_wish(repository: Repository, history: History) -> Wish:
    """Count the changes for the last approval.

    It counts from the last green check before it, or the start (0), to the first green check after
    it.
    """
    approved_before = NO_CHANGES
    last_green = since = until = 0
    for step in history.steps:
        if not step.is_green:
            continue
        if step.approved != approved_before:
            since = last_green
            until = step.number
        approved_before = step.approved
        last_green = step.number
    trees = [history.first_tree, *(step.tree for step in history.steps)]
    settings = read_settings(repository.folder)
    old_code = settings.code_in(repository.files(trees[since]))
    new_code = settings.code_in(repository.files(trees[until]))
    places = changed_places(old_code, new_code)
    return Wish(since, until, len({file for file, _ in places}), len(places))


def changed_places(before: Sources, after: Sources) -> set[tuple[str, str]]:
    """Return the files and functions with changed lines. Layout and comments do not count."""
    old = Counter((line.file, line.owner, line.text) for line in code_lines(before))
    new = Counter((line.file, line.owner, line.text) for line in code_lines(after))
    changed = (old - new) | (new - old)
    return {(file, owner) for file, owner, _ in changed}


def _tables(measured: dict[str, Measures]) -> list[Table]:
    """Return the measures with the names they are about; and the design findings by rule."""
    columns = list(measured.values())
    measures = _table("", measured)
    for row in worth_showing(columns):
        cells = [f"{row.show(each)}\n{row.word.format(each)}".strip() for each in columns]
        measures.add_row(row.name, *cells)
    times = Counter[str]()
    for each in columns:
        times.update(each.design_findings)
    if not times:
        return [measures]
    findings = _table(FINDINGS, measured)
    for name, _ in times.most_common():
        findings.add_row(name, *(str(each.design_findings.get(name, 0)) for each in columns))
    return [measures, findings]


def _shows_findings(columns: Sequence[Measures]) -> bool:
    """Return whether the tables have design findings."""
    has_row = any(row.name == FINDINGS for row in worth_showing(columns))
    return has_row or any(each.design_findings for each in columns)


def _table(heading: str, columns: Iterable[str]) -> Table:
    table = Table(heading, box=None, pad_edge=False, header_style="bold")
    for name in columns:
        table.add_column(name, justify="right", overflow="crop")
    return table


def _notes(practice: Practice | None, report: ComparedVersions) -> list[str]:
    """Return the notes below the tables: about the columns, and about approved results."""
    lines = [fill(_about_columns(practice))]
    if practice and report.approved != NO_CHANGES:
        lines += ["", fill(f"{practice.title}, at its last green check: {report.approved}.")]
    wish = report.took
    if wish:
        files = quantity(wish.files, "file")
        places = quantity(wish.places, "place")
        since = f"check {wish.since}" if wish.since else "the start"
        words = f"For your last approval, you changed {files} and {places}"
        lines += ["", fill(f"{words}, from {since} to check {wish.until}.")]
    return [*lines, ""]


def _about_columns(practice: Practice | None) -> str:
    """Return the note about the columns: which versions are compared."""
    if practice is None:
        kata = read_kata(find_workspace())
        return (
            f"The table compares all of {kata.tangle_package} with all of {kata.clean}, "
            "because there is no practice yet. `dojo start` creates one."
        )
    if not practice.kata.clean:
        columns = "before is the code that you brought, and now is your current code."
        return f"{practice.choices.code}: {columns}"
    return _about_versions(practice, practice.kata, practice.level)


def _about_versions(practice: Practice, kata: Kata, level: Level) -> str:
    """Return the note for a practice of a kata: which part of each version is in the table.

    The clean module with the name of the tangle serves all levels, so the note says that all of it
    counts.
    """
    about = level.name
    if practice.choices.step:
        about += f", started after step {practice.choices.step} of the worked way"
    about += (
        f": {kata.tangle_package} is the part of the tangle for this level, "
        "practice is your current code"
    )
    if level.clean:
        about += f", and {kata.clean} is the modules with the same behaviour: "
        about += ", ".join(level.clean)
    if level.end and kata.module in level.clean:
        about += f" (all of {kata.tangle_file} counts, although it also serves the other levels)"
    return f"{about}."
