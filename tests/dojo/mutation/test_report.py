"""What a report says of each mutant: valid by the published schema, and true."""

import json
import re
import shutil
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

import msgspec

from tests.dojo.mutation.reports import ALIVE, CRASHED, DEAD, LATE, PATH, REASON, SAME, SOURCE, TESTS, UNREACHED, report

PACKAGE, SCHEMA = "mutation-testing-report-schema@3", "package/src/mutation-testing-report-schema.json"
FETCHING_SECONDS = 30
STANDARD: dict[str, Any] = msgspec.to_builtins(report())
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
}
INSIDE = {"items", "properties", "additionalProperties"}
SAY_NOTHING = {"$schema", "$id", "title", "description", "examples", "definitions", "format"}


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Give the published schema, as npm has it."""
    npm, folder = shutil.which("npm"), tmp_path_factory.mktemp("npm")
    if npm is None:
        pytest.skip("not checked against the published schema: there is no npm")
    command = [npm, "pack", PACKAGE, "--prefer-offline", "--silent", "--pack-destination", str(folder)]
    try:
        subprocess.run(command, cwd=folder, capture_output=True, timeout=FETCHING_SECONDS, check=True)  # noqa: S603 - npm
        with tarfile.open(next(folder.glob("*.tgz"))) as package:
            file = package.extractfile(SCHEMA)
            return dict(json.load(file)) if file else {}
    except (subprocess.SubprocessError, StopIteration, KeyError):
        pytest.skip("not checked against the published schema: npm could not fetch it")


CHECKS: dict[str, Callable[[Any, Any], bool]] = {
    "type": lambda value, wanted: (
        isinstance(value, TYPES[wanted]) and (wanted == "boolean" or not isinstance(value, bool))
    ),
    "required": lambda value, wanted: set(wanted) <= set(value),
    "enum": lambda value, wanted: value in wanted,
    "pattern": lambda value, wanted: bool(re.search(wanted, value)),
    "minimum": lambda value, wanted: value >= wanted,
    "maximum": lambda value, wanted: value <= wanted,
    "uniqueItems": lambda value, _: len(set(map(json.dumps, value))) == len(value),
}


def complaints(value: Any, schema: dict[str, Any], whole: dict[str, Any], place: str = "") -> list[str]:
    """Return where a value breaks a schema; a keyword that is not known here is a complaint, too."""
    if "$ref" in schema:
        schema = whole["definitions"][schema["$ref"].removeprefix("#/definitions/")]
    unknown = schema.keys() - CHECKS.keys() - INSIDE - SAY_NOTHING
    broken = [keyword for keyword, check in CHECKS.items() if keyword in schema and not check(value, schema[keyword])]
    inner = [c for name, each, its in inside(value, schema) for c in complaints(each, its, whole, place + name)]
    return [*(f"{place}: {keyword}" for keyword in [*sorted(unknown), *broken]), *inner]


def inside(value: Any, schema: dict[str, Any]) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """Return the parts of a value, and the schema of each."""
    if isinstance(value, list) and "items" in schema:
        yield from (("[]", each, schema["items"]) for each in value)
    if isinstance(value, dict):
        known, others = schema.get("properties", {}), schema.get("additionalProperties")
        parts = ((name, each, known.get(name, others)) for name, each in value.items())
        yield from ((f".{name}", each, its) for name, each, its in parts if its is not None)


def test_it_is_valid_by_the_published_schema(schema: dict[str, Any]) -> None:
    assert complaints(STANDARD, schema, schema) == []


def of(name: str) -> dict[str, Any]:
    """Return what is written of a mutant."""
    [found] = [each for each in STANDARD["files"][PATH]["mutants"] if each["id"] == name]
    return dict(found)


def test_each_status_has_its_own_word() -> None:
    counts = Counter(each["status"] for each in STANDARD["files"][PATH]["mutants"])
    assert counts == {"Killed": 2, **dict.fromkeys(("Survived", "NoCoverage", "Ignored", "Timeout", "Pending"), 1)}


def test_a_mutant_says_where_it_is_and_what_stands_there_instead() -> None:
    found = of(ALIVE.name)
    assert found["location"] == {"start": {"line": 6, "column": 18}, "end": {"line": 6, "column": 19}}
    assert (found["replacement"], STANDARD["files"][PATH]["source"]) == ("<=", SOURCE)


def test_times_are_in_milliseconds() -> None:
    assert of(LATE.name)["duration"] == 250


def test_a_survivor_has_run_all_its_tests_and_says_which_is_missing() -> None:
    found = of(ALIVE.name)
    assert (len(found["coveredBy"]), found["testsCompleted"], "killedBy" in found) == (3, 3, False)
    assert "Next: write a test that tries the boundary" in found["statusReason"]


def test_an_equivalent_mutant_has_its_reason() -> None:
    assert of(SAME.name)["statusReason"] == REASON


def test_what_no_test_reaches_is_not_covered() -> None:
    found = of(UNREACHED.name)
    assert ("coveredBy" in found, "testsCompleted" in found) == (False, False)
    assert found["statusReason"] == "No test runs Yatzy.other. Next: write a test that calls Yatzy.other."


def test_the_killer_is_one_of_the_tests() -> None:
    names = {
        test["id"]: f"{path}::{test['name']}" for path, file in STANDARD["testFiles"].items() for test in file["tests"]
    }
    assert [names[each] for each in of(DEAD.name)["killedBy"]] == [TESTS[1]]
    assert sorted(names.values()) == sorted(TESTS)


def test_who_killed_it_when_the_code_was_another_is_not_said_of_a_survivor() -> None:
    alive = replace(ALIVE, killer=TESTS[0])
    [found] = report([alive], []).files[PATH].mutants
    assert (found.status, found.killed_by) == ("Survived", [])


def test_a_crash_is_told_apart() -> None:
    assert (of(CRASHED.name)["statusReason"], "statusReason" in of(DEAD.name)) == (
        "By a crash, not by an assertion.",
        False,
    )


def test_no_path_of_this_computer_is_in_it() -> None:
    assert ("projectRoot" in STANDARD, str(Path.cwd()) in str(STANDARD)) == (False, False)
