"""`dojo mutants`: grade a safety net, mark an equivalent mutant, browse.

ungraded: the practice is not green, or its mutants could not be tested; then nothing is said of them.
"""

import json
import subprocess
import sys

import click

from dojo.checking import CheckResult, check_and_log, render
from dojo.commands.options import LIMIT, SECONDS, as_json_instead_of, practice_here
from dojo.commands.waiting import Waiting
from dojo.errors import UngradedError, WorkspaceError, WrongUsageError
from dojo.mutation import Grade, as_json, decided, grade_text, metas, read_grade
from dojo.mutation import equivalent_in_practice as equivalent
from dojo.mutation import sandbox as practice_mutants
from dojo.practice import GREEN, MUTANTS, GitError, Practice, Repository, holding, read_checks
from dojo.progress import append_score

FINE, FALLS_SHORT = 0, 1
DOUBTS = 2  # runs that have to agree with the first, when it killed what makes no difference
NO_TEST_CASE = "could not find any test case for any mutant"
GAVE_UP = "mutmut gave up"
A_COPY = "mutmut works on a copy: of practice/, the Python files and tests/. Code that reads other files misses them."
NOTHING_REACHED = "Your tests pass, and reach none of your code: nobody would miss anything. Call it in a test."
NOTHING_TO_CHANGE = "mutmut found nothing to change, so there is no score. Put what your code does into functions."


@click.command()
@click.option("--open", "browsing", is_flag=True, help="Browse the mutants that were tested last, with mutmut.")
@click.option("--all", "every", is_flag=True, help="Show all survivors, not three of each method.")
@click.option("--anew", is_flag=True, help="Keep no result from before.")
@click.option("--limit", type=SECONDS, help=f"Seconds for the check.  [default: {LIMIT}]")
@as_json_instead_of("list")
@click.option(
    "--equivalent",
    type=(click.IntRange(min=1), str),
    metavar="NUMBER WHY",
    help="Mark a survivor that no test can kill, in practice/equivalent.txt.",
)
def mutants(  # noqa: PLR0913 - each is an option
    limit: float | None, *, browsing: bool, every: bool, anew: bool, as_json: bool, equivalent: tuple[int, str] | None
) -> None:
    """Grade the safety net of practice/ with mutants.

    Checks practice/ first. If it is green, mutmut makes mutants: your code with one small change each. What guards you,
    the golden master of your level or after a blind start your own tests, must notice each of them. Survivors are shown
    by method. The second run is faster: it tests what changed.

    The score leaves equivalent mutants out: those that no test can kill, for a reason that is written down.

    \b
    dojo mutants --equivalent 3 "The list is never empty here."

    Exit codes: 0 all killed, 1 some survived, 2 wrong usage, 3 nothing graded: practice/ is red, or mutmut gave up.
    Interrupted, it goes on where it was when you run it again. Needs Linux, macOS, or WSL on Windows.
    """
    if browsing + as_json + (equivalent is not None) > 1:
        message = "--open shows the mutants to a person, --json to a program, --equivalent marks one: choose one."
        raise WrongUsageError(message)
    practice = practice_here()
    if sys.platform == "win32":
        message = "Mutants need fork: run this command on Linux, on macOS, or in WSL."
        raise WorkspaceError(message)

    if browsing:
        sys.exit(browse(practice))
    if equivalent is not None:
        sys.exit(mark(practice, *equivalent))
    sys.exit(grade(practice, limit=limit, anew=anew, every=every, for_program=as_json))


@holding(MUTANTS)
def grade(practice: Practice, *, limit: float | None, anew: bool, every: bool, for_program: bool) -> int:
    """Test the practice's mutants, and say what survives; return the exit code.

    Raises UngradedError when mutmut gives up, or there is nothing to grade.
    """
    result = _red(practice, limit)
    if result is not None:
        _tell_red(practice, result, for_program=for_program)
        return UngradedError.exit_code
    graded = tested(practice, anew=anew)
    _note(practice, graded)
    if for_program:
        click.echo(json.dumps({"status": GREEN, **as_json(graded)}, indent=2))
    else:
        for line in grade_text.render(practice, graded, every=every):
            click.echo(line)
    return FALLS_SHORT if graded.falls_short else FINE


def mark(practice: Practice, number: int, why: str) -> int:
    """Write down that a survivor of the last run is equivalent, and why; return the exit code."""
    reason = " ".join(why.split())
    if not reason:
        raise WrongUsageError('Say why no test can kill it: dojo mutants --equivalent NUMBER "why"')
    survivors = {each.number: each for each in _last(practice).survivors}
    if number not in survivors:
        message = f"There is no survivor {number}: `dojo mutants` numbers those that there are."
        raise WrongUsageError(message)
    if survivors[number].reason:
        message = f"Survivor {number} is known to be equivalent: {survivors[number].reason}"
        raise WrongUsageError(message)
    click.echo(f"{equivalent.mark(practice, survivors[number].mutant, reason)}\n")
    click.echo(f"That stands in practice/{equivalent.NAME} now; take it out there if it is wrong.")
    return FINE


def browse(practice: Practice) -> int:
    """Open mutmut's own browser on the mutants that were tested last; return its exit code."""
    _last(practice)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = "The browser needs a terminal. `dojo mutants` lists what survived."
        raise WorkspaceError(message)
    yard = practice_mutants.yard_of(practice)
    command = [sys.executable, "-m", "dojo.mutation.browser"]
    return subprocess.run(command, cwd=yard, check=False).returncode  # noqa: S603 - our own module


def _last(practice: Practice) -> Grade:
    """Return the grade of the last run; WorkspaceError when none came to its end."""
    results = practice_mutants.yard_of(practice) / "mutants" / "src"
    if not results.is_dir() or not decided(results):
        message = "There is no finished run yet. `dojo mutants` makes mutants first."
        raise WorkspaceError(message)
    return read_grade(practice, cached=0)


def _red(practice: Practice, limit: float | None) -> CheckResult | None:
    """Return what a check found, unless the practice is green as it is now."""
    if _green_last_time(practice):
        return None
    result, _ = check_and_log(practice, limit)
    return None if result.status == GREEN else result


def _tell_red(practice: Practice, result: CheckResult, *, for_program: bool) -> None:
    message = f"No mutants were made: without any, it is {result.status} already."
    if for_program:
        findings = [finding for finding, _ in result.findings]
        click.echo(json.dumps({"status": result.status, "error": message, "findings": findings}, indent=2))
        return
    for line in (message, *render(practice, result)):
        click.echo(line)


def _green_last_time(practice: Practice) -> bool:
    """Tell whether the last check saw these very files and what guards them now, and was green."""
    entries = read_checks(practice.home)
    last = entries[-1] if entries else None
    if last is None or not last.green or last.snapshot is None or last.blind != practice.choices.blind:
        return False
    try:
        return Repository(practice.folder).is_at(last.snapshot)
    except GitError:
        return False


def tested(practice: Practice, *, anew: bool) -> Grade:
    """Test the mutants and return their grade; UngradedError when there is none.

    When a mutant is killed that makes no difference, all are tested again: either the same are killed each time, by
    tests that look where no caller can; or a test fails by chance, and nothing that it said is kept.
    """
    graded = _tested_once(practice, anew=anew)
    if graded.cached == graded.made:  # the run that tested them has asked again
        return graded
    killed = _by_place(graded)
    for _ in range(DOUBTS if killed else 0):
        graded = _tested_once(practice, anew=True)
        doubted = killed.keys() ^ _by_place(graded).keys()
        if doubted:
            practice_mutants.forget(practice)
            place = min(doubted)
            raise UngradedError(_unreliable(place, {**killed, **_by_place(graded)}[place]))
    return graded


def _by_place(graded: Grade) -> dict[str, str]:
    """Return which test killed what makes no difference."""
    return {kill.place: kill.killer for kill in graded.impossible}


def _tested_once(practice: Practice, *, anew: bool) -> Grade:
    try:
        with Waiting() as waiting:
            waiting.tell("mutants")
            cached = practice_mutants.run(practice, waiting.count, anew=anew)
        graded = read_grade(practice, cached)
    except WorkspaceError as error:
        raise UngradedError(_reason(practice, str(error))) from None
    if not graded.mutants:
        raise UngradedError(NOTHING_TO_CHANGE)
    return graded


def _unreliable(place: str, killer: str) -> str:
    """Say which test cannot be trusted, if that is known, and why."""
    test = f"one test cannot be trusted: {killer}" if killer else "one of the tests cannot be trusted."
    return f"Nothing was graded, for {test}\nIt noticed a change that makes no difference ({place}), but not each time."


def _reason(practice: Practice, said: str) -> str:
    """Say in our words what mutmut says when it has no mutant that a test reaches."""
    if NO_TEST_CASE not in said:
        return f"{said}\n{A_COPY}" if GAVE_UP in said else said
    made = metas(practice_mutants.yard_of(practice) / "mutants").values()
    return NOTHING_REACHED if any(meta["exit_code_by_key"] for meta in made) else NOTHING_TO_CHANGE


def _note(practice: Practice, graded: Grade) -> None:
    """Add the score to the practice's own list, for `dojo progress`."""
    try:
        snapshot: str | None = Repository(practice.folder).snapshot("mutants")
    except GitError:
        snapshot = None
    counts = {"killed": graded.killed, "made": graded.made, "equivalent": len(graded.equivalent)}
    append_score(practice.home, snapshot, **counts)
