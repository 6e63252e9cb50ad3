"""Survivors while somebody works: which ones are told, and what stays known."""

from collections.abc import Iterator

import pytest

from dojo.mutation.background import Background, bring_up_to_date, short_change
from dojo.mutation.kept import ResultFiles
from dojo.mutation.results import SURVIVED, Mutant, hide_names
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY, checked
from tests.dojo.small_kata import RULE, SmallKata

# No scenario has a die above six.
EXTRA = """\
        if first > 6:
            return 99
"""
WITH_EXTRA = RULE.replace("        if first !=", f"{EXTRA}        if first !=")
TEST = """
from yatzy import Yatzy

def test_seven(): assert [Yatzy.pair(6, 6), Yatzy.pair(7, 1)] == [12, 99]
"""


class Told:
    """Lines that were told about a practice. `since`: the last green check."""

    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self.since = read_history(Repository(practice.folder)).start

    def after_check(self) -> list[str]:
        """Check the files, green, and return the lines that follow."""
        lines: list[str] = []
        bring_up_to_date(self.practice, self.since, lines.append)
        self.since = checked(self.practice, GREEN).commit
        return lines

    def known(self) -> int:
        return ResultFiles(self.practice.state_directory).read_known().number


def interrupted(told: Told) -> list[str]:
    """Return the lines of a run that ends after the mutants of what changed."""
    lines: list[str] = []
    calls: list[None] = []

    def stop_second_run() -> None:
        calls.append(None)
        if len(calls) > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bring_up_to_date(told.practice, told.since, lines.append, stop_second_run)
    return lines


@pytest.fixture
def told(practice: Practice) -> Told:
    """Give a practice whose mutants were tested once."""
    told = Told(practice)
    told.after_check()
    return told


def test_the_first_run_says_how_many_are_killed(practice: Practice):
    assert Told(practice).after_check() == [
        "mutants: 3 of 3 killed. New survivors are shown from now on."
    ]


def test_survivors_in_what_changed_are_told_before_the_first_run_ends(
    kata: SmallKata, practice: Practice
):
    kata.write(YATZY, WITH_EXTRA)
    survivors = Told(practice).after_check()[:-1]
    assert survivors[0] == "survivor  yatzy.py:10  if first > 6: -> if first > 7:"


def test_a_survivor_is_told_once_before_the_first_run_ends(kata: SmallKata, practice: Practice):
    told = Told(practice)
    kata.write(YATZY, WITH_EXTRA)
    first = interrupted(told)
    kata.write(YATZY, WITH_EXTRA.replace("first", "one"))
    assert (len(first), interrupted(told)) == (2, [])


def test_a_new_survivor_is_told_once(kata: SmallKata, told: Told):
    kata.write(YATZY, WITH_EXTRA)
    assert told.after_check() == [
        "survivor  yatzy.py:10  if first > 6: -> if first > 7:",
        "survivor  yatzy.py:11  return 99 -> return 100",
    ]
    kata.write(YATZY, WITH_EXTRA.replace("return 0", "return 0  # nothing"))
    assert told.after_check() == []


def test_new_names_are_no_news(kata: SmallKata, told: Told):
    kata.write(YATZY, WITH_EXTRA)
    told.after_check()
    renamed = WITH_EXTRA.replace("first", "one").replace("Yatzy:", "Yatzy:  # renamed")
    kata.write(YATZY, renamed)
    assert told.after_check() == []


def test_survivors_that_a_new_test_kills_are_counted(kata: SmallKata, told: Told):
    kata.write(YATZY, WITH_EXTRA)
    told.after_check()
    kata.write("practice/tests/test_yatzy.py", TEST)
    assert told.after_check() == ["mutants: 2 survivors fewer, 0 left"]
    assert told.known() == 0


def test_survivors_that_a_grade_listed_are_no_news(kata: SmallKata, told: Told):
    kata.write(YATZY, WITH_EXTRA)
    kata.dojo("mutants")
    kata.write(YATZY, WITH_EXTRA.replace("99", "9 * 11"))
    lines = told.after_check()
    assert [line.partition("yatzy.py:11  ")[2] for line in lines] == [
        "return 9 * 11 -> return 9 / 11",
        "return 9 * 11 -> return 10 * 11",
        "return 9 * 11 -> return 9 * 12",
    ]


def test_a_change_is_shown_from_a_bit_before_the_difference():
    removed = ("    if isinstance(dice, (list,", "        tuple)):")
    added = ("    if isinstance(dice, (list,", "        None)):")
    mutant = Mutant("name", "shop.py", "f", 1, removed, added, SURVIVED)
    assert short_change(mutant) == "...(list, tuple)): -> ...(list, None)):"


def test_an_equivalent_mutant_is_no_news(kata: SmallKata, told: Told):
    kata.write(YATZY, WITH_EXTRA)
    told.after_check()
    kata.dojo("mutants")
    kata.dojo("mutants", "--equivalent", "1", "No die shows a seven.")
    kata.write(YATZY, WITH_EXTRA.replace("return 0", "return int(0)"))
    assert "first > 7" not in str(told.after_check())


def test_a_mutant_that_is_equivalent_no_more_is_news(kata: SmallKata, told: Told):
    kata.write(YATZY, WITH_EXTRA)
    kata.dojo("mutants")
    kata.dojo("mutants", "--equivalent", "1", "No die shows a seven.")
    told.after_check()
    (told.practice.folder / "equivalent.txt").unlink()
    kata.write(YATZY, WITH_EXTRA.replace("return 0", "return int(0)"))
    assert len(told.after_check()) > 0


@pytest.mark.parametrize(
    ("text", "shape"), [("first >= 6", "_ >= 6"), ("not self.d1", "not _._"), ("None", "None")]
)
def test_a_shape_has_no_names(text: str, shape: str):
    assert hide_names(text) == shape


def follow(background: Background, since: str, *, is_green: bool = True) -> None:
    """Have the process follow a check, and wait until it ends."""
    background.prepare(since)
    process = background.running
    background.follow(is_green=is_green)
    assert process is not None
    process.wait()
    if background.reader is not None:
        background.reader.join()


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def background(told: Told, lines: list[str]) -> Iterator[Background]:
    background = Background(told.practice, lines.append)
    yield background
    background.close()


def test_the_process_follows_a_green_check(
    kata: SmallKata, told: Told, background: Background, lines: list[str]
):
    kata.write(YATZY, WITH_EXTRA)
    follow(background, told.since)
    assert lines[0] == "survivor  yatzy.py:10  if first > 6: -> if first > 7:"


def test_the_process_tests_nothing_after_a_red_check(
    kata: SmallKata, told: Told, background: Background, lines: list[str]
):
    kata.write(YATZY, WITH_EXTRA)
    follow(background, told.since, is_green=False)
    assert (lines, told.known()) == ([], 0)


def test_the_next_check_stops_the_process(background: Background, told: Told):
    background.prepare(told.since)
    process = background.running
    assert process is not None
    background.prepare(told.since)
    assert process.wait() <= 0
    assert background.is_running


def test_an_error_is_told_once(background: Background, lines: list[str]):
    follow(background, "nowhere")
    follow(background, "nowhere")
    start = "--since start is how the practice started"
    assert lines == [f"practice/ has no check and no commit nowhere; {start}."]
