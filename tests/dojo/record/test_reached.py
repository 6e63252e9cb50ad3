"""Rules of counting the lines and branches that recorded calls run."""

from pathlib import Path

import pytest

from dojo.record.reached import Reached

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


@pytest.mark.parametrize(
    ("steps", "reached"),
    [
        ("", "0 of 2 functions, 0 of 7 lines in functions and 0 of 4 branches"),
        ("6>8 8>9 9>0", "1 of 2 functions, 2 of 7 lines in functions and 1 of 4 branches"),
        ("6>8 8>9 8>10", "1 of 2 functions, 3 of 7 lines in functions and 2 of 4 branches"),
        (
            "8>10 10>11 11>10 10>13",
            "1 of 2 functions, 3 of 7 lines in functions and 2 of 4 branches",
        ),
        ("6>8 -8>9", "1 of 2 functions, 2 of 7 lines in functions and 0 of 4 branches"),
    ],
    ids=["nothing", "a branch", "both branches", "a loop over two lines", "an exception"],
)
def test_steps_in_functions_are_counted(steps: str, reached: str, tmp_path: Path):
    (tmp_path / "shop.py").write_text(CODE, encoding="utf-8")
    found = Reached()
    arcs = [step.split(">") for step in steps.split()]
    found.add_file(tmp_path / "shop.py", {(int(line), int(following)) for line, following in arcs})
    assert str(found) == reached


def test_a_file_that_does_not_parse_counts_for_nothing(tmp_path: Path):
    (tmp_path / "broken.py").write_text("def f(:", encoding="utf-8")
    found = Reached()
    found.add_file(tmp_path / "broken.py", set())
    assert found.functions == []
