"""Running mutmut so that its verdicts can be trusted.

inputs: everything that a verdict depends on, as hashes: what all implementations share (the golden master, the
approved files, the settings, the tools) and each implementation's own files. note: a small file in `mutants/` that
says which inputs the results there belong to, and how far the last run came. seal: a hash of finished results.

mutmut keeps a result for as long as the text of its function stays the same. But whether a mutant lives is also for
other functions, scenarios and approved files to say; so here results are kept only while all inputs stay the same.
"""

import hashlib
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dojo.mutmut_run import (
    GENERATING,
    TESTING,
    Progress,
    alone,
    clear,
    decided,
    forget_undecided,
    metas,
    read_note,
    remove,
    run_mutmut,
    write_note,
)
from dojo.workspace import IMPLEMENTATIONS

SHARED_FOLDERS = ("tests/golden_master", "approved_files")
SHARED_FILES = ("tests/__init__.py", "tests/conftest.py", "tests/warm_session.py", "pyproject.toml")
NO_INPUTS = ("approved_files/survivors.approved.txt", "approved_files/out_of_reach.approved.txt")  # verify reads them
LOOKS = "table"  # what the table looks like is no part of the golden master
TOOLS = ("mutmut", "pytest", "approvaltests")


def run_mutants(workspace: Path, implementations: tuple[str, ...], workers: int | None, progress: Progress) -> float:
    """Bring the results of `implementations` up to date; return the speed in mutants a second.

    The speed is 0.0 when every result was up to date. `progress` is told how many are done, of how many.
    Raises WorkspaceError when mutmut gives up.
    """
    home = workspace / "mutants"
    with alone(home) as lock:
        drop_stale_results(workspace)
        speed = 0.0
        if not all(decided(home / name) for name in implementations):
            patterns = [] if implementations == IMPLEMENTATIONS else [f"{name}.*" for name in implementations]
            speed = run_mutmut(home, patterns, workers, progress, lock)
        write_note(home, {**read_note(home), "seal": _seal(home)})
        return speed


def drop_stale_results(workspace: Path) -> None:
    """Remove the results that belong to other inputs, or that something else has touched."""
    home = workspace / "mutants"
    note, inputs = read_note(home), inputs_of(workspace)
    stage = TESTING
    if note.get("stage") != TESTING or note["inputs"]["shared"] != inputs["shared"] or not _intact(home, note):
        clear(home)
        stage = GENERATING
    else:
        changed = [home / name for name in IMPLEMENTATIONS if note["inputs"][name] != inputs[name]]
        if changed:
            # Which scenario reaches which function may have changed too.
            remove([*changed, home / "mutmut-stats.json"])
            stage = GENERATING
        forget_undecided(home)
    write_note(home, {"inputs": inputs, "stage": stage})


def inputs_of(workspace: Path) -> dict[str, str]:
    """Return the hash of what all verdicts share, and of each implementation."""
    shared = [workspace / name for name in SHARED_FILES]
    for folder in SHARED_FOLDERS:
        shared += [path for path in (workspace / folder).rglob("*") if path.suffix in (".py", ".txt")]
    shared = [path for path in shared if path.relative_to(workspace).as_posix() not in NO_INPUTS]
    shared = [path for path in shared if ".received." not in path.name and ".replaced" not in path.parts]
    shared = [path for path in shared if not path.name.startswith(LOOKS)]
    tools = [f"{tool} {version(tool)}" for tool in TOOLS] + [sys.version]
    own = {name: digest((workspace / name).rglob("*.py")) for name in IMPLEMENTATIONS}
    return {"shared": digest(shared, tools), **own}


def digest(paths: Iterable[Path], words: Iterable[str] = ()) -> str:
    """Return a hash of files, their paths, and words."""
    digest = hashlib.sha256("\n".join(words).encode())
    for path in sorted(paths):
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _seal(home: Path) -> str:
    return digest(path for name in IMPLEMENTATIONS for path in (home / name).rglob("*") if path.suffix != ".pyc")


def _intact(home: Path, note: dict[str, Any]) -> bool:
    """Tell whether results can be read, and if a run finished, whether they are as it left them."""
    try:
        metas(home)
    except ValueError:
        return False
    return note.get("seal") in (None, _seal(home)) and all((home / name).is_dir() for name in IMPLEMENTATIONS)
