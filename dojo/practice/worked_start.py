"""A practice that begins on the worked way: its history is the way up to there, a commit for each step.

The part of the tangle that no scenario of the practice's level guards is cut away in each state. A step that changes
nothing else leaves an empty commit: the history has a commit for each.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from dojo.errors import WrongUsageError
from dojo.kata import LAST, Level, Step, cut, letter_of, states, tangle
from dojo.practice.snapshots import Repository

FIRST = "yatzy.py"
PACKAGED = "yatzy/yatzy.py"  # class Yatzy, once a step has made a package of it


def steps_up_to(steps: list[Step], number: int) -> list[Step]:
    """Return the steps up to this one; WrongUsageError when there is none of this number, or it is a red one."""
    if not 0 <= number <= len(steps):
        raise WrongUsageError(f"--at {number}: the worked way has steps 1 to {len(steps)}; 0 is the tangle.")
    if number and steps[number - 1].is_red:
        raise WrongUsageError(
            f"Step {number} falls into a trap, and is red. Step {number + 1} reverts it: --at {number + 1}."
        )
    return steps[:number]


def states_within(workspace: Path, steps: Sequence[Step], level: Level) -> Iterator[dict[str, str]]:
    """Return the first state, and that after each step, as far as a level goes."""
    for state in states({FIRST: tangle(workspace, LAST)}, steps):
        yield {path: cut(text, level) for path, text in state.items()}


def class_after(steps: Sequence[Step]) -> str:
    """Return the file that class Yatzy is in after these steps."""
    return PACKAGED if any(f" b/{PACKAGED}\n" in step.diff for step in steps) else FIRST


def commit_steps(repository: Repository, workspace: Path, steps: Sequence[Step], level: Level) -> None:
    """Commit each step upon the tangle, which is committed, and have the files as the last one leaves them."""
    branch = repository.git("symbolic-ref", "HEAD")
    commits = [f"reset {branch}\nfrom {repository.git('rev-parse', 'HEAD')}\n\n"]
    states = pairwise(states_within(workspace, steps, level))
    for step, (before, after) in zip(steps, states, strict=True):
        commits += [_heading(branch, step), *_changes(before, after)]
    repository.git_bytes("fast-import", "--quiet", given="".join(commits).encode())
    repository.git("reset", "--quiet", "--hard")


def _heading(branch: str, step: Step) -> str:
    """Return what `git fast-import` reads of a commit first: who made it, when, and its message."""
    author, when, words = letter_of(step)
    return f"commit {branch}\nauthor {author} {when}\ncommitter {author} {when}\n{_data(words)}"


def _changes(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    """Return what it reads of the files that a commit removes or writes."""
    yield from (f"D {path}\n" for path in before if path not in after)
    for path, text in after.items():
        if before.get(path) != text:
            yield f"M 100644 inline {path}\n{_data(text)}"


def _data(text: str) -> str:
    return f"data {len(text.encode())}\n{text}\n"
