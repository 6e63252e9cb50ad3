"""The part of a function that matters for a run through one place of it.

place: some lines, of one statement. A run that comes to a place was in no branch that ends in a return or an error,
for then it would not have come. Nor is it, before or after, in the other branch of an `if` that it came through, as
long as no loop is around it. Such branches stand as a bare return, whatever they do. What comes behind the place is
left out if its own branch always ends before.
"""

import ast
from collections.abc import Iterator, Sequence

ENDED: list[ast.stmt] = [ast.Return()]
# What says more about the rest of a function than the names that it assigns.
SAY_MORE = (
    *(ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.Match),
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ExceptHandler),
)


def slice_through(body: Sequence[ast.stmt], place: range) -> list[ast.stmt]:
    """Return the statements of a function's body that matter for a run through a place; all, where that is not sure."""
    if not any(_has(statement, place) for statement in body):
        return list(body)
    kept = list(_through(body, place))
    return list(body) if _means_another(body, kept) else kept


def _through(body: Sequence[ast.stmt], place: range) -> Iterator[ast.stmt]:
    """Return what matters of a block that has the place, outside of any loop."""
    for number, statement in enumerate(body):
        if not _has(statement, place):
            yield _before(statement)
            continue
        inner = _branches(statement, place) if isinstance(statement, ast.If) else None
        yield inner or statement
        if not (inner and _always_ends([inner])):
            yield from body[number + 1 :]
        return


def _branches(statement: ast.If, place: range) -> ast.If | None:
    """Return an `if` with the branch that has the place, as far as that matters; None if it is in its condition."""
    if place.start <= (statement.test.end_lineno or place.start):
        return None
    if any(_has(each, place) for each in statement.body):
        return ast.If(statement.test, list(_through(statement.body, place)), ENDED)
    if any(_has(each, place) for each in statement.orelse):
        return ast.If(statement.test, ENDED, list(_through(statement.orelse, place)))
    return None


def _before(statement: ast.stmt) -> ast.stmt:
    """Return a statement as a run sees it that goes on to a place behind it."""
    if not isinstance(statement, ast.If):
        return statement
    body, orelse = (
        ENDED if _always_ends(each) else [_before(inner) for inner in each]
        for each in (statement.body, statement.orelse)
    )
    return ast.If(statement.test, body, orelse)


def _always_ends(body: Sequence[ast.stmt]) -> bool:
    last = body[-1] if body else None
    if isinstance(last, ast.If):
        return _always_ends(last.body) and _always_ends(last.orelse)
    return isinstance(last, ast.Return | ast.Raise)


def _has(statement: ast.stmt, place: range) -> bool:
    return statement.lineno <= place.start and place.stop - 1 <= (statement.end_lineno or statement.lineno)


def _means_another(body: Sequence[ast.stmt], kept: Sequence[ast.stmt]) -> bool:
    """Tell whether what was left out may change what a name is in the rest, or what kind of function it is."""
    whole, rest = _nodes(body), _nodes(kept)
    bound = _names(rest, (ast.Store, ast.Del))
    elsewhere = _names(whole, (ast.Store, ast.Del)) - bound
    return any(isinstance(node, SAY_MORE) for node in whole) or bool(elsewhere & _names(rest, (ast.Load,)))


def _nodes(body: Sequence[ast.stmt]) -> list[ast.AST]:
    return [node for statement in body for node in ast.walk(statement)]


def _names(nodes: list[ast.AST], uses: tuple[type[ast.expr_context], ...]) -> set[str]:
    return {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, uses)}
