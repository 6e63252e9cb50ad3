"""A git repository with a commit for each step of the worked way."""

import os
import re
import shlex
import subprocess
from pathlib import Path

from dojo.kata.way import WorkedStep
from tests.worked.examine import State

START = "yatzy.py"  # the file of the tangle
# Settings of a person do not count: the patches are the same for everybody.
ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_EDITOR": "true",  # a program that changes nothing
    "GIT_AUTHOR_NAME": "The kata",
    "GIT_AUTHOR_EMAIL": "kata@localhost",
    "GIT_COMMITTER_NAME": "The kata",
    "GIT_COMMITTER_EMAIL": "kata@localhost",
}
PATCH_OPTIONS = [
    "--quiet",
    "--keep-subject",
    "--zero-commit",
    "--no-signature",
    "--no-stat",
    "--find-renames",
    "--full-index",
]


class GitError(Exception):
    """git refused. The message has the command and its output."""


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder. Returns its output, or raises GitError."""
    environment = {name: text for name, text in os.environ.items() if not name.startswith("GIT_")}
    environment.update(ENVIRONMENT)
    done = subprocess.run(  # noqa: S603 - git, with arguments of our own
        ["git", *arguments],  # noqa: S607 - the git of the person
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode != 0:
        raise GitError(f"git {shlex.join(arguments)}\n{done.stdout}{done.stderr}".rstrip())
    return done.stdout


def create(folder: Path, start: str, steps: list[WorkedStep]):
    """Make a repository in an empty folder: the tangle, and a commit for each step."""
    git(folder, "init", "--quiet", "--initial-branch=main")
    write_text(folder / START, start)
    commit(folder, "-m", "The tangle, as it was inherited")
    patches = [str(step.path) for step in steps]
    git(folder, "am", "--quiet", "--keep", "--committer-date-is-author-date", *patches)


def commit(folder: Path, *options: str):
    """Commit all changes."""
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", *options)


def commits(folder: Path, branch: str) -> list[str]:
    """Return the commits of a branch: the tangle, then the steps."""
    return git(folder, "rev-list", "--reverse", branch).split()


def is_changed(folder: Path) -> bool:
    """Return whether files differ from the last commit."""
    return git(folder, "status", "--porcelain") != ""


def state_of(folder: Path) -> State:
    """Return the code in the folder."""
    paths = sorted(folder.rglob("*.py"))
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def write_state(folder: Path, state: State):
    """Replace the code in the folder."""
    for path in state_of(folder).keys() - state.keys():
        (folder / path).unlink()
    for path, text in state.items():
        write_text(folder / path, text)


def write_text(file: Path, text: str):
    """Write a file without a change of its line ends."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="\n")


def write_patches(folder: Path, branch: str, worked: Path):
    """Write the steps of a branch as patches, and remove all other patches."""
    for path in worked.glob("*.patch"):
        path.unlink()
    tangle = commits(folder, branch)[0]
    git(folder, "format-patch", *PATCH_OPTIONS, "-o", str(worked), f"{tangle}..{branch}")


def read_patches(worked: Path) -> dict[str, bytes]:
    """Return the patches in a folder by name."""
    return {path.name: path.read_bytes() for path in worked.glob("*.patch")}


def blob_before(step: WorkedStep) -> str:
    """Return the name that git gives to the file which the first step changes."""
    found = re.search(r"^index (\w{40})", step.diff, re.MULTILINE)
    if found is None:
        raise GitError(f"{step.path.name} does not say which tangle it changes.")
    return found[1]
