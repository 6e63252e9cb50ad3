"""Mutants, as data: read from what mutmut leaves behind."""

import json
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from mutmut.mutation.data import LineSpan, MutantLineSpans, SourceFileMutationData

from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Mutant, mutants_of, sources_below

SOURCE = """class Yatzy:
    def __init__(self, dice=5):
        self.dice = (
            dice
            + 1
        )
"""
KEY = "xǁYatzyǁ__init__"


def mutant(workspace: Path, old: str, new: str, exit_code: int = 0) -> Mutant:
    """Lay out what mutmut leaves of one mutant, as far as it is read, and read it."""
    copies = [f"{KEY}__mutmut_orig", f"{KEY}__mutmut_1"]
    original, changed = SOURCE.removeprefix("class Yatzy:\n"), SOURCE.removeprefix("class Yatzy:\n").replace(old, new)
    texts = [text.replace("__init__", copy, 1) for text, copy in zip([original, changed], copies, strict=True)]
    stats = {"tests_by_mangled_function_name": {f"yatzy.{KEY}": ["tests/test_b.py::test_b", "tests/test_a.py::test_a"]}}
    files = {
        "src/yatzy.py": SOURCE,
        "mutants/src/yatzy.py": "class Yatzy:\n" + "".join(texts),
        "mutants/mutmut-stats.json": json.dumps(stats),
        "mutants/killers.tsv": f"yatzy.{copies[1]}\ttests/test_a.py::test_a\n",
    }
    for name, text in files.items():
        (workspace / name).parent.mkdir(parents=True, exist_ok=True)
        (workspace / name).write_text(text, encoding="utf-8")
    generated = workspace / "mutants/src/yatzy.py"
    MutantLineSpans(
        path=generated, span_by_function_name={copies[0]: LineSpan(2, 6), copies[1]: LineSpan(7, 11)}
    ).save()
    results = SourceFileMutationData(path=generated)
    results.exit_code_by_key = {f"yatzy.{copies[1]}": exit_code}
    results.save()
    [found] = mutants_of(workspace / "mutants", sources_below(workspace, "src"))
    return found


def test_a_change_is_found_in_its_line_of_the_function_under_its_own_name(tmp_path: Path) -> None:
    head = mutant(tmp_path, "dice=5", "dice=6")
    assert head.diff == ["- def __init__(self, dice=5):", "+ def __init__(self, dice=6):"]
    inside = mutant(tmp_path, "+ 1", "- 1")
    assert (inside.place, inside.removed) == ("src/yatzy.py:5 Yatzy.__init__", ("+ 1",))


@pytest.mark.parametrize(
    ("exit_code", "outcome", "crashed"),
    [(1, KILLED, False), (3, KILLED, True), (-11, KILLED, True), (0, SURVIVED, False), (36, TIMED_OUT, False)],
)
def test_killed_by_an_assertion_and_by_a_crash_are_told_apart(
    exit_code: int, outcome: str, tmp_path: Path, *, crashed: bool
) -> None:
    found = mutant(tmp_path, "+ 1", "- 1", exit_code)
    assert (found.outcome, found.crashed) == (outcome, crashed)


def test_the_tests_that_reach_it_and_its_killer_are_known_if_there_are_notes(tmp_path: Path) -> None:
    found = mutant(tmp_path, "+ 1", "- 1")
    assert (found.tests, found.killer) == (
        ("tests/test_a.py::test_a", "tests/test_b.py::test_b"),
        "tests/test_a.py::test_a",
    )
    (tmp_path / "mutants/mutmut-stats.json").unlink()
    (tmp_path / "mutants/killers.tsv").unlink()
    [found] = mutants_of(tmp_path / "mutants", sources_below(tmp_path, "src"))
    assert (found.tests, found.killer) == ((), "")
