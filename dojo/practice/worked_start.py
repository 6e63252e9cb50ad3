"""A practice that begins on the worked way: its history is the way up to there, a commit for each step.

The part of the tangle that no scenario of the practice's level guards is cut away in each state. A step that changes
nothing else leaves an empty commit: the history has a commit for each.
"""

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from dojo.errors import WrongUsageError
from dojo.kata import LAST, Level, Step, cut, letter_of, states, tangle
from dojo.practice.snapshots import Repository, signature

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


def class_after(steps: Sequence[Step]) -> str:
    """Return the file that class Yatzy is in after these steps."""
    return PACKAGED if any(f" b/{PACKAGED}\n" in step.diff for step in steps) else FIRST


def commit_steps(repository: Repository, workspace: Path, steps: Sequence[Step], level: Level) -> None:
    """Commit each step upon the tangle, which is committed, and have the files as the last one leaves them."""
    import pygit2

    git = repository.git
    commit = git[git.head.target].peel(pygit2.Commit)
    index = pygit2.Index()
    for step, state in zip(steps, islice(states({FIRST: tangle(workspace, LAST)}, steps), 1, None), strict=True):
        index.read_tree(git[git.head.target].peel(pygit2.Tree))
        index.remove(FIRST)
        for path, text in state.items():
            blob = git.create_blob(cut(text, level).encode())
            index.add(pygit2.IndexEntry(path, blob, pygit2.enums.FileMode.BLOB))
        letter = letter_of(step)
        who = signature(letter.name, letter.email, letter.moment)
        made = git.create_commit(None, who, who, letter.words, index.write_tree(git), [commit.id])
        commit = git[made].peel(pygit2.Commit)
    git.checkout_tree(commit, strategy=pygit2.enums.CheckoutStrategy.FORCE)
    git.head.set_target(commit.id)
