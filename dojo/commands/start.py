"""`dojo start`: make a practice."""

import shlex
from pathlib import Path
from typing import NamedTuple

import click

from dojo import next_step
from dojo.checking.outcome import RunOptions, has_no_tests
from dojo.checking.runner import QUIET_APPROVALS, finding_lines, run_tests
from dojo.cli import LevelOption, show_waiting
from dojo.commands.join import join_with_advice, waiting_line
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.way import WorkedStep, worked_steps
from dojo.kata.workspace import NoKataError, find_workspace, refuse_mistakes
from dojo.practice.branch import Branch
from dojo.practice.code import approved_file_of
from dojo.practice.create import (
    archived_practices,
    begin_in_place,
    bring_back,
    create_practice,
    refuse_in_practice,
    refuse_practice_in_place,
    steps_up_to,
    write_first_test,
)
from dojo.practice.find import practice_in
from dojo.practice.history import read_history
from dojo.practice.interpreter import Interpreter, choose_python, examine, keep_python
from dojo.practice.model import ARCHIVE, NAME, Choices, Practice
from dojo.practice.own_code import (
    notes_on_own_code,
    read_name_of_code,
    read_own_code,
    tests_not_collected,
)
from dojo.practice.snapshots import Repository
from dojo.room.git import display_url, parse_room_url
from dojo.room.membership import Membership, forget_membership, read_membership, write_membership
from dojo.room.sharing import is_same_room, parse_pair_name
from dojo.text import printable, quantity

NOT_GREEN = """\
Your tests are {status} as they are: `dojo check` shows why. The dojo needs them to be green."""
FIRST_TEST_FAILED = """\
The first test did not run, so there is nothing to approve. Correct this, then run dojo check."""

NO_APPROVALTESTS = """\
It has no tests yet. {test} lists its public functions.
It needs approvaltests. Install it:
  {command}
Then run dojo check, and approve the list with {approve}."""
LACKS_APPROVALTESTS = """\
This Python has no approvaltests, which recorded tests need. Install it:
  {command}"""
NO_REPOSITORY = """\
{folder}/ is in no git repository, and `dojo check -m` and `dojo watch --tcr` commit.
`git init` creates one."""
START_HERE = "\nTo practise in a project of your own, run `dojo start --here` in its folder."


@click.command()
@click.option(
    "--level",
    cls=LevelOption,
    type=int,
    metavar="LEVEL",
    help="{levels}.  [default: 1; with --at, the next step's]",
)
@click.option("--blind", is_flag=True, help="Start without the golden master: you write the tests.")
@click.option("--list", "listing", is_flag=True, help=f"List the practices in {ARCHIVE}/.")
@click.option(
    "--back",
    type=int,
    metavar="NUMBER",
    help="Go back to a practice of --list. The current one moves to the list.",
)
@click.option("--again", is_flag=True, help=f"Move the current practice to {ARCHIVE}/ first.")
@click.option(
    "--at",
    type=int,
    default=0,
    metavar="STEP",
    help="Begin after this step of the worked way.",
)
@click.option(
    "--from",
    "source",
    type=click.Path(exists=True, path_type=Path),
    metavar="PATH",
    help="Practise on a copy of your own module, package or project.",
)
@click.option("--here", is_flag=True, help="Practise in the project in this folder, as it is.")
@click.option(
    "--python",
    metavar="PATH",
    help="The Python, or the virtual environment, that runs your own code.",
)
@click.option(
    "--name",
    default="",
    metavar="WHO",
    help="Your name, which the history and `dojo progress` show.",
)
@click.option(
    "--room",
    metavar="URL",
    help="Share each check with a room; see `dojo join --help`.",
)
def start(  # noqa: PLR0913, PLR0917 - each is an option
    level: int | None,
    at: int,
    source: Path | None,
    python: str | None,
    name: str,
    room: str | None,
    back: int | None,
    *,
    listing: bool,
    blind: bool,
    again: bool,
    here: bool,
) -> None:
    """Create practice/, your own copy of the tangled code.

    \b
    dojo start                     level 1, tested by the golden master
    dojo start --level hour        less than level 1, if this is your first kata
    dojo start --level 4 --blind   the whole tangle, tested only by your tests
    dojo start --again             start over; the old practice is kept
    dojo start --list              the old practices, by number
    dojo start --back 2            go back to the second one
    dojo start --at 17 --again     begin after step 17 of the worked way
    dojo start --at 73             level 2: step 73 is the last step of level 1
    dojo start --name Panda --room URL       share each check with a room
    dojo start --here                        your own project, in its folder
    dojo start --from ~/shop/invoice.py      a copy of your own code

    practice/ is a git repository of its own, which the kata's repository ignores. With --at, its
    log has a commit for each step of the worked way up to that step. With --again, the new practice
    stays in the room of the old one and continues its row on the board; `dojo progress --earlier`
    shows the old one.

    --here changes nothing in your project: what the dojo keeps is in .dojo/, which git ignores.
    `dojo check -m "..."` commits in your repository. The code is all Python files that are neither
    tests nor ignored; [tool.dojo] in pyproject.toml can say it: code = ["src"], tests = ["checks"].
    --from copies your code as it is, with its tests and settings, and does not change the original.
    PATH is a .py file, a package, or a project; what git ignores is not copied. pytest runs your
    tests as it does there. If there are none, the dojo writes a first one.
    docs/own-project.md explains the next steps.

    Your code runs in the Python of your project, with its packages: the one that --python names,
    else the active virtual environment, else .venv or venv in the project, else the dojo's Python.
    It has to be 3.10 or newer, with pytest 7.4 or newer.
    """
    if listing or back is not None:
        if any([level, at, source, python, name, room, blind, again, here, listing and back]):
            raise WrongUsageError("Use --list and --back without other options.")
        _list_or_go_back(back)
        return
    if here and source is not None:
        raise WrongUsageError("--here practises in this folder, --from on a copy. Use one.")
    brings_code = here or source is not None
    chooses_kata = bool(level or at or blind)
    _refuse_mixed(brings_code=brings_code, chooses_kata=chooses_kata, python=python)
    if here:
        _start_here(Path.cwd(), name, room, python, again=again)
        return
    workspace = _find_place(source)
    previous = None
    if again:
        previous = read_membership(workspace / NAME)
    plan = _plan_room(room, name, previous)
    own_code = None
    interpreter = None
    way: list[WorkedStep] = []
    if source is not None:
        own_code = read_own_code(source, workspace)
        interpreter = _find_interpreter(python, source)
        choices = Choices(0, blind=True, name=plan.recorded_name, code=own_code.name)
    else:
        refuse_mistakes(workspace)
        steps = worked_steps(workspace) if at else []
        way = steps_up_to(steps, at)
        choices = Choices(_choose_level(level, steps, at), blind, plan.recorded_name)
    archive = create_practice(
        workspace,
        choices,
        again=again,
        continues=plan.keeps_branch,
        way=way,
        own=own_code,
    )
    practice = practice_in(workspace / NAME)
    _print_start(practice, archive, way)
    if interpreter is not None:
        _begin_with_own_code(practice, interpreter, is_chosen=python is not None)
    if archive is not None and previous is not None and plan.keeps_branch:
        # The new practice is the member now.
        write_membership(previous)
        forget_membership(archive)
    _join(practice, plan)
    next_step.tell(next_step.after_start(practice))


def _list_or_go_back(number: int | None) -> None:
    """List the archived practices or, with the number of one, go back to it."""
    archived = archived_practices(find_workspace())
    if not archived:
        raise WorkspaceError(f"{ARCHIVE}/ has no practice. `dojo start --again` moves yours there.")
    if number is None:
        for index, practice in enumerate(archived, start=1):
            click.echo(f"{index:3}  {practice.folder.name}  {_about(practice)}")
        next_step.tell(next_step.after_list_of_practices())
        return
    if not 1 <= number <= len(archived):
        raise WrongUsageError(f"{ARCHIVE}/ has no practice {number}: `dojo start --list`.")
    chosen = archived[number - 1]
    left = read_membership(chosen.workspace / NAME)
    before = bring_back(chosen)
    if before is not None:
        click.echo(f"The practice before is now in {ARCHIVE}/{before.name}/.")
    practice = practice_in(chosen.workspace / NAME)
    click.echo(f"practice/ is that of {chosen.folder.name} again: {_about(practice)}.")
    if left is not None and read_membership(practice.folder) is None:
        room = shlex.quote(display_url(left.url))
        command = f"dojo join {room} --name {left.pair} --mine"
        click.echo(f"It is in no room. To continue the row of {left.pair}: {command}")
    next_step.tell(next_step.after_new_files())


def _about(practice: Practice) -> str:
    """Return the subject of a practice, the name of its pair, its checks, and its state."""
    history = read_history(Repository(practice.folder))
    parts = [practice.choices.about]
    if history.name:
        parts.append(history.name)
    if history.steps:
        parts.append(quantity(len(history.steps), "check"))
    return ", ".join([*parts, history.state])


def _find_place(source: Path | None) -> Path:
    """Return the folder that gets practice/: that of the kata. A copy needs none.

    Raises NoKataError or WrongUsageError if the kata is not here.
    """
    if source is None:
        refuse_practice_in_place()
    try:
        return find_workspace()
    except NoKataError:
        if source is not None:
            return Path.cwd()
        raise NoKataError(START_HERE) from None


def _refuse_mixed(*, brings_code: bool, chooses_kata: bool, python: str | None) -> None:
    """Raise WrongUsageError if options for the kata and for somebody's own code are mixed."""
    if brings_code and chooses_kata:
        reason = "Your own code has no levels, no worked way and no golden master."
        raise WrongUsageError(f"{reason}\nUse --from or --here without --level, --at and --blind.")
    if python is not None and not brings_code:
        raise WrongUsageError("--python is for your own code. Use it with --from or --here.")


def _start_here(
    folder: Path, name: str, room: str | None, python: str | None, *, again: bool
) -> None:
    """Begin to practise in a project, as it is."""
    refuse_in_practice(folder)
    interpreter = _find_interpreter(python, folder)
    previous = read_membership(folder)
    plan = _plan_room(room, name, previous)
    code = read_name_of_code(folder)
    choices = Choices(0, blind=True, name=plan.recorded_name, code=code)
    practice = begin_in_place(folder, choices, again=again)
    click.echo(f"You practise in {practice.title}/, as it is. The dojo's files are in .dojo/.")
    _begin_with_own_code(practice, interpreter, is_chosen=python is not None)
    _join(practice, plan)
    next_step.tell(next_step.after_start(practice))


class RoomPlan(NamedTuple):
    """Which room a new practice will join, if any, and under which name.

    `recorded_name` goes into the history. It is empty if the room may refuse the name, because
    another pair has it. `keeps_branch`: the history continues the branch of the old practice.
    """

    url: str | None
    name: str
    recorded_name: str
    keeps_branch: bool


def _plan_room(room: str | None, name: str, previous: Membership | None) -> RoomPlan:
    """Use the options, and in their absence the membership of the old practice."""
    url = None
    if room is not None:
        url = parse_room_url(room)
    elif previous is not None:
        url = previous.url
    if previous is not None and not name:
        name = previous.pair
    if url is None:
        return RoomPlan(None, name, recorded_name=name, keeps_branch=False)
    pair = parse_pair_name(name)
    keeps_branch = False
    if previous is not None:
        if previous.url != url:
            click.echo(waiting_line(url), err=True)
        keeps_branch = is_same_room(previous, url)
    is_same_pair = (
        previous is not None and keeps_branch and previous.pair.casefold() == pair.casefold()
    )
    return RoomPlan(url, name, name if is_same_pair else "", keeps_branch)


def _choose_level(level: int | None, steps: list[WorkedStep], at: int) -> int:
    """Return the level of the option, or that of the step to do next.

    Raises WrongUsageError if the option is below the level of the step before.
    """
    levels = [1, *(step.level for step in steps[: at + 1])]
    lowest = levels[at]
    if at and level is not None and level < lowest:
        advice = f"use --level {lowest} or higher"
        raise WrongUsageError(f"Step {at} belongs to level {lowest}: {advice}.")
    return level or levels[-1]


def _print_start(practice: Practice, archive: Path | None, way: list[WorkedStep]) -> None:
    """Say where the old practice is, and the subject of the new one.

    `way`: the worked steps that it has behind it; none if it begins with the tangle.
    """
    if archive is not None:
        advice = f"You may delete {ARCHIVE}/."
        click.echo(f"The old practice is now in {ARCHIVE}/{archive.name}/. {advice}")
    about = practice.choices.about
    if practice.level.scenarios and not practice.guard.runs_golden_master:
        about += ": you write the tests"
    click.echo(f"practice/ is ready: {about}.")
    if way:
        click.echo(f"It begins after step {len(way)} of the worked way:\n  {way[-1].title}")


def _find_interpreter(option: str | None, source: Path) -> Interpreter:
    """Find the Python of a project. Raises WorkspaceError if it cannot run tests."""
    project = source.parent if source.is_file() else source
    interpreter = examine(choose_python(option, project))
    obstacle = interpreter.obstacle()
    if obstacle:
        raise WorkspaceError(obstacle)
    return interpreter


def _join(practice: Practice, plan: RoomPlan) -> None:
    """Join the room of a plan, if it has one."""
    if plan.url is not None:
        click.echo(waiting_line(plan.url), err=True)
        click.echo("\n".join(join_with_advice(practice, plan.url, plan.name)))


def _begin_with_own_code(practice: Practice, interpreter: Interpreter, *, is_chosen: bool) -> None:
    """Run the tests of the person's own code. If there are none, write the first one.

    `is_chosen`: the person named the interpreter.
    """
    if is_chosen or not interpreter.is_dojo:
        keep_python(practice, interpreter.path)
    if interpreter.is_dojo:
        click.echo("Your code runs with the dojo's Python; --python names another one.")
    else:
        click.echo(f"Your code runs with {interpreter.title}:\n  {printable(interpreter.path)}")
    outcome = run_tests(practice, RunOptions(), show_waiting)
    notes: list[str] = []
    if not Branch(practice.folder).exists:
        notes.append(NO_REPOSITORY.format(folder=practice.title))
    notes += notes_on_own_code(practice, outcome.test_files)
    has_tests = not has_no_tests(practice, outcome)
    if has_tests and "approvaltests" not in interpreter.packages:
        command = interpreter.install_command("approvaltests")
        notes.append(LACKS_APPROVALTESTS.format(command=command))
    if not has_tests and not tests_not_collected(practice, outcome.test_files):
        notes += _add_first_test(practice, interpreter)
    elif not outcome.is_green:
        notes.append(NOT_GREEN.format(status=outcome.status))
    if notes:
        click.echo("\n".join(notes))


def _add_first_test(practice: Practice, interpreter: Interpreter) -> list[str]:
    """Write the first test, and approve what it receives. Returns notes for the person."""
    test = write_first_test(practice)
    if "approvaltests" not in interpreter.packages:
        command = interpreter.install_command("approvaltests")
        shown = practice.display_path(test)
        approve = "dojo approve" if practice.is_in_place else "dojo approve practice"
        return [NO_APPROVALTESTS.format(test=shown, command=command, approve=approve)]
    outcome = run_tests(practice, RunOptions(), show_waiting, QUIET_APPROVALS)
    received = list(practice.folder.rglob("*.test_public_names.*received.*"))
    if not received:
        return [*finding_lines(practice, outcome.texts), FIRST_TEST_FAILED]
    for file in received:
        file.rename(approved_file_of(file))
    if not practice.is_in_place:
        subject = f"List the public functions of {practice.choices.code} in a first test"
        Branch(practice.folder).commit(subject)
    return [f"It has no tests yet. {practice.display_path(test)} lists its public functions."]
