"""A mutant made by our own way to replace a node is the one that mutmut's makes."""

import sys

import pytest

from tests.dojo.small_kata import WORKSPACE

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from libcst import Module
from mutmut.mutation.file_mutation import ChildReplacementTransformer, create_mutations

from dojo.mutation.replacing import replace_once


def test_every_fifth_mutant_of_the_clean_scoring_is_the_same() -> None:
    source = (WORKSPACE / "refactored/scoring.py").read_text(encoding="utf-8")
    _, mutations, _, _ = create_mutations("scoring.py", source, None)
    mutated = [each for each in mutations if each.contained_by_top_level_function is not None]
    assert len(mutated) > 50
    code = Module([]).code_for_node
    for each in mutated[::5]:
        function, old, new = each.contained_by_top_level_function, each.original_node, each.mutated_node
        assert code(replace_once(function, old, new)) == code(function.visit(ChildReplacementTransformer(old, new)))
