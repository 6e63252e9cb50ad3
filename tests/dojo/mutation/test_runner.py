"""What is heard of a run of mutmut."""

import sys
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.errors import WorkspaceError
from dojo.mutation import runner
from dojo.mutation.runner import TESTING_STARTS, UNPATCHED, UNRELIABLE, Mutmut, UnreliableError, alone


@pytest.fixture
def mutmut(tmp_path: Path) -> Mutmut:
    """Give a run that has not begun."""
    with alone(tmp_path / "mutants") as mutmut:
        return mutmut


def hear(mutmut: Mutmut, monkeypatch: pytest.MonkeyPatch, *lines: str, code: int = 0) -> list[tuple[int, int]]:
    """Let mutmut say some lines and end with an exit code; return what it tells of its progress."""
    told: list[tuple[int, int]] = []
    running = MagicMock(stdout=[f"{line}\n" for line in lines], wait=lambda: code)
    running.__enter__.return_value, running.__exit__.return_value = running, False
    monkeypatch.setattr(
        runner, "subprocess", SimpleNamespace(Popen=lambda *_, **__: running, DEVNULL=0, PIPE=0, STDOUT=0)
    )
    monkeypatch.setattr(mutmut, "lock", SimpleNamespace(fileno=lambda: 0))
    monkeypatch.setattr(mutmut, "progress", lambda done, of: told.append((done, of)))
    mutmut.run([], None)
    return told


def test_how_far_it_is_and_how_fast_it_was(mutmut: Mutmut, monkeypatch: pytest.MonkeyPatch) -> None:
    told = hear(mutmut, monkeypatch, TESTING_STARTS, "⠋ 1/3  🎉 1", "⠙ 3/3  🎉 3", "45.50 mutations/second")
    assert (told, mutmut.came_to_mutants, mutmut.speed) == ([(1, 3), (3, 3)], True, 45.5)


def test_a_run_that_ends_before_the_first_mutant_has_not_come_to_them(
    mutmut: Mutmut, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(WorkspaceError, match="mutmut gave up; it said:\nno such thing"):
        hear(mutmut, monkeypatch, "no such thing", code=1)
    assert not mutmut.came_to_mutants


def test_a_test_that_made_it_give_up_is_named(mutmut: Mutmut, monkeypatch: pytest.MonkeyPatch) -> None:
    (mutmut.home / UNRELIABLE).write_text("tests/test_a.py::test_a", encoding="utf-8")
    with pytest.raises(UnreliableError, match=r"one test cannot be trusted: tests/test_a\.py::test_a"):
        hear(mutmut, monkeypatch, "failed", code=1)


def test_a_mutmut_that_could_not_be_made_faster_is_said_to_be_so(
    mutmut: Mutmut, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    hear(mutmut, monkeypatch, UNPATCHED, TESTING_STARTS)
    assert caplog.messages == [UNPATCHED]
