"""Rules of recording in the Python of a project, with its settings of pytest."""

import sys
from pathlib import Path

import pytest

from dojo.checking.project import find_pytest_settings
from dojo.practice.interpreter import Interpreter, keep_python
from dojo.practice.model import Choices, Practice
from dojo.processes import python_environment, run
from dojo.record.replay import replay_options
from tests.dojo import small_tangle
from tests.dojo.practice.environments import APPROVALTESTS, PYTEST, make_environment
from tests.dojo.practising import outcome_of, write_files
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="environments are made of links")

SHOP = """\
import warnings
import rates


def fee(hours):
    return rates.rate(hours) * hours


def old_fee(hours):
    warnings.warn("old")
    return hours
"""
FILES = {
    "shop.py": SHOP,
    "sell.py": "from shop import fee, old_fee\nfee(2)\nold_fee(2)\n",
    "tests/test_shop.py": "from shop import fee\ndef test_fee():\n    assert fee(1) == 3\n",
}
SETTINGS = """\
[pytest]
python_files = test_shop.py
filterwarnings = error
"""
WAITS = """\
import time
from dojo.inside import replay
from dojo.inside.failures import StoppedError

replay.TEST_SECONDS = 0.1
replay.pytest_runtest_protocol()
try:
    time.sleep(60)
except StoppedError as error:
    print(error)
replay.pytest_runtest_protocol()
replay.pytest_runtest_logfinish()
time.sleep(0.3)
print("the next test has its own time")
"""
Recorded = tuple[Practice, str]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the Python of an environment with pytest and approvaltests."""
    folder = tmp_path_factory.mktemp("shop") / ".venv"
    return make_environment(folder, (*PYTEST, *APPROVALTESTS))


def start(kata: SmallKata, python: Path) -> Practice:
    """Start a practice of code that needs the packages of its environment."""
    write_files(kata.folder / "my", FILES)
    practice = small_tangle.started(kata, kata.folder / "my")
    keep_python(practice, str(python))
    return practice


@pytest.fixture
def shop(kata: SmallKata, environment: Path) -> Practice:
    return start(kata, environment)


def record(kata: SmallKata, shop: Practice) -> str:
    done = kata.dojo("record", "--", "python", "sell.py", folder=shop.folder)
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def recorded(environment: Path, tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    """Record a program of a project with settings of pytest. Returns the output, too."""
    kata = SmallKata(tmp_path_factory.mktemp("recorded"))
    shop = start(kata, environment)
    write_files(shop.folder, {"pytest.ini": SETTINGS})
    return shop, record(kata, shop)


# What runs there.


def test_a_program_is_recorded_and_replayed_there(recorded: Recorded):
    shop, _ = recorded
    document = shop.folder / "tests/test_recorded.test_fee.approved.txt"
    assert document.read_text() == "fee(2) => 6\n"


def test_behaviour_is_compared_there(kata: SmallKata, shop: Practice):
    write_files(shop.folder, {"shop.py": SHOP.replace(") * hours", ") * 2")})
    done = kata.dojo("compare", "--behaviour", folder=shop.folder)
    assert "fee(1)\n  at the start  => 3\n  now           => 6\n" in done.stdout
    assert not list(shop.folder.rglob("__pycache__"))


def test_nothing_is_recorded_without_approvaltests(kata: SmallKata, shop: Practice, tmp_path: Path):
    keep_python(shop, str(make_environment(tmp_path / "bare")))
    output = record(kata, shop)
    assert "Recorded tests need approvaltests. Install it, then record again:\n  uv pip" in output
    assert "Recording" not in output


def test_a_test_that_waits_is_stopped(tmp_path: Path):
    done = run([sys.executable, "-c", WAITS], tmp_path, python_environment())
    assert done.stdout == "timed out after 0.1 s\nthe next test has its own time\n"


# The settings of pytest.


def test_calls_are_replayed_with_the_settings_of_the_project(recorded: Recorded):
    _, output = recorded
    assert "1  calls recorded" in output
    assert "1  had another result in the program than in a test" in output


def test_advice_to_run_a_file_that_pytest_does_not_collect_works(recorded: Recorded):
    shop, output = recorded
    assert "pytest does not collect practice/tests/test_recorded.py." in output
    advice = '[tool.dojo]\n  tests = ["tests/test_recorded.py"]\n'
    assert advice in output
    write_files(shop.folder, {"pyproject.toml": advice})
    outcome = outcome_of(shop)
    assert outcome.is_green
    assert outcome.passed == 2


def test_settings_around_a_project_count_if_it_is_in_place(tmp_path: Path):
    write_files(tmp_path, {"pytest.ini": SETTINGS, "my/shop.py": SHOP})
    choices = Choices(0, blind=True, code="my")
    assert find_pytest_settings(Practice(tmp_path, choices, "my")) is None
    in_place = Practice(tmp_path / "my", choices, "")
    assert find_pytest_settings(in_place) == tmp_path / "pytest.ini"


def test_plugins_that_start_processes_or_measure_are_told_not_to(tmp_path: Path):
    packages = {"pytest": "8.0", "pytest-xdist": "3.0", "pytest-cov": "5.0"}
    practice = Practice(tmp_path, Choices(0, blind=True, code="my"))
    options = replay_options(practice, Interpreter("p", (3, 12, 1), "", packages))
    assert options == ["--no-cov", "-n0"]
