"""Making mutants with mutmut as a library.

mutmut's operators decide what a mutant is. A mutant is a patch: a span of the source, and the text
that replaces it. Also what mutmut itself drops gets mutants: code outside of functions, decorated
functions, and default values that are more than a name, a number or a string.
"""

import os
from collections import Counter
from collections.abc import Container
from typing import NamedTuple

import libcst as cst
import libcst.matchers as m
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import MutationVisitor
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode, PragmaParseError, PragmaVisitor

from dojo.errors import WorkspaceError
from dojo.inside.swap import split_lines
from dojo.mutation.inputs import Source
from dojo.mutation.regions import Region, region_at
from dojo.mutation.results import Patch, Span


class Mutation(NamedTuple):
    """A node of mutmut's tree, with its replacement and its place.

    `is_ours`: mutmut would not make it. `is_about_code`: it is in a docstring, or in a name of the
    module that says something about it, such as `__all__`.
    """

    old: cst.CSTNode
    new: cst.CSTNode
    place: CodeRange
    is_ours: bool
    is_about_code: bool


class Visitor(MutationVisitor):
    """mutmut's visitor, which enters more functions and default values, and keeps places.

    `ours`: the outermost node that only this visitor enters, while it is inside. `about_code`: the
    same for a docstring or a name of the module. `ignored`: lines without mutants, by comments.
    """

    def __init__(self, ignored: IgnoredCode, lines: set[int]) -> None:
        super().__init__(mutation_operators, ignored, lines)
        self.ignored = ignored.no_mutate_lines | ignored.ignore_node_lines
        self.ours: cst.CSTNode | None = None
        self.about_code: cst.CSTNode | None = None
        self.module_names: list[cst.CSTNode] = []
        self.found: list[Mutation] = []

    def on_visit(self, node: cst.CSTNode) -> bool:
        """Visit a node as mutmut does. Until it is left, mutations in a docstring are marked."""
        if isinstance(node, cst.Module):
            self.module_names = [each for each in node.body if sets_module_name(each)]
        is_text = isinstance(node, cst.Expr) and isinstance(node.value, cst.BaseString)
        if is_text or node in self.module_names:
            self.about_code = node
        return super().on_visit(node)

    def on_leave(self, original_node: cst.CSTNode) -> None:
        super().on_leave(original_node)
        if original_node is self.ours:
            self.ours = None
        if original_node is self.about_code:
            self.about_code = None

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        """Return whether to skip a node. Functions and parameters are only skipped by a comment.

        The ones that mutmut would skip, with all that is in them, are `ours`.
        """
        if not super()._skip_node_and_children(node):
            return False
        place = self.get_metadata(PositionProvider, node, None)
        is_ignored = place is None or place.start.line in self.ignored
        if is_ignored or not isinstance(node, cst.FunctionDef | cst.Param):
            return True
        if self.ours is None:
            self.ours = node
        return False

    def _create_mutations(self, node: cst.CSTNode) -> None:
        """Have mutmut mutate a node, and note these mutations with their place.

        mutmut adds them to one list of the whole file, which is emptied before.
        """
        self.mutations.clear()
        super()._create_mutations(node)
        place = self.get_metadata(PositionProvider, node, None)
        if place is None:
            return
        for each in self.mutations:
            is_ours = self.ours is not None
            is_about_code = self.about_code is not None
            mutation = Mutation(
                each.original_node, each.mutated_node, place, is_ours, is_about_code
            )
            self.found.append(mutation)


def sets_module_name(statement: cst.CSTNode) -> bool:
    """Return whether a statement sets `__all__`, `__version__` or the like."""
    names = m.Name(m.MatchRegex(r"__\w+__"))
    assignment = m.Assign([m.AssignTarget(names)]) | m.AnnAssign(names) | m.AugAssign(names)
    return m.matches(statement, m.SimpleStatementLine([assignment]))


def make_patches(source: Source, module: str, chosen: Container[str]) -> dict[str, list[Patch]]:
    """Return the patches of the chosen regions of a source. `module`: its name for mutmut.

    Raises WorkspaceError if a comment for mutmut is wrong.
    """
    found: dict[str, list[Patch]] = {}
    lines: set[int] = set()
    for name, region in source.named_regions().items():
        if name in chosen:
            found[name] = []
            lines.update(range(region.first, region.last + 1))
    if not lines:
        return found
    counts: Counter[str] = Counter()
    tree, mutations = _mutations_in(source, lines)
    for mutation in mutations:
        around = region_at(source.regions, mutation.place.start.line)
        if around is None:
            continue
        name = f"{source.path}::{around.key}"
        if name not in found:
            continue
        stem = f"{module}.{around.key}__dojo"
        if around.is_direct and "@" not in around.key and not mutation.is_ours:
            stem = f"{module}.{_mutmut_key(around)}__mutmut"
        counts[stem] += 1
        if mutation.is_about_code:
            continue
        span, new = _patch_of(source.lines, tree, mutation)
        position = span[:2]
        first = around.first
        relative = (span[0] - first, span[1], span[2] - first, span[3])
        at_import = around.runs_at_import(position)
        patch = Patch(f"{stem}_{counts[stem]}", name, relative, new, at_import)
        found[name].append(patch)
    return found


def _mutations_in(source: Source, lines: set[int]) -> tuple[cst.Module, list[Mutation]]:
    """Return the parsed source, and the mutations of some lines."""
    tree = cst.parse_module(source.text)
    wrapper = MetadataWrapper(tree, unsafe_skip_copy=True)
    pragmas = PragmaVisitor(source.path)
    try:
        wrapper.visit(pragmas)
    except PragmaParseError as error:
        raise WorkspaceError(str(error)) from None
    ignored = IgnoredCode(pragmas.no_mutate_lines, pragmas.ignore_node_lines, set())
    visitor = Visitor(ignored, lines)
    wrapper.visit(visitor)
    return tree, visitor.found


def _mutmut_key(region: Region) -> str:
    """Return mutmut's name of a function."""
    if len(region.names) > 1:
        return f"xǁ{'ǁ'.join(region.names)}"
    return f"x_{region.names[0]}"


def _patch_of(source: list[str], tree: cst.Module, mutation: Mutation) -> tuple[Span, str]:
    """Return the smallest span that differs, and its new text.

    libcst renders a node without the indentation of its block, so the lines of a node may be
    shorter than those of the source.
    """
    place = mutation.place
    start, end = place.start, place.end
    real = source[start.line - 1 : end.line]
    real[-1] = real[-1][: end.column]
    real[0] = real[0][start.column :]
    old, new = _render(tree, mutation)
    if old.strip() == "".join(real):  # operators are rendered with the spaces around them
        old = old.strip()
        new = new.strip()
    rendered = split_lines(old)
    is_same = len(real) == len(rendered) and all(map(str.endswith, real, rendered))
    if not is_same:
        return (start.line, start.column, end.line, end.column), new
    before = _shared_start(old, new)
    shortest = min(len(old), len(new)) - before
    behind = _shared_start(old[::-1], new[::-1])
    behind = min(behind, shortest)
    indents = [text[: len(text) - len(line)] for text, line in zip(real, rendered, strict=True)]
    first = _position(rendered, before, indents)
    last = _position(rendered, len(old) - behind, indents)
    if first[0] == 0:
        first = (0, first[1] + start.column)
    if last[0] == 0:
        last = (0, last[1] + start.column)
    inserted = new[before : len(new) - behind].replace("\n", f"\n{indents[-1]}")
    span = (start.line + first[0], first[1], start.line + last[0], last[1])
    return span, inserted


def _render(tree: cst.Module, mutation: Mutation) -> tuple[str, str]:
    """Return the code of both nodes, without parentheses, which their place does not include."""
    nodes = [mutation.old, mutation.new]
    parentheses = getattr(mutation.old, "lpar", ())
    if parentheses:
        nodes = [
            node.with_changes(lpar=(), rpar=())
            if getattr(node, "lpar", ()) == parentheses
            else node
            for node in nodes
        ]
    old, new = (tree.code_for_node(node).rstrip("\r\n") for node in nodes)
    return old, new


def _shared_start(old: str, new: str) -> int:
    return len(os.path.commonprefix([old, new]))  # noqa: RUF071 - letters are meant


def _position(rendered: list[str], offset: int, indents: list[str]) -> tuple[int, int]:
    """Return the line of an offset in rendered lines, from 0 on, and its column in the source."""
    number = 0
    while number < len(rendered) - 1 and offset >= len(rendered[number]):
        offset -= len(rendered[number])
        number += 1
    return number, offset + len(indents[number])
