"""The Python that runs somebody's own code: which it is, and what it may lack."""

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.main import main
from dojo.mutation.inputs import read_inputs, reason_to_discard
from dojo.mutation.kept import ResultFiles, mutants_of
from dojo.mutation.project import Project, project_of_practice
from dojo.mutation.results import KILLED
from dojo.mutation.run import MutantOptions, update_results
from dojo.practice.find import practice_in
from dojo.practice.interpreter import (
    PYTHON_FILE,
    Interpreter,
    choose_python,
    examine,
    keep_python,
    python_of,
)
from dojo.practice.model import Choices, Practice
from tests.dojo import small_tangle
from tests.dojo.practice.environments import make_environment
from tests.dojo.practising import findings_of, git, outcome_of, write_files
from tests.dojo.small_kata import SmallKata
from tests.yatzy_kata import WORKSPACE

SHOP = "import rates\n\n\ndef fee(hours):\n    return rates.rate(hours) * hours\n"
TESTS = """\
import subprocess
import sys
import pytest
from shop import fee

@pytest.fixture
def hours():
    return 2

def test_fee(hours):
    assert fee(hours) == 6

def test_nothing_else_of_the_dojo_is_loaded():
    loaded = [name for name in sys.modules if name.startswith("dojo.")]
    assert loaded
    assert all(name.startswith("dojo.inside") for name in loaded)
    with pytest.raises(ImportError):
        import msgspec
    with pytest.raises(ImportError):
        import legacy

def test_a_process_runs_in_this_python_too():
    subprocess.run(["python", "-c", "import rates"], check=True)
"""


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the Python of an environment with pytest."""
    return make_environment(tmp_path_factory.mktemp("shop") / ".venv")


@pytest.fixture(autouse=True)
def _no_active_environment(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)


def fake_environment(folder: Path) -> Path:
    """Write what an environment is recognized by."""
    write_files(folder, {"pyvenv.cfg": "", "bin/python": ""})
    return folder


@pytest.fixture
def shop(kata: SmallKata, environment: Path) -> Practice:
    """Give a practice of code that needs the packages of its environment."""
    write_files(kata.folder / "my", {"shop.py": SHOP, "tests/test_shop.py": TESTS})
    practice = small_tangle.started(kata, kata.folder / "my")
    keep_python(practice, str(environment))
    return practice


# Which Python it is.


def test_the_option_counts_before_the_active_environment_and_those_in_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    project = tmp_path / "my"
    named = fake_environment(tmp_path / "named")
    active = fake_environment(tmp_path / "activated")
    hidden = fake_environment(project / ".venv")
    plain = fake_environment(project / "venv")
    monkeypatch.setenv("VIRTUAL_ENV", str(active))
    assert choose_python(str(named), project) == str(named / "bin/python")
    assert choose_python(None, project) == str(active / "bin/python")
    monkeypatch.delenv("VIRTUAL_ENV")
    assert choose_python(None, project) == str(hidden / "bin/python")
    shutil.rmtree(hidden)
    assert choose_python(None, project) == str(plain / "bin/python")
    shutil.rmtree(plain)
    assert choose_python(None, project) == sys.executable


def test_an_active_environment_in_which_the_dojo_runs_is_not_that_of_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VIRTUAL_ENV", sys.prefix)
    environment = fake_environment(tmp_path / ".venv")
    assert choose_python(None, tmp_path) == str(environment / "bin/python")


def test_an_environment_in_a_folder_around_the_project_is_found(tmp_path: Path):
    fake_environment(tmp_path / ".venv")
    git(tmp_path, "init", "--quiet", "repository")
    project = tmp_path / "repository" / "shop"
    project.mkdir()
    assert choose_python(None, project) == sys.executable
    environment = fake_environment(tmp_path / "repository" / ".venv")
    assert choose_python(None, project) == str(environment / "bin/python")


def test_the_environment_of_the_project_comes_before_those_around_it(tmp_path: Path):
    git(tmp_path, "init", "--quiet")
    fake_environment(tmp_path / ".venv")
    own = fake_environment(tmp_path / "shop" / "venv")
    assert choose_python(None, tmp_path / "shop") == str(own / "bin/python")


def test_the_option_may_name_a_program(tmp_path: Path):
    assert choose_python(sys.executable, tmp_path) == sys.executable


@pytest.mark.parametrize("name", ["nowhere", "folder"])
def test_an_option_that_names_no_python_is_refused(name: str, tmp_path: Path):
    (tmp_path / "folder").mkdir()  # without a Python
    with pytest.raises(WrongUsageError, match="is no Python"):
        choose_python(str(tmp_path / name), tmp_path)


def test_the_choice_of_the_start_is_kept(
    shop: Practice, environment: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VIRTUAL_ENV", str(fake_environment(tmp_path / "other")))
    assert python_of(shop) == str(environment)


def test_an_environment_that_appears_later_is_found(shop: Practice):
    (shop.state_directory / PYTHON_FILE).unlink()
    assert python_of(shop) == sys.executable
    later = fake_environment(shop.folder / ".venv")
    assert python_of(shop) == str(later / "bin/python")


def test_a_practice_of_the_kata_runs_in_the_dojos_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("VIRTUAL_ENV", str(fake_environment(tmp_path / "other")))
    assert python_of(Practice(WORKSPACE, Choices())) == sys.executable


def test_a_python_that_is_gone_is_named(shop: Practice):
    keep_python(shop, "/gone/bin/python")
    with pytest.raises(WorkspaceError, match=r"gone: /gone/bin/python\n.*\.dojo/python\.txt"):
        outcome_of(shop)


# What it lacks.


@pytest.mark.parametrize(
    ("number", "packages", "obstacle"),
    [
        ((3, 10, 0), {"pytest": "7.4.0"}, ""),
        ((3, 14, 1), {"pytest": "10.0"}, ""),
        ((3, 9, 18), {"pytest": "8.0"}, "p is Python 3.9.18. The dojo needs 3.10 or newer"),
        ((3, 12, 1), {"pytest": "7.3.2", "pip": "24.0"}, "p -m pip install 'pytest>=7.4'"),
        ((3, 12, 1), {"pip": "24.0"}, "p -m pip install pytest"),
        ((3, 12, 1), {}, "uv pip install --python p pytest"),
    ],
)
def test_an_obstacle_says_what_to_do(
    number: tuple[int, int, int], packages: dict[str, str], obstacle: str
):
    found = Interpreter("p", number, "", packages).obstacle()
    assert obstacle in found
    assert bool(obstacle) == bool(found)


def test_a_python_is_asked_for_its_packages(environment: Path):
    found = examine(str(environment))
    assert found.number == sys.version_info[:3]
    assert found.version == sys.version
    assert "pytest" in found.packages
    assert "msgspec" not in found.packages


def test_a_program_that_is_no_python_is_refused(tmp_path: Path):
    program = tmp_path / "python"
    program.write_text("#!/bin/sh\necho hello\n")
    program.chmod(0o755)
    with pytest.raises(WorkspaceError, match="is no Python"):
        examine(str(program))


def start(kata: SmallKata, *arguments: str) -> str:
    with kata.entered():
        return CliRunner().invoke(main, ["start", "--from", "my", *arguments]).output


def test_the_start_says_which_python_runs_the_code(kata: SmallKata, environment: Path):
    write_files(kata.folder / "my", {"shop.py": SHOP, "tests/test_shop.py": TESTS})
    output = start(kata, "--python", str(environment))
    assert f"with pytest {pytest.__version__}:\n  {environment}\n" in output
    assert "This Python has no approvaltests, which recorded tests need. Install it:" in output
    assert python_of(practice_in(kata.folder / "practice")) == str(environment)


def test_a_project_in_place_has_its_environment_beside_its_code(kata: SmallKata):
    project = write_files(kata.folder / "my", {"shop.py": SHOP, "tests/test_shop.py": TESTS})
    python = make_environment(project / ".venv")
    with kata.entered(project):
        output = CliRunner().invoke(main, ["start", "--here"]).output
    assert f"\n  {python}\n" in output
    assert outcome_of(practice_in(project)).is_green


def test_nothing_is_started_in_a_python_without_pytest(kata: SmallKata):
    write_files(kata.folder / "my", {"shop.py": SHOP})
    make_environment(kata.folder / "my" / "venv", packages=())
    assert "has no pytest. Install it there" in start(kata)
    assert not (kata.folder / "practice").exists()


def test_the_first_test_needs_approvaltests(kata: SmallKata, environment: Path):
    write_files(kata.folder / "my", {"shop.py": SHOP})
    output = start(kata, "--python", str(environment))
    assert "It needs approvaltests. Install it:\n  uv pip install --python" in output


# What runs there. These tests start a Python of their own, because no fork of this one would do.


def test_a_check_runs_there_with_nothing_of_the_dojo_but_what_is_inside(shop: Practice):
    assert findings_of(shop) == []


def test_a_difference_is_described_as_in_the_dojos_python(shop: Practice):
    write_files(shop.folder, {"shop.py": SHOP.replace(") *", ") +")})
    (text,) = findings_of(shop)
    assert text.splitlines() == [
        "practice/tests/test_shop.py:11, in test_fee()",
        "    AssertionError: assert 5 == 6",
        "    +  where 5 = fee(2)",
    ]


def test_an_environment_in_the_practice_is_no_code_of_its_own(shop: Practice):
    keep_python(shop, str(make_environment(shop.folder / ".venv")))
    write_files(
        shop.folder, {"tests/test_shop.py": "import shop\ndef test_a():\n    shop.fee(-1)\n"}
    )
    (text,) = findings_of(shop)
    assert text.splitlines()[:2] == [
        "practice/shop.py:5, in fee()",
        "    ValueError: no such rate",
    ]


def test_a_check_without_pytest_says_how_to_install_it(shop: Practice, tmp_path: Path):
    keep_python(shop, str(make_environment(tmp_path / "empty", packages=())))
    outcome = outcome_of(shop)
    assert outcome.status == "amber"
    assert "has no pytest. Install it there" in outcome.texts[0]


def test_mutants_are_tested_there(shop: Practice):
    options = MutantOptions(workers=1)
    kept, _ = update_results(project_of_practice(shop), lambda _done, _of: None, options)
    assert {mutant.status for mutant in mutants_of(kept)} == {KILLED}


def test_results_from_another_python_are_discarded(tmp_path: Path, environment: Path):
    pythons = sys.executable, str(environment)
    here, there = (
        read_inputs(tmp_path, Project({}, "", [], [], "", ResultFiles(tmp_path), python=python))
        for python in pythons
    )
    assert reason_to_discard(here, there, [], "") == "an installed package"
