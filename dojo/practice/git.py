"""git, as the dojo runs it: whichever the person has, and without what their shell tells it."""

import os
import subprocess
from pathlib import Path

from dojo.errors import WorkspaceError

LOCKED, FULL, INSIDE = "index.lock", "No space left", "does not have a commit checked out"


class GitError(WorkspaceError):
    """Something that git refused to do, in its own words."""


def run_git(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run git in a folder, with variables of its own, and return how it ended; GitError when there is no git."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    try:
        return subprocess.run(  # noqa: S603 - git, with arguments of our own
            ["git", *arguments],  # noqa: S607 - whichever git the person uses
            cwd=folder,
            env={**inherited, "GIT_TERMINAL_PROMPT": "0", **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
    except FileNotFoundError:
        raise GitError("git is not there; install it, and try again.") from None


def how_to_go_on(folder: Path, refused: subprocess.CompletedProcess[bytes]) -> str:
    """Return git's words, and what makes a repository whole again that is gone or broken; no file is touched."""
    name = folder.name
    if not (folder / ".git").exists():
        return f"{name}/.git is gone. `git -C {name} init` makes a new one.\nYour files stay as they are."
    words = (refused.stderr.strip() or refused.stdout.strip()).decode(errors="replace").splitlines()
    first = words[0] if words else f"exit code {refused.returncode}"
    said = f"git in {name}/ said: {first}"
    if LOCKED in first:
        return f"{said}\nIf no git is at work there, remove that file."
    if INSIDE in first:
        return f"{said}\nA repository inside another is not kept. Move it out of {name}/."
    if FULL in first:
        return said
    aside = f"`mv {name}/.git {name}/.dojo/git-broken`, then `git -C {name} init`"
    return f"{said}\nBroken? {aside}."
