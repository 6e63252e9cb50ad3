"""List the options that no test needs: `python -m tests.dojo.options [TESTS...]`.

It runs the tests once, and notes which test gives which option of a command. Then it runs these
tests again for each option, as if nobody had given it. If all of them still pass, no test needs
the option. Without TESTS, it takes those of the tool and of playing.

The tests run with this file as a plugin of pytest. Commands run in the process of the tests, or in
forks of it, so it can change how click reads the command line.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from click.core import ParameterSource

from dojo.main import main as dojo
from playing.main import playing

TESTS = ["tests/dojo", "tests/playing"]
NOTES = "DOJO_TESTS_NOTES"  # the file for the options that tests give
IGNORED = "DOJO_TESTS_IGNORED"  # the option that is ignored, such as "check --expect"
TRIED = 6  # tests of an option, one after the other
read_value = click.Option.consume_value


def pytest_configure() -> None:
    if NOTES in os.environ:
        click.Option.consume_value = noted_value  # type: ignore[method-assign]


def noted_value(
    option: click.Option, context: click.Context, given: Mapping[str, Any]
) -> tuple[Any, ParameterSource]:
    """Read the value of an option, and note who gives it. An ignored one has its default."""
    value, source = read_value(option, context, given)
    if source != ParameterSource.COMMANDLINE:
        return value, source
    name = full_name(context, option)
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]
    with Path(os.environ[NOTES]).open("a", encoding="utf-8") as notes:
        notes.write(f"{name}\t{test}\n")
    if name == os.environ.get(IGNORED):
        return read_value(option, context, {})
    return value, source


def full_name(context: click.Context, option: click.Option) -> str:
    """Return the command and the option, such as "room serve --port"."""
    commands: list[str] = []
    while context.parent is not None:
        commands.insert(0, str(context.command.name))
        context = context.parent
    return " ".join([*commands, max(option.opts, key=len)])


def option_names(group: click.Group, above: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield the options of all commands in a group, without --help."""
    context = click.Context(group)
    for name in group.list_commands(context):
        _, command, _ = group.resolve_command(context, [name])
        if isinstance(command, click.Group):
            yield from option_names(command, (*above, name))
        elif command is not None:
            for parameter in command.params:
                if isinstance(parameter, click.Option):
                    yield " ".join([*above, name, max(parameter.opts, key=len)])


def run(tests: list[str], notes: Path, ignored: str = "") -> bool:
    """Run tests with the plugin, and return whether they pass."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", __spec__.name, *tests]
    environment = os.environ | {NOTES: str(notes), IGNORED: ignored}
    done = subprocess.run(  # noqa: S603 - our own tests
        command, env=environment, capture_output=True, check=False
    )
    return done.returncode == 0


def main() -> int:
    known = {*option_names(dojo), *option_names(playing)}
    tests: dict[str, list[str]] = {name: [] for name in known}
    with TemporaryDirectory() as folder:
        notes = Path(folder, "given.txt")
        run(["-n", "auto", *(sys.argv[1:] or TESTS)], notes)
        for line in notes.read_text(encoding="utf-8").splitlines():
            name, test = line.split("\t")
            if test and test not in tests.setdefault(name, []):
                tests[name].append(test)
        not_needed: list[str] = []
        for number, name in enumerate(sorted(tests), 1):
            click.echo(f"{number} of {len(tests)}: {name}", err=True)
            if all(run(["-n0", test], notes, name) for test in tests[name][:TRIED]):
                not_needed.append(name)
    for name in not_needed:
        reason = "its tests pass without it" if tests[name] else "no test gives it"
        click.echo(f"{name}: {reason}")
    return min(len(not_needed), 1)


if __name__ == "__main__":
    sys.exit(main())
