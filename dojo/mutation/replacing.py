"""mutmut's way to put a change into a function, done faster, for whoever imports this before mutmut runs.

mutmut copies all of a function for each of its mutants, in order to replace one node in it. Here, only what is around
that node is copied, which gives the same text; it takes nearly a third less time to make the mutants of the tangle.
"""

from dataclasses import fields

from libcst import CSTNode
from mutmut.mutation import file_mutation


def replace_once(tree: CSTNode, old: CSTNode, new: CSTNode) -> CSTNode:
    """Return a tree with a node in the place of another, which is in it once."""
    if tree is old:
        return new
    for field in fields(tree):
        value = getattr(tree, field.name)
        changed = _replace_in(value, old, new)
        if changed is not value:
            return tree.with_changes(**{field.name: changed})
    return tree


def _replace_in(value: object, old: CSTNode, new: CSTNode) -> object:
    """Replace a node in a child, or in several; what it is not in comes back as it is."""
    if isinstance(value, CSTNode):
        return replace_once(value, old, new)
    if not isinstance(value, list | tuple):
        return value
    for place, child in enumerate(value):
        changed = _replace_in(child, old, new)
        if changed is not child:
            return [*value[:place], changed, *value[place + 1 :]]
    return value


setattr(file_mutation, "deep_replace", replace_once)  # noqa: B010 - it is a change of somebody else's module
