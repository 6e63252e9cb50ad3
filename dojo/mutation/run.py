"""Run mutmut in a workspace or a sandbox, and keep results of the last run that still hold.

mutmut works in the folder `mutants/`. All results are discarded if anything changed or went that
they depend on. After a change of functions, tests or approved files alone, or an addition, most
results are kept, as an estimate.
"""

import json
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from shutil import copytree, ignore_patterns, rmtree

from dojo.errors import WorkspaceError
from dojo.files import DamagedError, read_json, temporary_folder, write_json
from dojo.mutation.inputs import Inputs, changed_names, path_of, reason_to_discard
from dojo.mutation.results import (
    ALL,
    FLAKY_TEST_FILE,
    KILLED,
    KILLERS,
    NOT_COVERED,
    PENDING,
    SELECTION_FILE,
    STATS,
    STATUSES,
    SURVIVED,
    TEMPORARY_FILES,
    Result,
    Selection,
    key_of,
    killers_in,
    readers_in,
    results_in,
    status_of,
    tests_in,
)
from dojo.mutation.shards import read_shards, restore_results, write_shard
from dojo.practice.code import is_approved_file
from dojo.processes import end_group, python_environment, start_process
from dojo.text import now, printable

# The imports come first because a practice may have files of these names.
# Without the garbage collector, mutants are made in 10 % less time; the session enables it again.
MUTMUT = [
    *(sys.executable, "-c"),
    """\
import gc; gc.disable()
import approvaltests, pytest
from dojo.mutation.mutmut_process import cli; cli()""",
]
MUTMUT_PROGRESS = re.compile(r"(\d+)/(\d+) ")
MUTMUT_SPEED = re.compile(r"([\d.]+) mutations/second")
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SHOWN_LINES = 12
SECONDS_TO_STOP = 10.0
MANIFEST_FILE = "manifest.json"
LOCK_FILE = "lock"

FLAKY_TEST_MESSAGE = """\
Nothing was graded, because a test is flaky, or fails in the copy that mutmut works on: {test}
If it reads data files, put them into tests/: the copy has no others. Otherwise, look for
randomness, time, the order of tests, and shared state."""
COPY_HINT = "mutmut works on a copy, which may lack files that your code reads."
# mutmut's function for the original is not there yet when the body of the class calls it.
CLASS_BODY_ERROR = "KeyError: '_mutmut_orig'"
CLASS_BODY_HINT = """\
mutmut cannot change a function that the body of its class calls. Write this behind its `def` line:
# pragma: no mutate block"""

# Is called with the number of finished mutants, and of all; with zeros while mutants are made.
Progress = Callable[[int, int], None]


class InterruptedEarly(KeyboardInterrupt):
    """A run was interrupted before its mutants were made. The results of the last one are back."""


@dataclass(frozen=True)
class Manifest:
    """A record of the last run in a folder. `moment`: when it ended."""

    inputs: Inputs
    moment: datetime
    estimate: bool


@dataclass(frozen=True)
class RunResult:
    """A finished run.

    `kept` results are of the run at `since`. They are an estimate if something changed after it.
    `why`: the change because of which no result was kept.
    """

    kept: int = 0
    since: datetime | None = None
    estimate: bool = False
    why: str = ""
    mutants_per_second: float = 0.0


@dataclass(frozen=True, kw_only=True)
class MutantOptions:
    """What a person chose for a run.

    `selection`: the mutants to test. `workers`: how many mutants are tested at a time, by default
    one per core. `shard_report`: write the results of a shard to this file. `merged`: use the
    results in these reports of shards.
    """

    selection: Selection = ALL
    use_cache: bool = True
    workers: int | None = None
    shard_report: Path | None = None
    merged: Sequence[Path] = ()


DEFAULTS = MutantOptions()


def update_results(
    workdir: Path,
    last: Manifest | None,
    inputs: Inputs,
    progress: Progress,
    options: MutantOptions = DEFAULTS,
) -> RunResult:
    """Test the mutants that have no valid result. `last`: the run whose results are kept.

    Raises WorkspaceError if mutmut fails, WrongUsageError if shards do not fit, and
    InterruptedEarly.
    """
    if options.merged:
        reports = read_shards(options.merged, inputs)
        _clear(workdir, keep=[])
        restore_results(workdir, reports)
        last = Manifest(inputs, now(), estimate=False)
    if last and last.inputs == inputs and is_finished(workdir, options.selection):
        kept = options.selection.choose(results_in(workdir))
        result = RunResult(len(kept), last.moment, last.estimate)
    else:
        result = _test_mutants(workdir, last, inputs, progress, options)
    if options.shard_report:
        write_shard(options.shard_report, workdir, inputs, options.selection)
    return result


def _test_mutants(
    workdir: Path,
    last: Manifest | None,
    inputs: Inputs,
    progress: Progress,
    options: MutantOptions,
) -> RunResult:
    why = ""
    if last:
        why = reason_to_discard(last.inputs, inputs)
    before: dict[str, Result] = {}
    with temporary_folder("mutants") as backup:
        if last is None or why:
            result = RunResult(why=why)
            _clear(workdir, keep=[])
        else:
            result = RunResult(since=last.moment, estimate=last.estimate or last.inputs != inputs)
            before = results_in(workdir)
            _copy_results(workdir, backup)
            _discard_outdated(workdir, before, last.inputs, inputs)
        try:
            speed = _run_mutmut(workdir, options, progress)
        except KeyboardInterrupt:
            if not _has_made_mutants(workdir):
                _clear(workdir, keep=[])
                _copy_results(backup, workdir)
                raise InterruptedEarly from None
            raise
        finally:
            if _has_made_mutants(workdir) and not (workdir / MANIFEST_FILE).exists():
                write_json(workdir / MANIFEST_FILE, Manifest(inputs, now(), result.estimate))
    unchanged = before.items() & results_in(workdir).items()
    kept = options.selection.choose(name for name, (code, _) in unchanged if code is not None)
    return replace(result, kept=len(kept), mutants_per_second=speed)


def _has_made_mutants(workdir: Path) -> bool:
    """Return whether mutmut has written its statistics, and no test is flaky."""
    return (workdir / STATS).exists() and not (workdir / FLAKY_TEST_FILE).exists()


def _copy_results(source: Path, target: Path) -> None:
    copytree(source, target, ignore=ignore_patterns(LOCK_FILE), dirs_exist_ok=True)


def read_manifest(workdir: Path) -> Manifest | None:
    """Return the manifest of a folder, or None if it is missing or a result is damaged."""
    try:
        results_in(workdir)
        tests_in(workdir)
        return read_json(workdir / MANIFEST_FILE, Manifest)
    except (FileNotFoundError, DamagedError):
        return None


def is_finished(workdir: Path, selection: Selection = ALL) -> bool:
    """Return whether there are mutants to test, and each has a result."""
    if not (workdir / MANIFEST_FILE).exists():
        return False
    results = results_in(workdir)
    codes = {results[name].exit_code for name in selection.choose(results)}
    return bool(codes) and codes <= STATUSES.keys()


def _discard_outdated(
    workdir: Path, results: dict[str, Result], before: Inputs, after: Inputs
) -> None:
    """Discard mutants of changed code, results that changes may affect, and all other files."""
    for name in changed_names(before.code, after.code):
        if "::" not in name:
            # mutmut makes the mutants of a missing file anew, and keeps their results beside it.
            (workdir / name).unlink(missing_ok=True)
            if name not in after.code:
                (workdir / f"{name}.meta").unlink(missing_ok=True)
    outdated = _outdated_mutants(workdir, results, before, after)
    paths = list(workdir.rglob("*.meta"))
    for path in paths:
        meta = json.loads(path.read_text(encoding="utf-8"))
        codes = meta["exit_code_by_key"]
        meta["exit_code_by_key"] = codes | dict.fromkeys(outdated & codes.keys())
        path.write_text(json.dumps(meta), encoding="utf-8")
    folders = [path.relative_to(workdir).parts[0] for path in paths]
    _clear(workdir, keep=[KILLERS, *folders])


def _outdated_mutants(
    workdir: Path, results: dict[str, Result], before: Inputs, after: Inputs
) -> set[str]:
    """Return the mutants that have no result, or one that changes may affect."""
    changed = {path_of(name) for name in changed_names(before.other, after.other)}
    documents = {path for path in changed if is_approved_file(Path(path))}
    readers: set[str] = set()
    if documents:
        readers = readers_in(workdir, documents)
    killers = changed - documents
    if killers:
        killers.add("")  # a mutant that timed out has no killer
    statuses = {PENDING, NOT_COVERED}
    differences = {path_of(name) for name, _ in before.other.items() ^ after.other.items()}
    if differences - documents:
        statuses.add(SURVIVED)
    known_killers = killers_in(workdir)
    tests = tests_in(workdir)
    outdated: set[str] = set()
    for name, result in results.items():
        status = status_of(name, result.exit_code, tests)
        killer = known_killers.get(name, "")
        deciding = set(tests.get(key_of(name), ()))
        if status == KILLED and killer:
            deciding = {killer}
        if status in statuses or path_of(killer) in killers or deciding & readers:
            outdated.add(name)
    return outdated


def _clear(workdir: Path, keep: Iterable[str]) -> None:
    """Remove everything in a folder but the lock and the names in `keep`."""
    workdir.mkdir(parents=True, exist_ok=True)
    for entry in workdir.iterdir():
        if entry.name == LOCK_FILE or entry.name in keep:
            continue
        if entry.is_dir():
            rmtree(entry)
        else:
            entry.unlink()


def _run_mutmut(workdir: Path, options: MutantOptions, progress: Progress) -> float:
    """Run mutmut. Returns its mutants per second. Raises WorkspaceError if it fails."""
    if sys.platform == "win32":
        raise WorkspaceError("Mutants need Linux, macOS, or WSL on Windows (mutmut uses fork).")
    command = [*MUTMUT, "run"]
    if options.workers is not None:
        command += ["--max-children", str(options.workers)]
    write_json(workdir / SELECTION_FILE, options.selection)
    with temporary_folder("tests") as folder:
        environment = {**python_environment(), TEMPORARY_FILES: str(folder)}
        with start_process(command, workdir.parent, environment, subprocess.PIPE) as process:
            try:
                per_second, last_lines = _follow(process, progress)
            except BaseException:
                _stop(process)
                raise
    flaky_test = workdir / FLAKY_TEST_FILE
    if flaky_test.exists():
        test = printable(flaky_test.read_text(encoding="utf-8"))
        raise WorkspaceError(FLAKY_TEST_MESSAGE.format(test=test))
    if process.returncode != 0:
        hint = COPY_HINT
        if any(CLASS_BODY_ERROR in line for line in last_lines):
            hint = CLASS_BODY_HINT
        raise WorkspaceError("\n".join(["mutmut failed. Its output:", *last_lines, hint]))
    return per_second


def _follow(process: "subprocess.Popen[str]", progress: Progress) -> tuple[float, deque[str]]:
    """Read mutmut's output to its end. Returns its mutants per second, and its last lines."""
    per_second = 0.0
    last_lines: deque[str] = deque(maxlen=SHOWN_LINES)
    is_testing = False
    for line in process.stdout or ():
        counts = MUTMUT_PROGRESS.search(line)
        speed = MUTMUT_SPEED.search(line)
        if counts:
            is_testing = True
            progress(int(counts[1]), int(counts[2]))
        elif speed:
            per_second = float(speed[1])
        elif line.strip() and line[0] not in SPINNER:
            last_lines.append(printable(line.rstrip()))
        if not is_testing:
            progress(0, 0)
    return per_second, last_lines


def _stop(process: "subprocess.Popen[str]") -> None:
    """Interrupt mutmut, so that it stops its workers and writes its results. Then kill it."""
    process.send_signal(signal.SIGINT)
    with suppress(subprocess.TimeoutExpired):
        process.communicate(timeout=SECONDS_TO_STOP)
    end_group(process)
