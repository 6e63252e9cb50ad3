"""A run of mutmut: what is heard of it, and what is kept of its results when something changed."""

import json
import subprocess
import sys
from contextlib import suppress
from importlib.metadata import distributions
from pathlib import Path
from types import SimpleNamespace

import pytest

from dojo.errors import WorkspaceError
from dojo.files import write_json
from dojo.mutation import run
from dojo.mutation.grade import inputs_of
from dojo.mutation.results import FLAKY_TEST_FILE, KILLERS, STATS, key_of, results_in
from dojo.mutation.run import (
    MANIFEST,
    Inputs,
    Manifest,
    RunResult,
    hash_definitions,
    hash_files,
    is_finished,
    read_manifest,
    update,
    why_outdated,
)
from tests.dojo.practising import MOMENT
from tests.dojo.small_kata import SmallKata

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


class TestTwos:
    def test_it(self):
        assert score(Yatzy.twos) == 2
"""
ONES, TWOS = "yatzy.xǁYatzyǁones__mutmut_", "yatzy.xǁYatzyǁtwos__mutmut_"
KILLED, SURVIVED, STOPPED = f"{ONES}1", f"{ONES}2", f"{ONES}3"  # the test of the last was stopped half-way
CRASHED, UNREACHED, LATE = f"{TWOS}1", f"{TWOS}2", f"{TWOS}3"
LEFT = {KILLED: 1, SURVIVED: 0, STOPPED: -15, CRASHED: 3, UNREACHED: 33, LATE: 36}
PATHS = {"src/yatzy.py": CODE, "tests/test_a.py": TESTS, "tests/a.approved.txt": "1\n"}
REACHED = json.dumps({"tests_by_mangled_function_name": {key_of(name): ["tests/test_a.py::test_a"] for name in LEFT}})
ASKED = "asked.json"
Change = tuple[str, str, str]
NOTHING: Change = ("src/yatzy.py", "", "")


def inputs(folder: Path, change: Change = NOTHING) -> Inputs:
    """Return the inputs of a practice, in which a text was put in the place of another in a file."""
    for path, text in PATHS.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text.replace(*change[1:], 1) if path == change[0] else text, encoding="utf-8")
    code, tests, approved = (folder / path for path in PATHS)
    guards = hash_definitions(folder, tests, functions=True) | hash_files(folder, [approved])
    return Inputs(hash_files(folder, [code]) | hash_definitions(folder, code, functions=False), guards)


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder with what a run left; the next one runs out of time with all that it tests."""
    workdir = tmp_path / "mutants"
    (workdir / "src").mkdir(parents=True)
    (workdir / "src/yatzy.py").touch()
    leave(workdir, LEFT)
    write_json(workdir / MANIFEST, Manifest(inputs(tmp_path), MOMENT, estimate=False))

    def kill(workdir: Path, *_: object) -> float:
        codes = dict.fromkeys(LEFT) | {name: code for name, (code, _) in results_in(workdir).items()}
        (workdir / ASKED).write_text(json.dumps([name for name, code in codes.items() if code is None]))
        leave(workdir, {name: 24 if code is None else code for name, code in codes.items()})
        return 1.0

    monkeypatch.setattr(run, "_run", kill)
    return workdir


def leave(workdir: Path, codes: dict[str, int]) -> None:
    """Leave results of mutants, all of which tests reach."""
    seconds = {name: 0.5 if code == LEFT[name] else 1.5 for name, code in codes.items()}
    results = {"exit_code_by_key": codes, "hash_by_function_name": {}, "durations_by_key": seconds}
    (workdir / "src").mkdir(exist_ok=True)
    (workdir / "src/yatzy.py.meta").write_text(json.dumps(results), encoding="utf-8")
    (workdir / STATS).write_text(REACHED, encoding="utf-8")
    (workdir / KILLERS).write_text(
        f"{KILLED}\ttests/test_a.py::TestTwos::test_it\n{CRASHED}\ttests/test_b.py::test_b\n"
    )


def rerun(workdir: Path, change: Change = NOTHING) -> tuple[set[str], RunResult]:
    """Bring results up to date after a change; return which mutants were tested, and what came of the run."""
    result = update(workdir, read_manifest(workdir), inputs(workdir.parent, change), lambda _done, _of: None)
    return set(json.loads((workdir / ASKED).read_text(encoding="utf-8"))), result


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (("src/yatzy.py", "2 * dice.count(2)", "dice.count(2) * 2"), set()),  # mutmut itself finds that out
        (("src/yatzy.py", "class", "import sys\nSIX = 6\n\n\nclass"), set()),
        (("src/yatzy.py", "import os\n", ""), set()),
        (("src/yatzy.py", "class Yatzy:", 'class Yatzy:\n    """A game."""  # of dice\n'), set()),
        (("tests/test_a.py", "class", "def test_twos():\n    assert True\n\n\nclass"), {SURVIVED}),
        (("tests/test_a.py", "DICE =", "MORE = 3\nDICE ="), {SURVIVED}),
        (("tests/test_a.py", "== 2", "> 0"), {SURVIVED, KILLED, LATE}),
        (("tests/test_a.py", "def test_it", "def test_that"), {SURVIVED, KILLED, LATE}),
        (("tests/test_a.py", "return rule", "return 0 + rule"), {SURVIVED, KILLED, LATE}),
        (("tests/test_a.py", "DICE = [1, 2]", "DICE = [2, 1]"), {SURVIVED, KILLED, LATE}),
        (("tests/test_a.py", "class", "DICE.append(3)\n\n\nclass"), {SURVIVED, KILLED, LATE}),
    ],
)
def test_what_is_new_and_changed_functions_and_tests_leave_the_other_results(
    change: Change, again: set[str], workdir: Path
) -> None:
    tested, kept = rerun(workdir, change)
    assert tested == {STOPPED, UNREACHED, *again}, "whether a test reaches it is asked again, and costs nothing"
    assert kept == RunResult(len(LEFT) - len(tested), MOMENT, estimate=True, mutants_per_second=1.0)
    assert (workdir / "src/yatzy.py").exists() == (
        change[0] != "src/yatzy.py"
    )  # else mutmut would not make new mutants
    again = rerun(workdir, change)[1]
    assert (again.kept, again.estimate, again.mutants_per_second) == (len(LEFT), True, 0), "there was nothing to run"
    assert again.since is not None
    assert again.since > MOMENT, "they are kept from the run before, not from the first"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("src/yatzy.py", "FIFTY = 50", "FIFTY = 51"), "src/yatzy.py outside of its functions"),
        (("src/yatzy.py", "class Yatzy:", "class Yatzy(dict):"), "src/yatzy.py outside of its functions"),
        (("src/yatzy.py", "class", "print()\n\n\nclass"), "src/yatzy.py outside of its functions"),
        (("tests/a.approved.txt", "1", "2"), "tests/a.approved.txt"),
    ],
)
def test_where_anything_else_changed_all_is_tested_again(change: Change, why: str, workdir: Path) -> None:
    tested, kept = rerun(workdir, change)
    assert (tested, kept.kept, kept.why) == (set(LEFT), 0, why)


def test_where_nothing_changed_what_was_stopped_is_tested_and_what_is_half_written_counts_for_nothing(
    workdir: Path,
) -> None:
    assert not is_finished(workdir)
    tested, kept = rerun(workdir)
    assert (tested, kept.kept, kept.estimate) == ({STOPPED, UNREACHED}, len(LEFT) - 2, False)
    assert is_finished(workdir)
    (workdir / "src/half.py.meta").write_text('{"exit_code_by_key": {"legacy.ya', encoding="utf-8")
    assert rerun(workdir)[0] == set(LEFT)


@pytest.mark.parametrize(("left", "kept"), [([STATS], 4), ([], 0), ([STATS, FLAKY_TEST_FILE], 0)])
def test_a_run_that_was_stopped_goes_on_if_it_came_to_the_mutants(
    left: list[str], kept: int, workdir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(workdir: Path, *_: object) -> float:
        for name in left:
            (workdir / name).write_text(REACHED)
        raise KeyboardInterrupt

    change = ("src/yatzy.py", "import os\n", "")
    with monkeypatch.context() as patch, suppress(KeyboardInterrupt):
        patch.setattr(run, "_run", stop)
        rerun(workdir, change)
    assert rerun(workdir, change)[1].kept == kept


def test_what_verdicts_depend_on_is_named_and_a_picture_is_nothing_of_it(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = inputs_of(kata.folder)
    for name in ("survivors.approved.txt", "table.approved.svg"):
        kata.write(f"approved_files/{name}", "A reason for a survivor, or a picture.\n")
    assert inputs_of(kata.folder) == before
    for name in ("approved_files/pairs.approved.txt", "pyproject.toml", "tests/conftest.py", "legacy/yatzy.py"):
        text = kata.read(name)
        kata.write(name, "\n")
        assert why_outdated(before, inputs_of(kata.folder)) == name
        kata.write(name, text)
    found = [*distributions(), SimpleNamespace(name="libcst", version="0.0")]
    monkeypatch.setattr(run, "distributions", lambda: found)
    assert why_outdated(before, inputs_of(kata.folder)) == "an installed package"


def hear(workdir: Path, says: str) -> tuple[float, list[tuple[int, int]]]:
    """Run a program in the place of mutmut; return its speed, and what is told of its progress."""
    told: list[tuple[int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(run, "subprocess", subprocess)
        patch.setattr(run, "MUTMUT", [sys.executable, "-c", says])
        return run._run(workdir, [], None, lambda done, of: told.append((done, of))), told  # noqa: SLF001 - it stands alone


def test_how_far_it_is_and_how_fast_it_was(tmp_path: Path) -> None:
    says = r"print('Running mutation testing\n\u280b 1/3 x 1\n\u2819 3/3 x 3\n45.50 mutations/second' + 9 * '\nkilled')"
    assert hear(tmp_path, says) == (45.5, [(1, 3), (3, 3)])


def test_why_it_gave_up_is_said(tmp_path: Path) -> None:
    gives_up = r"import os; os.write(1, b'\xff\x1b[2J\n'); os._exit(1)"
    with pytest.raises(WorkspaceError, match=r"^mutmut gave up; it said:\n\\xff\\x1b\[2J\nmutmut works on a copy"):
        hear(tmp_path, gives_up)
