"""Files in a practice that nobody means as part of it: those that tools, editors and operating systems leave.

They are no save and no change; no snapshot, commit or revert takes them. pattern: a name, or the shape of one, in the
letters that git and fnmatch read alike; it fits a file or a folder at any depth. A person who wants such a file all the
same says so in practice/.gitignore (`!name`).
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from pathlib import Path

from dojo.kata import write_whole

# As git reads them, one in a line; here, two spaces stand for a new line.
GITIGNORE = """\
# the dojo and Python's tools
.dojo  __pycache__  *.py[cod]  .pytest_cache  .ruff_cache  .mypy_cache  .hypothesis  .approval_tests_temp
*.received.*  .coverage  .tox  .venv  venv  node_modules
# vim: swap and undo files, and the name that it tries a folder with
[._]*.sw[a-z]  [._]sw[a-z]  [._]*.un~  .netrwhist  4913  5036  5159
# emacs: backups, auto-saves, locks, and copies to check while you type
*~  [#]*[#]  .[#]*  auto-save-list  flycheck_*  *_flymake.*
# VS Code
.vscode  .history  *.vsctmp  *.crswap
# JetBrains
.idea  *___jb_tmp___  *___jb_old___  *___jb_bak___
# Sublime Text, TextMate, Eclipse, Spyder, rope
*.sublime-workspace  .subl*.tmp  *.tmproj  .metadata  .settings  .spyproject  .ropeproject
# Kate and Qt Creator
.*.kate-swp  .swp.*  *.py.[A-Za-z][A-Za-z][A-Za-z][A-Za-z][A-Za-z][A-Za-z]
# nano, joe, Helix, Kakoune, and what glib writes before it renames
*.save  *.save.[0-9]  DEADJOE  *.bck  .*.kak.*  .goutputstream-*
# backups and unfinished files of others
*.bak  *.orig  *.rej  *.tmp  *.temp  ~$*  .~*
# macOS
.DS_Store  ._*  .AppleDouble  .LSOverride  __MACOSX  Icon[\r]  .localized  *.sb-*-*  .DocumentRevisions-V100
.fseventsd  .Spotlight-V100  .TemporaryItems  .Trashes  Network Trash Folder  Temporary Items
(A Document Being Saved By *)
# Windows
[Tt]humbs.db  [Ee]hthumbs*.db  [Dd]esktop.ini  $RECYCLE.BIN  *.lnk  *.stackdump
# Linux, and folders shared between machines
.directory  .fuse_hidden*  .nfs*  .Trash-*  .syncthing.*
""".replace("  ", "\n")
NAMES = re.compile("|".join(translate(line) for line in GITIGNORE.split("\n") if line and not line.startswith("# ")))


def is_ignored(name: str) -> bool:
    """Tell whether a file or folder of this name, without the folders around it, is no part of a practice."""
    return NAMES.match(name) is not None


def exclude(repository: Path) -> None:
    """Add what is missing of the patterns to the list that a repository keeps for itself (`.git/info/exclude`).

    What a person wrote there stays. A repository that cannot be written to is for git to complain of.
    """
    file = repository / "info" / "exclude"
    file.parent.mkdir(exist_ok=True)
    there = file.read_bytes() if file.exists() else b""
    missing = [line for line in GITIGNORE.encode().split(b"\n") if line not in there.split(b"\n")]
    if missing:
        separator = b"\n" if there and not there.endswith(b"\n") else b""
        write_whole(file, there + separator + b"\n".join(missing) + b"\n")


def files_of(folder: Path, is_left_out: Callable[[str], bool] = is_ignored) -> Iterator[Path]:
    """Return the files that are part of a practice, in the order of their names; folders that vanish have none."""
    try:
        paths = sorted(folder.iterdir())
    except OSError:  # an editor's own folder, gone by now
        return
    for path in paths:
        if path.name == ".git" or is_left_out(path.name):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from files_of(path, is_left_out)
        elif path.is_file():
            yield path
