"""`dojo mutants`: the grade of what guards a practice, warm on the second run, and never a stale result."""

import re
import sys
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.checking import runner
from dojo.checking.outcome import Report
from dojo.errors import UngradedError
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import read_story
from tests.dojo.mutation.conftest import OWN_TEST, Grading
from tests.dojo.practising import TEST, YATZY
from tests.dojo.small_kata import SmallKata

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)


from dojo.commands import main, mutants
from dojo.mutation.grade import Grade, grade_mutants

Shown = Callable[..., tuple[int, str]]  # `dojo mutants` on a practice: its exit code, and what it shows
ANOTHER_METHOD = "\n    def other(self):\n        return 7\n"


def counts(grade: Grade) -> tuple[int, int, int]:
    return grade.killed, grade.made, grade.kept.number


@pytest.fixture
def shown(warm_mutmut: None, monkeypatch: pytest.MonkeyPatch) -> Shown:  # noqa: ARG001 - it is to be there
    """Give the function that runs `dojo mutants`."""

    def run(practice: Practice, *options: str) -> tuple[int, str]:
        monkeypatch.setattr(mutants, "practice_here", lambda: practice)
        done = CliRunner().invoke(main, ["mutants", *options])
        return done.exit_code, done.stdout

    return run


def test_the_score_is_noted_for_the_progress(guarded_once: Practice, shown: Shown) -> None:
    shown(guarded_once)
    story = read_story(Repository(guarded_once.folder))
    assert story.scores == {story.checks[-1].snapshot: 1.0}


def test_what_was_edited_after_its_check_is_not_graded_as_what_was_checked(
    kata: SmallKata, guarded_once: Practice, shown: Shown, monkeypatch: pytest.MonkeyPatch
) -> None:
    check = runner.check

    def check_and_save(*arguments: Any) -> Report:
        checked = check(*arguments)
        kata.change(YATZY, "return 0", "return -0")
        return checked

    kata.change(YATZY, "first + second", "2 * first")
    monkeypatch.setattr(runner, "check", check_and_save)
    code, text = shown(guarded_once)
    assert (code, text, read_story(Repository(guarded_once.folder)).scores) == (3, "", {})


def test_what_the_checked_code_writes_itself_is_no_edit(kata: SmallKata, guarded_once: Practice, shown: Shown) -> None:
    wrote = "from pathlib import Path\nPath(__file__).with_name('times.txt').open('a').write('once')\n"
    kata.write(YATZY, wrote + kata.read(YATZY))
    assert shown(guarded_once)[0] == 0


def test_a_method_that_is_new_is_tested_alone_and_is_said_to_be_reached_by_no_test(
    kata: SmallKata, guarded_once: Practice, shown: Shown
) -> None:
    kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
    text = shown(guarded_once)[1]
    assert re.search(r"^     4  made: 1 tested, 3 kept from \d\d:\d\d; --no-cache tests all$", text, re.MULTILINE)
    assert "Yatzy.other: no test reaches it (1 mutant, practice/yatzy.py:15)" in text


def test_what_another_method_noticed_is_kept_as_an_estimate_when_that_method_changed(
    kata: SmallKata, blind: Practice, graded: Grading
) -> None:
    kata.write(OWN_TEST, "from yatzy import Yatzy\n\ndef test_it():\n    assert Yatzy.both(1) == 3\n")
    method = "\n    @staticmethod\n    def both(die):\n        return {}\n"
    kata.write(YATZY, kata.read(YATZY) + method.format("die + Yatzy.pair(1, 1)"))
    first = graded(blind)
    kata.change(YATZY, "die + Yatzy.pair(1, 1)", "die + (Yatzy.pair(1, 1) or 2) * 0 + 2")
    second = graded(blind)
    assert (second.kept.number, second.kept.since, second.kept.estimate) == (3, first.kept.since, True)
    everything = grade_mutants(blind, None, lambda *_: None, use_cache=False)
    assert (everything.kept.number, everything.kept.estimate) == (0, False)
    assert len(everything.survivors) > len(second.survivors)


def test_a_method_that_nothing_calls_any_more_has_survivors_though_they_were_noticed_before(
    kata: SmallKata, blind: Practice, graded: Grading
) -> None:
    kata.write(OWN_TEST, "from yatzy import Yatzy\n\ndef test_it():\n    assert Yatzy.both(0) == 7\n")
    method = "\n    @staticmethod\n    def both(die):\n        return die + Yatzy().other()\n"
    kata.write(YATZY, kata.read(YATZY) + method + ANOTHER_METHOD)
    assert counts(graded(blind)) == (2, 5, 0)
    kata.change(YATZY, "die + Yatzy().other()", "die + 7")
    assert counts(graded(blind)) == (2, 6, 4)


def test_a_new_test_that_reaches_another_method_is_asked_about_that(
    kata: SmallKata, blind_once: Practice, graded: Grading
) -> None:
    kata.write(YATZY, kata.read(YATZY) + ANOTHER_METHOD)
    assert counts(graded(blind_once)) == (2, 4, 3)
    kata.write(
        "practice/tests/test_more.py", "from yatzy import Yatzy\n\ndef test_it():\n    assert Yatzy().other() == 7\n"
    )
    assert counts(graded(blind_once)) == (3, 4, 2)


def test_what_a_test_noticed_is_tested_again_when_that_changed(
    kata: SmallKata, blind_once: Practice, graded: Grading
) -> None:
    kata.write(OWN_TEST, TEST.replace("6, 6) == 12", "1, 2) == 0"))
    assert counts(graded(blind_once)) == (2, 3, 0)


def test_tests_that_reach_nothing_are_said_to_do_so(kata: SmallKata, blind: Practice) -> None:
    kata.write(OWN_TEST, "def test_nothing():\n    assert True\n")
    done = kata.dojo("mutants", "--json")
    assert done.returncode == 3
    assert "reach none of your code" in done.stderr
    assert blind.folder.is_dir()


def test_a_file_that_does_not_parse_is_named_before_any_mutant_is_made(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/notes.py", "def half(\n")
    with pytest.raises(UngradedError, match=r"^practice/notes\.py does not parse, .*: mend it, or move it out"):
        grade_mutants(practice, None, lambda *_: None)


def test_several_modules_are_tested_together(kata: SmallKata, practice: Practice, graded: Grading) -> None:
    kata.write("practice/src/dice/pairs.py", kata.read(YATZY))
    kata.write("practice/src/dice/__init__.py", "from dice.pairs import Yatzy\n")
    (kata.folder / YATZY).unlink()
    assert counts(graded(practice)) == (3, 3, 0)


def test_there_is_nothing_to_open_before_the_first_run(kata: SmallKata, practice: Practice) -> None:
    done = kata.dojo("mutants", "--open")
    assert (done.returncode, practice.choices.level) == (3, 1)
    assert done.stderr == "Error: There is no finished run yet. `dojo mutants` makes mutants first.\n"


def test_approval_tests_can_be_graded(kata: SmallKata, blind: Practice, graded: Grading) -> None:
    test = (
        "from approvaltests import verify\nfrom yatzy import Yatzy\n\n\ndef test_it():\n    verify(Yatzy.pair(6, 6))\n"
    )
    kata.write(OWN_TEST, test)
    kata.write("practice/tests/test_yatzy.test_it.approved.txt", "12\n")
    assert counts(graded(blind)) == (2, 3, 0)


def test_code_that_mutmut_cannot_change_has_no_score(kata: SmallKata, practice: Practice, graded: Grading) -> None:
    kata.write(YATZY, "class Yatzy:\n    pair = staticmethod(lambda one, two: one + two if one == two else 0)\n")
    with pytest.raises(UngradedError, match="mutmut found nothing to change"):
        graded(practice)
