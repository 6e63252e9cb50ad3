"""`dojo record`: record a run of a program as tests of a practice."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import click

from dojo import next_step
from dojo.checking.outcome import RunOptions
from dojo.checking.project import find_surroundings
from dojo.checking.runner import run_tests
from dojo.cli import practice_here
from dojo.errors import WorkspaceError
from dojo.files import free_name, read_json
from dojo.kata_commands import kata_commands
from dojo.practice.code import module_name, tests_folder
from dojo.practice.interpreter import examine, python_of
from dojo.practice.model import Practice, silent
from dojo.practice.own_code import (
    import_folder_of,
    make_tests_folder,
    obstacle_to_import,
)
from dojo.practice.project import find_code
from dojo.practice.snapshots import Repository
from dojo.record.program import Code, Program, Recording, find_program, run_program
from dojo.record.reached import Arc, Reached
from dojo.record.rendering import RecordedTest, make_tests, write_tests
from dojo.record.replay import Skipped, project_of, replay_options, settle
from dojo.text import fill, quantity

MAX_CALLS = 20  # calls of a function, or on objects by one method
MAX_NAMES = 10  # names beside a reason
TEST_FILE = "test_recorded"
RECORDED = "calls recorded"
NOTHING_NEW = "ran no line or branch that a recorded call does not run"
PROCESSES = "child processes, whose calls are not seen"
NO_APPROVALTESTS = """\
Recorded tests need approvaltests. Install it, then record again:
  {command}"""
NOT_COLLECTED = """\
pytest does not collect {file}. Its settings python_files and testpaths say what it
collects. To run it in a check, too, add to pyproject.toml:
  [tool.dojo]
  tests = ["{name}"]"""
NO_CALLS = """\
No call could be recorded, so no test was written. The program has to import a module of
{title}/, such as {module}, and to call functions that have no _ in front of their names."""
NEEDS_INPUT = "It needs more input. Write all lines that it reads to a file: --answers FILE."
USED_ORIGINAL = """\
The program used {used}, not {copy}.
Run it in practice/, or as a module: dojo record -- python -m NAME"""
NO_TRACE = """\
The program replaced sys.settrace, as a debugger and coverage do; later calls were not seen. \
Run it without them."""


@click.command(context_settings={"allow_interspersed_args": False})
@click.argument("words", nargs=-1, required=True, metavar="PROGRAM [ARGUMENTS]...")
@click.option("--all", "every", is_flag=True, help="Keep every different call.")
@click.option(
    "--answers",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Let the program read the lines of this file, not the keyboard.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0.1),
    default=600.0,
    help="Interrupt the program after so many seconds.  [default: 600]",
)
def record(words: tuple[str, ...], answers: Path | None, limit: float, *, every: bool) -> None:
    """Record a run of a program as tests of your code.

    \b
    dojo record -- python -m shop.cli --month 5
    dojo record -- report.py --month 5
    dojo record -- pytest tests
    dojo record --answers evening.txt -- dojo play --implementation practice --seed 1

    The program runs once, in the folder that you are in, and imports the code of practice/ instead
    of the original. A script that is itself in practice/ has to be run there. Calls that reach this
    code become tests beside yours, or in practice/tests/, with approved documents. A test has calls
    of one function, or the creation of one object and calls on it. A call is kept if its arguments
    can be written as Python, and if it runs a line or a branch that no other recorded call runs; 20
    of each function at most.

    The tests then run several times. Calls that come out differently are skipped, and named: they
    depend on the date, on chance, on calls before, or on something else that is not in their
    arguments. Lines that the program
    reads from --answers are recorded, and a number that it seeds `random` with.

    These tests, and `dojo mutants`, call your code again and again. Do not record code that pays,
    mails or deletes.
    """
    practice = practice_here()
    python = python_of(practice)
    program = _follow_command(find_program(words, python))
    pytest_options = _examine_python(practice, python)
    code = _code_of(practice, python, pytest_options)
    typed = None
    if answers is not None:
        typed = answers.read_text(encoding="utf-8")
    before = Repository(practice.folder).snapshot("before a recording")
    _notify(f"Recording {program.command}. Ctrl-C ends it, and keeps the calls until then.")
    recording, failure = run_program(program, code, 0 if every else MAX_CALLS, typed, limit)
    tests = make_tests(recording, list(code.modules.values()))
    skipped = Counter({(reason, name): number for reason, name, number in recording.skipped})
    documents = settle(tests, program, code, skipped, _notify)
    notes = [failure] if failure else []
    if recording.lacks_input:
        notes.append(NEEDS_INPUT)
    if not recording.is_complete and not failure:  # an interruption ends the tracing, too
        notes.append(NO_TRACE)
    notes += _notes(practice, program, code, recording, before)
    counts = _count_lines(recording, tests, skipped)
    if not tests:
        module = min(code.modules.values(), default="...")
        raise WorkspaceError(
            "\n".join([NO_CALLS.format(title=practice.title, module=module), *notes, *counts])
        )
    make_tests_folder(practice, code.tests)
    file = _write_files(code, program, tests, documents)
    if not _is_collected(practice, file):
        name = file.relative_to(practice.folder).as_posix()
        notes.append(NOT_COLLECTED.format(file=practice.display_path(file), name=name))
    notes.append(f"{practice.display_path(file)} has {quantity(len(tests), 'test')}.")
    if file.stem != TEST_FILE:
        notes.append("If it replaces an earlier recording, delete that file and its documents.")
    click.echo("\n".join([*notes, "", *counts, ""]))
    click.echo(fill(_reached_sentence(code, recording, tests)))
    next_step.tell(next_step.after_record())


def _follow_command(program: Program) -> Program:
    """Return the program that `dojo NAME` starts, if NAME is a command of the kata.

    The recorder does not see the calls of child processes.
    """
    name, *arguments = program.arguments
    if name != "dojo" or not arguments:
        return program
    command = kata_commands().get(arguments[0])
    if command is None:
        return program
    return program._replace(words=["-m", command.package, *arguments])


def _examine_python(practice: Practice, python: str) -> list[str]:
    """Return the options of pytest for the replay.

    Raises WorkspaceError if the Python of somebody's own code cannot run recorded tests.
    """
    interpreter = examine(python)
    obstacle = interpreter.obstacle()
    if not obstacle and "approvaltests" not in interpreter.packages:
        command = interpreter.install_command("approvaltests")
        obstacle = NO_APPROVALTESTS.format(command=command)
    if obstacle:
        raise WorkspaceError(obstacle)
    return replay_options(practice, interpreter)


def _is_collected(practice: Practice, file: Path) -> bool:
    """Return whether pytest collects a file in a check, or cannot start."""
    outcome = run_tests(practice, RunOptions(), silent, ["--collect-only"])
    place = file.relative_to(practice.folder).as_posix()
    return not outcome.test_files or place in outcome.test_files


def _write_files(
    code: Code, program: Program, tests: list[RecordedTest], documents: dict[str, str]
) -> Path:
    """Write the tests and their documents. Returns the file of the tests."""
    taken = {path.stem for path in code.tests.glob("*.py")}
    file = code.tests / f"{free_name(TEST_FILE, taken)}.py"
    folder = _documents_folder(code.tests)
    folder.mkdir(exist_ok=True)
    for test in tests:
        document = folder / f"{file.stem}.{test.name}.approved.txt"
        document.write_text(documents[test.name], encoding="utf-8", newline="\n")
    write_tests(file, tests, program)
    return file


def _documents_folder(tests: Path) -> Path:
    """Return the folder in which approvaltests looks for the documents of some tests."""
    config = tests / "approvaltests_config.json"
    if not config.exists():
        return tests
    settings = read_json(config, dict[str, str])
    return tests / settings.get("subdirectory", "")


def _notify(text: str) -> None:
    click.echo(text, err=True)


def _code_of(practice: Practice, python: str, pytest_options: list[str]) -> Code:
    """Return the code of a practice to record: its modules by file, and the folder of its tests.

    A file that no import statement can name is skipped. The folder is made, because the replay
    copies it.
    """
    root = import_folder_of(practice).resolve()
    modules: dict[str, str] = {}
    for file in find_code(practice):
        path = file.resolve()
        if not path.is_relative_to(root):
            continue
        name = module_name(path, root)
        if all(map(str.isidentifier, name.split("."))):
            modules[str(path)] = name
    tests = tests_folder(practice)
    tests.mkdir(exist_ok=True)
    code = Code(root, modules, tests, python, pytest_options)
    return code._replace(surroundings=find_surroundings(practice, project_of(code)))


def _notes(
    practice: Practice, program: Program, code: Code, recording: Recording, before: str
) -> Iterator[str]:
    """Yield sentences about things that the person may not expect."""
    imported = [*recording.imported, str(Path(program.words[0]).resolve())]
    for file in code.modules:
        place = Path(file).relative_to(code.root).as_posix()
        used = [each for each in imported if _has_place(each, place)]
        if used and file not in used:
            yield USED_ORIGINAL.format(used=used[0], copy=practice.display_path(Path(file)))
    folder = practice.folder.resolve()
    for file in sorted(set(recording.sources)):
        obstacle = obstacle_to_import(Path(file), folder)
        if obstacle:
            yield obstacle.text
    repository = Repository(practice.folder)
    changed = sorted(repository.changes(before, repository.tree()))
    if changed:
        restore = f"dojo restore {repository.short_name(before)}"
        files = ", ".join(changed)
        yield f"The program changed {practice.title}/: {files}. `{restore}` undoes that."


def _has_place(file: str, place: str) -> bool:
    """Return whether a file may be another copy of the code at a place.

    A file of another package that is installed is none, such as _pytest/main.py.
    """
    if not file.endswith(f"/{place}"):
        return False
    root = Path(file.removesuffix(place))
    is_installed = "site-packages" in root.parts
    return not (is_installed and (root / "__init__.py").exists())


def _count_lines(recording: Recording, tests: list[RecordedTest], skipped: Skipped) -> list[str]:
    """Return how many calls were recorded, and how many were skipped for each reason."""
    counts = Counter({RECORDED: sum(len(test.all_calls) for test in tests)})
    functions: dict[str, list[str]] = {}
    for (reason, name), number in skipped.most_common():
        counts[reason] += number
        functions.setdefault(reason, []).append(f"{name} ({number:,})")
    counts[NOTHING_NEW] = recording.calls - counts.total()
    counts[PROCESSES] = recording.processes
    lines = []
    for reason, number in counts.items():
        text = reason
        names = functions.get(reason, [])
        if names:
            text += f": {', '.join(names[:MAX_NAMES])}"
        if len(names) > MAX_NAMES:
            text += f" and {len(names) - MAX_NAMES} more"
        if number > 0:
            lines.append(fill(text, f"{number:>7,}  ", " " * 9))
    return lines


def _reached_sentence(code: Code, recording: Recording, tests: list[RecordedTest]) -> str:
    """Return how much of the code the recorded calls run."""
    steps: dict[str, set[Arc]] = defaultdict(set)
    for test in tests:
        for call in test.all_calls:
            for index, line, following in call.new:
                steps[recording.sources[index]].add((line, following))
    reached = Reached()
    for file in code.modules:
        reached.add_file(Path(file), steps[file])
    return f"They run {reached}."
