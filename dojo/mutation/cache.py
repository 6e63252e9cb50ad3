"""What is kept of mutmut's results when something has changed since.

mutmut keeps a result for as long as the text of its function stays the same. Whether a mutant lives is also for other
code, tests and tools to say: with other tools or documents, nothing is kept. When a function or a test changed, what
mutmut has on other functions, and of what other tests noticed, is kept as an estimate.
"""

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from dojo.checking.runner import is_test
from dojo.kata.workspace import DamagedError, read_record, write_record
from dojo.mutation.inputs import STATEMENTS, TEXT, Definitions, Inputs
from dojo.mutation.results import (
    KILLERS,
    OUTCOMES,
    SURVIVED,
    UNREACHED,
    function_of,
    is_decided,
    killers_in,
    reached_functions,
    results_in,
)
from dojo.mutation.runner import LOCK, Mutmut, UnreliableError, remove
from dojo.text import now as the_time

if sys.platform != "win32":
    from mutmut.utils.format_utils import mangled_name_from_mutant_name

MANIFEST = "manifest.json"
TESTS = ("def test", "def Test", "Test")


@dataclass(frozen=True)
class Outdated:
    """What has to be tested again: all, and `why`; else survivors, and what `tests` killed; "" are all of a file."""

    why: str = ""
    survivors: bool = False
    tests: frozenset[tuple[str, str]] = frozenset()


@dataclass(frozen=True)
class Kept:
    """How many results are from former runs, and since when; an estimate, if anything changed; else `why` none is."""

    number: int = 0
    since: datetime | None = None
    estimate: bool = False
    why: str = ""


@dataclass(frozen=True)
class Manifest:
    """Whose the results are; without all mutants `made`, they are nobody's."""

    inputs: Inputs
    kept: Kept = Kept()
    made: bool = False


def update(
    mutmut: Mutmut, inputs: Inputs, *, parts: tuple[str, ...] = (), workers: int | None = None, use_cache: bool = True
) -> Kept:
    """Bring the results of some parts, or of all, up to date; return what was kept.

    `workers`: mutants tested at a time; by default one a core. Raises WorkspaceError when mutmut gives up, and
    UnreliableError when a test cannot be trusted.
    """
    home = mutmut.home
    kept, codes = drop_outdated(home, inputs, use_cache=use_cache)
    if _is_complete(home, inputs, parts):
        write_record(home / MANIFEST, Manifest(inputs, kept, made=True))
        return replace(kept, number=len(codes))
    folders = {path.relative_to(home).parts[0] for path in home.rglob("*.meta")}
    clear(home, {*folders, MANIFEST, KILLERS})  # mutmut copies the rest, and never removes
    try:
        mutmut.run([f"{part}.*" for part in parts], workers)
    except UnreliableError:
        clear(home)
        raise
    finally:
        if mutmut.came_to_mutants:
            write_record(home / MANIFEST, Manifest(inputs, kept, made=True))
    _take_back_what_nothing_reaches(home)
    return replace(kept, number=len(codes.items() & _codes(home).items()))


def _is_complete(home: Path, inputs: Inputs, parts: tuple[str, ...]) -> bool:
    """Tell whether all mutants are made, and each has a result."""
    folders = parts or inputs.parts or [""]
    are_made = all((home / path).exists() for path in inputs.code)
    return are_made and all(is_decided(home / folder) for folder in folders)


def drop_outdated(home: Path, now: Inputs, *, use_cache: bool = True) -> tuple[Kept, dict[str, int | None]]:
    """Drop the results that are outdated, and those of a run that was killed; return what is kept, and exit codes."""
    before = read_manifest(home)
    stale = outdated(before.inputs, now) if use_cache else Outdated("you asked for it")
    codes: dict[str, int | None] = {}
    try:
        if not before.made or stale.why:
            clear(home)
        else:
            remove(home / part for part, digest in now.parts.items() if before.inputs.parts.get(part) != digest)
            codes = _codes_kept(home, before.inputs, now, stale)
    except ValueError:  # half written
        clear(home)
    if codes:
        changed = (before.inputs.code, before.inputs.tests) != (now.code, now.tests)
        kept = replace(before.kept, estimate=before.kept.estimate or changed, why="")
    else:
        kept = Kept(since=the_time(), why=stale.why if before.made and use_cache else "")
    write_record(home / MANIFEST, Manifest(now, kept))
    return kept, codes


def outdated(before: Inputs, now: Inputs) -> Outdated:
    """Compare what results depend on with what they depended on; what is added changes no result but a survivor's."""
    why = [*_changed_files(before, now), *_changed_statements(before, now)]
    tests: set[tuple[str, str]] = set()
    for path, touched in _changes(before.tests, now.tests):
        gone = touched & {*before.tests.get(path, {}), STATEMENTS}
        if gone and not is_test(Path(path)):
            why.append(f"{path} changed")
        elif gone:
            tests |= {(path, _test(name)) for name in gone}
    more = f" (and {len(why) - 1} more)" if len(why) > 1 else ""
    return Outdated("".join(why[:1]) + more, before.tests != now.tests, frozenset(tests))


def _changed_files(before: Inputs, now: Inputs) -> Iterator[str]:
    """Say what else than code and tests is another."""
    for name in {**before.shared, **now.shared}:
        if before.shared.get(name) != now.shared.get(name):
            yield f"{name} changed"


def _changed_statements(before: Inputs, now: Inputs) -> Iterator[str]:
    """Say where code changed that stands in no function, and so may matter to every mutant."""
    for path, touched in _changes(before.code, now.code):
        in_both = before.code.get(path, {}).keys() & now.code.get(path, {}).keys() - {TEXT}
        values = {name for name in touched & in_both if not name.startswith("def ")}
        if values or STATEMENTS in touched:
            yield f"{path} changed outside of its functions"


def _changes(before: Mapping[str, Definitions], now: Mapping[str, Definitions]) -> Iterator[tuple[str, set[str]]]:
    """Yield the files that changed, and the names of what is new, gone, or another in them."""
    for path in sorted({*before, *now}):
        old, new = before.get(path, {}), now.get(path, {})
        touched = {name for name in {*old, *new} if old.get(name) != new.get(name)}
        if touched:
            yield path, touched


def _test(name: str) -> str:
    """Return the test that a definition is, or is of; "" for a helper, which any test of its file may use."""
    return name.removeprefix("def ").partition(".")[0] if name.startswith(TESTS) else ""


def _codes_kept(home: Path, before: Inputs, now: Inputs, stale: Outdated) -> dict[str, int | None]:
    """Forget what is outdated; return the other exit codes, of mutants that no test reached, too."""
    touched = dict(_changes(before.code, now.code))
    for path in touched:  # mutmut makes its mutants again
        remove([home / path])
        if path not in now.code:
            remove(home.glob(f"{path}.*"))
    reach_changed = (before.code, before.tests) != (now.code, now.tests)
    killers, kept = killers_in(home), {}
    for results in results_in(home):
        changed = touched.get(Path(results.path).relative_to(home).as_posix(), ())
        for name, code in results.exit_code_by_key.items():
            if f"def {function_of(name)}" not in changed and _is_kept(code, killers.get(name, ""), stale):
                kept[name] = code
            if name not in kept or (reach_changed and code in UNREACHED):
                results.exit_code_by_key[name] = None
        results.save()
    return kept


def _is_kept(code: int | None, killer: str, stale: Outdated) -> bool:
    """Tell whether a result stands; one of a test that was stopped half-way never does."""
    outcome = OUTCOMES.get(code)
    if outcome is None:
        return False
    if outcome == SURVIVED:
        return code in UNREACHED or not stale.survivors
    file, _, test = killer.partition("::")
    test = test.partition("::")[0].partition("[")[0]
    killed_by = {(file, test), (file, "")}
    return not stale.tests or bool(file and stale.tests.isdisjoint(killed_by))


def _take_back_what_nothing_reaches(home: Path) -> None:
    """Let the mutants of a function survive that no test reaches any more: mutmut has just seen which are reached."""
    reached = reached_functions(home)
    for results in results_in(home):
        codes = results.exit_code_by_key
        tested = [name for name, code in codes.items() if code not in (None, *UNREACHED)]
        lost = [name for name in tested if mangled_name_from_mutant_name(name) not in reached]
        if lost:
            codes.update(dict.fromkeys(lost, UNREACHED[-1]))
            results.save()


def _codes(home: Path) -> dict[str, int | None]:
    return {name: code for results in results_in(home) for name, code in results.exit_code_by_key.items()}


def distrust(home: Path, names: list[str]) -> None:
    """Let nothing be kept that depends on some parts or shared inputs: nobody knows whether it saw these or others."""
    manifest = read_manifest(home)
    unknown = dict.fromkeys(names, "")
    parts = {name: unknown.get(name, digest) for name, digest in manifest.inputs.parts.items()}
    shared = {**manifest.inputs.shared, **{name: "" for name in names if name not in parts}}
    write_record(home / MANIFEST, replace(manifest, inputs=replace(manifest.inputs, parts=parts, shared=shared)))


def clear(home: Path, left: Iterable[str] = ()) -> None:
    """Remove all results, or all but what is to be left; keep the lock."""
    kept = {LOCK, *left}
    remove(entry for entry in home.iterdir() if entry.name not in kept)


def read_manifest(home: Path) -> Manifest:
    """Read the manifest; where there is none, or something else, results are nobody's."""
    try:
        return read_record(home / MANIFEST, Manifest)
    except (FileNotFoundError, DamagedError):
        return Manifest(Inputs({}, {}))
