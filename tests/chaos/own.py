"""What a person made in a kata, and whether it can still be found.

own: files, by their names, and the tips of a practice's branches and of its snapshots, each a commit by whose name git
finds all before it. found: what stands in a file that is a person's to look into, or what some ref or reflog of a
practice leads to. litter: what only a command at work may have there; nobody looks for anything in it.
"""

import shutil
import subprocess
from hashlib import sha1
from pathlib import Path
from tempfile import TemporaryDirectory

FILES = (
    "practice/yatzy.py",
    "practice/tests/test_own.py",
    "practice/notes/dreams.txt",
    "approved_files/pairs.approved.txt",
)
LITTER = (
    *("**/.*.tmp", "practice*/.dojo/aside-*", "practice*/.dojo/ready-*", "practice*/.dojo/job-*"),
    *("practice*/.dojo/tmp*", "practice-unfinished-*", ".dojo-way-*", ".dojo-room-*", "practice*/.git/worktrees/*"),
)
MADE = (  # by commands, for themselves: a copy there is nobody's
    *("practice*/.git", "practice*/.dojo/mutation", "practice*/.dojo/received", "mutants"),
    *("**/.approval_tests_temp", "**/__pycache__"),
)
SETTINGS = ("config", "config.worktree")
HEAD = ("rev-parse", "--verify", "--quiet", "HEAD")
TIPS = ("for-each-ref", "--format=%(objecttype) %(objectname) %(refname)")
REACHED = ("rev-list", "--objects", "--ignore-missing", "--all", "--reflog")


def own_files(folder: Path) -> dict[str, bytes]:
    """Return what is in a person's files, by their names."""
    return {name: (folder / name).read_bytes() for name in FILES if (folder / name).is_file()}


def own_tips(folder: Path) -> dict[str, str]:
    """Return the commits that the refs of each practice name; none of a repository that git cannot read."""
    found = {}
    for home in _homes(folder):
        lines = (line.split(" ", 2) for line in _git(home, *TIPS))
        found |= {f"{ref} of {home.parent.name}": name for kind, name, ref in lines if kind == "commit"}
        found |= {f"HEAD of {home.parent.name}": name for name in _git(home, *HEAD)}
    return found


def missing(folder: Path, files: dict[str, bytes], tips: dict[str, str]) -> list[str]:
    """Return which of these cannot be found any more, by their names."""
    names = {line.partition(" ")[0] for home in _homes(folder) for line in _git(home, *REACHED)}
    left = _contents(folder)
    gone = [name for name, content in files.items() if content not in left and _blob(content) not in names]
    return [*gone, *(name for name, commit in tips.items() if commit not in names)]


def litter(folder: Path) -> list[str]:
    """Return what a command that is over has left, and nobody needs."""
    return [path.relative_to(folder).as_posix() for shape in LITTER for path in folder.glob(shape)]


def _contents(folder: Path) -> set[bytes]:
    """Return what is in all files in which somebody would look."""
    apart = {path for shape in (*LITTER, *MADE) for path in folder.glob(shape)}
    files = (path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
    return {path.read_bytes() for path in files if apart.isdisjoint((path, *path.parents))}


def _blob(content: bytes) -> str:
    """Return the name that git gives to a content."""
    return sha1(b"blob %d\0%s" % (len(content), content), usedforsecurity=False).hexdigest()


def _homes(folder: Path) -> list[Path]:
    """Return the repositories of practices, and what somebody moved aside there."""
    return [path for path in folder.glob("practice*/.git*") if path.is_dir()]


def _git(home: Path, *command: str) -> list[str]:
    """Return the lines that git prints about a repository, whatever that sets; what it could not read is left out."""
    with TemporaryDirectory() as folder:
        shutil.copytree(home, folder, ignore=_no_part, dirs_exist_ok=True)
        where = ("--git-dir", folder, "-c", "safe.directory=*")
        done = subprocess.run(["git", *where, *command], capture_output=True, check=False)  # noqa: S603, S607
    return done.stdout.decode(errors="surrogateescape").splitlines()


def _no_part(folder: str, names: list[str]) -> list[str]:
    """Return what of a repository git is not to see: settings, and what it would wait for."""
    there = {name: Path(folder, name) for name in names}
    return [name for name, path in there.items() if name in SETTINGS or not (path.is_file() or path.is_dir())]
