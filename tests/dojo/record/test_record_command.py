"""Rules of `dojo record`: the files that it writes, and its report."""

import shlex
import shutil
import sys
from subprocess import CompletedProcess
from unittest.mock import Mock

import pytest

from dojo.errors import WorkspaceError
from tests.dojo.small_kata import SmallKata

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the commands are run in forks"),
    pytest.mark.usefixtures("blind", "process_of_its_own"),
]

FILE = "practice/tests/test_recorded.py"
PAIRS = "from yatzy import Yatzy\nfor die in range(1, 7): Yatzy.pair(die, die)\n"
CLOCK = """
import time

class Yatzy:
    @staticmethod
    def pair(first, second):
        return time.time() + first
    @staticmethod
    def chance():
        return 0
"""


def record(kata: SmallKata, script: str, *options: str) -> CompletedProcess[str]:
    kata.write("sell.py", script)
    return kata.dojo("record", *options, "--", "sell.py")


# The files.


def test_the_code_of_the_kata_is_recorded(kata: SmallKata):
    record(kata, PAIRS)
    document = kata.read("practice/tests/test_recorded.test_yatzy_pair.approved.txt")
    assert document == "Yatzy.pair(1, 1) => 2\n"


@pytest.mark.parametrize("dojo", [["dojo"], [sys.executable, "-m", "dojo"]])
def test_a_command_of_the_kata_is_recorded(dojo: list[str], kata: SmallKata):
    kata.change("kata.toml", 'package = "playing"', 'package = "demo"')
    kata.change("kata.toml", 'play = "', 'sell = "')
    kata.write("demo/__main__.py", PAIRS)
    done = kata.dojo("record", "--", *dojo, "sell")
    assert f"Recording {shlex.join([*dojo, 'sell'])}." in done.stderr
    assert "      1  calls recorded\n" in done.stdout


def test_another_recording_is_another_file(kata: SmallKata):
    kata.write(FILE, "# mine\n")
    assert "test_recorded_2.py has 1 test." in record(kata, PAIRS).stdout
    assert kata.read(FILE) == "# mine\n"


@pytest.mark.parametrize("folder", ["practice", "practice/test", "practice/yatzy_tests"])
def test_a_recording_is_beside_the_tests_of_the_person(folder: str, kata: SmallKata):
    shutil.rmtree(kata.folder / "practice" / "tests")
    kata.write(f"{folder}/test_mine.py", "def test_mine(): pass\n")
    assert f"{folder}/test_recorded.py has 1 test." in record(kata, PAIRS).stdout


def test_documents_are_where_the_settings_of_approvaltests_say(kata: SmallKata):
    kata.write("practice/tests/approvaltests_config.json", '{"subdirectory": "approved"}')
    record(kata, PAIRS)
    document = "practice/tests/approved/test_recorded.test_yatzy_pair.approved.txt"
    assert kata.read(document) == "Yatzy.pair(1, 1) => 2\n"


def test_files_that_the_program_changes_can_be_restored(kata: SmallKata):
    kata.write("practice/note.txt", "mine")
    done = record(kata, f"{PAIRS}open('practice/note.txt', 'w').close()")
    note = done.stdout.partition("The program changed practice/: note.txt. `dojo ")[2]
    kata.dojo(*note.partition("`")[0].split())
    assert kata.read("practice/note.txt") == "mine"


def test_the_program_has_the_answers_and_the_limit(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    run_program = Mock(side_effect=WorkspaceError(""))
    monkeypatch.setattr("dojo.commands.record.run_program", run_program)
    kata.write("answers.txt", "Ann\n")
    record(kata, PAIRS, "--answers", "answers.txt", "--limit", "5")
    assert run_program.call_args.args[3:] == ("Ann\n", 5)


# The report.


def test_each_different_call_is_kept_with_all(kata: SmallKata):
    assert "      6  calls recorded\n" in record(kata, PAIRS, "--all").stdout


def test_a_call_that_differs_each_time_is_named(kata: SmallKata):
    kata.write("practice/yatzy.py", CLOCK)
    done = record(kata, f"{PAIRS}Yatzy.chance()")
    assert "yatzy.Yatzy.pair (1)" in done.stdout


def test_a_program_that_uses_the_original_is_told(kata: SmallKata):
    original = kata.folder / "legacy" / "yatzy.py"
    done = record(kata, "import legacy.yatzy")
    assert f"The program used {original}, not practice/yatzy.py." in done.stderr


def test_a_module_that_runs_when_it_is_imported_is_named(kata: SmallKata):
    kata.write("practice/yatzy.py", f"{CLOCK}print(Yatzy.chance())\n")
    done = record(kata, f"{PAIRS}Yatzy.chance()")
    assert "yatzy.py runs when it is imported, in line 11." in done.stdout


@pytest.mark.parametrize(("end", "is_told"), [("", True), ("sys.exit(3)", False)])
def test_another_tracer_is_named_if_the_program_ended(end: str, kata: SmallKata, *, is_told: bool):
    done = record(kata, f"{PAIRS}import sys\nsys.settrace(None)\n{end}")
    assert ("replaced sys.settrace" in done.stdout) == is_told
