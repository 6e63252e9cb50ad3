"""Duplicated lines: what counts as a line, how many make a run, and that each copy counts."""

from dojo.kata import clean_code
from dojo.progress.duplication import RUN, duplicated_lines
from tests.dojo.small_kata import WORKSPACE

LINES = [f"x = {number}" for number in range(RUN)]


def test_each_copy_counts() -> None:
    assert duplicated_lines([[*LINES, "between", *LINES], [*LINES, "after"]]) == 3 * RUN


def test_fewer_lines_in_a_row_are_alike_by_chance() -> None:
    assert duplicated_lines([[*LINES[1:], "between", *LINES[1:]]]) == 0


def test_a_line_of_several_runs_counts_once() -> None:
    assert duplicated_lines([[*LINES, "more"], [*LINES, "more"]]) == 2 * (RUN + 1)


def test_comments_between_hide_nothing() -> None:
    assert duplicated_lines([LINES, [LINES[0], "    # of chance", *LINES[1:]]]) == 2 * RUN


def test_imports_are_not_duplicated() -> None:
    imports = [f"from dice import d{number}" for number in range(2 * RUN)]
    assert duplicated_lines([imports, imports]) == 0


def test_the_clean_code_has_none() -> None:
    assert duplicated_lines([text.splitlines() for text in clean_code(WORKSPACE).values()]) == 0
