"""`dojo mutants`: the grade of what guards a practice, never a stale result, and the command around it."""

import json
import re

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main, mutants
from dojo.commands.mutants import mark
from dojo.mutation.grade import Grade
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.text import UngradedError, WrongUsageError
from tests.dojo.mutation.conftest import OWN_TEST, Grading
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import SmallKata

WRITES = "from pathlib import Path\nPath(__file__).with_name('times.txt').open('a').write('once')\n"
ANOTHER_METHOD = "\n    def other(self):\n        return 7\n"
CALLS_IT = "\n    @staticmethod\n    def both(die):\n        return die + Yatzy().other()\n"
WITHOUT_FUNCTIONS = "class Yatzy:\n    pair = staticmethod(lambda one, two: one + two if one == two else 0)\n"
TEST = "from yatzy import Yatzy\n\ndef test_it():\n    assert {} == 7\n"


def counts(grade: Grade) -> tuple[int, int, int]:
    return grade.account["killed"], grade.account["made"], grade.run.kept


@pytest.mark.usefixtures("warm_mutmut")
def test_a_score_is_noted_and_a_new_method_tested_alone_which_no_test_reaches(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write(YATZY, WRITES + kata.read(YATZY))  # what the checked code writes itself is no edit
    assert run(practice, monkeypatch).exit_code == 0
    history = read_history(Repository(practice.folder))
    assert history.scores == {history.checks[-1].snapshot: 1.0}
    kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
    text = run(practice, monkeypatch).stdout
    assert re.search(r"^     4  made: 1 tested, 3 kept from \d\d:\d\d; --no-cache tests all$", text, re.MULTILINE)
    assert "Yatzy.other: no test reaches it (1 mutant, practice/yatzy.py:17)" in text


def run(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> Result:
    """Run `dojo mutants` on a practice."""
    monkeypatch.setattr(mutants, "practice_here", lambda: practice)
    return CliRunner().invoke(main, ["mutants"])


def test_what_is_known_of_other_methods_and_tests_is_kept_as_an_estimate(
    kata: SmallKata, blind: Practice, graded: Grading
) -> None:
    kata.write(OWN_TEST, TEST.format("Yatzy.both(0)"))
    kata.write(YATZY, kata.read(YATZY) + CALLS_IT + ANOTHER_METHOD)
    assert counts(graded(blind)) == (2, 5, 0)
    kata.change(YATZY, "die + Yatzy().other()", "die + 7")
    assert counts(graded(blind)) == (2, 6, 4), (
        "nothing calls the other method any more: what noticed its mutant before is gone"
    )
    kata.write("practice/tests/test_more.py", TEST.format("Yatzy().other()"))
    assert counts(graded(blind)) == (3, 6, 5)
    kata.write(OWN_TEST, TEST.format("7"))
    assert counts(graded(blind)) == (1, 6, 4), "what a test of the other file noticed stands"


@pytest.mark.parametrize(
    ("file", "text"), [(OWN_TEST, "def test_nothing():\n    assert True\n"), (YATZY, WITHOUT_FUNCTIONS)]
)
def test_why_there_is_no_score_is_said(file: str, text: str, kata: SmallKata, blind: Practice, graded: Grading) -> None:
    kata.write(file, text)
    with pytest.raises(UngradedError, match="no mutant that your tests reach"):
        graded(blind)


def test_several_modules_are_tested_together_and_what_does_not_parse_is_left_out(
    kata: SmallKata, practice: Practice, graded: Grading
) -> None:
    kata.write("practice/src/dice/pairs.py", kata.read(YATZY))
    kata.write("practice/src/dice/__init__.py", "from dice.pairs import Yatzy\n")
    kata.write("practice/notes.py", "def half(\n")
    (kata.folder / YATZY).unlink()
    assert counts(graded(practice)) == (3, 3, 0)


def test_approval_tests_can_be_graded(kata: SmallKata, blind: Practice, graded: Grading) -> None:
    kata.write(
        OWN_TEST,
        "from approvaltests import verify\nfrom yatzy import Yatzy\n\n\ndef test_it():\n    verify(Yatzy.pair(6, 6))\n",
    )
    kata.write("practice/tests/test_yatzy.test_it.approved.txt", "12\n")
    assert counts(graded(blind)) == (2, 3, 0)


@pytest.mark.usefixtures("blind")
def test_red_is_json_for_a_program(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    kata.change(YATZY, "first + second", "first")
    monkeypatch.chdir(kata.folder)
    done = CliRunner().invoke(main, ["mutants", "--json"])
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"], len(found["findings"])) == (3, "red", 1)


def test_the_last_run_is_shown_as_it_was_tested_and_its_survivors_are_marked_once_for_a_reason(
    kata: SmallKata, blind: Practice, graded: Grading, monkeypatch: pytest.MonkeyPatch
) -> None:
    graded(blind)
    for why in (" ", "equivalent"):
        with pytest.raises(WrongUsageError, match="Say in a few words why"):
            mark(blind, 1, why)
    assert not (blind.folder / "equivalent.txt").exists()
    mark(blind, 1, "It is the same.")
    with pytest.raises(WrongUsageError, match="known to be equivalent: It is the same"):
        mark(blind, 1, "It is the same.")
    monkeypatch.chdir(kata.folder)
    kata.write(YATZY, "class Yatzy:\n    pass\n")
    page = blind.state_directory / "mutants.html"
    for is_there, says in ((True, "Opened in your browser: "), (False, "No browser was found. Open it yourself: ")):
        opened: list[str] = []
        monkeypatch.setattr("webbrowser.open", lambda address, found=is_there: opened.append(address) or found)  # noqa: B023
        assert CliRunner().invoke(main, ["mutants", "--open"]).stdout == f"{says}practice/.dojo/mutants.html\n"
        assert opened == [page.resolve().as_uri()]
    assert 'id="practice/yatzy.py:11"' in page.read_text(encoding="utf-8")
