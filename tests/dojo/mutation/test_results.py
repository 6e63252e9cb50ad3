"""Mutants, as data: read from the files of mutmut."""

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
ORIGINAL, COPY = f"{KEY}__mutmut_orig", f"{KEY}__mutmut_1"


META = '{"exit_code_by_key": {"yatzy.COPY": EXIT_CODE}, "durations_by_key": {}}'
STATISTICS = '{"tests_by_mangled_function_name": {"yatzy.KEY": ["test_b.py", "test_a.py"]}}'
SPANS = '{"spans": {"ORIGINAL": [2, 6], "COPY": [8, 12]}}'


def mutant(workspace: Path, old: str, new: str, exit_code: int = 0, key: str = KEY) -> Mutant:
    """Write mutmut's files for one mutant and read it. `key` is the function that tests reach."""
    original = SOURCE.replace("__init__", ORIGINAL)
    copy = SOURCE.replace(old, new).replace("__init__", COPY)
    files = {
        "src/yatzy.py": original + copy,
        "src/yatzy.py.meta": META.replace("COPY", COPY).replace("EXIT_CODE", str(exit_code)),
        "src/yatzy.py.spans": SPANS.replace("ORIGINAL", ORIGINAL).replace("COPY", COPY),
        "mutmut-stats.json": STATISTICS.replace("KEY", key),
        "killers.tsv": f"yatzy.{COPY}\ttest_a.py\n",
    }
    write_files(workspace, files)
    [found] = mutants_of(workspace / "src", {"yatzy.py": SOURCE}, "practice")
    return found


def test_a_change_in_the_head_of_a_function_is_found(tmp_path: Path):
    head = mutant(tmp_path, "dice=5", "dice=6")
    assert head.diff == ["- def __init__(self, dice=5):", "+ def __init__(self, dice=6):"]


def test_a_change_inside_of_a_statement_has_its_line(tmp_path: Path):
    inside = mutant(tmp_path, "+ 1", "- 1")
    assert (inside.place, inside.function) == ("practice/yatzy.py:5", "Yatzy.__init__")
    assert (inside.diff, inside.added) == (["- + 1", "+ - 1"], ("            - 1",))


@pytest.mark.parametrize(("exit_code", "crashed"), [(1, False), (3, True), (-11, True)])
def test_a_killed_mutant_has_its_killer(exit_code: int, tmp_path: Path, *, crashed: bool):
    found = mutant(tmp_path, "+ 1", "- 1", exit_code)
    assert (found.status, found.crashed, found.killer) == (KILLED, crashed, "test_a.py")
    assert found.tests == ("test_a.py", "test_b.py")


@pytest.mark.parametrize(("exit_code", "status"), [(0, SURVIVED), (36, TIMED_OUT)])
def test_other_mutants_have_no_killer(exit_code: int, status: str, tmp_path: Path):
    found = mutant(tmp_path, "+ 1", "- 1", exit_code)
    assert (found.status, found.crashed, found.killer) == (status, False, "")


def test_a_mutant_that_no_test_reaches_is_not_killed(tmp_path: Path):
    found = mutant(tmp_path, "+ 1", "- 1", 3, key="x_other")
    assert (found.status, found.crashed, found.killer) == (NOT_COVERED, False, "")


@pytest.mark.parametrize(
    ("document", "readers"),
    [("a", {"one", "two"}), ("b", {"two"}), ("read by an import", {"one", "two"})],
)
def test_the_readers_of_a_document_are_known(document: str, readers: set[str], tmp_path: Path):
    write_files(tmp_path, {DOCUMENTS: json.dumps({"one": ["a"], "two": ["a", "b"]})})
    assert readers_in(tmp_path, {document}) == readers
