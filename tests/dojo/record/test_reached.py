"""Rules of counting what recorded calls run."""

from pathlib import Path

import pytest

from dojo.record.reached import Arc, Reached

CODE = '''"""Nothing here runs in a function."""
if __name__ == "__main__":
    print()


def fee(minutes):
    """Return a fee."""
    if minutes > 15:
        return 250
    for each in range(
        minutes,
    ):
        print(each)
    return 0


def other():
    return 1
'''


def reached(folder: Path, steps: set[Arc]) -> str:
    (folder / "shop.py").write_text(CODE, encoding="utf-8")
    found = Reached()
    found.add_file(folder / "shop.py", steps)
    return str(found)


@pytest.mark.parametrize(
    ("steps", "counts"),
    [
        (set(), (0, 0, 0)),
        ({(6, 8), (8, 9), (9, 0)}, (1, 2, 1)),
        ({(6, 8), (8, 9), (8, 10)}, (1, 3, 2)),
        ({(6, 8), (8, 10), (10, 11), (11, 10), (10, 13)}, (1, 4, 2)),
        ({(6, 8), (-8, 9)}, (1, 2, 0)),
    ],
)
def test_what_runs_in_functions_is_counted(
    steps: set[Arc], counts: tuple[int, int, int], tmp_path: Path
) -> None:
    functions, lines, branches = counts
    expected = f"{functions} of 2 functions, {lines} of 7 lines in functions"
    assert reached(tmp_path, steps) == f"{expected} and {branches} of 4 branches"


def test_a_file_that_does_not_parse_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def f(:", encoding="utf-8")
    found = Reached()
    found.add_file(tmp_path / "broken.py", set())
    assert found.functions == []
