"""What is cached of mutmut's results, for an implementation as for a practice.

part: a folder of source whose mutants are tested, such as `legacy`. shared by all parts: the tests, the approved files,
the settings, the tools.

mutmut keeps a result for as long as the text of its function stays the same. But whether a mutant lives is also for
other functions, tests and approved files to say, in the mutant's own run, which may go where no run without it goes.
So a result is cached only while all its inputs stay the same; where nothing changed but that tests were added, what
was killed stays killed, and survivors are tested again.
"""

import ast
import hashlib
import os
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path
from typing import Self

from dojo.kata import DamagedError, read_record, write_record
from dojo.mutation.results import KILLERS, OUTCOMES, SURVIVED, is_decided, results_in
from dojo.mutation.runner import LOCK, Mutmut, UnreliableError, remove
from dojo.practice import parsed

MANIFEST = "manifest.json"
DEFINITION = re.compile(r"(@.*\n)*(async def|def|class) (?P<name>\w+)")
LEFT_BY_TESTS = {"__pycache__", ".replaced"}
ALL = frozenset(OUTCOMES.values())


@dataclass(frozen=True)
class Inputs:
    """What results depend on, as hashes: each part, what all share, each document; and the statements of test files."""

    parts: dict[str, str]
    shared: str
    documents: list[str] = field(default_factory=list)
    tests: dict[str, list[str]] = field(default_factory=dict)

    def outdated(self, now: Self) -> frozenset[str]:
        """Return which outcomes may be others by now, in parts that did not change."""
        if (self.documents, self.tests) == (now.documents, now.tests):
            return frozenset()
        kept = set(self.documents) <= set(now.documents)
        added = all(_only_tests_added(each, now.tests.get(path, [])) for path, each in self.tests.items())
        return frozenset({SURVIVED}) if kept and added else ALL


@dataclass(frozen=True)
class Manifest:
    """Whose the results are; without all mutants `made`, they are nobody's."""

    inputs: Inputs
    made: bool = False


def update(
    mutmut: Mutmut, inputs: Inputs, *, parts: tuple[str, ...] = (), workers: int | None = None, use_cache: bool = True
) -> int:
    """Bring the results of some parts, or of all, up to date; return how many were cached.

    `workers`: mutants tested at a time; by default one a core. Raises WorkspaceError when mutmut gives up, and
    UnreliableError when a test cannot be trusted.
    """
    home = mutmut.home
    drop_outdated(home, inputs, use_cache=use_cache)
    cached = 0
    for results in results_in(home):
        cached += sum(code in OUTCOMES for code in results.exit_code_by_key.values())
    if all(is_decided(home / part) for part in parts or inputs.parts):
        write_record(home / MANIFEST, Manifest(inputs, made=True))
        return cached
    clear(home, {*inputs.parts, MANIFEST, KILLERS})  # mutmut copies the rest, and never removes
    try:
        mutmut.run([f"{part}.*" for part in parts], workers)
    except UnreliableError:
        clear(home)
        raise
    finally:
        if mutmut.came_to_mutants:
            write_record(home / MANIFEST, Manifest(inputs, made=True))
    return cached


def drop_outdated(home: Path, now: Inputs, *, use_cache: bool = True) -> None:
    """Drop the results that belong to other inputs, and those of a run that was killed."""
    before = read_manifest(home)
    try:
        if not before.made or before.inputs.shared != now.shared:
            clear(home)
        else:
            remove(home / part for part, digest in now.parts.items() if before.inputs.parts.get(part) != digest)
            _forget(home, before.inputs.outdated(now) if use_cache else ALL)
    except ValueError:  # half written
        clear(home)
    write_record(home / MANIFEST, Manifest(now))


def clear(home: Path, left: Iterable[str] = ()) -> None:
    """Remove all results, or all but what is to be left; keep the lock."""
    kept = {LOCK, *left}
    remove(entry for entry in home.iterdir() if entry.name not in kept)


def _forget(home: Path, outcomes: frozenset[str]) -> None:
    """Forget results, so that they are tested again, and exit codes of tests that were stopped half-way."""
    kept = {code for code, outcome in OUTCOMES.items() if outcome not in outcomes}
    for results in results_in(home):
        codes = results.exit_code_by_key
        results.exit_code_by_key = {name: code if code in kept else None for name, code in codes.items()}
        if results.exit_code_by_key != codes:
            results.save()


def read_manifest(home: Path) -> Manifest:
    """Read the manifest; where there is none, or something else, results are nobody's."""
    try:
        return read_record(home / MANIFEST, Manifest)
    except (FileNotFoundError, DamagedError):
        return Manifest(Inputs({}, ""))


def tools() -> list[str]:
    """Return what tests mutants: Python, whatever is installed beside it, and our own way to run mutmut."""
    installed = {f"{each.name} {each.version}" for each in distributions()}
    room = Path(__file__).parent
    return [sys.version, digest(room, room.glob("*.py")), *sorted(installed)]


def files_below(path: Path) -> list[Path]:
    """Return a file, or all files of a folder but those that a run of the tests leaves there."""
    found = [path] if path.is_file() else path.rglob("*")
    files = []
    for each in found:
        names = each.relative_to(path).parts
        if each.is_file() and ".received." not in each.name and LEFT_BY_TESTS.isdisjoint(names):
            files.append(each)
    return files


def digest(root: Path, paths: Iterable[Path], words: Iterable[str] = ()) -> str:
    """Return a hash of files, their paths from `root`, and words."""
    digest = hashlib.sha256("\n".join(words).encode())
    for path in sorted(paths):
        digest.update(os.fsencode(path.relative_to(root).as_posix()) + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def statements_of(path: Path) -> list[str]:
    """Return the statements of a file with tests, as Python lays them out."""
    tree = parsed(path.read_bytes())
    return [ast.unparse(each) for each in tree.body] if tree else []


def _only_tests_added(before: list[str], now: list[str]) -> bool:
    """Tell whether a file goes on as it was, and then has tests that it had not."""
    defined = [DEFINITION.match(each) for each in now]
    names = [each["name"].lower() if each else "" for each in defined]
    added = names[len(before) :]
    goes_on = now[: len(before)] == before
    return goes_on and all(each.startswith("test") and names.count(each) == 1 for each in added)
