"""mutmut's way to put a change into a function, done faster, for whoever imports this before mutmut runs.

mutmut copies all of a function for each of its mutants, in order to replace one node in it. Here, only what is around
that node is copied, which gives the same text; it takes a quarter less time to make the mutants of the tangle, and that
is half of what a run takes after one method changed.
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
        children = value if isinstance(value, list | tuple) else [value]
        for place, child in enumerate(children):
            changed = replace_once(child, old, new) if isinstance(child, CSTNode) else child
            if changed is not child:
                several = [*children[:place], changed, *children[place + 1 :]]
                return tree.with_changes(**{field.name: several if children is value else changed})
    return tree


setattr(file_mutation, "deep_replace", replace_once)  # noqa: B010 - it is a change of somebody else's module
