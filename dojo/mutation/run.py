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
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.metadata import distributions
from pathlib import Path
from shutil import rmtree

from dojo.kata.golden_master import environment
from dojo.kata.workspace import DamagedError, read_json, write_json
from dojo.mutation.results import (
    KILLERS,
    STATS,
    STATUSES,
    SURVIVED,
    UNDECIDED,
    UNREACHED,
    key_of,
    killers_in,
    results_of,
    statements_of,
    status_of,
    tests_in,
)
from dojo.practice.code import is_test, parse_source
from dojo.text import WorkspaceError, printable
from dojo.text import now as the_time

# The mutmut that is installed beside us; a practice may have a file that is called like what it imports later.
# A quarter of the time to make mutants went to the garbage collector, which our session enables again, and to libcst's
# notes of where a node is printed, which nobody reads.
PROGRAM = """\
import gc
gc.disable()
import approvaltests, contextlib, pytest
from libcst._nodes.internal import CodegenState
from mutmut.__main__ import cli
nothing = contextlib.nullcontext()
CodegenState.record_syntactic_position = lambda *_, **__: nothing
cli()
"""
MUTMUT = [sys.executable, "-c", PROGRAM]
COUNT = re.compile(r"(\d+)/(\d+) ")
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SPEED = re.compile(r"([\d.]+) mutations/second")
STOPPING_SECONDS = 10.0  # for mutmut to stop its workers, and to write down what it knows
LAST_LINES = 12
FLAKY_TEST_MESSAGE = """\
Nothing was graded, for one test cannot be trusted: {test}
On the same code it passed, and failed. Look for chance, time, the order of tests, what they
share, and files other than Python's outside of tests/: mutmut works on a copy without them."""
MANIFEST, FLAKY_TEST_FILE, LOCK = "manifest.json", "unreliable.txt", "lock"  # the session writes the second
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
class Reuse:
    """How many results are from former runs, and since when; an estimate, if anything changed; else `why` none is."""

    number: int = 0
    since: datetime | None = None
    estimate: bool = False
    why: str = ""


@dataclass(frozen=True)
class Manifest:
    """What the results that are there depend on, and what is kept of them."""

    inputs: Inputs
    reuse: Reuse


def update(  # noqa: PLR0913 - each is an option
    workdir: Path,
    inputs: Inputs,
    progress: Progress,
    *,
    part: str = "",
    workers: int | None = None,
    use_cache: bool = True,
    may_estimate: bool = True,
) -> tuple[Reuse, float]:
    """Bring results up to date, or those whose names begin with `part`; return what is kept, and mutants a second.

    `workers`: mutants tested at a time; by default one a core. `may_estimate`: keep results though something changed,
    as far as they still hold; else nothing is kept then. Raises WorkspaceError when mutmut gives up, as it does
    when a test cannot be trusted.
    """
    workdir.mkdir(parents=True, exist_ok=True)
    before, why = _read_manifest(workdir, inputs) if use_cache else (None, "")
    if before and before.inputs != inputs and not may_estimate:
        before = None
    reuse, known = Reuse(since=the_time(), why=why), {}
    if before:
        reuse, known = (
            replace(before.reuse, estimate=before.reuse.estimate or before.inputs != inputs),
            _read_results(workdir),
        )
        _drop_outdated(workdir, before.inputs, inputs)
    else:
        _clear(workdir)
    (workdir / MANIFEST).unlink(missing_ok=True)  # until the mutants are made, nobody knows of which code they are
    is_same = before is not None and before.inputs == inputs
    codes = [code for name, (code, _, _) in _read_results(workdir).items() if name.startswith(part)]
    try:
        speed = 0.0
        if not (is_same and codes and None not in codes):
            _clear(workdir, {*(path.relative_to(workdir).parts[0] for path in workdir.rglob("*.meta")), KILLERS})
            speed = _run(workdir, [f"{part}*"] * bool(part), workers, progress)
    finally:
        is_made = (workdir / STATS).exists() and not (workdir / FLAKY_TEST_FILE).exists()
        if is_same or is_made:
            write_json(workdir / MANIFEST, Manifest(inputs, replace(reuse, why="")))
    number = sum(code is not None for _, (code, _, _) in known.items() & _read_results(workdir).items())
    return replace(reuse, number=number), speed


def is_finished(workdir: Path) -> bool:
    """Tell whether there are results of a run that came to its end."""
    codes = [code for code, _, _ in _read_results(workdir).values()]
    return (workdir / MANIFEST).exists() and bool(codes) and None not in codes


def _read_manifest(workdir: Path, now: Inputs) -> tuple[Manifest | None, str]:
    """Return what the results depend on that are there, if they still hold; else perhaps why they do not."""
    with suppress(FileNotFoundError, DamagedError):
        before = read_json(workdir / MANIFEST, Manifest)
        _read_results(workdir)  # it may be half written
        why = why_outdated(before.inputs, now)
        return (None if why else before), why
    return None, ""


def _drop_outdated(workdir: Path, before: Inputs, now: Inputs) -> None:
    """Forget generated files of code that changed, and results that may be others now."""
    for name, _ in before.code.items() ^ now.code.items():
        if IN not in name:  # mutmut makes its mutants again
            for path in workdir.glob(name if name in now.code else f"{name}*"):
                path.unlink()
    again = {SURVIVED, UNREACHED} if before.guards != now.guards else {UNREACHED} if before != now else set()
    changed = {name.partition(IN)[0] for name in _changed_guards(before, now)}
    tests, killers = tests_in(workdir), killers_in(workdir)
    for path in workdir.rglob("*.meta"):
        results = results_of(path.with_suffix(""))
        for name, code in results["exit_code_by_key"].items():
            is_noticed_by_changed = killers.get(name, "").partition(IN)[0] in {"", *changed}
            if status_of(name, code, tests) in {UNDECIDED, *again} or (changed and is_noticed_by_changed):
                results["exit_code_by_key"][name] = None
        path.write_text(json.dumps(results), encoding="utf-8")


def why_outdated(before: Inputs, now: Inputs) -> str:
    """Name the first thing that changed so that no result holds.

    What is new changes no result but a survivor's, and a file of tests no result but of what these killed.
    """
    for name in _changed_guards(before, now):
        path = name.partition(IN)[0]
        if not is_test(Path(path)):
            return path
    for name, text in before.code.items():
        if IN in name and now.code.get(name, text) != text:
            return f"{name.partition(IN)[0]} outside of its functions"
    return ""


def _changed_guards(before: Inputs, now: Inputs) -> list[str]:
    """Return the names of what changed or went of that which guards the code."""
    return [name for name, text in before.guards.items() if now.guards.get(name) != text]


def _read_results(workdir: Path) -> dict[str, tuple[int | None, float, str]]:
    """Return of each mutant its exit code, how long it took, and the hash of its function."""
    known = {}
    for path in workdir.rglob("*.meta"):
        results = results_of(path.with_suffix(""))
        for name, code in results["exit_code_by_key"].items():
            seconds = results["durations_by_key"].get(name) or 0.0
            function = results["hash_by_function_name"].get(key_of(name).rpartition(".")[2], "")
            known[name] = code if code in STATUSES else None, seconds, function
    return known


def _clear(workdir: Path, left: Iterable[str] = ()) -> None:
    """Remove all results, or all but what is to be left."""
    for entry in workdir.iterdir():
        if entry.is_dir() and entry.name not in left:
            rmtree(entry)
        elif entry.name not in {LOCK, *left}:
            entry.unlink()


def _run(workdir: Path, patterns: list[str], workers: int | None, progress: Progress) -> float:
    """Run mutmut on the mutants that the patterns name, or all; return how many it tested a second."""
    if sys.platform == "win32":
        raise WorkspaceError("Mutants need fork: run this command on Linux, on macOS, or in WSL.")
    limit = [] if workers is None else ["--max-children", str(workers)]
    last_lines: deque[str] = deque(maxlen=LAST_LINES)
    with subprocess.Popen(  # noqa: S603 - our own Python
        [*MUTMUT, "run", *limit, *patterns],
        cwd=workdir.parent,
        env=environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="backslashreplace",
        start_new_session=True,
    ) as process:
        try:
            for line in process.stdout or ():
                if count := COUNT.search(line):
                    progress(int(count[1]), int(count[2]))
                elif line.strip() and line[0] not in SPINNER:
                    last_lines.append(printable(line.rstrip()))
        except BaseException:
            for number in (signal.SIGINT, signal.SIGKILL):
                with suppress(OSError, subprocess.TimeoutExpired):
                    os.killpg(process.pid, number)
                    process.communicate(timeout=STOPPING_SECONDS)
            raise
    said = "\n".join(last_lines)
    if (workdir / FLAKY_TEST_FILE).exists():
        raise WorkspaceError(
            FLAKY_TEST_MESSAGE.format(test=printable((workdir / FLAKY_TEST_FILE).read_text(encoding="utf-8")))
        )
    if process.returncode != 0:
        raise WorkspaceError(f"mutmut gave up; it said:\n{said}")
    speed = SPEED.search(said)
    return float(speed[1]) if speed else 0.0


# What results depend on.


def hash_tools() -> dict[str, str]:
    """Return what tests mutants: Python, whatever is installed beside it, and our own way to run mutmut."""
    installed = sorted({f"{each.name} {each.version}" for each in distributions()})
    ours = sorted(Path(__file__).parent.glob("*.py"))
    return {
        "Python": sys.version,
        "an installed package": _hash("\n".join(installed)),
        "dojo itself": _hash("".join(path.read_text(encoding="utf-8") for path in ours)),
    }


def files_below(path: Path) -> Iterator[Path]:
    """Return a file, or all files of a folder but pictures, and those that a run of the tests leaves there."""
    for each in [path] if path.is_file() else path.rglob("*"):
        is_lasting = each.suffix != ".svg" and ".received." not in each.name
        if is_lasting and each.is_file() and LEFT_BY_TESTS.isdisjoint(each.relative_to(path).parts):
            yield each


def hash_files(root: Path, paths: Iterable[Path]) -> dict[str, str]:
    """Return a hash of each file, by its path from `root`."""
    return {path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in paths}


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
        hashes[key] = _hash(hashes.get(key, "") + "".join(map(ast.dump, parts)))
    return hashes


def _hash(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()
