"""A run of mutmut in its folder, `mutants/`, and what is kept of former results.

mutmut keeps a result for as long as its function stays the same. Whether a mutant lives is also for other code, tests
and tools to say. So nothing is kept when one of these changed or went. When a function or a test changed, or something
new came, the other results are kept as an estimate.
"""

import ast
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.metadata import distributions
from pathlib import Path
from shutil import rmtree

from dojo import processes
from dojo.errors import WorkspaceError
from dojo.files import DamagedError, read_json, write_json
from dojo.mutation.results import (
    FLAKY_TEST_FILE,
    KILLERS,
    STATS,
    STATUSES,
    SURVIVED,
    UNDECIDED,
    UNREACHED,
    killers_in,
    results_in,
    statements_of,
    status_of,
    tests_in,
)
from dojo.practice.files import is_test_file
from dojo.processes import python_environment
from dojo.source import parse_source
from dojo.text import now, printable

# The mutmut that is installed beside us; a practice may have a file that is called like what it imports later.
# The garbage collector takes a tenth of the time to make mutants; our session enables it again.
MUTMUT = [
    *(sys.executable, "-c"),
    "import gc; gc.disable(); import approvaltests, pytest; from mutmut.__main__ import cli; cli()",
]
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
FLAKY_TEST_MESSAGE = """\
Nothing was graded, for one test cannot be trusted: {test}
On the same code it passed, and failed. Look for chance, time, the order of tests, what they
share, and files other than Python's outside of tests/: mutmut works on a copy without them."""
A_COPY = "mutmut works on a copy, which may lack files that the code reads."
MANIFEST, LOCK = "manifest.json", "lock"
LEFT_BY_TESTS = {"__pycache__", ".replaced"}
IN = "::"  # between a file and what it defines

Progress = Callable[[int, int], None]  # is told how many are done, of how many


@dataclass(frozen=True)
class Inputs:
    """What results depend on, as hashes, by path; or by definition, as "a.py::one".

    `code` are files, with what stands outside of their functions; `guards` is all the rest.
    """

    code: dict[str, str]
    guards: dict[str, str]


@dataclass(frozen=True)
class Manifest:
    """What the results in a folder depend on, when the last run left them, and whether they are an estimate."""

    inputs: Inputs
    moment: datetime
    estimate: bool


@dataclass(frozen=True)
class RunResult:
    """What a run came to: how many results it kept, which the run at `since` had left, and how fast it was.

    What is kept is an estimate, if anything changed. `why`: what changed so that nothing is kept. `changed`: files that
    changed during the run, so that the results do not know it.
    """

    kept: int = 0
    since: datetime | None = None
    estimate: bool = False
    why: str = ""
    mutants_per_second: float = 0.0
    changed: Sequence[str] = ()


def update(  # noqa: PLR0913 - each is an option
    workdir: Path,
    last: Manifest | None,
    inputs: Inputs,
    progress: Progress,
    *,
    part: str = "",
    workers: int | None = None,
) -> RunResult:
    """Bring results up to date, or those whose names begin with `part`.

    `last`: the run whose results are kept where they still hold. `workers`: mutants tested at a time; by default one a
    core. Raises WorkspaceError when mutmut gives up, as it does when a test cannot be trusted.
    """
    if last and last.inputs == inputs and is_finished(workdir, part):
        return RunResult(len(results_in(workdir)), last.moment, last.estimate)
    why = why_outdated(last.inputs, inputs) if last else ""
    if why or not last:
        result, before = RunResult(why=why), {}
        _clear(workdir, set())
    else:
        result = RunResult(since=last.moment, estimate=last.estimate or last.inputs != inputs)
        before = results_in(workdir)
        _drop_outdated(workdir, last.inputs, inputs)
        _clear(workdir, {KILLERS, *(path.relative_to(workdir).parts[0] for path in workdir.rglob("*.meta"))})
    try:
        speed = _run(workdir, [f"{part}*"] * bool(part), workers, progress)
    finally:
        # Until the mutants are made, nobody knows of which code the results are.
        if (workdir / STATS).exists() and not (workdir / FLAKY_TEST_FILE).exists():
            write_json(workdir / MANIFEST, Manifest(inputs, now(), result.estimate))
    same = before.items() & results_in(workdir).items()
    return replace(result, kept=sum(code is not None for _, (code, _) in same), mutants_per_second=speed)


def read_manifest(workdir: Path) -> Manifest | None:
    """Return what is known of the results in a folder; None when there are none, or one is half written."""
    with suppress(FileNotFoundError, DamagedError):
        results_in(workdir)
        return read_json(workdir / MANIFEST, Manifest)
    return None


def is_finished(workdir: Path, part: str = "") -> bool:
    """Tell whether a run came to its end: there are results, and none is missing."""
    codes = [code for name, (code, _) in results_in(workdir).items() if name.startswith(part)]
    return (workdir / MANIFEST).exists() and bool(codes) and STATUSES.keys() >= {*codes}


def why_outdated(before: Inputs, after: Inputs) -> str:
    """Name one thing that changed, or went, so that no result holds.

    What is new changes no result but a survivor's, and a file of tests no result but of what these killed.
    """
    for name, _ in sorted(before.guards.items() - after.guards.items()):
        path = name.partition(IN)[0]
        if not is_test_file(Path(path)):
            return path
    for name, _ in sorted(before.code.items() - after.code.items()):
        if IN in name and name in after.code:
            return f"{name.partition(IN)[0]} outside of its functions"
    return ""


def _drop_outdated(workdir: Path, before: Inputs, after: Inputs) -> None:
    """Forget generated files of code that changed, and results that may be others now."""
    for name, _ in before.code.items() ^ after.code.items():
        if IN not in name:  # mutmut makes its mutants again
            for path in workdir.glob(name if name in after.code else f"{name}*"):
                path.unlink()
    again = {UNDECIDED, UNREACHED, *[SURVIVED] * (before.guards != after.guards)}
    killers_again = {name.partition(IN)[0] for name, _ in before.guards.items() - after.guards.items()}
    if killers_again:
        killers_again.add("")  # of what ran out of time
    tests, killers = tests_in(workdir), killers_in(workdir)
    for path in workdir.rglob("*.meta"):
        results = json.loads(path.read_text(encoding="utf-8"))
        for name, code in results["exit_code_by_key"].items():
            killer = killers.get(name, "").partition(IN)[0]
            if status_of(name, code, tests) in again or killer in killers_again:
                results["exit_code_by_key"][name] = None
        path.write_text(json.dumps(results), encoding="utf-8")


def _clear(workdir: Path, kept: set[str]) -> None:
    """Remove what is in the folder, the lock and what is kept excepted."""
    workdir.mkdir(parents=True, exist_ok=True)
    for entry in workdir.iterdir():
        if entry.name not in {LOCK, *kept}:
            rmtree(entry) if entry.is_dir() else entry.unlink()


def _run(workdir: Path, patterns: list[str], workers: int | None, progress: Progress) -> float:
    """Run mutmut on the mutants that the patterns name, or all; return how many it tested a second."""
    if sys.platform == "win32":
        raise WorkspaceError("Mutants need fork: run this command on Linux, on macOS, or in WSL.")
    limit = [] if workers is None else ["--max-children", str(workers)]
    last_lines: deque[str] = deque(maxlen=12)
    speed = 0.0
    command = [*MUTMUT, "run", *limit, *patterns]
    with processes.start(command, workdir.parent, python_environment(), subprocess.PIPE) as process:
        try:
            for line in process.stdout or ():
                if count := re.search(r"(\d+)/(\d+) ", line):
                    progress(int(count[1]), int(count[2]))
                elif found := re.search(r"([\d.]+) mutations/second", line):
                    speed = float(found[1])
                elif line.strip() and line[0] not in SPINNER:
                    last_lines.append(printable(line.rstrip()))
        except BaseException:
            for number in (signal.SIGINT, signal.SIGKILL):
                with suppress(OSError, subprocess.TimeoutExpired):
                    os.killpg(process.pid, number)
                    process.communicate(timeout=10)  # to stop its workers, and to write down what it knows
            raise
    flaky_test = workdir / FLAKY_TEST_FILE
    if flaky_test.exists():
        raise WorkspaceError(FLAKY_TEST_MESSAGE.format(test=printable(flaky_test.read_text(encoding="utf-8"))))
    if process.returncode != 0:
        raise WorkspaceError("\n".join(["mutmut gave up; it said:", *last_lines, A_COPY]))
    return speed


# What results depend on.


def hash_tools() -> dict[str, str]:
    """Return what tests mutants: Python, whatever is installed beside it, and our own way to run mutmut."""
    installed = sorted({f"{each.name} {each.version}" for each in distributions()})
    ours = sorted(Path(__file__).parent.glob("*.py"))
    return {
        "Python": sys.version,
        "an installed package": _hash("\n".join(installed).encode()),
        "dojo itself": _hash(b"".join(path.read_bytes() for path in ours)),
    }


def files_below(path: Path) -> Iterator[Path]:
    """Return a file, or all files of a folder but pictures, and those that a run of the tests leaves there."""
    for each in [path] if path.is_file() else path.rglob("*"):
        is_lasting = each.suffix != ".svg" and ".received." not in each.name
        if is_lasting and each.is_file() and LEFT_BY_TESTS.isdisjoint(each.relative_to(path).parts):
            yield each


def hash_files(root: Path, paths: Iterable[Path]) -> dict[str, str]:
    """Return a hash of each file, by its path from `root`."""
    return {path.relative_to(root).as_posix(): _hash(path.read_bytes()) for path in paths}


def hash_definitions(root: Path, file: Path, *, functions: bool) -> dict[str, str]:
    """Return a hash of each definition in a file, a class as its head alone, and one of its other statements."""
    tree = parse_source(file.read_bytes())
    path = file.relative_to(root).as_posix()
    hashes = {f"{path}{IN}": ""}
    for owner, node in statements_of(tree.body if tree else []):
        name = ""
        parts: list[ast.AST] = [node]
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() if functions:
                name = owner + node.name
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.Expr(ast.Constant()):  # the second is a docstring
                continue
            case ast.ClassDef():
                name, parts = owner + node.name, [*node.decorator_list, *node.bases, *node.keywords]
            case ast.Import() | ast.ImportFrom() | ast.Assign() | ast.AnnAssign():
                name = owner + ast.unparse(node).partition(" = ")[0]
        key = f"{path}{IN}{name}"
        text = hashes.get(key, "") + "".join(map(ast.dump, parts))
        hashes[key] = _hash(text.encode())
    return hashes


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
