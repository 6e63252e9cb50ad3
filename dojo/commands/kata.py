"""`dojo kata`: make a kata from a module, grade its golden master, and draft slips."""

import sys
from collections import defaultdict
from pathlib import Path

import click

from dojo import next_step
from dojo.cli import fail, progress_bar, show_waiting
from dojo.diffs import paint_lines
from dojo.drafting.create import create_kata, refuse_module
from dojo.drafting.grading import (
    KataGrade,
    explain_grade,
    grade_kata,
    verdict_on_tangle,
    write_stories,
)
from dojo.drafting.outside import uses_of_outside
from dojo.drafting.scenarios import source_of
from dojo.drafting.slips import draft_slips
from dojo.files import read_text
from dojo.kata.description import read_kata
from dojo.kata.workspace import find_workspace
from dojo.mutation.results import NOT_COVERED, ORDER, Mutant
from dojo.record.program import find_program
from dojo.text import fill, quantity

MAX_SHOWN = 5  # survivors, a kind
LOOKS_AT, _, NOT_RUN, NOT_COMPARED, SAME = ORDER
INSIDE = "a difference inside"
ABOUT_KINDS = {
    LOOKS_AT: "The call below tells the survivor and the tangle apart.",
    INSIDE: "A variation of a call inside a test comes out differently. If its function is public, "
    "write that call. If not, find one whose result shows it, or the reason why there is none.",
    NOT_RUN: "No scenario runs the line. Call it with other arguments, or in another state.",
    NOT_COMPARED: "Read the code, and write the call that shows the change.",
    SAME: "No call that was tried shows it. Think of one, or of the reason why there is none: "
    "`dojo verify` prints an entry for it.",
}
OUTSIDE = """\
The tangle takes something from outside of its arguments, which no scenario controls. Pass it in:"""


@click.group()
def kata() -> None:
    """Make a kata from code of your own, and grade its golden master.

    \b
    dojo kata new fines --from library/fines.py -- python -m library.report
    cd fines
    dojo kata grade            how far the golden master can be trusted
    dojo kata grade --write    add calls until no more survivors can be told apart
    dojo kata slips            draft slips

    All that is drafted says so in its first line. It is ordinary code and text: change it.
    """


@kata.command()
@click.argument("name")
@click.option(
    "--from",
    "source",
    required=True,
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="The module that becomes the tangle: one Python file.",
)
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[-- PROGRAM [ARGUMENTS]...]")
def new(name: str, source: Path, words: tuple[str, ...]) -> None:
    """Make a kata of a module, in the folder NAME.

    \b
    dojo kata new fines --from library/fines.py
    dojo kata new fines --from library/fines.py -- report.py --month 5

    The golden master is drafted from calls. The PROGRAM runs once, and its calls of the module are
    recorded, as `dojo record` does. Then the public functions and classes are called with varied
    arguments; a call is kept if it runs a new line or branch. Each result is in an approved
    document. Calls that come out differently from run to run are left out, and counted.

    While it is called with varied arguments, the module cannot write files, start processes or
    reach the network. A recorded program can, so record none that pays, mails or deletes.
    """
    refuse_module(source)
    program = find_program(words, sys.executable) if words else None
    folder = Path(name)
    draft = create_kata(folder, source, program, show_waiting)
    show_waiting("")
    lines = [f"{folder}/ is a kata now, with {quantity(len(draft.levels), 'level')}."]
    for number, text in (
        (draft.recorded, "calls and objects, recorded from the program"),
        (draft.explored, "calls and objects, with varied arguments"),
        (draft.left_out, "recorded calls, left out because they cannot be written as Python"),
        (draft.unsettled, "left out, because they come out differently each time"),
    ):
        if number:
            lines.append(f"{number:7,}  {text}")
    if draft.failure:
        lines.append(draft.failure)
    lines += _outside_lines(folder)
    click.echo("\n".join([*lines, ""]))
    next_step.tell(next_step.after_new_kata(folder))


@kata.command()
@click.option("--write", is_flag=True, help="Add calls that tell survivors apart, and grade again.")
@click.option("--all", "show_all", is_flag=True, help="Show all survivors, not five of each kind.")
def grade(*, write: bool, show_all: bool) -> None:
    """Say how far the golden master can be trusted.

    The command tests the mutants of the tangle, as `dojo verify` does. For each survivor, it looks
    for a call of a public function that comes out differently, and says which kind of survivor it
    is. It names lines that no scenario runs, and what the tangle takes from outside: the clock,
    chance, files, the network.

    With --write, these calls become scenarios, and their results become approved documents; then
    the golden master is graded again. If a call does not help, the reason is below it. Read what
    was added: right or wrong, it is what the tangle does today.

    Exit codes: 0 all survivors have a reason or seem to be equivalent; 1 some are not; 3 the golden
    master fails on the tangle.
    """
    workspace = find_workspace()
    with progress_bar("mutants") as count:
        found = grade_kata(workspace, count)
    if write and found.findings.chosen:
        click.echo(f"{_score_line(found)} Adding {quantity(len(found.findings.chosen), 'call')}.")
        with progress_bar("mutants") as count:
            found = write_stories(workspace, found, count)
    with progress_bar("survivors") as count:
        found = explain_grade(workspace, found, count)
    by_kind = _by_kind(found)
    most = None if show_all else MAX_SHOWN
    click.echo("\n".join([*_grade_lines(workspace, found, by_kind, most), ""]))
    if LOOKS_AT in by_kind and not write:
        next_step.tell(next_step.before_calls_are_added())
    elif by_kind.keys() - {SAME}:
        next_step.tell(next_step.before_scenarios_by_hand(read_kata(workspace)))
    else:
        next_step.tell(next_step.after_graded_kata())
    if by_kind.keys() - {SAME}:
        fail()


def _score_line(found: KataGrade) -> str:
    """Return the score in percent, and how many mutants count in it: not the equivalent ones."""
    counts = found.verdict.report
    killable = counts.made - counts.equivalent
    line = f"{found.verdict.score} %: {counts.killed} of {quantity(killable, 'mutant')} killed."
    if counts.equivalent:
        line += f" {counts.equivalent} more, with a reason, do not count."
    return line


def _by_kind(found: KataGrade) -> dict[str, list[Mutant]]:
    """Return the survivors without a reason by kind, as in ABOUT_KINDS.

    A difference is INSIDE if no call of a public function shows it. Code that no scenario runs
    stays NOT_RUN, even if such a call shows its change.
    """
    by_kind: dict[str, list[Mutant]] = defaultdict(list)
    for mutant in found.verdict.to_kill:
        kind = mutant.kind
        if found.findings.story_for(mutant.name) and mutant.status != NOT_COVERED:
            kind = LOOKS_AT
        elif kind == LOOKS_AT:
            kind = INSIDE
        by_kind[kind].append(mutant)
    return by_kind


def _grade_lines(
    workspace: Path, found: KataGrade, by_kind: dict[str, list[Mutant]], most: int | None
) -> list[str]:
    """Return the grade. `most`: how many survivors of a kind are shown."""
    about = read_kata(workspace)
    lines = [click.style(_score_line(found), bold=True)]
    for kind in filter(by_kind.__contains__, ABOUT_KINDS):
        mutants = by_kind[kind]
        about_kind = f"{quantity(len(mutants), 'survivor')}: {kind}. {ABOUT_KINDS[kind]}"
        lines += ["", fill(about_kind)]
        for mutant in mutants[:most]:
            lines += [f"{mutant.place} {mutant.function}", *paint_lines(mutant.diff, "    ")]
            lines += _call_lines(about.module, found, mutant)
        left = len(mutants[:most])
        if left < len(mutants):
            lines.append(f"... and {len(mutants) - left} more: --all shows them")
    unrun = sorted({mutant.line for mutant in by_kind.get(NOT_RUN, ())})
    if unrun:
        numbers = ", ".join(map(str, unrun))
        lines += ["", fill(f"Lines of {about.tangle} that no scenario runs: {numbers}.")]
    return [*lines, *_outside_lines(workspace)]


def _call_lines(module: str, found: KataGrade, mutant: Mutant) -> list[str]:
    """Show the call that tells a survivor apart, or the one inside that differs."""
    story = found.findings.story_for(mutant.name)
    if story is None:
        if mutant.why is None or mutant.why.example is None:
            return []
        return [fill(f"inside: {mutant.why.example.call}", "    ", " " * 12)]
    lines = [fill(source_of(story, module), "    => ", " " * 7)]
    if mutant.name in found.reasons:
        lines.append(f"       {found.reasons[mutant.name]}")
    return lines


def _outside_lines(workspace: Path) -> list[str]:
    uses = uses_of_outside(read_text(workspace / read_kata(workspace).tangle))
    if not uses:
        return []
    return ["", fill(OUTSIDE), *(f"  {use}" for use in uses)]


@kata.command()
def slips() -> None:
    """Draft slips: mistakes that people make while they refactor.

    They come from the catalogue of refactorings (a boundary moved, two arguments swapped, a default
    or a special case lost), and from mutants that a weaker set of calls misses. Each can be noticed
    by a call. Its first line is a TODO: tell there what goes wrong.
    """
    workspace = find_workspace()
    with progress_bar("mutants") as count:
        verdict = verdict_on_tangle(workspace, count)
    paths = draft_slips(workspace, verdict.mutants)
    if not paths:
        click.echo("No slip could be drafted.")
        return
    lines = [path.relative_to(workspace).as_posix() for path in paths]
    click.echo("\n".join([*lines, ""]))
    next_step.tell(next_step.after_drafted_slips())
