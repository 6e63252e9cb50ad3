"""The jobs that test a mutant: which tests, in which order, and for how long."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from dojo.mutation.inputs import Inputs, Source, read_sources
from dojo.mutation.kept import CoveredTest, Kept, ResultFiles
from dojo.mutation.project import Project
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Patch
from dojo.mutation.run import MORE_SECONDS, TIMES_AS_LONG, MutantTester
from dojo.mutation.workers import Answer, Job
from tests.dojo.practising import MOMENT, write_files

CODE = "RATE = 2\n\n\ndef fee():\n    return (\n        RATE\n    )\n\n\ndef tax(): return 1\n"
FEE, TAX, RATE = "shop.py::fee", "shop.py::tax", "shop.py::(module): RATE"
QUICK, SLOW, OTHER = "test_a.py::quick", "test_b.py::slow", "test_b.py::other"
TESTS = {
    SLOW: CoveredTest({FEE, TAX}, set(), took=3.0, computed=2.0),
    QUICK: CoveredTest({FEE}, set(), took=0.2, computed=0.1),
    OTHER: CoveredTest(set(), set(), took=0.1, computed=0.1),
}
PASSED = Answer(done=True)


def failed(test: str) -> Answer:
    return Answer(done=True, test=test, failed=True)


class FakeCrew:
    """A crew that gives prepared answers, and keeps the jobs with the patched files."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.jobs: list[Job] = []
        self.files: list[bytes] = []

    def ask(self, job: Job, patched: bytes = b"") -> Answer:
        self.jobs.append(job)
        self.files.append(patched)
        return self.answers.pop(0)

    def submit(self, call: Callable[..., Answer], *arguments: object) -> Future[Answer]:
        future: Future[Answer] = Future()
        future.set_result(call(*arguments))
        return future

    @property
    def tests(self) -> list[list[str]]:
        return [list(job.tests) for job in self.jobs]


@pytest.fixture
def tester(tmp_path: Path) -> MutantTester:
    write_files(tmp_path, {"shop.py": CODE})
    project = Project({}, "", [], ["shop.py"], "", ResultFiles(tmp_path))
    sources: list[Source] = read_sources(tmp_path, project)
    kept = Kept(Inputs({}, frozenset()), MOMENT, {"shop.py": CODE}, tests=dict(TESTS))
    kept.imported = {"shop.py"}
    return MutantTester(project, sources, kept, lambda _done, _of: None)


def mutant(region: str, name: str = "m", **patch: Any) -> Patch:
    return Patch(name, region, **{"span": (0, 0, 0, 0), "new": ""} | patch)


def test_the_tests_that_reach_a_function_run_quick_ones_first(tester: MutantTester):
    crew = FakeCrew(failed(SLOW))
    tester.test(crew, [mutant(FEE)])
    assert crew.tests == [[QUICK, SLOW]]


@pytest.mark.parametrize(("second", "status"), [(PASSED, SURVIVED), (failed(SLOW), KILLED)])
def test_a_survivor_has_to_survive_in_the_order_of_pytest_too(
    second: Answer, status: str, tester: MutantTester
):
    crew = FakeCrew(PASSED, second)
    tester.test(crew, [mutant(FEE)])
    assert crew.tests == [[QUICK, SLOW], [SLOW, QUICK]]
    assert tester.kept.results["m"].status == status


def test_the_test_that_killed_another_mutant_of_the_function_runs_first(tester: MutantTester):
    tester.test(FakeCrew(failed(SLOW)), [mutant(FEE)])
    crew = FakeCrew(failed(SLOW), failed(SLOW))
    tester.test(crew, [mutant(FEE, "n"), mutant(TAX, "o")])
    assert crew.tests == [[SLOW, QUICK], [SLOW]]
    assert tester.kept.results["n"].killer == SLOW


def test_tests_that_disturb_each_other_run_apart(tester: MutantTester):
    tester.kept.isolated = True
    crew = FakeCrew(PASSED, PASSED)
    tester.test(crew, [mutant(FEE)])
    assert crew.tests == [[QUICK], [SLOW]]


def test_the_patched_file_and_the_place_of_its_function_are_sent(tester: MutantTester):
    crew = FakeCrew(failed(QUICK))
    tester.test(crew, [mutant(FEE, span=(1, 11, 3, 5), new="RATE")])
    (job,) = crew.jobs
    assert job.patch is not None
    assert (job.patch.path, job.patch.first, job.patch.last) == ("shop.py", 4, 5)
    assert b"def fee():\n    return RATE\n" in crew.files[0]


def test_each_test_has_a_limit_and_so_have_all_together(tester: MutantTester):
    crew = FakeCrew(failed(QUICK))
    tester.test(crew, [mutant(FEE)])
    (job,) = crew.jobs
    quick, slow = (TIMES_AS_LONG * seconds + MORE_SECONDS for seconds in (0.1, 2.0))
    assert list(job.test_cpu) == [quick, slow]
    assert job.cpu == pytest.approx(TIMES_AS_LONG * 2.1 + MORE_SECONDS)


def test_a_mutant_that_waits_too_long_is_tested_again_with_twice_the_time(tester: MutantTester):
    crew = FakeCrew(Answer(timed_out=True, by_clock=True), PASSED, PASSED)
    tester.test(crew, [mutant(FEE)])
    first, second, _ = crew.jobs
    assert second.seconds == 2 * first.seconds
    assert tester.kept.results["m"].status == SURVIVED


def test_a_mutant_that_computes_too_long_is_not_tested_again(tester: MutantTester):
    crew = FakeCrew(Answer(timed_out=True, test=QUICK))
    tester.test(crew, [mutant(FEE)])
    assert tester.kept.results["m"].status == TIMED_OUT
    assert tester.kept.results["m"].killer == QUICK


def test_a_mutant_that_python_refuses_to_swap_is_returned(tester: MutantTester):
    crew = FakeCrew(Answer(done=True, needs_import=True))
    assert tester.test(crew, [mutant(FEE)]) == [mutant(FEE)]
    assert not tester.kept.results


def test_what_runs_at_import_is_tested_by_the_tests_of_one_file_then_by_all(tester: MutantTester):
    crew = FakeCrew(PASSED, PASSED, PASSED)
    tester.test_cold(crew, [mutant(RATE, at_import=True)])
    assert crew.tests[1:] == [[QUICK], [SLOW, QUICK, OTHER]]
    assert [list(job.files) for job in crew.jobs[1:]] == [["test_a.py"], ["test_b.py", "test_a.py"]]


def test_tests_that_disturb_each_other_run_apart_also_in_new_processes(tester: MutantTester):
    tester.kept.isolated = True
    crew = FakeCrew(PASSED, PASSED, PASSED)
    tester.test_cold(crew, [mutant(FEE)])
    assert crew.tests == [[SLOW], [QUICK], [SLOW]]


def test_a_new_process_for_a_function_runs_only_tests_that_reach_it(tester: MutantTester):
    crew = FakeCrew(PASSED, PASSED)
    tester.test_cold(crew, [mutant(TAX)])
    assert crew.tests[1:] == [[SLOW]]


def test_a_new_process_has_time_to_import(tester: MutantTester):
    crew = FakeCrew(Answer(done=True, computed=3.0), PASSED)
    tester.test_cold(crew, [mutant(TAX)])
    assert crew.jobs[1].cpu == pytest.approx(TIMES_AS_LONG * (2.0 + 3.0) + MORE_SECONDS)


def test_a_mutant_that_the_first_file_kills_is_not_imported_again(tester: MutantTester):
    crew = FakeCrew(PASSED, failed(QUICK))
    tester.test_cold(crew, [mutant(RATE, at_import=True)])
    assert tester.kept.results["m"].status == KILLED
