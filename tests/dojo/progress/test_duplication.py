"""Duplicated lines: what counts as a line, how many make a run, and that each copy counts."""

import pytest

from dojo.kata.way import clean_code
from dojo.progress.duplication import LINES, duplicated_lines, runs_of
from tests.dojo.small_kata import WORKSPACE

CODE = [f"x = {number}" for number in range(LINES)]
IMPORTS = [f"from dice import d{number}" for number in range(2 * LINES)]


def duplicated(*files: list[str]) -> int:
    return duplicated_lines([runs_of("\n".join(lines)) for lines in files])


@pytest.mark.parametrize(
    ("files", "count"),
    [
        ([[*CODE, "between", *CODE], [*CODE, "after"]], 3 * LINES),
        ([[*CODE[1:], "between", *CODE[1:]]], 0),
        ([[*CODE, "more"], [*CODE, "more"]], 2 * (LINES + 1)),
        ([CODE, [CODE[0], "    # of chance", "", *CODE[1:]]], 2 * LINES),
        ([IMPORTS, IMPORTS], 0),
    ],
    ids=["each copy", "fewer lines are alike by chance", "a line of several runs", "comments between", "imports"],
)
def test_lines_that_stand_elsewhere_too_count_each(files: list[list[str]], count: int) -> None:
    assert duplicated(*files) == count


def test_the_clean_code_has_none() -> None:
    assert duplicated(*(text.splitlines() for text in clean_code(WORKSPACE).values())) == 0
