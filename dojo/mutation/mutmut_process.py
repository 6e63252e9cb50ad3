"""mutmut with changes for which it has no setting. Only this module uses its insides.

- Only the selected mutants are tested.
- Functions whose mutants take longest come first, so that no core is idle at the end.
- A mutant that ran out of time is tested again when no other is at work, because the machine may
  have been busy.
- Results are written and counted at most once a second. mutmut does it after each mutant, which
  takes longer than most mutants do. An interruption while a file is written does not cut it off.
- The syntax of all mutants of a source is not checked, which takes 440 MB for `legacy`. The import
  checks it, too.

With our plugin, calls of functions are quicker, too. mutmut looks into os.environ in each call,
which takes a fifth of the time of a run, and it records a call in more time than the call takes.
"""

import sys
import time
from math import ceil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from mutmut import __main__ as mutmut_main
from mutmut.configuration import config as mutmut_config
from mutmut.mutation import trampoline
from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state as mutmut_state
from mutmut.workers import isolation
from mutmut.workers.isolation import ForkRunner, MutantResult, run_in_fork_with_result

from dojo.files import read_json
from dojo.mutation.results import SELECTION_FILE, STATUSES, TIMED_OUT, Selection, key_of

__all__ = ["mutmut_config", "mutmut_state", "run_in_fork_with_result", "set_mutant_under_test"]

# mutmut switches these on like mutants: functions record that they were run, or raise an error.
STATS_RUN = "stats"
FORCED_FAIL = "fail"
SECONDS_BETWEEN_WRITES = 1.0
# A mutant may take five times as long as its tests take without it, counting half a second more for
# these. The limit may be low because a mutant that exceeds it is tested again.
TIMES_AS_LONG = 5.0
MORE_SECONDS = 0.5
SAVE = SourceFileMutationData.save
ESTIMATE = mutmut_main.estimated_worst_case_time
FIND_MUTANTS = mutmut_main.collect_source_file_mutation_data
REACHED: set[str] = set()  # the functions that were run in this process
SELECTED: set[str] = set()  # the mutants that this run tests, and those whose results it keeps


class Runner(ForkRunner):
    """Tests mutants in forks, and decides when to write results."""

    def startup(self) -> None:
        super().startup()
        settings = mutmut_config()
        settings.timeout_multiplier = TIMES_AS_LONG
        settings.timeout_constant = MORE_SECONDS
        self.late: list[str] = []
        self.last_write = 0.0
        setattr(SourceFileMutationData, "save", lambda _: None)  # noqa: B010
        setattr(mutmut_main, "print_stats", self.write_results)  # noqa: B010

    def pending_count(self) -> int:
        return super().pending_count() + len(self.late)

    def wait_for_result(self, timeout: float | None = None) -> MutantResult:
        """Wait for a result that counts: a timeout does if no other mutant was at work."""
        alone = ""
        while True:
            if super().pending_count() == 0:
                alone = self.late.pop()
                self.submit_alone(alone)
            result = super().wait_for_result(timeout)
            is_late = STATUSES.get(result.exit_code) == TIMED_OUT
            if not is_late or result.mutant_name == alone:
                return result
            self.late.append(result.mutant_name)

    def submit_alone(self, mutant: str) -> None:
        """Test a mutant again. Its processor time is limited, and it may wait for a minute."""
        tests = mutmut_state().tests_by_mangled_function_name[key_of(mutant)]
        seconds = ESTIMATE(mutant)
        limit = ceil(TIMES_AS_LONG * (seconds + MORE_SECONDS))
        self.submit(mutant, list(tests), limit, seconds + 10)

    def write_results(
        self, sources: dict[str, SourceFileMutationData], *, force_output: bool = False
    ) -> None:
        """Write and show all results, at most once a second."""
        if force_output or time.monotonic() - self.last_write > SECONDS_BETWEEN_WRITES:
            tested = 0
            for source in sources.values():
                save_atomically(source)
                codes = source.exit_code_by_key
                tested += sum(codes[name] is not None for name in SELECTED & codes.keys())
            sys.stdout.write(f"{tested}/{len(SELECTED)} selected mutants\n")
            sys.stdout.flush()
            self.last_write = time.monotonic()


def save_atomically(data: SourceFileMutationData) -> None:
    """Replace the results of a source in one step, so that Ctrl-C does not cut off the file."""
    path = data.meta_path
    data.meta_path = path.with_name(f"{path.name}.new")
    try:
        SAVE(data)
        data.meta_path.replace(path)
    finally:
        data.meta_path = path


def find_selected_mutants(
    **options: Any,  # noqa: ANN401 - mutmut's
) -> tuple[list[Any], dict[str, Any]]:
    """Return the mutants that this run tests, and the results of all."""
    mutants, sources = FIND_MUTANTS(**options)
    selection = read_json(Path("mutants") / SELECTION_FILE, Selection)
    chosen = selection.choose(name for _, name, _ in mutants)
    SELECTED.update(chosen)
    return [each for each in mutants if each[1] in chosen], sources


def mutant() -> str:
    """Return the name of the mutant that is switched on in this process."""
    return trampoline._mutant_under_test or ""  # noqa: SLF001


def record_reached(function: str, **_: object) -> None:
    REACHED.add(function)


def replace_lookup_and_records() -> None:
    setattr(trampoline, "get_mutant_under_test", mutant)  # noqa: B010
    setattr(trampoline, "record_trampoline_hit", record_reached)  # noqa: B010


def cli() -> None:
    """Run mutmut. mypy lets us use setattr to replace its functions, but no assignment."""
    setattr(isolation, "ForkRunner", Runner)  # noqa: B010
    setattr(mutmut_main, "estimated_worst_case_time", lambda name: -ESTIMATE(name))  # noqa: B010
    setattr(mutmut_main, "ast", SimpleNamespace(parse=bool))  # noqa: B010
    setattr(mutmut_main, "collect_source_file_mutation_data", find_selected_mutants)  # noqa: B010
    mutmut_main.cli()
