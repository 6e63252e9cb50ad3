"""Commands that a kata adds: they are listed, and run as a process of the kata's package."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dojo.kata.description import read_kata
from dojo.kata.workspace import NOT_IN_A_KATA
from dojo.main import KATA_GROUP
from tests.dojo.small_kata import MAIN, WORKSPACE, SmallKata, variables

DESCRIPTION = """name = "Small"
tangle = "legacy/yatzy.py"
clean = "refactored"
offers = "Yatzy"
levels = [{title = "scoring"}]

[commands]
package = "demo"

[commands.help]
present = "Show what arrives."
wait = "Wait for a signal."
"""
DEMO = """import os, random, signal, sys, time

signal.signal(signal.SIGTERM, signal.default_int_handler)
name, *rest = sys.argv[1:]
if name == "wait":
    try:
        print("ready", flush=True)
        time.sleep(60)
    except KeyboardInterrupt:
        print("stopped")
        sys.exit(130)
print(name, rest, sys.stdin.read(), os.getcwd(), sep="\\n")
print("a note", file=sys.stderr)
if rest == ["die"]:
    os.kill(os.getpid(), signal.SIGKILL)
sys.exit(7)
"""
needs_signals = pytest.mark.skipif(sys.platform == "win32", reason="it has no such signals")


@pytest.fixture(autouse=True)
def _commands(kata: SmallKata):
    """Add two commands to the kata."""
    kata.write("kata.toml", DESCRIPTION)
    kata.write("demo/__main__.py", DEMO)


def start(kata: SmallKata, *arguments: str, folder: Path | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(  # noqa: S603 - our own command
        [sys.executable, "-c", MAIN, *arguments],
        cwd=folder or kata.folder,
        env=variables(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


# How a command runs.


def test_a_command_has_all_arguments_the_input_and_the_folder(kata: SmallKata):
    folder = kata.folder / "legacy"
    with start(kata, "present", "--help", "-x", "--", "a b", "--", folder=folder) as process:
        printed, notes = process.communicate("typed")
    arguments = "['--help', '-x', '--', 'a b', '--']"
    assert printed.splitlines() == ["present", arguments, "typed", str(folder)]
    assert notes == "a note\n"
    assert process.returncode == 7


def test_a_file_of_the_person_hides_no_module_of_python(kata: SmallKata):
    kata.write("random.py", "1 / 0")
    assert kata.run("-P", "-c", MAIN, "present").returncode == 7


@needs_signals
def test_a_command_that_is_killed_has_the_exit_code_of_a_shell(kata: SmallKata):
    assert kata.run("-c", MAIN, "present", "die").returncode == 137


@needs_signals
@pytest.mark.parametrize(
    "stop",
    [
        pytest.param(lambda number: os.killpg(number, signal.SIGINT), id="ctrl-c"),
        pytest.param(lambda number: os.kill(number, signal.SIGTERM), id="terminate"),
    ],
)
def test_a_command_decides_how_it_ends(stop: Callable[[int], None], kata: SmallKata):
    with start(kata, "wait") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        stop(process.pid)
        assert process.communicate(timeout=30) == ("stopped\n", "")
    assert process.returncode == 130


# Which commands there are.


def test_help_lists_the_commands_of_the_kata(kata: SmallKata):
    listed = kata.dojo("--help", folder=kata.folder / "legacy").stdout
    _, _, last_group = listed.partition(f"{KATA_GROUP}:\n")
    names = [line.split()[0] for line in last_group.splitlines()]
    assert names == ["present", "wait", "verify"]
    assert "  present     Show what arrives.\n" in listed


def test_a_misspelt_command_of_the_kata_is_corrected(kata: SmallKata):
    assert "Did you mean one of: 'present'," in kata.dojo("pressent").stderr


def test_a_kata_without_the_command_does_not_know_it(kata: SmallKata):
    kata.write("kata.toml", DESCRIPTION.partition("[commands]")[0])
    assert "demo" not in kata.dojo("--help").stdout
    assert kata.dojo("present").stderr.endswith("Error: No such command 'present'.\n")


def test_outside_of_a_kata_an_unknown_command_says_where_to_get_one(
    kata: SmallKata, tmp_path_factory: pytest.TempPathFactory
):
    outside = tmp_path_factory.mktemp("outside")
    done = kata.dojo("present", folder=outside)
    assert done.stderr == f"Error: No such command 'present'.\n{NOT_IN_A_KATA}\n"
    assert done.returncode == 2
    assert "  present" not in kata.dojo("--help", folder=outside).stdout


def test_the_tool_does_not_name_the_package_of_this_kata():
    commands = read_kata(WORKSPACE).commands
    assert commands is not None
    word = re.compile(rf"\b{commands.package}\b")
    modules = sorted((WORKSPACE / "dojo").rglob("*.py"))
    assert [path for path in modules if word.search(path.read_text(encoding="utf-8"))] == []


def test_a_wrong_description_is_an_error(kata: SmallKata):
    kata.write("kata.toml", DESCRIPTION.replace('"demo"', "1"))
    done = kata.dojo("--help")
    problem = "Expected `str`, got `int` - at `$.commands.package`"
    assert done.stderr.startswith(f"Error: {kata.folder / 'kata.toml'}: {problem}")
    assert done.returncode == 1
