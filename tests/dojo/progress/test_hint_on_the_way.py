"""Hints on states of the worked way itself, as it is in the kata: a few of them, from the first to the last."""

import ast
from functools import cache

import pytest

from dojo.kata import LAST, states, tangle, worked_steps
from dojo.practice import Choices, Practice
from dojo.progress import Hint, next_hint
from dojo.progress.statements import functions_by_piece, functions_of_file
from dojo.progress.taken import State
from tests.dojo.small_kata import WORKSPACE

STEPS = worked_steps(WORKSPACE) if (WORKSPACE / "worked").is_dir() else []
NUMBERS = [*range(0, len(STEPS), 1 + len(STEPS) // 5), len(STEPS)]
pytestmark = pytest.mark.skipif(not STEPS, reason="there is no worked way yet")
PRACTICE = Practice(WORKSPACE, Choices(LAST.number, blind=False))


class InOtherWords(ast.NodeTransformer):
    """Calls the local names of a function by other names."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
        stored = {each.id for each in names if isinstance(each.ctx, ast.Store)}
        for each in names:
            if each.id in stored:
                each.id += "_of_mine"
        return node


@cache
def walked() -> list[State]:
    """Return every state of the way."""
    return list(states({"yatzy.py": tangle(WORKSPACE, LAST)}, STEPS))


def hinted(state: State) -> Hint | None:
    return next_hint(PRACTICE, [each for file, text in state.items() for each in functions_of_file(file, text)])


@pytest.mark.parametrize("number", NUMBERS)
def test_the_hint_is_a_step_that_is_to_come(number: int) -> None:
    found = hinted(walked()[number])
    assert (found is None) == (number == len(STEPS))
    assert found is None or found.step.number > number


@pytest.mark.parametrize("number", NUMBERS)
def test_it_is_the_same_in_other_words(number: int) -> None:
    state = {file: ast.unparse(InOtherWords().visit(ast.parse(text))) for file, text in walked()[number].items()}
    found, other = hinted(walked()[number]), hinted(state)
    are_about_names = found is not None and found.step.refactoring == "Rename Variable"
    assert are_about_names or (found and found.step) == (other and other.step)


@pytest.mark.parametrize("number", NUMBERS)
def test_a_file_has_the_same_functions_piece_by_piece(number: int) -> None:
    for file, text in walked()[number].items():
        pieces, whole = (
            [(each.key, each.exact) for each in found(file, text)] for found in (functions_by_piece, functions_of_file)
        )
        assert pieces == whole
