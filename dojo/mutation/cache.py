"""What results of mutants depend on, and what is kept of them when that has changed.

mutmut keeps a result for as long as the text of its function stays the same. Whether a mutant lives is also for other
code, tests and tools to say: with other tools or documents, nothing is kept. When a function or a test changed, what
mutmut has on other functions, and of what other tests noticed, is kept as an estimate.
"""

import ast
import hashlib
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from importlib.metadata import distributions
from pathlib import Path

from dojo.checking.runner import is_test
from dojo.kata.workspace import DamagedError, read_record, write_record
from dojo.mutation.results import (
    KILLERS,
    OUTCOMES,
    SURVIVED,
    UNREACHED,
    exit_codes_in,
    function_of,
    is_decided,
    is_reached,
    killers_in,
    results_in,
    statements_of,
    tests_in,
)
from dojo.mutation.runner import LOCK, Mutmut, remove
from dojo.practice.code import parsed
from dojo.text import now as the_time

MANIFEST = "manifest.json"
LEFT_BY_TESTS = {"__pycache__", ".replaced"}
IN = "::"  # between a file and what it defines
STATEMENTS = "(statements)"  # those of a file that define nothing
TESTS = ("def test", "def Test", "Test")


@dataclass(frozen=True)
class Inputs:
    """What results depend on, as hashes, by path, and by definition where results are kept by that: "a.py::def one".

    `code` are files, or folders whose results are kept together, or not at all; with anything else in `shared`, nothing
    is kept.
    """

    code: dict[str, str]
    shared: dict[str, str]
    tests: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Outdated:
    """What has to be tested again: all, and `why`; else survivors, and what was killed by tests that begin so."""

    why: str = ""
    survivors: bool = False
    tests: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kept:
    """How many results are from former runs, and since when; an estimate, if anything changed; else `why` none is."""

    number: int = 0
    since: datetime | None = None
    estimate: bool = False
    why: str = ""


@dataclass(frozen=True)
class Manifest:
    """What the results that are there depend on."""

    inputs: Inputs
    kept: Kept


def update(
    mutmut: Mutmut, inputs: Inputs, *, parts: tuple[str, ...] = (), workers: int | None = None, use_cache: bool = True
) -> Kept:
    """Bring the results of some parts, or of all, up to date; return what was kept.

    `workers`: mutants tested at a time; by default one a core. Raises WorkspaceError when mutmut gives up, as it does
    when a test cannot be trusted.
    """
    home = mutmut.home
    kept, codes = drop_outdated(home, inputs, use_cache=use_cache)
    mutmut.came_to_mutants = _is_complete(home, inputs, parts)
    try:
        if not mutmut.came_to_mutants:
            folders = {path.relative_to(home).parts[0] for path in home.rglob("*.meta")}
            clear(home, {*folders, KILLERS})  # mutmut copies the rest, and never removes
            mutmut.run([f"{part}.*" for part in parts], workers)
    finally:
        if mutmut.came_to_mutants:
            write_record(home / MANIFEST, Manifest(inputs, kept))
    return replace(kept, number=len(codes.items() & exit_codes_in(home).items()))


def _is_complete(home: Path, inputs: Inputs, parts: tuple[str, ...]) -> bool:
    """Tell whether all mutants are made, and each has a result."""
    paths = [name for name in inputs.code if IN not in name and (name in parts or not parts)]
    folders = {path.partition("/")[0] for path in paths}
    return all((home / path).exists() for path in paths) and all(is_decided(home / folder) for folder in folders)


def drop_outdated(home: Path, now: Inputs, *, use_cache: bool = True) -> tuple[Kept, dict[str, int | None]]:
    """Drop the results that are outdated; return what is kept, and exit codes. They are nobody's until it is noted."""
    before = read_manifest(home) if use_cache else None
    stale = outdated(before.inputs, now) if before else Outdated()
    codes: dict[str, int | None] = {}
    if before and not stale.why:
        with suppress(ValueError):  # half written
            codes = _codes_kept(home, before.inputs, now, stale)
    if not before or not codes:
        clear(home)
        return Kept(since=the_time(), why=stale.why), {}
    (home / MANIFEST).unlink()
    return replace(before.kept, estimate=before.kept.estimate or before.inputs != now, why=""), codes


def outdated(before: Inputs, now: Inputs) -> Outdated:
    """Compare what results depend on with what they depended on; what is added changes no result but a survivor's."""
    why = [f"{name} changed" for name in differing(before.shared, now.shared)]
    for name in differing(before.code, now.code):
        path, _, definition = name.partition(IN)
        is_value = bool(definition) and not definition.startswith("def ")
        if definition == STATEMENTS or (is_value and name in before.code and name in now.code):
            why.append(f"{path} changed outside of its functions")
    tests = []
    for name in differing(before.tests, now.tests):
        path, _, definition = name.partition(IN)
        if name not in before.tests and definition != STATEMENTS:
            continue
        if is_test(Path(path)):
            test = definition.removeprefix("def ").partition(".")[0]
            tests.append(f"{path}{IN}{test if definition.startswith(TESTS) else ''}")  # any may use a helper
        else:
            why.append(f"{path} changed")
    reasons = list(dict.fromkeys(why))
    more = f" (and {len(reasons) - 1} more)" if len(reasons) > 1 else ""
    return Outdated("".join(reasons[:1]) + more, before.tests != now.tests, tuple(tests))


def differing(old: dict[str, str], new: dict[str, str]) -> list[str]:
    """Return the names of what is new, gone, or another."""
    return sorted(name for name in {**old, **new} if old.get(name) != new.get(name))


def _codes_kept(home: Path, before: Inputs, now: Inputs, stale: Outdated) -> dict[str, int | None]:
    """Forget what is outdated; return the other exit codes, of mutants that no test reached, too."""
    changed = differing(before.code, now.code)
    for name in changed:
        if IN not in name:  # mutmut makes its mutants again
            remove(home.glob(name if name in now.code else f"{name}*"))
    killers, tests, kept = killers_in(home), tests_in(home), {}
    for results in results_in(home):
        path = Path(results.path).relative_to(home).as_posix()
        for name, last_code in results.exit_code_by_key.items():
            function = f"{path}{IN}def {function_of(name)}"
            code = last_code if is_reached(name, last_code, tests) else UNREACHED[-1]
            if function not in changed and _is_kept(code, killers.get(name, ""), stale):
                kept[name] = code
            is_known = name in kept and (code not in UNREACHED or before == now)
            results.exit_code_by_key[name] = code if is_known else None
        results.save()
    return kept


def _is_kept(code: int | None, killer: str, stale: Outdated) -> bool:
    """Tell whether a result stands; one of a test that was stopped half-way never does."""
    outcome = OUTCOMES.get(code)
    if outcome == SURVIVED:
        return code in UNREACHED or not stale.survivors
    if stale.tests:
        return bool(killer) and not killer.startswith(stale.tests)
    return outcome is not None


def distrust(home: Path, names: list[str]) -> None:
    """Let nothing be kept that depends on some parts or shared inputs: nobody knows whether it saw these or others."""
    manifest = read_record(home / MANIFEST, Manifest)
    for name in names:
        known = manifest.inputs.code if name in manifest.inputs.code else manifest.inputs.shared
        known[name] = ""
    write_record(home / MANIFEST, manifest)


def clear(home: Path, left: Iterable[str] = ()) -> None:
    """Remove all results, or all but what is to be left; keep the lock."""
    kept = {LOCK, *left}
    remove(entry for entry in home.iterdir() if entry.name not in kept)


def read_manifest(home: Path) -> Manifest | None:
    """Read the manifest; where there is none, or something else, results are nobody's."""
    try:
        return read_record(home / MANIFEST, Manifest)
    except (FileNotFoundError, DamagedError):
        return None


# What results depend on.


def tools() -> dict[str, str]:
    """Return what tests mutants: Python, whatever is installed beside it, and our own way to run mutmut."""
    installed = sorted({f"{each.name} {each.version}" for each in distributions()})
    room = Path(__file__).parent
    return {
        "Python": sys.version,
        "an installed package": _hash("\n".join(installed)),
        "dojo itself": digest(room, room.glob("*.py")),
    }


def files_below(path: Path) -> list[Path]:
    """Return a file, or all files of a folder but pictures, and those that a run of the tests leaves there."""
    files = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    lasting = [each for each in files if each.suffix != ".svg" and ".received." not in each.name]
    return [each for each in lasting if LEFT_BY_TESTS.isdisjoint(each.relative_to(path).parts)]


def hashes(root: Path, paths: Iterable[Path]) -> dict[str, str]:
    """Return a hash of each file, by its path from `root`."""
    return {path.relative_to(root).as_posix(): _hash(path.read_bytes()) for path in paths}


def digest(root: Path, paths: Iterable[Path]) -> str:
    """Return a hash of files and their paths from `root`."""
    return _hash(repr(sorted(hashes(root, paths).items())))


def definitions_in(root: Path, file: Path) -> dict[str, str]:
    """Return a hash of each definition in a file, a class as its head alone, and one of its other statements."""
    tree = parsed(file.read_bytes())
    path = file.relative_to(root).as_posix()
    found: dict[str, str] = {}
    for owner, node in statements_of(tree.body if tree else []):
        name = STATEMENTS
        parts: list[ast.AST] = [node]
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                name = f"def {owner}{node.name}"
            case ast.ClassDef():
                name, parts = owner + node.name, [*node.decorator_list, *node.bases, *node.keywords]
            case ast.Import() | ast.ImportFrom():
                name = "import " + ", ".join(each.asname or each.name for each in node.names)
            case ast.Assign(targets=[ast.Name(target)]) | ast.AnnAssign(target=ast.Name(target)):
                name = owner + target
            case ast.Expr(ast.Constant()):  # a docstring
                continue
        key = f"{path}{IN}{name}"
        found[key] = _hash(found.get(key, "") + "".join(map(ast.dump, parts)))
    return found


def _hash(content: str | bytes) -> str:
    return hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()[:16]
