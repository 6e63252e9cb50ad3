"""A room: a git repository that everybody can push to, where each pair keeps its story as a branch of its own.

pair: who shares a practice with a room; its branch there is `refs/heads/dojo/NAME` (dojo.practice.pair_names).
"""

from pathlib import Path

from dojo.errors import WorkspaceError
from dojo.practice.snapshots import GitError, run_git

BRANCHES = "refs/heads/dojo/"

# What a room refuses, by git's own settings: all but branches of pairs, and whatever would take back what was told.
ROOM_SETTINGS = """[receive]
	hideRefs = refs
	hideRefs = !refs/heads/dojo
	denyNonFastForwards = true
	denyDeletes = true
	fsckObjects = true
	maxInputSize = 16m
[uploadpack]
	allowFilter = true
"""
KEEPER = "kept so that no branch is called just `dojo`: no pair could come in beside it\n"


def make_room(path: Path, *, shared: bool = False) -> None:
    """Make a room where nothing is, for one account or `shared` with its group; WorkspaceError when it cannot be."""
    if path.exists():
        raise WorkspaceError(f"{path} is there already, and stays as it is. Choose another name for the room.")
    path.mkdir(parents=True)
    access = "group" if shared else "umask"
    done = run_git(path, "init", "--quiet", "--bare", "--template=", f"--shared={access}")
    if done.returncode != 0:
        raise GitError(f"git said: {done.stderr.decode(errors='replace').strip()}")
    with (path / "config").open("a", encoding="utf-8", newline="\n") as config:
        config.write(ROOM_SETTINGS)
    keeper = path / BRANCHES / ".keep"
    keeper.parent.mkdir()
    keeper.parent.chmod((path / "refs" / "heads").stat().st_mode & 0o7777)
    keeper.write_text(KEEPER, encoding="utf-8")
