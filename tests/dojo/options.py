"""List the options that no test needs: `python -m tests.dojo.options [TESTS...]`.

It runs the tests once, and notes which test gives which option of a command. A command that
refuses its options does not count. Then it runs these tests again for each option, as if nobody
had given it, until one fails. If all of them still pass, no test needs the option. Without TESTS,
it takes those of the tool and of playing.

The tests run with this file as a plugin of pytest. It changes how click reads the command line, in
the process of the tests and in the processes that stories start apart.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import pytest
from click.core import ParameterSource

from dojo.main import main as dojo

TESTS = ["tests/dojo", "tests/playing"]
NOTES = "DOJO_TESTS_NOTES"  # the file for the options that tests give
IGNORED = "DOJO_TESTS_IGNORED"  # the option that is ignored, such as "check --expect"
PASSED = "passed"
NOT_RUN = (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED)
read_value = click.Option.consume_value
run_main = click.Command.main
given: list[str] = []  # the options of the present command


# The plugin.


def pytest_configure() -> None:
    if NOTES in os.environ:
        note_options()
        from tests.dojo import story  # noqa: PLC0415 - a process apart has other tests

        story.MAIN = f"import runpy; runpy.run_path({__file__!r})['note_options'](); {story.MAIN}"


def note_options() -> None:
    click.Option.consume_value = noted_value  # type: ignore[assignment,method-assign]
    click.Command.main = noted_main  # type: ignore[assignment,method-assign]


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        note(PASSED, report.nodeid, str(report.duration))


def note(*words: str) -> None:
    with Path(os.environ[NOTES]).open("a", encoding="utf-8") as notes:
        notes.write("\t".join(words) + "\n")


def noted_value(
    option: click.Option, context: click.Context, words: Mapping[str, Any]
) -> tuple[Any, ParameterSource]:
    """Read the value of an option, and remember its name. An ignored one has its default."""
    value, source = read_value(option, context, words)
    if source != ParameterSource.COMMANDLINE:
        return value, source
    name = full_name(context, option, value)
    given.append(name)
    if name == os.environ.get(IGNORED):
        return read_value(option, context, {})
    return value, source


def noted_main(command: click.Command, *arguments: Any, **settings: Any) -> None:
    """Run a command, and note its options, unless it refuses them."""
    given.clear()
    try:
        run_main(command, *arguments, **settings)
    except SystemExit as end:
        if end.code != click.UsageError.exit_code:
            test, _, phase = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")
            if phase == "setup)":  # tests of the file share what a command did
                test, _, _ = test.partition("::")
            for name in given:
                note(name, test)
        raise


def full_name(context: click.Context, option: click.Option, value: object) -> str:
    """Return the command and the option, such as "room serve --port"."""
    names = option.opts
    if option.secondary_opts and not value:
        names = option.secondary_opts
    words = [max(names, key=len)]
    while context.parent is not None:
        words.insert(0, str(context.info_name))
        context = context.parent
    return " ".join(words)


# The options, and the tests that give them.


def option_names(command: click.Command, *above: str) -> Iterator[str]:
    """Yield the options of a command and of those in it, without --help."""
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            for names in filter(None, (parameter.opts, parameter.secondary_opts)):
                yield " ".join([*above, max(names, key=len)])
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            _, inner, _ = command.resolve_command(context, [name])
            if inner is not None:
                yield from option_names(inner, *above, name)


def tests_of_options(notes: str) -> dict[str, list[str]]:
    """Return the passing tests that give each option, the shortest first.

    They are all tests of a file, at last, if a fixture gives the option.
    """
    tests: dict[str, list[str]] = {}
    seconds: dict[str, float] = {}
    for line in notes.splitlines():
        name, test, *duration = line.split("\t")
        if name == PASSED:
            seconds[test] = float(duration[0])
        else:
            tests.setdefault(name, []).append(test)
            if "::" not in test:
                seconds[test] = inf
    return {
        name: sorted(seconds.keys() & tests_of_one, key=seconds.__getitem__)
        for name, tests_of_one in tests.items()
    }


def run(arguments: list[str], notes: Path, ignored: str = "") -> bool:
    """Run tests with the plugin, and return whether they pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", __spec__.name, *arguments]
    environment = os.environ | {NOTES: str(notes), IGNORED: ignored}
    done = subprocess.run(  # noqa: S603 - our own tests
        command, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode in NOT_RUN:
        sys.exit(done.stdout + done.stderr)
    return done.returncode == 0


def received_files() -> set[Path]:
    return set(Path(__file__).parents[1].rglob("*.received.*"))


def main() -> int:
    from playing.main import playing  # noqa: PLC0415 - likewise

    before = received_files()
    with TemporaryDirectory() as folder:
        notes = Path(folder, "notes.txt")
        run(["-n", "auto", *(sys.argv[1:] or TESTS)], notes)
        tests = tests_of_options(notes.read_text(encoding="utf-8"))

        def verdict(option: str) -> str:
            click.echo(option, err=True)
            if not tests.get(option):
                return "no test gives it"
            if run(["-n0", "-x", *tests[option]], notes, option):
                return "its tests pass without it"
            return ""

        known = sorted({*option_names(dojo), *option_names(playing)})
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            verdicts = dict(zip(known, threads.map(verdict, known), strict=True))
    for file in received_files() - before:
        file.unlink()
    not_needed = {option: reason for option, reason in verdicts.items() if reason}
    for option, reason in not_needed.items():
        click.echo(f"{option}: {reason}")
    click.echo(f"{len(known)} options, and no test needs {len(not_needed)} of them")
    return min(len(not_needed), 1)


if __name__ == "__main__":
    sys.exit(main())
