"""Which of mutmut's results are cached: those that belong to these very inputs, and to nobody's half-written files."""

import sys
from importlib.metadata import distributions
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.kata import IMPLEMENTATIONS
from tests.dojo.small_kata import SmallKata

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from mutmut.mutation.data import SourceFileMutationData

from dojo.mutation import cache
from dojo.mutation.cache import MANIFEST, drop_outdated, update
from dojo.mutation.results import results_in
from dojo.mutation.runner import Mutmut, alone
from dojo.mutation.verdict import inputs_of


@pytest.fixture
def home(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder with the results of a run that got to the mutants, and was interrupted there."""
    home = kata.folder / "mutants"
    interrupt(kata, monkeypatch, came_to_mutants=True)
    return home


def interrupt(kata: SmallKata, monkeypatch: pytest.MonkeyPatch, of_legacy: int = 1, *, came_to_mutants: bool) -> None:
    """Let a run of mutmut leave a result of each implementation, and be interrupted."""

    def run(mutmut: Mutmut, _patterns: list[str], _workers: int | None) -> None:
        mutmut.came_to_mutants = came_to_mutants
        result(mutmut.home, "legacy", of_legacy)
        result(mutmut.home, "refactored", 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(Mutmut, "run", run)
    with alone(kata.folder / "mutants") as mutmut, pytest.raises(KeyboardInterrupt):
        update(mutmut, inputs_of(kata.folder))


def result(home: Path, name: str, exit_code: int) -> None:
    (home / name).mkdir(parents=True, exist_ok=True)
    results = SourceFileMutationData(path=home / name / "yatzy.py")
    results.exit_code_by_key = {f"{name}.yatzy.x_pair__mutmut_1": exit_code}
    results.save()


def results(kata: SmallKata) -> dict[str, int | None]:
    """Return what is left of the results once outdated ones are dropped."""
    drop_outdated(kata.folder / "mutants", inputs_of(kata.folder))
    codes = [each.exit_code_by_key for each in results_in(kata.folder / "mutants")]
    return {name.split(".")[0]: code for each in codes for name, code in each.items()}


@pytest.mark.usefixtures("home")
def test_a_run_that_was_stopped_goes_on(kata: SmallKata) -> None:
    assert results(kata) == {"legacy": 1, "refactored": 1}


def test_a_test_that_was_stopped_is_no_result(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupt(kata, monkeypatch, -15, came_to_mutants=True)
    assert results(kata) == {"legacy": None, "refactored": 1}


def test_a_half_written_result_drops_all(kata: SmallKata, home: Path) -> None:
    (home / "legacy/yatzy.py.meta").write_text('{"exit_code_by_key": {"legacy.ya', encoding="utf-8")
    assert results(kata) == {}


def test_a_run_that_was_stopped_while_it_made_mutants_drops_all(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupt(kata, monkeypatch, came_to_mutants=False)
    assert results(kata) == {}


def test_results_of_somebody_elses_run_are_dropped(kata: SmallKata, home: Path) -> None:
    (home / MANIFEST).unlink()
    assert results(kata) == {}


def test_another_version_of_any_tool_is_another_input(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    before = inputs_of(kata.folder).shared
    found = [*distributions(), SimpleNamespace(name="libcst", version="0.0")]
    monkeypatch.setattr(cache, "distributions", lambda: found)
    assert inputs_of(kata.folder).shared != before


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.usefixtures("home")
def test_a_changed_implementation_drops_its_own_results_and_no_others(name: str, kata: SmallKata) -> None:
    kata.change(f"{name}/yatzy.py", "return 0", "return  0")
    assert set(results(kata)) == set(IMPLEMENTATIONS) - {name}


@pytest.mark.parametrize(
    "name",
    [
        "tests/golden_master/test_scores.py",
        "tests/golden_master/table.json",
        "approved_files/pairs.approved.txt",
        "tests/conftest.py",
        "tests/warm_session.py",
        "pyproject.toml",
    ],
)
@pytest.mark.usefixtures("home")
def test_a_change_to_what_all_verdicts_share_drops_all(name: str, kata: SmallKata) -> None:
    kata.write(name, (kata.read(name) if (kata.folder / name).exists() else "") + "\n")
    assert results(kata) == {}


@pytest.mark.usefixtures("home")
def test_a_reason_given_for_a_survivor_drops_nothing(kata: SmallKata) -> None:
    kata.write("approved_files/survivors.approved.txt", "Another word.\n")
    assert set(results(kata)) == set(IMPLEMENTATIONS)


@pytest.mark.usefixtures("home")
def test_without_the_cache_everything_is_tested_again(kata: SmallKata) -> None:
    folder = kata.folder / "mutants"
    drop_outdated(folder, inputs_of(kata.folder), use_cache=False)
    assert {code for each in results_in(folder) for code in each.exit_code_by_key.values()} == {None}
