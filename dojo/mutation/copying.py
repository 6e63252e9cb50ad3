"""Copies of folders that hold a person's files: of what is a file, and no more.

left out: what tools leave, by patterns of names; what is no file, which would be waited for, or has no end; and a link
to a folder around it, which has no end either.
"""

import shutil
from collections.abc import Collection
from pathlib import Path

LEFT_BY_TESTS = ("__pycache__", "*.received.*")


def copy_folder(source: Path, target: Path, also: Collection[str] = (), *, follow: bool = True) -> None:
    """Copy a folder into another, without what is left out, and `also` some names; OSError says what was not copied.

    `follow`: have what links lead to, in place of them.
    """
    by_name = shutil.ignore_patterns(*LEFT_BY_TESTS, *also)

    def left_out(folder: str, names: list[str]) -> set[str]:
        found = {name for name in names if _is_left_out(Path(folder, name), follow=follow)}
        return found | by_name(folder, names)

    try:
        shutil.copytree(source, target, symlinks=not follow, ignore=left_out, dirs_exist_ok=True)
    except shutil.Error as error:
        path, _, why = error.args[0][0]
        raise OSError(f"{path} cannot be copied: {why}") from None


def _is_left_out(path: Path, *, follow: bool) -> bool:
    """Tell whether there is no file and no folder, or one around itself; a link that is not followed is as good."""
    if path.is_dir():
        return follow and path.is_symlink() and path.parent.resolve().is_relative_to(path.resolve())
    return not path.is_file() and (follow or not path.is_symlink())
