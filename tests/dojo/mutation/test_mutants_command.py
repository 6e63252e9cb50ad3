"""`dojo mutants`, the command around the grade: what it refuses, how it ends, and how it goes on."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.checking import runner
from dojo.checking.explain import Finding
from dojo.checking.outcome import Outcome, Report
from dojo.commands import main
from dojo.commands import mutants as mutant_report
from dojo.errors import WrongUsageError
from dojo.mutation.cache import Kept
from dojo.mutation.grade import Grade
from dojo.mutation.results import SURVIVED, Mutant, Survivor
from dojo.practice.model import Choices, Practice
from tests.dojo.practising import entry

RED = Outcome("red", (Finding("Yatzy.pair(1, 2)\n    expected 0\n    got      3"),))
ALIVE = Mutant("practice/yatzy.py", "Yatzy.pair", 11, ("return 0",), ("return 1",), SURVIVED, 0.1)
SURVIVORS = [Survivor(1, ALIVE, ""), Survivor(2, replace(ALIVE, line=20), "It is the same.")]
GRADE = Grade([each.mutant for each in SURVIVORS], SURVIVORS, Kept(), [], [])


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice with a file, and nothing that was ever tested."""
    choices = Choices(1, blind=False)
    (tmp_path / "practice/.dojo/mutation").mkdir(parents=True)
    (tmp_path / "practice/yatzy.py").write_text("class Yatzy:\n    pass\n", encoding="utf-8")
    return Practice(tmp_path, choices)


@pytest.fixture
def tested(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Give a practice whose last run left two survivors, the second of them equivalent."""
    monkeypatch.setattr(mutant_report, "last_grade", lambda _: GRADE)
    return practice


def red(*_: object) -> Report:
    return Report(RED, entry("red"))


def graded_red(practice: Practice, monkeypatch: pytest.MonkeyPatch, *options: str) -> Result:
    """Grade a practice that a check finds red."""
    monkeypatch.setattr(runner, "check", red)
    monkeypatch.setattr(mutant_report, "practice_here", lambda: practice)
    return CliRunner().invoke(main, ["mutants", *options])


def test_red_is_json_for_a_program(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    found = json.loads(graded_red(practice, monkeypatch, "--json").stdout)
    assert (found["status"], found["findings"]) == ("red", [RED.findings[0][0]])


# To mark.


@pytest.mark.parametrize(
    ("number", "why", "complaint"),
    [
        (1, " ", "Say in a few words why"),
        (1, "equivalent", "Say in a few words why"),
        (3, "It is the same.", "no survivor 3"),
        (2, "It is the same.", "known to be equivalent: It is the same."),
    ],
)
def test_what_cannot_be_marked_is_refused_and_nothing_is_written(
    number: int, why: str, complaint: str, tested: Practice
) -> None:
    with pytest.raises(WrongUsageError, match=complaint):
        mutant_report.mark(tested, number, why)
    assert not (tested.folder / "equivalent.txt").exists()


# To look.


@pytest.mark.parametrize(
    ("is_there", "told"),
    [(True, "Opened in your browser: {}\n"), (False, "No browser was found. Open it yourself: {}\n")],
)
def test_the_page_of_the_last_run_is_opened_or_it_is_said_where_it_is(
    blind_once: Practice, monkeypatch: pytest.MonkeyPatch, *, is_there: bool, told: str
) -> None:
    opened: list[str] = []

    def open_page(address: str) -> bool:
        opened.append(address)
        return is_there

    monkeypatch.setattr("webbrowser.open", open_page)
    monkeypatch.chdir(blind_once.workspace)
    done = CliRunner().invoke(main, ["mutants", "--open"])
    page = blind_once.workspace / "practice/.dojo/mutants.html"
    assert (done.stdout, opened) == (told.format("practice/.dojo/mutants.html"), [page.resolve().as_uri()])
    assert "Survivors" in page.read_text(encoding="utf-8")


def test_the_page_shows_the_code_that_was_tested_whatever_became_of_it(
    blind_once: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webbrowser.open", lambda _: True)
    monkeypatch.chdir(blind_once.workspace)
    (blind_once.folder / "yatzy.py").write_text("class Yatzy:\n    pass\n", encoding="utf-8")
    assert CliRunner().invoke(main, ["mutants", "--open"]).exit_code == 0
    assert 'id="practice/yatzy.py:11"' in (blind_once.home / "mutants.html").read_text(encoding="utf-8")
