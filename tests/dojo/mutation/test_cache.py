"""Which of mutmut's results are kept: of other functions, and of what other tests noticed; never half-written ones."""

import sys
from contextlib import suppress
from importlib.metadata import distributions
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.kata.workspace import write_record
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
from dojo.mutation.results import exit_codes_in
from dojo.mutation.runner import Mutmut, alone
from dojo.mutation.verdict import inputs_of

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
STOPPED = f"{ONES}3"  # its test was stopped half-way, which is no result
LEFT = {f"{ONES}1": 1, f"{ONES}2": 0, STOPPED: -15, f"{TWOS}1": 3, f"{TWOS}2": 33, f"{TWOS}3": 36}
KILLERS = f"{ONES}1\ttests/test_a.py::test_ones\n{TWOS}1\ttests/test_a.py::TestTwos::test_it[1]\n"
PATHS = {"src/yatzy.py": CODE, "tests/test_a.py": TESTS, "tests/conftest.py": "LEVEL = 1\n"}
ANOTHER_TWOS = ("src/yatzy.py", "2 * dice.count(2)", "dice.count(2) * 2")
NEW_TEST = "\n\ndef test_twos():\n    assert True\n\n\nclass TestTwos"
NO_TEST = "\n\ndef test_ones():\n    assert score(Yatzy.ones) == 1\n"
BOTH_TESTS = {f"{ONES}1", f"{TWOS}1"}


def practised(folder: Path, change: tuple[str, str, str] = ("", "", "")) -> Inputs:
    """Return the inputs of a practice, in which a text was put in the place of another in a file."""
    name, old, new = change
    for path, text in PATHS.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace(old, new, 1) if path == name else text, encoding="utf-8")
    code, *tests = (definitions_in(folder, folder / path) for path in PATHS)
    return Inputs({**code, **hashes(folder, [folder / "src/yatzy.py"])}, {"Python": "3"}, {**tests[0], **tests[1]})


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Give the folder with what a run left."""
    home = tmp_path / "mutants"
    leave(home / "src/yatzy.py", LEFT)
    (home / "killers.tsv").write_text(KILLERS, encoding="utf-8")
    write_record(home / MANIFEST, Manifest(practised(tmp_path), Kept(since=MOMENT)))
    return home


def leave(path: Path, codes: dict[str, int | None]) -> None:
    """Leave the results of a file."""
    path.parent.mkdir(parents=True)
    results = SourceFileMutationData(path=path)
    results.exit_code_by_key = dict(codes)
    results.save()


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (ANOTHER_TWOS, {f"{TWOS}1", f"{TWOS}2", f"{TWOS}3"}),
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
    change: tuple[str, str, str], again: set[str], home: Path
) -> None:
    kept, codes = drop_outdated(home, practised(home.parent, change))
    assert (LEFT.keys() - codes.keys(), kept.estimate, kept.why) == ({STOPPED, *again}, True, "")
    forgotten = {name for name, code in exit_codes_in(home).items() if code is None}
    assert forgotten == {STOPPED, f"{TWOS}2", *again}, "whether a test reaches it is asked again, and costs nothing"


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
    change: tuple[str, str, str], why: str, home: Path
) -> None:
    kept, codes = drop_outdated(home, practised(home.parent, change))
    assert (kept.why, kept.estimate, codes, exit_codes_in(home)) == (why, False, {}, {})


def test_where_nothing_changed_all_is_kept_unless_it_is_half_written_or_of_somebody_elses_run(home: Path) -> None:
    now = practised(home.parent)
    assert outdated(now, now) == Outdated()
    assert drop_outdated(home, now) == (Kept(since=MOMENT), {name: code for name, code in LEFT.items() if code != -15})
    assert drop_outdated(home, now)[1] == {}, "the run that was to note whose they are did not come to it"
    write_record(home / MANIFEST, Manifest(now, Kept()))
    (home / "half.py.meta").write_text('{"exit_code_by_key": {"legacy.ya', encoding="utf-8")
    assert drop_outdated(home, now)[1] == {}
    assert not list(home.glob("*.meta"))


def test_an_estimate_stays_one_until_everything_is_tested(home: Path) -> None:
    now = practised(home.parent, ANOTHER_TWOS)
    first, _ = drop_outdated(home, now)
    write_record(home / MANIFEST, Manifest(now, first))
    assert drop_outdated(home, now)[0] == first
    write_record(home / MANIFEST, Manifest(now, first))
    assert not drop_outdated(home, now, use_cache=False)[0].estimate
    assert exit_codes_in(home) == {}


@pytest.mark.parametrize("came_to_mutants", [True, False])
def test_a_run_that_was_stopped_goes_on_if_it_came_to_the_mutants(
    home: Path, monkeypatch: pytest.MonkeyPatch, *, came_to_mutants: bool
) -> None:
    def run(mutmut: Mutmut, *_: object) -> None:
        mutmut.came_to_mutants = came_to_mutants
        raise KeyboardInterrupt

    now = practised(home.parent, ANOTHER_TWOS)
    monkeypatch.setattr(Mutmut, "run", run)
    with alone(home) as mutmut, suppress(KeyboardInterrupt):
        update(mutmut, now)
    assert set(drop_outdated(home, now)[1]) == ({f"{ONES}1", f"{ONES}2"} if came_to_mutants else set())


def test_a_changed_implementation_drops_its_own_results_and_no_others(tmp_path: Path) -> None:
    for name in ("legacy", "refactored"):
        leave(tmp_path / name / "yatzy.py", {f"{name}.yatzy.x_pair__mutmut_1": 1})
    write_record(tmp_path / MANIFEST, Manifest(Inputs({"legacy": "1", "refactored": "1"}, {}), Kept()))
    assert drop_outdated(tmp_path, Inputs({"legacy": "2", "refactored": "1"}, {}))[1] == {
        "refactored.yatzy.x_pair__mutmut_1": 1
    }


def test_what_all_verdicts_share_is_an_input_and_a_picture_is_none(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = inputs_of(kata.folder)
    for name in ("survivors.approved.txt", "table.approved.svg"):
        kata.write(f"approved_files/{name}", "A reason for a survivor, or a picture.\n")
    assert inputs_of(kata.folder) == before
    shared = ("approved_files/pairs.approved.txt", "pyproject.toml", "tests/conftest.py", "tests/golden_master/a.json")
    for name in shared:
        kata.write(name, "\n")
    found = [*distributions(), SimpleNamespace(name="libcst", version="0.0")]
    monkeypatch.setattr(cache, "distributions", lambda: found)
    now = inputs_of(kata.folder)
    assert cache.differing(before.shared, now.shared) == ["an installed package", *shared]
    assert outdated(before, now).why == "an installed package changed (and 4 more)"


def test_what_defines_nothing_is_a_statement_and_a_docstring_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(
        '"""Words."""\nprint()\nclass A:\n    """More."""\n    x: int = 1\n', encoding="utf-8"
    )
    assert set(definitions_in(tmp_path, tmp_path / "a.py")) == {f"a.py::{STATEMENTS}", "a.py::A", "a.py::A.x"}
