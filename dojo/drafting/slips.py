"""Drafting slips: mistakes of refactorings, and mutants that a weaker set of calls misses."""

import ast
import re
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from dojo.drafting.exploring import explore
from dojo.drafting.grading import text_of_mutant
from dojo.drafting.scenarios import level_of
from dojo.files import read_text
from dojo.inside.swap import split_lines
from dojo.kata.description import read_kata
from dojo.mutation.results import KILLED, Mutant
from dojo.source import parse_source

MAX_SLIPS = 5
MAX_SLIPS_PER_MISTAKE = 2
MAX_MUTANTS = 60  # killed ones, evenly chosen
TODO = "TODO: tell in one sentence what goes wrong for a user. Drafted: {mistake}, line {line}."
MOVED_BOUNDARY = "a boundary moved while extracting"
SWAPPED = "two arguments swapped while renaming"
LOST_DEFAULT = "a default lost while changing a signature"
LOST_GUARD = "a special case lost while simplifying conditions"
WEAKER = "a change that a weaker set of tests misses"
MOVED = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt}


class DraftedSlip(NamedTuple):
    """A changed tangle, the mistake in it, and the first line that differs."""

    mistake: str
    line: int
    text: str


def draft_slips(workspace: Path, mutants: Sequence[Mutant]) -> list[Path]:
    """Write slips that tests can notice, first the ones that a weaker set of calls misses.

    `mutants`: those of the tangle. Returns the patches.
    """
    kata = read_kata(workspace)
    text = read_text(workspace / kata.tangle)
    drafts = [*mistakes_in(text)]
    killed = [mutant for mutant in mutants if mutant.status == KILLED]
    for mutant in killed[:: len(killed) // MAX_MUTANTS + 1]:
        drafts.append(DraftedSlip(WEAKER, mutant.line, text_of_mutant(text, mutant)))
    versions = {str(number): draft.text for number, draft in enumerate(drafts)}
    findings = explore(workspace / kata.tangle, versions=versions)
    noticed = sorted(findings.found, key=lambda name: (name not in findings.missed, int(name)))
    chosen: dict[str, DraftedSlip] = {}
    for name in noticed:
        draft = drafts[int(name)]
        number = sum(each.mistake == draft.mistake for each in chosen.values())
        if len(chosen) < MAX_SLIPS and number < MAX_SLIPS_PER_MISTAKE and draft.text not in chosen:
            chosen[draft.text] = draft
    return [_write(workspace, text, draft) for draft in chosen.values()]


def _write(workspace: Path, text: str, draft: DraftedSlip) -> Path:
    """Write a slip as a patch of the tangle into the folder of its level, and return the file.

    The level is the lowest that has the changed line. The author of the kata replaces the TODO
    above the patch by the story of the slip.
    """
    kata = read_kata(workspace)
    level = level_of(workspace, [draft.line])
    folder = workspace / kata.slips / f"level{level.number}"
    folder.mkdir(parents=True, exist_ok=True)
    name = "-".join(re.findall(r"\w+", draft.mistake)[:3])
    path = folder / f"{next_number(folder):03}-{name}.patch"
    old = text.splitlines(keepends=True)
    new = draft.text.splitlines(keepends=True)
    diff = unified_diff(old, new, f"a/{kata.tangle}", f"b/{kata.tangle}")
    header = f"diff --git a/{kata.tangle} b/{kata.tangle}\n"
    story = TODO.format(mistake=draft.mistake, line=draft.line)
    path.write_text(f"{story}\n\n{header}{''.join(diff)}", encoding="utf-8", newline="\n")
    return path


def next_number(folder: Path) -> int:
    """Return the number after the highest in a folder. Slips before it may be deleted."""
    numbers = [int(file.name.partition("-")[0]) for file in folder.glob("[0-9]*-*.patch")]
    return max(numbers, default=0) + 1


def mistakes_in(text: str) -> Iterator[DraftedSlip]:
    """Yield mistakes of the catalogue of refactorings, each in one place of a tangle."""
    tree = parse_source(text)
    own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left, [operator], [right]) if type(operator) in MOVED:
                moved = ast.Compare(left, [MOVED[type(operator)]()], [right])
                yield _replaced(text, node, ast.unparse(moved), MOVED_BOUNDARY)
            case ast.Call(func=function, args=[first, second, *_]) if _name(function) in own:
                swapped = ast.unparse(node).replace(
                    f"{ast.unparse(first)}, {ast.unparse(second)}",
                    f"{ast.unparse(second)}, {ast.unparse(first)}",
                    1,
                )
                yield _replaced(text, node, swapped, SWAPPED)
            case ast.FunctionDef(args=ast.arguments(defaults=[*_, ast.Constant() as last])):
                yield _replaced(text, last, repr(not last.value), LOST_DEFAULT)
            case ast.If(body=[ast.Return()], orelse=[]):
                yield _replaced(text, node.test, "False", LOST_GUARD)


def _name(function: ast.expr) -> str:
    return ast.unparse(function).rpartition(".")[2]


def _replaced(text: str, node: ast.expr, new: str, mistake: str) -> DraftedSlip:
    lines = split_lines(text)
    first = node.lineno - 1
    last = (node.end_lineno or node.lineno) - 1
    before = lines[first].encode()[: node.col_offset].decode()
    after = lines[last].encode()[node.end_col_offset :].decode()
    lines[first : last + 1] = [before + new + after]
    return DraftedSlip(mistake, node.lineno, "".join(lines))
