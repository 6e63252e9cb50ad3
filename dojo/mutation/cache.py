"""Running mutmut so that its verdicts can be trusted.

inputs: everything that a verdict depends on, as hashes: what all implementations share (the golden master, the
approved files, the settings, the tools) and each implementation's own files. note: a small file in `mutants/` that
says which inputs the results there belong to, and how far the last run came. seal: a hash of results, as the last run
left them; without it nobody knows whose they are.

mutmut keeps a result for as long as the text of its function stays the same. But whether a mutant lives is also for
other functions, scenarios and approved files to say; so here results are kept only while all inputs stay the same.
"""

import hashlib
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from dojo.kata import IMPLEMENTATIONS
from dojo.mutation.runner import (
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

SHARED = (
    *("tests/golden_master", "approved_files", "pyproject.toml"),
    *("tests/__init__.py", "tests/conftest.py", "tests/warm_session.py"),
    *("conftest.py", "pytest.ini", "tox.ini", "setup.cfg", "tests/pytest.ini", "tests/tox.ini", "tests/setup.cfg"),
)
NO_INPUTS = ("survivors.approved.txt", "out_of_reach.approved.txt")  # verify reads them, and no scenario does
OUR_OWN = ("mutmut_patches.py", "runner.py", "cache.py", "sandbox.py")  # how mutmut is run


def run_mutants(workspace: Path, implementations: tuple[str, ...], workers: int | None, progress: Progress) -> float:
    """Bring the results of `implementations` up to date; return the speed in mutants a second.

    The speed is 0.0 when every result was up to date. `progress` is told how many are done, of how many.
    Raises WorkspaceError when mutmut gives up.
    """
    home = workspace / "mutants"
    with alone(home) as lock:
        drop_stale_results(workspace)
        patterns = [] if implementations == IMPLEMENTATIONS else [f"{name}.*" for name in implementations]
        with sealed(home, IMPLEMENTATIONS):
            done = all(decided(home / name) for name in implementations)
            return 0.0 if done else run_mutmut(home, patterns, workers, progress, lock)


@contextmanager
def sealed(home: Path, folders: Iterable[str]) -> Iterator[None]:
    """Seal the results in some folders of `home` when whatever is done to them is over, or is interrupted."""
    try:
        yield
    finally:
        write_note(home, {**read_note(home), "seal": seal(home, folders)})


def drop_stale_results(workspace: Path) -> None:
    """Remove the results that belong to other inputs, or that something else has touched."""
    home = workspace / "mutants"
    note, inputs = read_note(home), inputs_of(workspace)
    stage = TESTING
    same = note.get("stage") == TESTING and note["inputs"]["shared"] == inputs["shared"]
    if not (same and intact(home, note, IMPLEMENTATIONS)):
        clear(home)
        stage = GENERATING
    else:
        changed = [home / name for name in IMPLEMENTATIONS if note["inputs"][name] != inputs[name]]
        if changed:
            remove(changed)
            stage = GENERATING
        forget_undecided(home)
    write_note(home, {"inputs": inputs, "stage": stage})


def inputs_of(workspace: Path) -> dict[str, str]:
    """Return the hash of what all verdicts share, and of each implementation."""
    shared = [path for name in SHARED for path in files_below(workspace / name) if path.name not in NO_INPUTS]
    own = {name: digest(files_below(workspace / name)) for name in IMPLEMENTATIONS}
    return {"shared": digest(shared, tools()), **own}


def tools() -> list[str]:
    """Return what tests mutants: Python, whatever is installed beside it, and our own way to run mutmut."""
    installed = {f"{each.name} {each.version}" for each in distributions()}
    own = digest(Path(__file__).with_name(name) for name in OUR_OWN)
    return [sys.version, own, *sorted(installed)]


def files_below(path: Path) -> list[Path]:
    """Return a file, or all files of a folder but those that a run of the tests leaves there."""
    found = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    left = {"__pycache__", ".replaced"}
    return [each for each in found if ".received." not in each.name and left.isdisjoint(each.parts)]


def digest(paths: Iterable[Path], words: Iterable[str] = ()) -> str:
    """Return a hash of files, their paths, and words."""
    digest = hashlib.sha256("\n".join(words).encode())
    for path in sorted(paths):
        digest.update(str(path).encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def seal(home: Path, folders: Iterable[str]) -> str:
    """Return the hash of the results in some folders of `home`."""
    return digest(path for name in folders for path in files_below(home / name))


def intact(home: Path, note: dict[str, Any], folders: tuple[str, ...]) -> bool:
    """Tell whether results can be read, and are as the last run of ours left them."""
    try:
        metas(home)
    except ValueError:
        return False
    return all((home / name).is_dir() for name in folders) and note.get("seal") == seal(home, folders)
