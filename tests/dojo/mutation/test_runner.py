"""What is heard of a run of mutmut."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.mutation import runner
from dojo.mutation.runner import TESTING_STARTS, UNRELIABLE, Mutmut, alone
from dojo.text import WorkspaceError


@pytest.fixture
def mutmut(tmp_path: Path) -> Iterator[Mutmut]:
    """Give a run that has not begun."""
    with alone(tmp_path / "mutants") as mutmut:
        yield mutmut


def hear(mutmut: Mutmut, said: bytes, code: int = 0) -> list[tuple[int, int]]:
    """Let mutmut say something and end with an exit code; return what it tells of its progress."""
    told: list[tuple[int, int]] = []
    mutmut.progress = lambda done, of: told.append((done, of))
    with pytest.MonkeyPatch.context() as patch:
        says = f"import os; os.write(1, {said!r}); os._exit({code})"
        patch.setattr(runner, "MUTMUT", [sys.executable, "-c", says])
        mutmut.run([], None)
    return told


def test_how_far_it_is_and_how_fast_it_was(mutmut: Mutmut) -> None:
    lines = (TESTING_STARTS, "⠋ 1/3  🎉 1", "⠙ 3/3  🎉 3", "45.50 mutations/second", "")
    told = hear(mutmut, "\n".join(lines).encode())
    assert (told, mutmut.came_to_mutants, mutmut.speed) == ([(1, 3), (3, 3)], True, 45.5)


def test_a_run_that_ends_before_the_first_mutant_has_not_come_to_them_whatever_it_said(mutmut: Mutmut) -> None:
    with pytest.raises(WorkspaceError, match=r"^mutmut gave up; it said:\n\\xff\\x1b\[2J$"):
        hear(mutmut, b"\xff\x1b[2J\n", code=1)
    assert not mutmut.came_to_mutants


def test_a_test_that_made_it_give_up_is_named(mutmut: Mutmut) -> None:
    (mutmut.home / UNRELIABLE).write_text("tests/test_a.py::test_a", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"one test cannot be trusted: tests/test_a\.py::test_a"):
        hear(mutmut, b"failed", code=1)
