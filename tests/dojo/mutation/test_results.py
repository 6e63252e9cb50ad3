"""Mutants, as data: read from what mutmut leaves behind."""

import json
from pathlib import Path

import pytest

from dojo.mutation.results import (
    DOCUMENTS,
    KILLED,
    NOT_COVERED,
    SURVIVED,
    TIMED_OUT,
    Mutant,
    mutants_of,
    readers_in,
)
from tests.dojo.practising import write_files

SOURCE = """class Yatzy:
    def __init__(self, dice=5):
        self.dice = (
            dice
            + 1
        )
"""
KEY = "xǁYatzyǁ__init__"


def mutant(workspace: Path, old: str, new: str, exit_code: int = 0, key: str = KEY) -> Mutant:
    """Write mutmut's files for one mutant and read it. `key` is the function that tests reach."""
    copies = [f"{KEY}__mutmut_orig", f"{KEY}__mutmut_1"]
    texts = [SOURCE, SOURCE.replace(old, new)]
    texts = [text.replace("__init__", copy, 1) for text, copy in zip(texts, copies, strict=True)]
    stats = {
        "tests_by_mangled_function_name": {
            f"yatzy.{key}": ["tests/test_b.py::test_b", "tests/test_a.py::test_a"]
        }
    }
    results = {"exit_code_by_key": {f"yatzy.{copies[1]}": exit_code}, "durations_by_key": {}}
    files = {
        "src/yatzy.py": "".join(texts),
        "src/yatzy.py.meta": json.dumps(results),
        "src/yatzy.py.spans": json.dumps({"spans": {copies[0]: (2, 6), copies[1]: (8, 12)}}),
        "mutmut-stats.json": json.dumps(stats),
        "killers.tsv": f"yatzy.{copies[1]}\ttests/test_a.py::test_a\n",
    }
    write_files(workspace, files)
    [found] = mutants_of(workspace / "src", {"yatzy.py": SOURCE}, "practice")
    return found


def test_a_change_is_found_in_its_line(tmp_path: Path) -> None:
    head = mutant(tmp_path, "dice=5", "dice=6")
    assert head.diff == ["- def __init__(self, dice=5):", "+ def __init__(self, dice=6):"]
    inside = mutant(tmp_path, "+ 1", "- 1")
    assert (inside.place, inside.function) == ("practice/yatzy.py:5", "Yatzy.__init__")
    assert (inside.diff, inside.added) == (["- + 1", "+ - 1"], ("            - 1",))


@pytest.mark.parametrize(
    ("exit_code", "status", "crashed"),
    [
        (1, KILLED, False),
        (3, KILLED, True),
        (-11, KILLED, True),
        (0, SURVIVED, False),
        (36, TIMED_OUT, False),
    ],
)
def test_a_killed_mutant_has_its_killer(
    exit_code: int, status: str, tmp_path: Path, *, crashed: bool
) -> None:
    found = mutant(tmp_path, "+ 1", "- 1", exit_code)
    assert (found.status, found.crashed) == (status, crashed)
    assert found.tests == ("tests/test_a.py::test_a", "tests/test_b.py::test_b")
    assert found.killer == ("tests/test_a.py::test_a" if status == KILLED else "")


@pytest.mark.parametrize(
    ("documents", "readers"),
    [({"a"}, {"one", "two"}), ({"b"}, {"two"}), ({"b", "read by an import"}, {"one", "two"})],
)
def test_the_readers_of_a_document_are_known(
    documents: set[str], readers: set[str], tmp_path: Path
) -> None:
    write_files(tmp_path, {DOCUMENTS: json.dumps({"one": ["a"], "two": ["a", "b"]})})
    assert readers_in(tmp_path, documents) == readers


def test_a_mutant_that_no_test_reaches_is_not_killed(tmp_path: Path) -> None:
    found = mutant(tmp_path, "+ 1", "- 1", 3, key="x_other")
    assert (found.status, found.crashed, found.killer) == (NOT_COVERED, False, "")
