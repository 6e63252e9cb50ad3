"""`dojo mutants`: grade the tests of a practice, mark an equivalent mutant, open a page."""

import webbrowser
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple, NoReturn

import click
import msgspec
from msgspec import Struct, structs

from dojo import next_step
from dojo.checking.outcome import RunOptions
from dojo.checking.runner import RecordedCheck, check_lines, last_green_check, run_check
from dojo.cli import (
    fail,
    json_option,
    limit_option,
    merge_option,
    no_fork_option,
    options_for_shards,
    practice_here,
    print_json,
    progress_bar,
    report_option,
    shard_option,
    show_waiting,
    tell_shard,
    workers_option,
)
from dojo.errors import INTERRUPTED_EXIT_CODE, UngradedError, WorkspaceError, WrongUsageError
from dojo.files import free_name
from dojo.mutation.annotations import annotation_lines, on_lines, refuse_foreign_log, write_sarif
from dojo.mutation.equivalent import PRACTICE_DOCUMENT, mark_equivalent
from dojo.mutation.grade import (
    Grade,
    NoMutantError,
    grade_mutants,
    grade_so_far,
    last_grade,
)
from dojo.mutation.kept import Kept, ResultFiles
from dojo.mutation.project import project_of_practice
from dojo.mutation.report import (
    refuse_reports,
    report_of_grade,
    with_paths_from_root,
    write_report,
    write_reports,
)
from dojo.mutation.results import ALL, Mutant, Selection, Why
from dojo.mutation.run import InterruptedEarly, MutantOptions
from dojo.mutation.selection import lines_since, select_changed, select_named
from dojo.mutation.text import call_lines, grade_lines, interrupted_lines, why_lines
from dojo.mutation.why import find_why, write_call
from dojo.practice.code import own_tests, tests_folder
from dojo.practice.events import Scored
from dojo.practice.history import read_history
from dojo.practice.locks import CHECK, MUTANTS, lock
from dojo.practice.model import NAME, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step
from dojo.record.program import RecordedStory
from dojo.record.rendering import test_of_call, write_tests
from dojo.room.pushing import share
from dojo.slips.patches import read_slips
from dojo.text import fill, next_step_line

MIN_WORDS = 3
MARKS = f"{NAME}/{PRACTICE_DOCUMENT}"
TEST_FILE = "test_survivor"
WRITTEN = """\
Written: {file}. Read it. `dojo check` is red, and shows the result. If somebody relies on it, right
or wrong, approve it as the check says. Then `dojo mutants` shows whether it kills survivor \
{number}."""
EXPLAINING = "Finding out why each survivor survived. Ctrl-C ends that, and the page stays."
WRITE = "`dojo mutants {number} --write` writes a test of this call, for you to read and approve."
SEVERAL_TASKS = """\
--open shows the last run, and --equivalent marks a mutant. \
--json, --report, --sarif, --github and --fail-under start a new run.
Use them in separate commands."""
NO_SCORE_YET = "A shard shows no result. Use --fail-under, --github and --sarif with --merge."
ONE_OBJECT = "--json prints a single object, and --github lines. Use them in separate commands."
CHANGED_MEANWHILE = """\
Files in practice/ changed while the mutants were tested; the score is for the old files.
Run `dojo mutants` again to grade the current ones."""


class Ungraded(Struct):
    """The report if the check is not green."""

    status: str
    error: str
    findings: list[str]


class Request(NamedTuple):
    """What was asked of a run, besides the mutants to test.

    `asks_why`: say why survivors survived. `fail_under`: the lowest score that is enough, in
    percent. Without one, no mutant may survive. `annotates`: print annotations for GitHub.
    """

    since: str | None
    limit: float | None
    every: bool
    asks_why: bool
    as_json: bool
    annotates: bool
    reports: tuple[Path, ...]
    sarif: Path | None
    fail_under: float | None

    @property
    def starts_a_run(self) -> bool:
        shows = self.as_json or self.annotates or self.reports or self.sarif
        return bool(shows or self.fail_under is not None or self.asks_why or self.since)

    def fails(self, grade: Grade) -> bool:
        if self.fail_under is None:
            return grade.fails
        return grade.score < self.fail_under

    def verdict_line(self, grade: Grade) -> str:
        """Say whether the score is enough, if there is a lowest one."""
        if self.fail_under is None:
            return ""
        if self.fails(grade):
            text = f"Fails: the score is below {self.fail_under:g} %."
            return click.style(text, fg="red", bold=True)
        return f"The score is at least {self.fail_under:g} %."


@click.command()
@click.argument("names", nargs=-1, metavar="[NUMBER | PATH | NAME | REPORT...]")
@click.option(
    "--since",
    metavar="CHECK",
    help="Test the functions that changed since a check, a commit, or the `start`.",
)
@workers_option
@no_fork_option
@shard_option
@merge_option
@click.option("--open", "opening", is_flag=True, help="Open the last results in a browser.")
@click.option("--all", "every", is_flag=True, help="Show all survivors, not three of each method.")
@click.option("--why", "asking", is_flag=True, help="Say of all survivors why they survived.")
@click.option(
    "--call", "showing", is_flag=True, help="Show the call for which survivor NUMBER differs."
)
@click.option("--write", "writing", is_flag=True, help="Write a test of this call into your tests.")
@click.option("--no-cache", is_flag=True, help="Test all mutants again, and use no old results.")
@limit_option
@click.option(
    "--fail-under",
    type=click.FloatRange(0, 100),
    metavar="SCORE",
    help="""Fail only if the score is lower than this, in percent. Results that are an estimate \
are tested again first.""",
)
@json_option("list")
@click.option(
    "--github",
    is_flag=True,
    help="""Print survivors as annotations of GitHub Actions; with --since, only on lines that \
changed.""",
)
@report_option
@click.option(
    "--sarif",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the survivors to FILE in SARIF, which editors and code scanning read.",
)
@click.option(
    "--equivalent",
    type=(click.IntRange(min=1), str),
    metavar="NUMBER WHY",
    help=f"Mark survivor NUMBER as equivalent, and say WHY no test can kill it; stored in {MARKS}.",
)
def mutants(  # noqa: PLR0913, PLR0917 - each is an option
    names: tuple[str, ...],
    limit: float | None,
    since: str | None,
    workers: int | None,
    shard: tuple[int, int] | None,
    fail_under: float | None,
    *,
    merging: bool,
    opening: bool,
    every: bool,
    asking: bool,
    showing: bool,
    writing: bool,
    no_cache: bool,
    no_fork: bool,
    as_json: bool,
    github: bool,
    report: tuple[Path, ...],
    sarif: Path | None,
    equivalent: tuple[int, str] | None,
) -> None:
    """Grade the tests of practice/ with mutants: small code changes.

    The command runs a check first. If it is green, it makes mutants: your code with one small
    change each, by the operators of mutmut. A mutant is killed if a test fails on it: a scenario of
    the golden master, or a test of your own. After a blind start, only your own tests run. The
    list of survivors begins with those that you should test first. The next run tests only what
    changed, and keeps the other results.

    Equivalent mutants do not count in the score. They need no test, for a reason that the kata
    gives or that you wrote.

    With a NUMBER, the command says why this survivor survived: no test runs its function, or its
    change makes no difference in the calls of the tests, or it makes one that no test looks at. To
    find out, it makes these calls with the change and without it, in processes of their own. If no
    call differs, it tries variations of their arguments.

    \b
    dojo mutants 3                       why survivor 3 survived
    dojo mutants 3 --call                the smallest call for which it differs
    dojo mutants 3 --write               a test of this call, for you to read and approve
    dojo mutants practice/invoice.py     only this file
    dojo mutants invoice.total           only this function, or class
    dojo mutants --since start           only the functions that you changed
    dojo mutants --since main --fail-under 90 --github       for a CI service
    dojo mutants --equivalent 3 "The list is never empty here."
    dojo mutants --open                  a page with each mutant, and why the survivors survived

    Exit codes: 0 all killed, or the score is at least that of --fail-under, or --since finds
    nothing to test; 1 some survived, or the score is lower; 2 wrong usage; 3 nothing was graded,
    for example because practice/ is red; 130 interrupted: it shows the score so far, and the next
    run continues from there. Why a mutant survived is not known on Windows: that needs fork.
    """
    number = _number_in(names, is_needed=showing or writing)
    request = Request(since, limit, every, asking, as_json, github, report, sarif, fail_under)
    chosen = (bool(names) and not number) or shard is not None
    tasks = [opening, request.starts_a_run or chosen, equivalent is not None, number]
    if sum(map(bool, tasks)) > 1:
        raise WrongUsageError(SEVERAL_TASKS)
    if shard and (github or sarif or fail_under is not None):
        raise WrongUsageError(NO_SCORE_YET)
    if as_json and github:
        raise WrongUsageError(ONE_OBJECT)
    refuse_reports(report)
    if sarif is not None:
        refuse_foreign_log(sarif)
    options = options_for_shards(shard, names, workers, merging=merging)
    practice = practice_here()
    with lock(practice.folder, MUTANTS, notify=show_waiting):
        if number:
            _explain(practice, number, showing=showing, writing=writing)
        elif opening:
            _open_page(practice)
        elif equivalent is not None:
            _mark(practice, *equivalent)
        else:
            part = _select(practice, () if merging else names, since, options.selection)
            options = replace(
                options,
                selection=part,
                use_cache=not no_cache,
                no_fork=no_fork,
                tests_estimates=fail_under is not None,
                asks_why=asking and shard is None,
            )
            _run(practice, options, request)


def _run(practice: Practice, options: MutantOptions, request: Request) -> None:
    """Check, grade the chosen mutants, and report. Fails if the score is not enough."""
    part = options.selection
    if part.regions == frozenset():
        _show_nothing(practice, part, f"Nothing changed since {request.since}.", request)
        return
    step = _green_check(practice, request)
    try:
        grade = grade_mutants(practice, progress_bar, options)
    except NoMutantError as error:
        if request.since is None:
            raise
        _show_nothing(practice, part, error.message, request)
        return
    except InterruptedEarly:
        _show_interrupted(None)
    except KeyboardInterrupt:
        _show_interrupted(grade_so_far(practice, part))
    if options.shard_report:
        tell_shard("dojo mutants", (part.shard, part.shards), grade.report.made)
        return
    _warn_of_changes(practice, step)
    if not grade.part:
        _record_score(practice, step, grade)
    _write_reports(practice, grade, request.reports)
    _write_sarif(practice, grade, request.sarif)
    _show(practice, grade, request)
    if request.fails(grade):
        fail()


def _number_in(names: tuple[str, ...], *, is_needed: bool) -> int:
    """Return the number of a survivor, or 0 if the names are others. Raises WrongUsageError."""
    if len(names) == 1 and names[0].isdecimal():
        return int(names[0])
    if is_needed:
        raise WrongUsageError("Name a survivor, such as `dojo mutants 3 --call`.")
    return 0


def _select(
    practice: Practice, names: tuple[str, ...], since: str | None, shard: Selection
) -> Selection:
    """Return the mutants of the named or changed functions that are in a shard.

    Raises WrongUsageError.
    """
    if names and since:
        raise WrongUsageError("Name files and functions, or use --since, in separate commands.")
    part = ALL
    if names:
        part = select_named(practice, names)
    elif since:
        part = select_changed(practice, since)
    return structs.replace(part, shard=shard.shard, shards=shard.shards)


def _open_page(practice: Practice) -> None:
    """Open a page of the last run, and then add why its survivors survived.

    Without a browser, say where it is.
    """
    project = project_of_practice(practice)
    page = project.results.page
    grade = last_grade(practice)
    write_report(page, report_of_grade(practice, grade))
    is_open = webbrowser.open(page.resolve().as_uri())
    what = "Opened in your browser" if is_open else "No browser was found. Open this file yourself"
    click.echo(f"{what}: {practice.display_path(page)}")
    unknown = [mutant.name for mutant in grade.to_kill if not mutant.why_survived]
    if not unknown:
        return
    click.echo(EXPLAINING, err=True)
    try:
        with progress_bar("survivors") as count:
            find_why(project, project.results.read_last(), unknown, count)
    except WorkspaceError as error:
        click.echo(error.format_message(), err=True)
        return
    finally:  # also after Ctrl-C
        write_report(page, report_of_grade(practice, last_grade(practice)))
    click.echo("Reload the page: it says why each survivor survived.")


def _mark(practice: Practice, number: int, why: str) -> None:
    """Mark a survivor of the last run as equivalent."""
    survivor = _survivor(practice, number)
    if survivor.reason:
        raise WrongUsageError(f"Survivor {number} is already equivalent: {survivor.reason}")
    words = why.split()
    if len(words) < MIN_WORDS:
        example = 'dojo mutants --equivalent NUMBER "why"'
        reason = f"why no test can kill it, in at least {MIN_WORDS} words"
        raise WrongUsageError(f"Say {reason}: {example}")
    entry = mark_equivalent(practice, survivor, " ".join(words))
    document = practice.display_path(practice.folder / PRACTICE_DOCUMENT)
    click.echo(f"{entry}\n\nAdded to {document}. If it is wrong, delete it there.")


def _survivor(practice: Practice, number: int) -> Mutant:
    """Return a survivor of the last run. Raises WrongUsageError if there is none."""
    for each in last_grade(practice).survivors:
        if each.number == number:
            return each
    raise WrongUsageError(f"There is no survivor {number}. `dojo mutants` lists the numbers.")


def _explain(practice: Practice, number: int, *, showing: bool, writing: bool) -> None:
    """Say why a survivor survived, show the call that differs, or write a test with it."""
    survivor = _survivor(practice, number)
    show_waiting(f"Comparing the calls of {survivor.function} with the change ...")
    project = project_of_practice(practice)
    kept = project.results.read_last()
    find_why(project, kept, [survivor.name], lambda _done, _of: None)
    show_waiting("")
    survivor = _survivor(practice, number)
    lines = call_lines(survivor) if showing or writing else why_lines(survivor, kept)
    if writing:
        lines += ["", _write_test(practice, survivor, kept)]
    elif showing and survivor.why is not None and survivor.why.example is not None:
        lines += ["", fill(WRITE.format(number=number))]
    click.echo("\n".join(lines))


def _write_test(practice: Practice, survivor: Mutant, kept: Kept) -> str:
    """Write a test of the smallest call that differs. Returns the next steps."""
    why = survivor.why or Why()
    found = write_call(project_of_practice(practice), kept, why)
    story = msgspec.convert(found, RecordedStory)
    before = why.example.before if why.example is not None else {}
    folder = tests_folder(practice)
    folder.mkdir(exist_ok=True)
    taken = {path.stem for path in folder.glob("*.py")}
    file = folder / f"{free_name(TEST_FILE, taken)}.py"
    write_tests(file, [test_of_call(story, before, before.get("result", ""))], None)
    return fill(WRITTEN.format(file=practice.display_path(file), number=survivor.number))


def _green_check(practice: Practice, request: Request) -> Step:
    """Return the last check if it is green, or check. The command ends if that is not green."""
    with lock(practice.folder, CHECK, notify=show_waiting):
        history = read_history(Repository(practice.folder))
        green = last_green_check(practice, history)
        if green is not None:
            return green
        options = RunOptions(limit=request.limit)
        recorded = run_check(practice, history, options, show_waiting)
    share(practice.folder)
    if not recorded.outcome.is_green:
        _refuse(practice, recorded, as_json=request.as_json)
    return recorded.step


def _refuse(practice: Practice, recorded: RecordedCheck, *, as_json: bool) -> NoReturn:
    """Say why no mutants were made, and end the command."""
    outcome = recorded.outcome
    message = f"No mutants were made, because the check is {outcome.status}."
    if as_json:
        print_json(Ungraded(outcome.status, message, outcome.texts))
    else:
        click.echo("\n".join([message, *check_lines(practice, recorded)]))
        next_step.tell(next_step.after_check(practice, recorded))
    fail(UngradedError.exit_code)


def _show_interrupted(grade: Grade | None) -> NoReturn:
    advice = next_step_line(next_step.after_interruption(grade))
    click.echo("\n".join(["", *interrupted_lines(grade), advice]), err=True)
    fail(INTERRUPTED_EXIT_CODE)


def _warn_of_changes(practice: Practice, step: Step) -> None:
    if Repository(practice.folder).tree() != step.tree:
        click.echo(CHANGED_MEANWHILE, err=True)


def _record_score(practice: Practice, step: Step, grade: Grade) -> None:
    """Record the score of all mutants, and share it. `step`: the green check that it is about."""
    report = grade.report
    scored = Scored(
        score=grade.score,
        of=step.commit,
        mutants=report.made,
        killed=report.killed,
        equivalent=report.equivalent,
    )
    subject = f"mutants: {grade.score:.1f} % killed"
    Repository(practice.folder).record(subject, scored)
    share(practice.folder)


def _write_reports(practice: Practice, grade: Grade, paths: tuple[Path, ...]) -> None:
    """Write the reports, and the page if it was opened before."""
    page = ResultFiles(practice.state_directory).page
    if not paths and not page.exists():
        return
    report = report_of_grade(practice, grade)
    write_reports(paths, report)
    if page.exists():
        write_report(page, report)


def _write_sarif(practice: Practice, grade: Grade, path: Path | None) -> None:
    if path is not None:
        write_sarif(path, with_paths_from_root(practice, report_of_grade(practice, grade)))


def _show_nothing(practice: Practice, part: Selection, message: str, request: Request) -> None:
    """Show that there was nothing to test, and no score. That is no failure."""
    grade = Grade(part=part.title)
    _write_sarif(practice, grade, request.sarif)
    if request.as_json:
        print_json(structs.replace(grade.report, status=None, score=None, score_of_all=None))
    else:
        click.echo(message)


def _show(practice: Practice, grade: Grade, request: Request) -> None:
    """Print the grade and the next step, then annotations and the verdict if they were asked for.

    `dojo slips` is recommended only if it can grade the same tests. With --json, the report is all.
    """
    if request.as_json:
        print_json(grade.report)
        return
    document = practice.display_path(practice.folder / PRACTICE_DOCUMENT)
    # Slips know no wish of a customer, and no other code.
    can_have_slips = practice.kata.slips and not practice.own_documents.is_dir()
    has_slips = bool(can_have_slips and read_slips(practice.workspace, practice.level))
    slips = has_slips and any(own_tests(practice))
    click.echo("\n".join(grade_lines(grade, document, every=request.every, slips=slips)))
    next_step.tell(next_step.after_mutants(practice, grade))
    if request.annotates:
        _annotate(practice, grade, request.since)
    verdict = request.verdict_line(grade)
    if verdict:
        click.echo(verdict)


def _annotate(practice: Practice, grade: Grade, since: str | None) -> None:
    """Print annotations of the survivors, or only of those on the lines that changed."""
    report = report_of_grade(practice, grade)
    if since is not None:
        report = on_lines(report, lines_since(practice, since))
    for line in annotation_lines(with_paths_from_root(practice, report)):
        click.echo(line)
