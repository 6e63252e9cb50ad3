"""A room: a git repository that everybody can push to, where each pair keeps its story as a branch of its own.

pair: who shares a practice with a room; its branch there is `refs/heads/dojo/NAME` (dojo.practice.pair_names).
"""

from pathlib import Path

from dojo.errors import WorkspaceError, words_of
from dojo.kata import unfinished_folder
from dojo.practice.snapshots import GitError, run_git
from dojo.text import WIDEST_CHARACTERS, shortened

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
AGAIN = "Is the disk full, or read-only? Put that right, and run the same command again."
IS_THERE = "{} is there already, and stays as it is. Choose another name for the room."
KEEPER = "kept so that no branch is called just `dojo`: no pair could come in beside it\n"


def make_room(path: Path, *, shared: bool = False) -> None:
    """Make a room where nothing is, for one account or `shared` with its group; WorkspaceError when it cannot be."""
    if path.exists() or path.is_symlink():
        raise WorkspaceError(IS_THERE.format(path))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished_folder(path.parent, ".dojo-room") as place:
            made = place / path.name
            access = "group" if shared else "umask"
            _git(made.parent, "init", "--quiet", "--bare", "--template=", f"--shared={access}", str(made))
            with (made / "config").open("a", encoding="utf-8", newline="\n") as config:
                config.write(ROOM_SETTINGS)
            keeper = made / BRANCHES / ".keep"
            keeper.parent.mkdir()
            keeper.parent.chmod((made / "refs" / "heads").stat().st_mode & 0o7777)
            keeper.write_text(KEEPER, encoding="utf-8")
            made.rename(path)
    except OSError as error:
        if path.exists():  # others were faster
            raise WorkspaceError(IS_THERE.format(path)) from None
        raise WorkspaceError(f"The room could not be made: {words_of(error)}.") from None


def _git(folder: Path, *arguments: str) -> None:
    done = run_git(folder, *arguments)
    if done.returncode != 0:
        words = shortened(done.stderr.decode(errors="replace"), WIDEST_CHARACTERS)
        raise GitError(f"git said: {words or f'exit code {done.returncode}'}\n{AGAIN}")
