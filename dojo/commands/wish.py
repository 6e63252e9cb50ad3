"""What the last approval took in a practice, a customer's wish or a bug; or what differs since a commit.

It took the files and functions that differ between the last green check that went by other documents, or the start,
and the first that went by these: refactorings before and after it do not count.
function: one that stands in no other, by its file and its name; comments and layout make no difference to it.
"""

import ast
from collections import defaultdict
from contextlib import suppress
from itertools import groupby
from typing import NamedTuple

from dojo.errors import WrongUsageError
from dojo.kata import git_in
from dojo.practice.model import Practice
from dojo.practice.snapshots import GitError, Repository
from dojo.practice.story import Story
from dojo.progress.definitions import UNREADABLE, definitions_of
from dojo.progress.measures import State, code_of


class Wish(NamedTuple):
    """What differs from a commit to another, or to now: files, and functions that changed, came in, and went."""

    since: str
    until: str | None
    files: int
    changed: int
    new: int
    gone: int


def wish_of(practice: Practice, story: Story, now: State, since: str | None) -> Wish | None:
    """Return what differs since a commit, WrongUsageError if none, or what the last approval took, None without one."""
    repository = Repository(practice.folder)
    named = None if since is None else repository.commit_named(since)
    if since is not None and named is None:
        raise WrongUsageError(
            f"There is no commit {since!r} in {practice.name}/. `{git_in(practice.folder)} log` lists them."
        )
    start, end = (named, None) if named else _last_approval(story)
    if not start:
        return None
    with suppress(GitError):
        return _wish(repository, start, end, code_of(repository.files(end)) if end else now)
    return None


def _last_approval(story: Story) -> tuple[str | None, str | None]:
    """Return the states before and after the last approval; None where nothing is approved."""
    green = [each for each in story.checks if each.green]
    runs = [list(run) for _, run in groupby(green, key=lambda each: each.approved)]
    if not runs or not any(runs[-1][0].approved):
        return None, None
    return runs[-2][-1].snapshot if len(runs) > 1 else story.begun, runs[-1][0].snapshot


def _wish(repository: Repository, start: str, end: str | None, after: State) -> Wish:
    before = code_of(repository.files(start))
    files = [path for path in before | after if before.get(path, "").splitlines() != after.get(path, "").splitlines()]
    old, new = _functions(before), _functions(after)
    in_both = old.keys() & new.keys()
    changed = [place for place in in_both if old[place] != new[place]]
    return Wish(
        repository.short_name(start),
        end and repository.short_name(end),
        files=len(files),
        changed=len(changed),
        new=len(new) - len(in_both),
        gone=len(old) - len(in_both),
    )


def _functions(code: State) -> dict[tuple[str, str], str]:
    """Return what each function says, by its file and its name; functions of one name say it together."""
    found: dict[tuple[str, str], str] = defaultdict(str)
    for path, text in code.items():
        with suppress(*UNREADABLE):
            for each in definitions_of(text):
                if not each.is_class:
                    found[path, each.name] += ast.dump(each.node)
    return found
