"""Rules of `dojo record`: the files that it writes, and its report."""

import shlex
import shutil
import sys
from pathlib import Path
from subprocess import CompletedProcess
from unittest.mock import Mock

import pytest

from dojo.errors import WorkspaceError
from dojo.practice import code
from dojo.practice.find import practice_in
from tests.dojo.practising import started, write_files
from tests.dojo.small_kata import CopiedKata, SmallKata

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are run in forks")

CODE = """
import time

class Yatzy:
    @staticmethod
    def pair(first, second):
        return first + second
    @staticmethod
    def clock():
        return time.time()

print(Yatzy.clock())
"""
PAIRS = "from yatzy import Yatzy\nfor die in range(1, 7): Yatzy.pair(die, die)\n"
UNTRACED = "import sys\nsys.settrace(None)\n"
EVENING = f"{PAIRS}Yatzy.clock()\nopen('practice/note.txt', 'w').close()\n{UNTRACED}"
COMMANDS = {'package = "playing"': 'package = "demo"', 'play = "': 'sell = "'}
Recorded = tuple[SmallKata, CompletedProcess[str]]


def record(kata: SmallKata, script: str) -> CompletedProcess[str]:
    kata.write("sell.py", script)
    return kata.dojo("record", "--", "sell.py")


def describe_commands(kata: SmallKata):
    for old, new in COMMANDS.items():
        kata.change("kata.toml", old, new)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Record all calls of a command of the kata, in a practice with tests and settings."""
    kata = SmallKata(tmp_path_factory.mktemp("recorded"))
    describe_commands(kata)
    started(kata, blind=True)
    shutil.rmtree(kata.folder / "practice" / "tests")
    kata.write("practice/test/test_mine.py", "def test_mine(): pass\n")
    kata.write("practice/test/approvaltests_config.json", '{"subdirectory": "approved"}')
    kata.write("practice/note.txt", "mine")
    kata.write("practice/yatzy.py", CODE)
    kata.write("demo/__main__.py", EVENING)
    return kata, kata.dojo("record", "--all", "--", "dojo", "sell")


@pytest.fixture(scope="module")
def failed(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Record a script that fails, beside an earlier recording."""
    kata = SmallKata(tmp_path_factory.mktemp("failed"))
    started(kata, blind=True)
    kata.write("practice/tests/test_recorded.py", "# mine\n")
    return kata, record(kata, f"{PAIRS}{UNTRACED}sys.exit(3)")


@pytest.fixture
def run_program(blind: None, monkeypatch: pytest.MonkeyPatch) -> Mock:  # noqa: ARG001 - it is there
    """Run no program."""
    run_program = Mock(side_effect=WorkspaceError(""))
    monkeypatch.setattr("dojo.commands.record.run_program", run_program)
    return run_program


# The files.


def test_the_code_of_the_kata_is_recorded(failed: Recorded):
    document = failed[0].read("practice/tests/test_recorded_2.test_yatzy_pair.approved.txt")
    assert document == "Yatzy.pair(1, 1) => 2\n"


def test_another_recording_is_another_file(failed: Recorded):
    kata, done = failed
    assert "test_recorded_2.py has 1 test." in done.stdout
    assert kata.read("practice/tests/test_recorded.py") == "# mine\n"


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("folder", ["practice", "practice/test", "practice/yatzy_tests"])
def test_the_tests_of_the_person_are_found(folder: str, kata: SmallKata):
    shutil.rmtree(kata.folder / "practice" / "tests")
    kata.write(f"{folder}/test_mine.py", "def test_mine(): pass\n")
    assert code.tests_folder(practice_in(kata.folder / "practice")) == kata.folder / folder


def test_a_recording_is_beside_the_tests_of_the_person(recorded: Recorded):
    assert "practice/test/test_recorded.py has 1 test." in recorded[1].stdout


def test_documents_are_where_the_settings_of_approvaltests_say(recorded: Recorded):
    document = recorded[0].read("practice/test/approved/test_recorded.test_yatzy_pair.approved.txt")
    assert document.startswith("Yatzy.pair(1, 1) => 2\n")


def test_files_that_the_program_changes_can_be_restored(recorded: Recorded, tmp_path: Path):
    original, done = recorded
    note = done.stdout.partition("The program changed practice/: note.txt. `dojo ")[2]
    kata = CopiedKata(original.folder, tmp_path)
    kata.dojo(*note.partition("`")[0].split())
    assert kata.read("practice/note.txt") == "mine"


# The program.


def test_a_command_of_the_kata_is_recorded(recorded: Recorded):
    _, done = recorded
    assert "Recording dojo sell." in done.stderr
    assert "calls recorded\n" in done.stdout


@pytest.mark.parametrize("dojo", [["dojo"], [sys.executable, "-m", "dojo"]])
def test_a_command_of_the_kata_runs_without_the_dojo(
    dojo: list[str], kata: SmallKata, run_program: Mock
):
    describe_commands(kata)
    done = kata.dojo("record", "--", *dojo, "sell")
    assert f"Recording {shlex.join([*dojo, 'sell'])}." in done.stderr
    assert run_program.call_args.args[0].words == ["-m", "demo", "sell"]


def test_the_program_has_the_answers_and_the_limit(kata: SmallKata, run_program: Mock):
    kata.write("answers.txt", "Ann\n")
    kata.write("sell.py", PAIRS)
    kata.dojo("record", "--answers", "answers.txt", "--limit", "5", "--", "sell.py")
    assert run_program.call_args.args[3:] == ("Ann\n", 5)


def test_a_program_has_ten_minutes(kata: SmallKata, run_program: Mock):
    kata.write("sell.py", PAIRS)
    kata.dojo("record", "--", "sell.py")
    assert run_program.call_args.args[4] == 600


# The report.


def test_each_different_call_is_kept_with_all(recorded: Recorded):
    assert "      6  calls recorded\n" in recorded[1].stdout


def test_a_call_that_differs_each_time_is_named(recorded: Recorded):
    assert "yatzy.Yatzy.clock (1)" in recorded[1].stdout


@pytest.mark.usefixtures("blind")
def test_a_program_that_uses_the_original_is_told(kata: SmallKata):
    original = kata.folder / "legacy" / "yatzy.py"
    done = record(kata, "import legacy.yatzy")
    assert f"The program used {original}, not practice/yatzy.py." in done.stderr


@pytest.mark.usefixtures("blind")
def test_a_module_of_an_installed_package_is_no_original(kata: SmallKata):
    package = "site-packages/bank"
    write_files(kata.folder / package, {"__init__.py": "", "yatzy.py": ""})
    done = record(kata, "import sys; sys.path.append('site-packages'); import bank.yatzy")
    assert "The program used" not in done.stderr


def test_a_module_that_runs_when_it_is_imported_is_named(recorded: Recorded):
    assert "yatzy.py runs when it is imported, in line 12." in recorded[1].stdout


def test_another_tracer_is_named_if_the_program_ended(recorded: Recorded, failed: Recorded):
    assert "replaced sys.settrace" in recorded[1].stdout
    assert "replaced sys.settrace" not in failed[1].stdout
