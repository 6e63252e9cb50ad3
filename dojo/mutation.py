"""Running mutmut so that its verdicts can be trusted.

inputs: everything that a verdict depends on, as hashes: what all implementations share (the golden master, the
approved files, the settings, the tools) and each implementation's own files. note: a small file in `mutants/` that
says which inputs the results there belong to, and how far the last run came. seal: a hash of finished results.

mutmut keeps a result for as long as the text of its function stays the same. But whether a mutant lives is also for
other functions, scenarios and approved files to say; so here results are kept only while all inputs stay the same.
"""

import fcntl
import hashlib
import json
import re
import shutil
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

from dojo.golden_master import lean_mutmut
from dojo.mutants import OUTCOMES, read_json
from dojo.workspace import IMPLEMENTATIONS, WorkspaceError

SHARED_FOLDERS = ("tests/golden_master", "approved_files")
SHARED_FILES = ("tests/__init__.py", "tests/conftest.py", "tests/warm_session.py", "pyproject.toml")
NO_INPUTS = ("approved_files/survivors.approved.txt", "approved_files/out_of_reach.approved.txt")  # verify reads them
TOOLS = ("mutmut", "pytest", "approvaltests")
GENERATING, TESTING = "generating", "testing"
TESTING_STARTS = "Running mutation testing"
COUNT = re.compile(r"(\d+)/(\d+) ")
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
SPEED = re.compile(r"([\d.]+) mutations/second")
PATIENCE = 10  # seconds for mutmut to stop its workers

Progress = Callable[[int, int], None]


def run_mutants(workspace: Path, implementations: tuple[str, ...], workers: int | None, progress: Progress) -> float:
    """Bring the results of `implementations` up to date; return the speed in mutants a second.

    The speed is 0.0 when every result was up to date. `progress` is told how many are done, of how many.
    Raises WorkspaceError when mutmut gives up.
    """
    home = workspace / "mutants"
    with _alone(home) as lock:
        drop_stale_results(workspace)
        speed = 0.0
        if not all(_decided(home / name) for name in implementations):
            patterns = [] if implementations == IMPLEMENTATIONS else [f"{name}.*" for name in implementations]
            speed = _run_mutmut(workspace, patterns, workers, progress, lock)
        _write_note(home, {**_read_note(home), "seal": _seal(home)})
        return speed


@contextmanager
def _alone(home: Path) -> Iterator[IO[str]]:
    """Hold the results; mutmut inherits the lock, so that it lasts as long as mutmut does."""
    home.mkdir(exist_ok=True)
    with (home / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock


def drop_stale_results(workspace: Path) -> None:
    """Remove the results that belong to other inputs, or that something else has touched."""
    home = workspace / "mutants"
    note, inputs = _read_note(home), inputs_of(workspace)
    stage = TESTING
    if note.get("stage") != TESTING or note["inputs"]["shared"] != inputs["shared"] or not _intact(home, note):
        _remove(entry for entry in home.iterdir() if entry.name != "lock")
        stage = GENERATING
    else:
        changed = [home / name for name in IMPLEMENTATIONS if note["inputs"][name] != inputs[name]]
        if changed:
            # Which scenario reaches which function may have changed too.
            _remove([*changed, home / "mutmut-stats.json"])
            stage = GENERATING
        _forget_undecided(home)
    _write_note(home, {"inputs": inputs, "stage": stage})


def inputs_of(workspace: Path) -> dict[str, str]:
    """Return the hash of what all verdicts share, and of each implementation."""
    shared = [workspace / name for name in SHARED_FILES]
    for folder in SHARED_FOLDERS:
        shared += [path for path in (workspace / folder).rglob("*") if path.suffix in (".py", ".txt")]
    shared = [path for path in shared if path.relative_to(workspace).as_posix() not in NO_INPUTS]
    shared = [path for path in shared if ".received." not in path.name and ".replaced" not in path.parts]
    tools = [f"{tool} {version(tool)}" for tool in TOOLS] + [sys.version]
    own = {name: _digest((workspace / name).rglob("*.py")) for name in IMPLEMENTATIONS}
    return {"shared": _digest(shared, tools), **own}


def _digest(paths: Iterable[Path], words: Iterable[str] = ()) -> str:
    digest = hashlib.sha256("\n".join(words).encode())
    for path in sorted(paths):
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _seal(home: Path) -> str:
    return _digest(path for name in IMPLEMENTATIONS for path in (home / name).rglob("*") if path.suffix != ".pyc")


def _intact(home: Path, note: dict[str, Any]) -> bool:
    """Tell whether results can be read, and if a run finished, whether they are as it left them."""
    try:
        _metas(home)
    except ValueError:
        return False
    return note.get("seal") in (None, _seal(home)) and all((home / name).is_dir() for name in IMPLEMENTATIONS)


def _metas(home: Path) -> dict[Path, dict[str, Any]]:
    return {path: read_json(path) for name in IMPLEMENTATIONS for path in (home / name).rglob("*.meta")}


def _forget_undecided(home: Path) -> None:
    """Forget the exit codes of tests that were stopped half-way; mutmut would take them for results."""
    for path, meta in _metas(home).items():
        codes = meta["exit_code_by_key"]
        if any(code not in OUTCOMES for code in codes.values()):
            meta["exit_code_by_key"] = {name: code if code in OUTCOMES else None for name, code in codes.items()}
            path.write_text(json.dumps(meta, indent=4), encoding="utf-8")


def _decided(folder: Path) -> bool:
    metas = [read_json(path) for path in folder.rglob("*.meta")]
    return bool(metas) and all(code in OUTCOMES for meta in metas for code in meta["exit_code_by_key"].values())


def _run_mutmut(workspace: Path, patterns: list[str], workers: int | None, progress: Progress, lock: IO[str]) -> float:
    limit = [] if workers is None else ["--max-children", str(workers)]
    running = subprocess.Popen(  # noqa: S603 - the mutmut that is installed beside this command
        [*lean_mutmut(), "run", *limit, *patterns],
        cwd=workspace,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        pass_fds=[lock.fileno()],
    )
    try:
        last_lines = _follow(running, workspace / "mutants", progress)
    except BaseException:
        _stop(running)
        raise
    if running.wait() != 0:
        raise WorkspaceError("mutmut gave up; it said:\n" + "\n".join(last_lines))
    speed = SPEED.search("\n".join(last_lines))
    return float(speed.group(1)) if speed else 0.0


def _follow(running: subprocess.Popen[str], home: Path, progress: Progress) -> list[str]:
    last_lines: deque[str] = deque(maxlen=12)
    for line in running.stdout or ():
        if line.startswith(TESTING_STARTS):
            _write_note(home, {**_read_note(home), "stage": TESTING})
        count = COUNT.search(line)
        if count:
            progress(int(count.group(1)), int(count.group(2)))
        elif line.strip() and line[0] not in SPINNER:
            last_lines.append(line.rstrip())
    return list(last_lines)


def _stop(running: subprocess.Popen[str]) -> None:
    """Let mutmut stop its workers. At a terminal, Ctrl-C reached it already; once more would cut it short."""
    for ask in (None, signal.SIGINT, signal.SIGKILL):
        if ask is not None:
            running.send_signal(ask)
        try:
            running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            continue
        return


def _remove(paths: Iterable[Path]) -> None:
    for path in list(paths):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def _read_note(home: Path) -> dict[str, Any]:
    try:
        note = read_json(home / "note.json")
    except (FileNotFoundError, ValueError):
        return {}
    return note if isinstance(note, dict) else {}


def _write_note(home: Path, note: dict[str, Any]) -> None:
    unfinished = home / "note.json.new"
    unfinished.write_text(json.dumps(note, indent=2), encoding="utf-8")
    unfinished.replace(home / "note.json")
