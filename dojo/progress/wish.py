"""What a wish took in a practice: the files and functions that are not as they were before it.

wish: a change of behaviour that somebody asks for; it is on record once a document of the practice was approved for it.
before: the last green check before that approval, or the start; refactorings up to then made room, and do not count.
function: one that stands in no other, by its file and its name; comments and layout make no difference to it.
"""

import ast
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from dojo.errors import WrongUsageError
from dojo.kata import git_in
from dojo.practice import CHECKS, GitError, Practice, Repository, parsed, read_story
from dojo.progress.metrics import State, code_of

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Wish(NamedTuple):
    """What a wish took since a commit: files, and functions that changed, came in, and went."""

    since: str
    files: int
    changed: int
    new: int
    gone: int


def wish_of(practice: Practice, now: State, since: str | None) -> Wish | None:
    """Return what differs since a commit, WrongUsageError if none, or since before the wish, None if none is known."""
    repository = Repository(practice.folder)
    named = None if since is None else repository.commit_named(since)
    if since is not None and named is None:
        raise WrongUsageError(
            f"There is no commit {since!r} in {practice.name}/. `{git_in(practice.folder)} log` lists them."
        )
    with suppress(GitError):
        commit = named or _before(practice, repository)
        if commit is not None:
            return _wish(repository, commit, now)
    return None


def _before(practice: Practice, repository: Repository) -> str | None:
    """Return the state before the first approval; None when nothing was ever approved."""
    documents = practice.own_documents
    approved = [each for each in repository.history(CHECKS) if documents.name in each.tree]
    if not approved and not any(documents.glob("*")):
        return None
    before = read_story(repository, f"{approved[-1].id}^" if approved else CHECKS)
    green = [each.snapshot for each in before.checks if each.green]
    if green:
        return green[-1]
    [*_, first] = repository.history("HEAD")
    return str(first.id)


def _wish(repository: Repository, commit: str, now: State) -> Wish:
    before = code_of(repository.files(commit))
    files = [path for path in before | now if before.get(path, "").splitlines() != now.get(path, "").splitlines()]
    old, new = _functions(before), _functions(now)
    in_both = old.keys() & new.keys()
    changed = [place for place in in_both if old[place] != new[place]]
    return Wish(
        repository.short_name(commit),
        files=len(files),
        changed=len(changed),
        new=len(new) - len(in_both),
        gone=len(old) - len(in_both),
    )


def _functions(code: State) -> dict[tuple[str, str], str]:
    """Return what each function says, by its file and its name; functions of one name say it together."""
    found: dict[tuple[str, str], str] = {}
    for path, text in code.items():
        tree = parsed(text)
        functions = _named(tree) if tree else []
        for name, function in functions:
            place = path, name
            found[place] = found.get(place, "") + ast.dump(function)
    return found


def _named(node: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Return the functions in a node, by their names with those of the classes around them."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield f"{prefix}{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _named(child, f"{prefix}{child.name}.")
        else:
            yield from _named(child, prefix)
