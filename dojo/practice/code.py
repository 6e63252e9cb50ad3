"""The code of a practice: its text, and the module that has class Yatzy."""

import re
from pathlib import Path
from typing import NamedTuple

from dojo.errors import WorkspaceError
from dojo.practice.files import find_python_files
from dojo.practice.model import Practice
from dojo.source import PARSE_ERRORS, Sources, owners_of

# Python finds module yatzy in one of these. If several exist, the first one counts.
YATZY_FILES = ("yatzy/__init__.py", "yatzy.py", "src/yatzy/__init__.py", "src/yatzy.py")
DEFINES_YATZY = re.compile(
    r"^\s*class Yatzy\b|^\s*Yatzy\b.*=|\bimport\b(.*|\s*\([^)]*)\bYatzy\b",
    re.MULTILINE,
)
NO_YATZY = """\
{file} offers no class Yatzy.
Define it there, or import it there from where it is."""


class YatzyModule(NamedTuple):
    """A module that has class Yatzy. It is imported by `name`, with `import_folder` in sys.path."""

    file: Path
    import_folder: Path
    name: str


def find_yatzy_module(practice: Practice) -> YatzyModule:
    """Find class Yatzy by reading the code. Raises WorkspaceError if the practice has none."""
    folder = practice.folder
    files = list(find_python_files(folder))
    usual_files = [folder / name for name in YATZY_FILES if folder / name in files]
    expected = folder / "yatzy.py"
    if usual_files:
        expected = usual_files[0]
        files = [expected]
    for file in files:
        text = file.read_text(encoding="utf-8", errors="replace")
        may_import_it = bool(usual_files) and "import *" in text
        if may_import_it or DEFINES_YATZY.search(text):
            import_folder = _import_folder_of(file, folder)
            parts = file.relative_to(import_folder).with_suffix("").parts
            return YatzyModule(file, import_folder, ".".join(parts).removesuffix(".__init__"))
    raise WorkspaceError(NO_YATZY.format(file=practice.display_path(expected)))


def _import_folder_of(file: Path, practice: Path) -> Path:
    if (practice / "__init__.py").exists():  # the practice itself is a package
        return practice.parent
    if file.is_relative_to(practice / "src"):
        return practice / "src"
    return practice


def read_code(practice: Practice) -> Sources:
    """Read the code. Raises WorkspaceError if a file does not parse."""
    code: Sources = {}
    for path in find_python_files(practice.folder):
        text = path.read_text(encoding="utf-8", errors="replace")
        try:
            owners_of(text)
        except PARSE_ERRORS as error:
            file = practice.display_path(path)
            reason = str(error).replace("<unknown>, ", "")
            raise WorkspaceError(f"{file}: {reason}. Correct that, then ask again.") from None
        code[path.relative_to(practice.folder).as_posix()] = text
    return code
