"""Mutants, as data: the lines that they change, and their results."""

import pytest

from dojo.inside.swap import split_lines
from dojo.mutation.inputs import Inputs, Source
from dojo.mutation.kept import CoveredTest, Kept, mutants_of
from dojo.mutation.make import make_patches
from dojo.mutation.regions import regions_of
from dojo.mutation.results import KILLED, PENDING, SURVIVED, Mutant, Result
from tests.dojo.practising import MOMENT

SOURCE = """class Yatzy:
    PAYS = 7

    def __init__(self, dice=5):
        self.dice = (
            dice
            + 1
        )


__all__ = ["Yatzy"]
__version__: str = "1.0"
"""
PATH = "practice/yatzy.py"
REGION = f"{PATH}::Yatzy.__init__"
TEST = "tests/test_a.py::test_a"


def mutants(result: Result | None = None, reached: str = REGION) -> list[Mutant]:
    """Return all mutants of the source, with the same result."""
    source = Source(PATH, "utf-8", split_lines(SOURCE), regions_of(SOURCE))
    made = make_patches(source, "yatzy", source.named_regions())
    results: dict[str, Result] = {}
    for patches in made.values():
        results |= {patch.name: result for patch in patches if result}
    kept = Kept(
        inputs=Inputs({}, frozenset()),
        moment=MOMENT,
        sources={PATH: SOURCE},
        patches=made,
        results=results,
        tests={TEST: CoveredTest({reached}, set(), 0.1, 0.1)},
        imported={PATH},
    )
    return mutants_of(kept)


def mutant(added: str, result: Result | None = None) -> Mutant:
    """Return the mutant that has a line."""
    [found] = [each for each in mutants(result) if each.diff[-1] == f"+ {added}"]
    return found


def test_a_change_in_the_head_of_a_function_runs_at_import():
    head = mutant("def __init__(self, dice=6):")
    assert head.diff[0] == "- def __init__(self, dice=5):"
    assert (head.function, head.at_import) == ("Yatzy.__init__", True)


def test_a_change_in_the_body_of_a_class_runs_at_import():
    pays = mutant("PAYS = 8")
    assert (pays.function, pays.at_import, pays.tests) == ("Yatzy", True, (TEST,))


def test_a_change_inside_of_a_statement_has_its_line():
    inside = mutant("+ 2")
    assert (inside.place, inside.function) == ("practice/yatzy.py:7", "Yatzy.__init__")
    assert (inside.diff, inside.added) == (["- + 1", "+ + 2"], ("            + 2",))
    assert not inside.at_import


def test_a_mutant_has_its_result():
    killed = mutant("+ 2", Result(KILLED, 0.5, TEST, crashed=True, out_of_memory=True))
    assert (killed.status, killed.killer, killed.seconds) == (KILLED, TEST, 0.5)
    assert (killed.crashed, killed.out_of_memory) == (True, True)


def test_a_mutant_without_a_result_is_pending():
    assert mutant("+ 2").status == PENDING


@pytest.mark.parametrize(("reached", "tests"), [(REGION, (TEST,)), (f"{PATH}::other", ())])
def test_a_mutant_has_the_tests_that_call_its_function(reached: str, tests: tuple[str, ...]):
    [inside] = [each for each in mutants(Result(SURVIVED), reached) if each.line == 7]
    assert inside.tests == tests


def test_names_about_the_module_have_no_mutants():
    assert not any("__all__" in each.diff[0] or "1.0" in each.diff[0] for each in mutants())
