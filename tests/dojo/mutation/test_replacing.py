"""Mutants made by our own way to replace a node are those that mutmut's makes."""

import sys

import pytest

from tests.dojo.small_kata import WORKSPACE

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from libcst import CSTNode
from mutmut.mutation import file_mutation
from mutmut.mutation.file_mutation import ChildReplacementTransformer, mutate_file_contents

from dojo.mutation.replacing import replace_once


def replace_as_mutmut(tree: CSTNode, old: CSTNode, new: CSTNode) -> object:
    return tree.visit(ChildReplacementTransformer(old, new))


def test_the_mutants_of_the_clean_scorecard_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (WORKSPACE / "refactored/scorecard.py").read_text(encoding="utf-8")
    made = []
    for way in (replace_once, replace_as_mutmut):
        monkeypatch.setattr(file_mutation, "deep_replace", way)
        made.append(mutate_file_contents("scorecard.py", source))
    ours, theirs = made
    assert ours.code == theirs.code
    assert len(ours.mutant_names) > 50
