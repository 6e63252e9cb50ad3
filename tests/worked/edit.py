"""Update the worked way with git, after a change of a step, of the tangle or of the clean code.

`python -m tests.worked.edit` makes `.dojo-way/`, a git repository with a commit for each step. A
change of legacy/ goes into its first commit. Each place of a change of refactored/ goes into its
origin: the first step from which on the lines around it stand together in every state, except in
traps. git rebases the later steps, and stops after each to run the golden master of its level.
Conflicts and failures are for a person to fix; then the same command continues.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from dojo.checking.runner import UNUSED_BY_SCENARIOS, UNUSED_PLUGINS, without_plugins
from dojo.errors import WorkspaceError
from dojo.kata.way import WorkedStep, clean_code, replay, worked_steps
from dojo.kata.workspace import LAST_LEVEL, read_tangle
from tests.worked.each_state import Examiner
from tests.worked.series import WORKSPACE, State

PLACE, START, MADE = ".dojo-way", "yatzy.py", "made"
MOST_SHOWN = 3  # scenarios that failed
RED = (
    f"Mend this step in {PLACE}/, `git -C {PLACE} commit --all --amend`. "
    "Then the same command again."
)
STOPPED = (
    f"Mend this step in {PLACE}/, `git -C {PLACE} add --all`; if it is right as it was, first\n"
    f"`git -C {PLACE} checkout --theirs .`. Then the same command again."
)
PATCHES = (
    *("--quiet", "--keep-subject", "--zero-commit", "--no-signature"),
    *("--no-stat", "--find-renames", "--full-index"),
)
# Whatever a person has set up for git: the patches are the same for everybody.
SETTINGS = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_EDITOR": "true",  # a program that changes nothing
    "GIT_SEQUENCE_EDITOR": "sed -i.before 's/^exec .*/break/'",
    **dict.fromkeys(("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME"), "The kata"),
    **dict.fromkeys(("GIT_AUTHOR_EMAIL", "GIT_COMMITTER_EMAIL"), "kata@localhost"),
}
Examine = Callable[
    [State, int], Sequence[str]
]  # the scenarios that fail on a state, of a level and those below


class Place(NamedTuple):
    """Lines that differ between the last state and the clean code; `origin` is a step number."""

    origin: int
    old: str
    new: str


def bring_along(workspace: Path, examine: Examine) -> str:
    """Apply the changes to the steps, and write `worked/` again; return a line to show."""
    way, worked = workspace / PLACE, workspace / "worked"
    if not way.exists() or is_untouched(way):
        shutil.rmtree(way, ignore_errors=True)
        make(way, worked_steps(workspace))
    walked, found = read(way, clean_code(workspace))
    if not is_rebasing(way):
        begin(way, read_tangle(workspace, LAST_LEVEL), walked, found)
    while is_rebasing(way):
        go_on(way, found, clean_code(workspace), examine)
    old = contents(worked)
    write(way, worked)
    if old == contents(worked):
        return (
            f"worked/ stays as it is. Its steps are commits in {PLACE}/: "
            "change them there, then this command again."
        )
    shutil.rmtree(way)
    return (
        f"worked/ has changed: {len(contents(worked))} steps. `pytest tests/worked` tries them all."
    )


# The repository.


def make(way: Path, steps: list[WorkedStep]) -> None:
    """Make the repository of the current steps, from the blob that the first one changes."""
    [start, *_] = re.findall(r"^index (\w{40})", steps[0].diff, re.MULTILINE)
    text = git(way.parent, "cat-file", "blob", start)
    with TemporaryDirectory(dir=way.parent, prefix=f"{PLACE}-") as folder:
        made = Path(folder) / "way"
        made.mkdir()
        walk(made, text, steps)
        git(made, "tag", MADE)
        made.rename(way)  # whole, or not there


def walk(way: Path, start: str, steps: list[WorkedStep]) -> None:
    """Make a repository in an empty folder, of a tangle and a commit for each step."""
    git(way, "init", "--quiet", "--initial-branch=main")
    put(way / START, start)
    commit(way, "-m", "The tangle, as it was inherited")
    git(
        way,
        "am",
        "--quiet",
        "--keep",
        "--committer-date-is-author-date",
        *(str(step.path) for step in steps),
    )


def git(folder: Path, *arguments: str) -> str:
    """Run git, and return what it prints; SystemExit with its words when it refuses."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(  # noqa: S603 - git, with arguments of our own
        ["git", *arguments],  # noqa: S607 - whichever git the person uses
        cwd=folder,
        env=inherited | SETTINGS,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        how_to_go_on = STOPPED if arguments[0] == "rebase" else ""
        raise SystemExit(f"git {shlex.join(arguments)}\n{done.stdout}{done.stderr}\n{how_to_go_on}")
    return done.stdout


def commit(way: Path, *options: str) -> None:
    """Commit all that is there."""
    git(way, "add", "--all")
    git(way, "commit", "--quiet", *options)


def put(file: Path, text: str) -> None:
    """Write a file, its line ends as they are."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")


def is_untouched(way: Path) -> bool:
    """Return whether the repository is unchanged since it was made, and may be made again."""
    heads = git(way, "rev-parse", "HEAD", MADE).split()
    return heads[0] == heads[1] and not is_rebasing(way) and not git(way, "status", "--porcelain")


def is_rebasing(way: Path) -> bool:
    """Tell whether git is amid the steps."""
    return (way / ".git" / "rebase-merge").exists()


def write(way: Path, folder: Path) -> None:
    """Write the steps of the repository into a folder, and no others."""
    for path in folder.glob("*.patch"):
        path.unlink()
    first = git(way, "rev-list", "--max-parents=0", "main").strip()
    git(way, "format-patch", *PATCHES, "-o", str(folder), f"{first}..main")


def contents(folder: Path) -> dict[str, bytes]:
    """Return the patches in a folder."""
    return {path.name: path.read_bytes() for path in folder.glob("*.patch")}


def read(way: Path, clean: State) -> tuple[list[State], list[Place]]:
    """Return the states before the update, and the places where the clean code differs."""
    with TemporaryDirectory() as folder:
        write(way, Path(folder) / "worked")
        steps = worked_steps(Path(folder))
    start = git(way, "show", f"main~{len(steps)}:{START}")
    walked = list(replay({START: start}, steps))
    lasting = {
        step.number: walked[step.number] for step in steps if not step.is_red and not step.is_revert
    }
    return walked, list(places(walked[-1], clean, lasting))


# What has changed is brought along.


def places(last: State, clean: State, lasting: dict[int, State]) -> Iterator[Place]:
    """Yield the places where the clean code differs; new and removed files are in the last step."""
    if last.keys() != clean.keys():
        yield Place(max(lasting), "", "")
    for path in last.keys() & clean.keys():
        before, after = last[path].splitlines(keepends=True), clean[path].splitlines(keepends=True)
        for tag, start, end, low, high in SequenceMatcher(
            None, before, after, autojunk=False
        ).get_opcodes():
            if tag != "equal":
                above, below = before[max(start - 1, 0) : start], before[end : end + 1]
                old, new = (
                    "".join([*above, *lines, *below])
                    for lines in (before[start:end], after[low:high])
                )
                yield Place(origin_of(old, lasting), old, new)


def origin_of(lines: str, lasting: dict[int, State]) -> int:
    """Return the first step from which on these lines stand together once in each state."""
    origin = max(lasting)
    for number in sorted(lasting, reverse=True):
        if sum(text.count(lines) for text in lasting[number].values()) != 1:
            break
        origin = number
    return origin


def begin(way: Path, text: str, walked: list[State], found: list[Place]) -> None:
    """Start the rebase at the tangle, if it has changed, else at the first origin of a change."""
    if walked[0] != {START: text}:
        base = git(way, "rev-list", "--max-parents=0", "main").strip()
        git(way, "checkout", "--quiet", "--detach", base)
        put(way / START, text)
        commit(way, "--amend", "--no-edit")
        onto = git(way, "rev-parse", "HEAD").strip()
    elif found:
        base = onto = f"main~{len(walked) - min(place.origin for place in found)}"
    else:
        return
    git(way, "rebase", "--quiet", "--interactive", "--exec=:", "--onto", onto, base, "main")


def go_on(way: Path, found: list[Place], clean: State, examine: Examine) -> None:
    """Change and examine the step where git has stopped, unless it is unfinished; continue."""
    message = git(way, "log", "-1", "--format=%B")
    if not git(way, "status", "--porcelain") and "\nNot: " not in message:
        number = len(git(way, "rev-list", "HEAD").split()) - 1
        is_last = "pick " not in (way / ".git/rebase-merge/git-rebase-todo").read_text(
            encoding="utf-8"
        )
        change(way, clean if is_last else {}, [place for place in found if place.origin <= number])
        [level] = re.findall(r"^Where: level (\d)", message, re.MULTILINE)
        if failed := examine(state_of(way), int(level)):
            raise SystemExit(
                "\n".join(
                    ["This step is red now:", message.partition("\n")[0], *failed[:MOST_SHOWN], RED]
                )
            )
    git(way, "rebase", "--continue")


def change(way: Path, clean: State, due: list[Place]) -> None:
    """Change a step where these places stand in it; where the clean code is given, into that."""
    state = state_of(way)
    for path in clean and state.keys() - clean.keys():
        (way / path).unlink()
        del state[path]
    for path, text in {**state, **clean}.items():
        for place in [] if clean else due:
            if place.old and place.new not in text and text.count(place.old) == 1:
                text = text.replace(place.old, place.new)  # noqa: PLW2901 - place by place
        put(way / path, text)
    if git(way, "status", "--porcelain"):
        commit(way, "--amend", "--no-edit")


def state_of(way: Path) -> State:
    """Return the code as it is now."""
    return {
        path.relative_to(way).as_posix(): path.read_text(encoding="utf-8")
        for path in way.rglob("*.py")
    }


class Bringing:
    """A pytest plugin that brings the way along, in the place of running the scenarios once."""

    stopped, said = True, ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Bring it along, and have the scenarios run on each state."""
        examiner = Examiner(session.items)
        try:
            self.said = bring_along(
                WORKSPACE,
                lambda state, level: list(examiner.answer(state, level, orders=True)["failed"]),
            )
            self.stopped = False
        except (
            SystemExit,
            WorkspaceError,
        ) as stopped:  # which pytest would take for a mistake of ours
            self.said = str(stopped)
        return True


if __name__ == "__main__":
    unused, bringing = without_plugins(UNUSED_PLUGINS + UNUSED_BY_SCENARIOS), Bringing()
    with TemporaryDirectory() as received:
        options = [
            "--practice=:yatzy",
            f"--received-in={received}",
            "--disable-plugin-autoload",
            "tests/golden_master",
        ]
        pytest.main([*unused, *options], plugins=[bringing])
    sys.stdout.write(f"{bringing.said}\n")
    sys.exit(bringing.stopped)
