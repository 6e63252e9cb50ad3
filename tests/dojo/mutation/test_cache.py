"""Which of mutmut's results are kept: of other functions, and of what other tests noticed; never half-written ones."""

import sys
from importlib.metadata import distributions
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.kata import IMPLEMENTATIONS, write_record
from tests.dojo.practising import MOMENT
from tests.dojo.small_kata import SmallKata

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from mutmut.mutation.data import SourceFileMutationData

from dojo.mutation import cache
from dojo.mutation.cache import (
    MANIFEST,
    STATEMENTS,
    Inputs,
    Kept,
    Manifest,
    Outdated,
    definitions_in,
    drop_outdated,
    hashes,
    outdated,
    update,
)
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
    before = inputs_of(kata.folder)
    found = [*distributions(), SimpleNamespace(name="libcst", version="0.0")]
    monkeypatch.setattr(cache, "distributions", lambda: found)
    assert outdated(before, inputs_of(kata.folder)).why == "an installed package changed"


@pytest.mark.parametrize("name", IMPLEMENTATIONS)
@pytest.mark.usefixtures("home")
def test_a_changed_implementation_drops_its_own_results_and_no_others(name: str, kata: SmallKata) -> None:
    kata.change(f"{name}/yatzy.py", "return 0", "return  0")
    assert set(results(kata)) == set(IMPLEMENTATIONS) - {name}


def test_a_change_to_what_all_verdicts_share_is_another_input(kata: SmallKata) -> None:
    code, documents = ("tests/golden_master/test_scores.py", "tests/conftest.py", "pyproject.toml"), "approved_files"
    for name in (*code, "tests/golden_master/table.json", f"{documents}/pairs.approved.txt"):
        before = inputs_of(kata.folder)
        kata.write(name, (kata.read(name) if (kata.folder / name).exists() else "") + "\n")
        assert outdated(before, inputs_of(kata.folder)).why == f"{name} changed"
    before = inputs_of(kata.folder)
    for name in ("survivors.approved.txt", "table.approved.svg"):
        kata.write(f"{documents}/{name}", "A reason for a survivor, or a picture.\n")
    assert inputs_of(kata.folder) == before


@pytest.mark.usefixtures("home")
def test_without_the_cache_everything_is_tested_again(kata: SmallKata) -> None:
    folder = kata.folder / "mutants"
    drop_outdated(folder, inputs_of(kata.folder), use_cache=False)
    assert list(results_in(folder)) == []


# A practice: kept by function, and by the test that noticed a mutant.

CODE = """import os

FIFTY = 50


class Yatzy:
    def ones(self, dice):
        return dice.count(1)

    def twos(self, dice):
        return 2 * dice.count(2)
"""
TESTS = """from yatzy import Yatzy

DICE = [1, 2]


def score(rule):
    return rule(Yatzy(), DICE)


def test_ones():
    assert score(Yatzy.ones) == 1


class TestTwos:
    def test_it(self):
        assert score(Yatzy.twos) == 2
"""
ONES, TWOS = "yatzy.xǁYatzyǁones__mutmut_", "yatzy.xǁYatzyǁtwos__mutmut_"
LEFT = {f"{ONES}1": 1, f"{ONES}2": 0, f"{TWOS}1": 3, f"{TWOS}2": 33, f"{TWOS}3": 36}
KILLERS = f"{ONES}1\ttests/test_a.py::test_ones\n{TWOS}1\ttests/test_a.py::TestTwos::test_it[1]\n"
PATHS = {"src/yatzy.py": CODE, "tests/test_a.py": TESTS, "tests/conftest.py": "LEVEL = 1\n"}


def practised(folder: Path, change: tuple[str, str, str] = ("", "", "")) -> Inputs:
    """Return the inputs of a practice, in which a text was put in the place of another in a file."""
    name, old, new = change
    for path, text in PATHS.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace(old, new, 1) if path == name else text, encoding="utf-8")
    code, *tests = (definitions_in(folder, folder / path) for path in PATHS)
    return Inputs({**code, **hashes(folder, [folder / "src/yatzy.py"])}, {"Python": "3"}, {**tests[0], **tests[1]})


NEW_TEST = "\n\ndef test_twos():\n    assert True\n\n\nclass TestTwos"
NO_TEST = "\n\ndef test_ones():\n    assert score(Yatzy.ones) == 1\n"
BOTH_TESTS = {f"{ONES}1", f"{TWOS}1"}


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (("src/yatzy.py", "2 * dice.count(2)", "dice.count(2) * 2"), {f"{TWOS}1", f"{TWOS}2", f"{TWOS}3"}),
        (("src/yatzy.py", "class", "import sys\nSIX = 6\n\n\nclass"), set()),
        (("src/yatzy.py", "import os\n", ""), set()),
        (("src/yatzy.py", "class Yatzy:", "class Yatzy:\n    # a game\n"), set()),
        (("tests/test_a.py", "\n\nclass TestTwos", NEW_TEST), {f"{ONES}2"}),
        (("tests/test_a.py", "DICE =", "MORE = 3\nDICE ="), {f"{ONES}2"}),
        (("tests/conftest.py", "LEVEL", "def helper():\n    pass\n\n\nLEVEL"), {f"{ONES}2"}),
        (("tests/test_a.py", "== 1", "> 0"), {f"{ONES}2", f"{ONES}1", f"{TWOS}3"}),
        (("tests/test_a.py", NO_TEST, ""), {f"{ONES}2", f"{ONES}1", f"{TWOS}3"}),
        (("tests/test_a.py", "    def test_it", "    def test_that"), {f"{ONES}2", f"{TWOS}1", f"{TWOS}3"}),
        (("tests/test_a.py", "DICE = [1, 2]", "DICE = [2, 1]"), {f"{ONES}2", f"{TWOS}3", *BOTH_TESTS}),
        (("tests/test_a.py", "\n\nclass", "\nDICE.append(3)\n\n\nclass"), {f"{ONES}2", f"{TWOS}3", *BOTH_TESTS}),
    ],
)
def test_a_change_of_a_practice_has_some_mutants_tested_again(
    change: tuple[str, str, str], again: set[str], tmp_path: Path
) -> None:
    home = left_in(tmp_path)
    kept, codes = drop_outdated(home, practised(tmp_path, change))
    assert (LEFT.keys() - codes.keys(), kept.estimate, kept.why) == (again, True, "")
    [results] = results_in(home)
    forgotten = {name for name, code in results.exit_code_by_key.items() if code is None}
    assert forgotten == again | {f"{TWOS}2"}, "whether a test reaches it is asked again, and costs nothing"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("src/yatzy.py", "FIFTY = 50", "FIFTY = 51"), "src/yatzy.py changed outside of its functions"),
        (("src/yatzy.py", "class Yatzy:", "class Yatzy(dict):"), "src/yatzy.py changed outside of its functions"),
        (("src/yatzy.py", "FIFTY = 50", "FIFTY = 50\nprint(FIFTY)"), "src/yatzy.py changed outside of its functions"),
        (("tests/conftest.py", "LEVEL = 1", "LEVEL = 2"), "tests/conftest.py changed"),
    ],
)
def test_after_another_change_nothing_is_kept_and_it_is_said_why(
    change: tuple[str, str, str], why: str, tmp_path: Path
) -> None:
    home = left_in(tmp_path)
    kept, codes = drop_outdated(home, practised(tmp_path, change))
    assert (kept.why, kept.estimate, codes, list(results_in(home))) == (why, False, {}, [])


def test_an_estimate_stays_one_until_everything_is_tested(tmp_path: Path) -> None:
    home = left_in(tmp_path)
    now = practised(tmp_path, ("src/yatzy.py", "2 * dice.count(2)", "dice.count(2) * 2"))
    first, _ = drop_outdated(home, now)
    write_record(home / MANIFEST, Manifest(now, first))
    assert drop_outdated(home, now)[0] == first
    assert not drop_outdated(home, now, use_cache=False)[0].estimate


def test_what_defines_nothing_is_a_statement_and_a_docstring_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        '"""Words."""\nprint()\nclass A:\n    """More."""\n    x: int = 1\n', encoding="utf-8"
    )
    assert set(definitions_in(tmp_path, tmp_path / "a.py")) == {f"a.py::{STATEMENTS}", "a.py::A", "a.py::A.x"}


def test_nothing_is_outdated_where_nothing_changed(tmp_path: Path) -> None:
    assert outdated(practised(tmp_path), practised(tmp_path)) == Outdated()


def left_in(folder: Path) -> Path:
    """Lay out what a run leaves; return the folder."""
    home = folder / "mutants"
    (home / "src").mkdir(parents=True)
    results = SourceFileMutationData(path=home / "src/yatzy.py")
    results.exit_code_by_key = dict(LEFT)
    results.save()
    (home / "killers.tsv").write_text(KILLERS, encoding="utf-8")
    write_record(home / MANIFEST, Manifest(practised(folder), Kept(since=MOMENT)))
    return home
