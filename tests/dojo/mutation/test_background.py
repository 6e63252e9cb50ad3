"""Survivors while somebody works: which ones are told, and what stays known."""

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from dojo.mutation.background import Background, News, bring_up_to_date, short_change
from dojo.mutation.kept import ResultFiles
from dojo.mutation.results import SURVIVED, Mutant, hide_names
from dojo.practice.model import Practice
from tests.dojo.practising import YATZY, copied
from tests.dojo.small_kata import RULE, SmallKata

# No scenario has a die above six.
EXTRA = """\
        if first > 6:
            return 99
"""
WITH_EXTRA = RULE.replace("        if first !=", f"{EXTRA}        if first !=")
ALL_NEW = WITH_EXTRA.replace("Yatzy:", "Yatzy:  # new")
WITH_MORE = WITH_EXTRA.replace("99", "9 * 11")
TEST = """
from yatzy import Yatzy

def test_seven(): assert [Yatzy.pair(6, 6), Yatzy.pair(7, 1)] == [12, 99]
"""


class State(NamedTuple):
    """A practice with results, for tests to copy, and the lines that were told about them."""

    practice: Practice
    lines: list[str]


def lines_after(practice: Practice) -> list[str]:
    """Return the lines that follow a green check."""
    lines: list[str] = []
    bring_up_to_date(practice, "start", lines.append)
    return lines


def interrupted(practice: Practice) -> list[str]:
    """Return the lines of a run that tests all mutants, and ends before it notes that."""
    lines: list[str] = []

    def end_second_time() -> None:
        lines.append("ready")
        if lines.count("ready") > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bring_up_to_date(practice, "start", lines.append, end_second_time)
    return lines


def found_again(practice: Practice) -> list[str]:
    """Return the lines of a run with the same results as the last one."""
    lines: list[str] = []
    kept = ResultFiles(practice.state_directory).read_last()
    news = News(practice, frozenset(), lines.append)
    results = kept.results
    kept.results = {}
    for patch in chain.from_iterable(kept.patches.values()):
        kept.results[patch.name] = results[patch.name]
        if results[patch.name].status == SURVIVED:
            news.on_survivor(kept, patch)
    news.finish(kept)
    return lines


@pytest.fixture(scope="module")
def first_run(new_kata: Callable[[], SmallKata], templates: dict[bool, Path]) -> State:
    practice = copied(templates[False], new_kata())
    return State(practice, lines_after(practice))


@pytest.fixture(scope="module")
def interrupted_run(new_kata: Callable[[], SmallKata], templates: dict[bool, Path]) -> State:
    """Start the first run, of code with survivors, and end it early."""
    kata = new_kata()
    practice = copied(templates[False], kata)
    kata.write(YATZY, ALL_NEW)
    return State(practice, interrupted(practice))


@pytest.fixture(scope="module")
def graded(new_kata: Callable[[], SmallKata], first_run: State) -> Practice:
    """Grade code with survivors, after the first run."""
    kata = new_kata()
    practice = copied(first_run.practice.folder, kata)
    kata.write(YATZY, WITH_EXTRA)
    kata.dojo("mutants")
    return practice


@pytest.fixture(scope="module")
def told(new_kata: Callable[[], SmallKata], graded: Practice) -> State:
    """Add code with more survivors, after the grade."""
    kata = new_kata()
    practice = copied(graded.folder, kata)
    kata.write(YATZY, WITH_MORE)
    return State(practice, lines_after(practice))


@pytest.fixture
def marked(kata: SmallKata, graded: Practice) -> Practice:
    """Mark a mutant as equivalent before the last run."""
    practice = copied(graded.folder, kata)
    kata.dojo("mutants", "--equivalent", "1", "No die shows a seven.")
    found_again(practice)
    return practice


def test_the_first_run_says_how_many_are_killed(first_run: State):
    assert first_run.lines == ["mutants: 3 of 3 killed. New survivors are shown from now on."]


def test_survivors_in_what_changed_are_told_before_the_first_run_ends(interrupted_run: State):
    assert interrupted_run.lines == [
        "ready",
        "survivor  yatzy.py:10  if first > 6: -> if first > 7:",
        "survivor  yatzy.py:11  return 99 -> return 100",
        "ready",
    ]


def test_a_survivor_is_told_once_before_the_first_run_ends(kata: SmallKata, interrupted_run: State):
    practice = copied(interrupted_run.practice.folder, kata)
    kata.write(YATZY, ALL_NEW.replace("first", "one"))
    assert interrupted(practice) == ["ready", "ready"]


def test_new_survivors_are_told(told: State):
    assert told.lines == [
        "survivor  yatzy.py:11  return 9 * 11 -> return 9 / 11",
        "survivor  yatzy.py:11  return 9 * 11 -> return 10 * 11",
        "survivor  yatzy.py:11  return 9 * 11 -> return 9 * 12",
    ]


def test_survivors_that_a_grade_listed_are_no_news(kata: SmallKata, graded: Practice):
    practice = copied(graded.folder, kata)
    assert found_again(practice) == []


def test_a_new_survivor_is_told_once(kata: SmallKata, told: State):
    practice = copied(told.practice.folder, kata)
    assert found_again(practice) == []


def test_new_names_are_no_news(kata: SmallKata, told: State):
    practice = copied(told.practice.folder, kata)
    renamed = WITH_MORE.replace("first", "one").replace("Yatzy:", "Yatzy:  # renamed")
    kata.write(YATZY, renamed)
    assert lines_after(practice) == []


def test_survivors_that_a_new_test_kills_are_counted(kata: SmallKata, told: State):
    practice = copied(told.practice.folder, kata)
    kata.write("practice/tests/test_yatzy.py", TEST)
    assert lines_after(practice) == ["mutants: 4 survivors fewer, 0 left"]
    assert ResultFiles(practice.state_directory).read_known().number == 0


def test_a_change_is_shown_from_a_bit_before_the_difference():
    removed = ("    if isinstance(dice, (list,", "        tuple)):")
    added = ("    if isinstance(dice, (list,", "        None)):")
    mutant = Mutant("name", "shop.py", "f", 1, removed, added, SURVIVED)
    assert short_change(mutant) == "...(list, tuple)): -> ...(list, None)):"


def test_an_equivalent_mutant_is_no_news(marked: Practice):
    assert found_again(marked) == []


def test_a_mutant_that_is_equivalent_no_more_is_news(marked: Practice):
    (marked.folder / "equivalent.txt").unlink()
    assert found_again(marked) == ["survivor  yatzy.py:10  if first > 6: -> if first > 7:"]


@pytest.mark.parametrize(
    ("text", "shape"), [("first >= 6", "_ >= 6"), ("not self.d1", "not _._"), ("None", "None")]
)
def test_a_shape_has_no_names(text: str, shape: str):
    assert hide_names(text) == shape


def follow(process: Background, since: str, *, is_green: bool = True) -> None:
    """Have the process follow a check, and wait until it ends."""
    process.prepare(since)
    running = process.running
    process.follow(is_green=is_green)
    assert running is not None
    running.wait()
    if process.reader is not None:
        process.reader.join()


@pytest.fixture
def lines() -> list[str]:
    return []


@pytest.fixture
def process(kata: SmallKata, first_run: State, lines: list[str]) -> Iterator[Background]:
    """Give the process of a practice with code that is new since the first run."""
    practice = copied(first_run.practice.folder, kata)
    kata.write(YATZY, WITH_EXTRA)
    process = Background(practice, lines.append)
    yield process
    process.close()


@pytest.mark.usefixtures("process_of_its_own")
def test_the_process_follows_a_green_check(process: Background, lines: list[str]):
    follow(process, "start")
    assert lines[0] == "survivor  yatzy.py:10  if first > 6: -> if first > 7:"


def test_the_process_tests_nothing_after_a_red_check(process: Background, lines: list[str]):
    follow(process, "start", is_green=False)
    known = ResultFiles(process.practice.state_directory).read_known()
    assert (lines, known.number) == ([], 0)


@pytest.mark.usefixtures("process_of_its_own")
def test_the_next_check_stops_the_process(process: Background):
    process.prepare("start")
    running = process.running
    assert running is not None
    process.prepare("start")
    assert process.is_running
    process.close()
    assert running.wait() <= 0


@pytest.mark.usefixtures("process_of_its_own")
def test_an_error_is_told_once(process: Background, lines: list[str]):
    follow(process, "nowhere")
    follow(process, "nowhere")
    start = "--since start is how the practice started"
    assert lines == [f"practice/ has no check and no commit nowhere; {start}."]
