"""Which of mutmut's results are kept: those that belong to these very inputs, and to nobody's half-written files."""

import json
import sys
from importlib.metadata import distributions
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.dojo.small_kata import SmallKata

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.mutation import cache as mutation
from dojo.mutation.cache import drop_stale_results, inputs_of, seal
from dojo.mutation.cache import sealed as sealing
from dojo.mutation.runner import read_note

NAMES = ("legacy", "refactored")


@pytest.fixture
def home(kata: SmallKata) -> Path:
    """Give the folder with the results of a run that got to the mutants, and was interrupted there."""
    home = kata.folder / "mutants"
    for name in NAMES:
        result(home, name, 1)
    note(home, {"inputs": inputs_of(kata.folder), "stage": "testing"})
    sealed(home)
    return home


def note(home: Path, content: dict[str, object]) -> None:
    (home / "note.json").write_text(json.dumps(content), encoding="utf-8")


def sealed(home: Path) -> None:
    note(home, {**read_note(home), "seal": seal(home, NAMES)})


def result(home: Path, name: str, exit_code: int) -> None:
    (home / name).mkdir(parents=True, exist_ok=True)
    meta = {"exit_code_by_key": {f"{name}.yatzy.x_pair__mutmut_1": exit_code}}
    (home / name / "yatzy.py.meta").write_text(json.dumps(meta), encoding="utf-8")


def results(home: Path) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for path in home.glob("*/*.meta"):
        found |= json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]
    return {name.split(".")[0]: code for name, code in found.items()}


def test_a_run_that_was_stopped_goes_on(kata: SmallKata, home: Path) -> None:
    drop_stale_results(kata.folder)
    assert results(home) == {"legacy": 1, "refactored": 1}


@pytest.mark.parametrize("exit_code", [2, -9, -15])
def test_a_test_that_was_stopped_is_no_result(exit_code: int, kata: SmallKata, home: Path) -> None:
    result(home, "legacy", exit_code)
    sealed(home)
    drop_stale_results(kata.folder)
    assert results(home) == {"legacy": None, "refactored": 1}


def test_a_half_written_result_drops_all(kata: SmallKata, home: Path) -> None:
    kata.write("mutants/legacy/yatzy.py.meta", '{"exit_code_by_key": {"legacy.ya')
    drop_stale_results(kata.folder)
    assert results(home) == {}


def test_a_run_that_was_stopped_while_it_made_mutants_drops_all(kata: SmallKata, home: Path) -> None:
    note(home, {"inputs": inputs_of(kata.folder), "stage": "generating"})
    drop_stale_results(kata.folder)
    assert results(home) == {}


def test_results_of_somebody_elses_run_are_dropped(kata: SmallKata, home: Path) -> None:
    (home / "note.json").unlink()
    drop_stale_results(kata.folder)
    assert results(home) == {}


def test_results_that_were_touched_since_they_were_left_are_dropped(kata: SmallKata, home: Path) -> None:
    result(home, "legacy", 0)
    drop_stale_results(kata.folder)
    assert results(home) == {}


def test_results_that_nobody_sealed_are_dropped(kata: SmallKata, home: Path) -> None:
    note(home, {"inputs": inputs_of(kata.folder), "stage": "testing"})
    drop_stale_results(kata.folder)
    assert results(home) == {}


def test_an_interrupted_run_seals_what_it_leaves(home: Path) -> None:
    result(home, "legacy", 0)
    with pytest.raises(KeyboardInterrupt), sealing(home, NAMES):
        raise KeyboardInterrupt
    assert read_note(home)["seal"] == seal(home, NAMES)


def test_another_version_of_any_tool_is_another_input(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    before = inputs_of(kata.folder)["shared"]
    found = [*distributions(), SimpleNamespace(name="libcst", version="0.0")]
    monkeypatch.setattr(mutation, "distributions", lambda: found)
    assert inputs_of(kata.folder)["shared"] != before


@pytest.mark.parametrize("name", NAMES)
def test_a_changed_implementation_drops_its_own_results_and_no_others(name: str, kata: SmallKata, home: Path) -> None:
    kata.change(f"{name}/yatzy.py", "return 0", "return  0")
    drop_stale_results(kata.folder)
    assert set(results(home)) == set(NAMES) - {name}


@pytest.mark.parametrize(
    "name",
    [
        "tests/golden_master/test_scores.py",
        "tests/golden_master/calls.py",
        "tests/golden_master/table.py",
        "tests/golden_master/table.json",
        "approved_files/pairs.approved.txt",
        "approved_files/table.approved.txt",
        "tests/conftest.py",
        "tests/warm_session.py",
        "pyproject.toml",
    ],
)
def test_a_change_to_what_all_verdicts_share_drops_all(name: str, kata: SmallKata, home: Path) -> None:
    kata.write(name, (kata.read(name) if (kata.folder / name).exists() else "") + "\n")
    drop_stale_results(kata.folder)
    assert results(home) == {}


def test_a_reason_given_for_a_survivor_drops_nothing(kata: SmallKata, home: Path) -> None:
    kata.write("approved_files/survivors.approved.txt", "Another word.\n")
    drop_stale_results(kata.folder)
    assert set(results(home)) == set(NAMES)
