"""Update the worked way after a change of the tangle, of the clean code, or of a step.

`python -m tests.worked.edit` makes `.dojo-way/`, a git repository. Its branch `old` has a commit
for each step in `worked/`. The branch `new` begins with the changed tangle. The command applies the
old steps to it one by one, puts changes of the clean code into the first step that can have them,
and runs the golden master on each step that differs.

It stops where a person has to correct a step, and says what to do. Then the same command goes on.
In the end it writes `worked/`, and removes `.dojo-way/`.
"""

import argparse
import re
import shutil
import sys
import tokenize
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.kata.way import WorkedStep, clean_code, replay, worked_steps
from dojo.kata.workspace import read_tangle
from tests import conftest  # noqa: F401 - it stops approvaltests from using the network
from tests.worked.examine import State, failures, scenarios
from tests.worked.repository import (
    START,
    GitError,
    blob_before,
    commit,
    commits,
    create,
    git,
    is_changed,
    read_patches,
    state_of,
    write_patches,
    write_state,
)
from tests.worked.series import WORKSPACE
from tests.yatzy_kata import LAST_LEVEL, LEVELS, TANGLE

WAY = ".dojo-way"
AGAIN = "Then run `python -m tests.worked.edit` again."
CORRECT = f"Correct the files of {WAY}/. {AGAIN}"
PROGRESS = Path(".git", "step")  # the number of the step at hand
NO_CHANGES = (
    "worked/ agrees with legacy/ and refactored/. To change a step, for example the 27th:\n"
    "python -m tests.worked.edit --step 27"
)
WORD = re.compile(r"\w+")
SHOWN_EVERY = 50
MAX_FAILURES = 3  # shown of a step
MAX_ERROR_LINES = 4  # shown of a failure
# Lines that git writes around both versions of a conflict.
CONFLICT_MARKS = ("<<<<<<< ", ">>>>>>> ")

# Run the scenarios of these levels on a state. Returns the error of each that fails.
Examine = Callable[[State, list[int]], dict[str, str]]


class Stop(Exception):  # noqa: N818 - nothing has failed
    """The message asks a person to do something."""


class Change(NamedTuple):
    """Lines of the clean code that changed, and the first step that can have the change."""

    first_step: int
    old: str
    new: str


@dataclass
class Update:
    """An update of the way, from the old steps to the new ones."""

    way: Path
    steps: list[WorkedStep]
    tangle: str
    clean: State
    examine: Examine

    def __post_init__(self):
        self.old = commits(self.way, "old")
        start = git(self.way, "show", f"{self.old[0]}:{START}")
        self.states = list(replay({START: start}, self.steps))
        self.changes = together(list(self.find_changes()), self.new_names())

    def new_names(self) -> set[str]:
        """Return the names that the clean code has, and its last state did not have."""
        return names_in(self.clean) - names_in(self.states[-1])

    def find_changes(self) -> Iterator[Change]:
        """Yield the changes of the clean code. New and removed files go into the last step."""
        last = self.states[-1]
        if last.keys() != self.clean.keys():
            yield Change(len(self.steps), "", "")
        for path in last.keys() & self.clean.keys():
            before = last[path].splitlines(keepends=True)
            after = self.clean[path].splitlines(keepends=True)
            matcher = SequenceMatcher(None, before, after, autojunk=False)
            for tag, start, end, new_start, new_end in matcher.get_opcodes():
                if tag != "equal":
                    above = before[max(start - 1, 0) : start]
                    below = before[end : end + 1]
                    old = "".join([*above, *before[start:end], *below])
                    new = "".join([*above, *after[new_start:new_end], *below])
                    yield Change(self.first_step_with(old), old, new)

    def first_step_with(self, lines: str) -> int:
        """Return the first step from which on each state has these lines once.

        Traps and their reverts do not count: a change must not be made in them.
        """
        first = len(self.steps)
        for step in reversed(self.steps):
            if step.is_red or step.is_revert:
                continue
            texts = self.states[step.number].values()
            if sum(text.count(lines) for text in texts) != 1:
                break
            first = step.number
        return first

    def first_step(self, stop_after: int | None) -> int | None:
        """Return the number of the first step that may change, or None."""
        if self.has_new_tangle():
            return 1
        numbers = [change.first_step for change in self.changes]
        if stop_after is not None:
            numbers.append(stop_after)
        return min(numbers, default=None)

    def has_new_tangle(self) -> bool:
        return self.states[0] != {START: self.tangle}

    def begin(self, stop_after: int | None) -> int | None:
        """Make the branch `new`. Returns the number of the first step that may change, or None."""
        number = self.first_step(stop_after)
        if number is None:
            return None
        if self.has_new_tangle():
            self.check({START: self.tangle}, "legacy/yatzy.py")
        if self.changes:
            self.check(self.clean, "refactored/")
        git(self.way, "checkout", "--quiet", "-B", "new", self.old[number - 1])
        if self.has_new_tangle():
            write_state(self.way, {START: self.tangle})
            commit(self.way, "--amend", "--no-edit")
        return number

    def go_on(self, number: int, stop_after: int | None):
        """Apply the steps from this number on. Raises Stop after the step that is to be changed."""
        remaining = self.steps[number - 1 :]
        for step in remaining:
            if step.number % SHOWN_EVERY == 0:
                sys.stdout.write(f"step {step.number} of {len(self.steps)}\n")
            self.apply(step)
            if step.number == stop_after:
                raise Stop(
                    f"{self.display(step)}\n"
                    f"Change the files of {WAY}/. "
                    f"`git -C {WAY} commit --amend` changes the message.\n{AGAIN}"
                )

    def check(self, state: State, name: str):
        """Raise Stop if code fails that a person changed: then no step can be right."""
        failed = self.examine(state, list(LEVELS))
        if failed:
            raise Stop(
                f"{name} fails the golden master:\n{_display(failed)}\n"
                "If the golden master is what has to change, run `dojo approve` first."
            )

    def resume(self) -> int:
        """Commit the correction of the step at hand. Returns the number of the next step."""
        tangle = git(self.way, "show", f"{commits(self.way, 'HEAD')[0]}:{START}")
        if tangle != self.tangle:
            raise Stop(
                f"legacy/yatzy.py has changed since {WAY}/ was made.\n"
                f"Remove {WAY}/ to begin anew, or undo that change."
            )
        step = self.steps[int((self.way / PROGRESS).read_text(encoding="utf-8")) - 1]
        marked = [path for path, text in state_of(self.way).items() if _has_conflict(text)]
        if marked:
            raise Stop(f"{', '.join(marked)} in {WAY}/ still has conflict marks.\n{CORRECT}")
        git(self.way, "add", "--all")  # without conflicts, git tells whether anything has changed
        if self.is_picking():
            if not is_changed(self.way):
                raise self.stop_at_empty(step)
            commit(self.way, f"--reuse-message={self.old[step.number]}")
        elif is_changed(self.way):
            commit(self.way, "--amend", "--no-edit")
        self.complete(step)
        return step.number + 1

    def is_picking(self) -> bool:
        """Return whether git has stopped in the middle of a step."""
        return (self.way / ".git" / "CHERRY_PICK_HEAD").exists()

    def apply(self, step: WorkedStep):
        """Apply a step to the one before it. Raises Stop at a conflict."""
        if step.is_revert:
            git(self.way, "revert", "--no-commit", "HEAD")
            commit(self.way, f"--reuse-message={self.old[step.number]}")
        else:
            self.pick(step)
        (self.way / PROGRESS).write_text(str(step.number), encoding="utf-8")
        if self.is_picking() and is_changed(self.way):
            raise self.stop_at_conflict(step)
        if self.is_picking():
            raise self.stop_at_empty(step)
        self.complete(step)

    def pick(self, step: WorkedStep):
        style = "merge.conflictStyle=diff3"
        try:
            git(self.way, "-c", style, "cherry-pick", "--ff", self.old[step.number])
        except GitError:
            if not self.is_picking():
                raise

    def complete(self, step: WorkedStep):
        """Make the changes that are due, and run the golden master. Raises Stop if it fails."""
        if step.is_red or step.is_revert:
            return
        state = state_of(self.way)
        changed = self.changed(state, step)
        if changed != state:
            write_state(self.way, changed)
            commit(self.way, "--amend", "--no-edit")
        if changed == self.states[step.number]:
            return
        failed = self.examine(changed, list(range(1, step.level + 1)))
        if failed:
            raise Stop(
                f"{self.display(step)}\n"
                f"With your change, the golden master fails on this step:\n{_display(failed)}\n"
                f"{CORRECT}"
            )

    def changed(self, state: State, step: WorkedStep) -> State:
        """Return a state with the changes that are due; the last step ends with the clean code."""
        if step is self.steps[-1]:
            return self.clean
        changed = dict(state)
        for change in self.changes:
            if change.first_step > step.number:
                continue
            for path, text in changed.items():
                if change.new not in text and text.count(change.old) == 1:
                    changed[path] = text.replace(change.old, change.new)
        return changed

    def stop_at_conflict(self, step: WorkedStep) -> Stop:
        files = git(self.way, "diff", "--name-only", "--diff-filter=U").split()
        names = ", ".join(dict.fromkeys(files))
        return Stop(
            f"{self.display(step)}\n"
            f"It conflicts with your change, in {names}.\n"
            "Between <<<<<<< and ||||||| stands the code with your change, before the step;\n"
            "between ======= and >>>>>>> the code after the step, without your change.\n"
            f"{CORRECT}\n"
            f"`git -C {WAY} show {self.old[step.number][:10]}` shows the step as it was."
        )

    def stop_at_empty(self, step: WorkedStep) -> Stop:
        return Stop(
            f"{self.display(step)}\n"
            "With your change, this step has nothing left to do. To leave it out:\n"
            f"`git -C {WAY} cherry-pick --skip`. {AGAIN}"
        )

    def display(self, step: WorkedStep) -> str:
        return f"Step {step.number} of {len(self.steps)}: {step.title}"


def together(changes: list[Change], new_names: set[str]) -> list[Change]:
    """Postpone changes that share a new name to the step that can have all of them.

    For example, a new function, its import and its call belong together.
    """
    due = []
    for change in changes:
        names = new_names & set(WORD.findall(change.new))
        related = [other for other in changes if names & set(WORD.findall(other.new))]
        first_step = max(other.first_step for other in [change, *related])
        due.append(change._replace(first_step=first_step))
    return due


def names_in(state: State) -> set[str]:
    """Return all names in code, without the words of strings and comments."""
    names = set()
    for text in state.values():
        for token in tokenize.generate_tokens(StringIO(text).readline):
            if token.type == tokenize.NAME:
                names.add(token.string)
    return names


def _has_conflict(text: str) -> bool:
    return any(line.startswith(CONFLICT_MARKS) for line in text.splitlines())


def _display(failed: dict[str, str]) -> str:
    lines: list[str] = []
    for name, error in list(failed.items())[:MAX_FAILURES]:
        lines += f"{name}: {error}".splitlines()[:MAX_ERROR_LINES]
    return "\n".join(lines)


def update_way(workspace: Path, examine: Examine, stop_after: int | None = None) -> str:
    """Update `worked/`. Returns a line to print, or raises Stop."""
    git(workspace, "hash-object", "-w", TANGLE)  # the next update will begin with this tangle
    way = workspace / WAY
    steps = worked_steps(workspace)
    is_begun = (way / PROGRESS).exists()
    if not is_begun:
        make(way, steps)
    update = Update(way, steps, read_tangle(workspace, LAST_LEVEL), clean_code(workspace), examine)
    if is_begun:
        number: int | None = update.resume()
    else:
        number = update.begin(stop_after)
    if number is None:
        shutil.rmtree(way)
        return NO_CHANGES
    update.go_on(number, stop_after)
    return finish(way, workspace / "worked")


def finish(way: Path, worked: Path) -> str:
    """Write the new steps, and remove the repository. Returns a line to print."""
    before = read_patches(worked)
    write_patches(way, "new", worked)
    after = read_patches(worked)
    shutil.rmtree(way)
    changed = [name for name, patch in after.items() if before.get(name) != patch]
    return (
        f"{len(changed)} of {len(after)} steps in worked/ have changed. "
        "`pytest tests/worked` checks them."
    )


def make(way: Path, steps: list[WorkedStep]):
    """Make the repository of the steps in `worked/`."""
    try:
        start = git(way.parent, "cat-file", "blob", blob_before(steps[0]))
    except GitError:
        raise Stop(
            "git does not have the legacy/yatzy.py that worked/ begins with.\n"
            "In a shallow clone, `git fetch --unshallow` brings it. Otherwise put that file back,\n"
            "`git add legacy`, and make your change again."
        ) from None
    shutil.rmtree(way, ignore_errors=True)
    way.mkdir()
    create(way, start, steps)
    git(way, "branch", "--move", "old")


def main():
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.worked.edit",
        description="Update worked/ after a change of legacy/, of refactored/, or of a step.",
    )
    parser.add_argument("--step", type=int, metavar="NUMBER", help="stop after it, to change it")
    options = parser.parse_args()
    with TemporaryDirectory() as received:

        def examine(state: State, levels: list[int]) -> dict[str, str]:
            return failures(state, scenarios(levels), Path(received))

        try:
            sys.stdout.write(f"{update_way(WORKSPACE, examine, options.step)}\n")
        except (Stop, GitError, WorkspaceError) as stop:
            sys.exit(str(stop))


if __name__ == "__main__":
    main()
