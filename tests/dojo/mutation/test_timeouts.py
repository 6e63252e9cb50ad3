"""A timeout counts if no other mutant was at work: a busy machine makes any test slow."""

from collections.abc import Callable

import pytest
from mutmut.mutation.data import SourceFileMutationData
from mutmut.runners.harness import PytestRunner
from mutmut.state import state
from mutmut.workers.isolation import ForkRunner, MutantResult

from dojo.mutation import mutmut_process
from dojo.mutation.mutmut_process import Runner

KILLED, LATE = 1, -24
QUICK, SLOW = "yatzy.x_pair__mutmut_1", "yatzy.x_pair__mutmut_2"
Run = Callable[[dict[str, list[int]]], dict[str, int]]


class Machine:
    """Replaces the forks of mutmut. Each mutant has an exit code for each time it is tested."""

    def __init__(self, codes: dict[str, list[int]]):
        self.codes = codes
        self.at_work: list[str] = []
        self.started: list[list[str]] = []

    def submit(self, mutant: str, *_: object):
        self.at_work.append(mutant)
        self.started.append(list(self.at_work))

    def wait_for_result(self, _: float | None) -> MutantResult:
        mutant = self.at_work.pop(0)
        return MutantResult(mutant, self.codes[mutant].pop(0), 0.1)

    def pending_count(self) -> int:
        return len(self.at_work)

    def startup(self):
        pass


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[[Machine], Runner]:
    """Give the function that starts two mutants at a time."""
    # A runner replaces these.
    monkeypatch.setattr(SourceFileMutationData, "save", SourceFileMutationData.save)
    monkeypatch.setattr(mutmut_process.mutmut_main, "print_stats", None)
    monkeypatch.setitem(state().tests_by_mangled_function_name, "yatzy.x_pair", {"test_pair"})
    monkeypatch.setitem(state().duration_by_test, "test_pair", 0.1)

    def start(machine: Machine) -> Runner:
        for name in ("submit", "wait_for_result", "pending_count", "startup"):
            monkeypatch.setattr(ForkRunner, name, getattr(machine, name))
        runner = Runner(2, PytestRunner())
        runner.startup()
        for mutant in (SLOW, QUICK):
            runner.submit(mutant, ["test_pair"], 1, 0.1)
        return runner

    return start


def results(runner: Runner) -> dict[str, int]:
    """Collect results as mutmut does."""
    codes: dict[str, int] = {}
    while runner.pending_count() > 0:
        result = runner.wait_for_result()
        codes[result.mutant_name] = result.exit_code
    return codes


def test_the_result_of_the_second_time_counts(start: Callable[[Machine], Runner]):
    runner = start(Machine({SLOW: [LATE, KILLED], QUICK: [KILLED]}))
    assert results(runner) == {SLOW: KILLED, QUICK: KILLED}


def test_no_other_mutant_is_at_work_the_second_time(start: Callable[[Machine], Runner]):
    machine = Machine({SLOW: [LATE, KILLED], QUICK: [KILLED]})
    results(start(machine))
    assert machine.started == [[SLOW], [SLOW, QUICK], [SLOW]]


def test_a_second_timeout_counts(start: Callable[[Machine], Runner]):
    runner = start(Machine({SLOW: [LATE, LATE], QUICK: [LATE, KILLED]}))
    assert results(runner) == {SLOW: LATE, QUICK: KILLED}
