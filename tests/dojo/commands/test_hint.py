"""`dojo hint`: a smell; asked again, the refactoring; a third time, the change."""

import json
import subprocess

import pytest

from dojo.practice.create import find_practice
from tests.dojo import small_steps
from tests.dojo.practising import YATZY, checked, started
from tests.dojo.small_kata import SmallKata
from tests.dojo.small_steps import NO_ZERO, STATES, TITLES

SMELL, NAMED, WHY, CHANGE = "Dead Code", TITLES[0], "Why: It hurts.", "-        if first == 0:"
MEMORY = "practice/.dojo/hint.json"
NEXT_SMELL = "Temporary Field"


@pytest.fixture
def walked(kata: SmallKata) -> SmallKata:
    small_steps.lay_out(kata)
    started(kata)
    return kata


def at_the_end_of_level_1(kata: SmallKata) -> None:
    """Put in the practice what the worked way has there."""
    (kata.folder / YATZY).unlink()
    for name, text in STATES[5].items():
        kata.write(f"practice/{name}", text)


def asked(kata: SmallKata, times: int, *options: str) -> subprocess.CompletedProcess[str]:
    """Ask so often, and return what is said at last."""
    return [kata.dojo("hint", *options) for _ in range(times)][-1]


@pytest.mark.parametrize(("level", "blind", "at"), [(2, False, "--at 6 --again"), (1, True, "--at 1 --again --blind")])
def test_how_to_go_on_is_for_a_practice_like_this(level: int, at: str, kata: SmallKata, *, blind: bool) -> None:
    small_steps.lay_out(kata)
    started(kata, level=level, blind=blind)
    assert f"{at}`" in asked(kata, 4).stdout


def test_another_smell_begins_with_the_smell(walked: SmallKata) -> None:
    asked(walked, 3)
    walked.write(YATZY, NO_ZERO)
    shown = asked(walked, 1).stdout
    assert (NEXT_SMELL in shown, TITLES[3] in shown) == (True, False)


def test_when_nothing_else_applies_what_was_skipped_comes_again(walked: SmallKata) -> None:
    asked(walked, 1)
    assert asked(walked, 3, "--skip").stdout == "You skipped 3; `dojo hint` begins with them again.\n"
    assert SMELL in asked(walked, 1).stdout


def test_no_file_of_the_person_changes(walked: SmallKata) -> None:
    before = {path: path.read_bytes() for path in (walked.folder / "practice").rglob("*") if path.is_file()}
    asked(walked, 4)
    after = {path: path.read_bytes() for path in (walked.folder / "practice").rglob("*") if path.is_file()}
    assert {path for path in after if before.get(path) != after[path]} == {walked.folder / MEMORY}


def test_where_nothing_applies_it_names_the_longest_method(walked: SmallKata) -> None:
    at_the_end_of_level_1(walked)
    done = asked(walked, 1)
    longest = "from `def` to its end, has 6 lines: triple in practice/yatzy/yatzy.py, lines 13-18."
    assert (done.returncode, longest in " ".join(done.stdout.split())) == (0, True)


@pytest.mark.parametrize(("level", "then"), [(1, "; then `dojo start --again --level 2`"), (4, "")])
def test_where_nothing_applies_the_wish_is_next(level: int, then: str, kata: SmallKata) -> None:
    small_steps.lay_out(kata)
    started(kata, level=level)
    kata.write(YATZY, "from elsewhere import Yatzy\n")
    assert asked(kata, 1).stdout.endswith(f"Next: the wish of level {level} in KATA.md{then}.\n")


def test_a_last_check_that_was_not_green_comes_first(walked: SmallKata) -> None:
    practice = find_practice(walked.folder)
    checked(practice, "green")
    walked.write(YATZY, NO_ZERO)
    checked(practice, "red")
    shown = " ".join(asked(walked, 1).stdout.split())
    assert shown.startswith("The last check was not green: mend it at once, or take it back to the last green: dojo")
    assert NEXT_SMELL in shown


def test_code_that_does_not_parse_is_a_line_and_no_traceback(walked: SmallKata) -> None:
    walked.write(YATZY, "class Yatzy:\n    def (\n")
    done = asked(walked, 1)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: practice/yatzy.py, line 2: ")


def test_a_program_does_not_ask(walked: SmallKata) -> None:
    found = json.loads(asked(walked, 3, "--json").stdout)
    assert (found["asked"], NAMED in asked(walked, 1).stdout) == (0, False)
