"""Where the code of a project is imported from."""

import os
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parents[2]  # the folder with the package dojo
PACKAGE = HERE / "dojo"
# A program that begins with this can import the package, and nothing else that lies beside it.
# sys.path may have the current folder as its first entry.
LOAD_DOJO = f"""
import sys
sys.path[:] = [path for path in sys.path if path]
from importlib.util import module_from_spec, spec_from_file_location
spec = spec_from_file_location(
    "dojo", {str(PACKAGE / "__init__.py")!r}, submodule_search_locations=[{str(PACKAGE)!r}]
)
sys.modules.setdefault("dojo", module_from_spec(spec))
"""


def import_folder(project: Path) -> Path:
    """Return the folder from which the code of a project is imported."""
    source = project / "src"
    if source.is_dir() and not (source / "__init__.py").exists():
        return source
    return project


def make_importable(project: Path) -> None:
    """Add the code to sys.path, and forget modules of its names that were imported before.

    The kata has folders of its own, such as tests/, that would be found before those of the code.
    """
    if (HERE / "pyproject.toml").exists():
        sys.path[:] = [path for path in sys.path if Path(path) != HERE]
    roots = list(dict.fromkeys([import_folder(project), project]))
    sys.path[:0] = [str(root) for root in roots]
    names = {path.stem for path in roots[0].glob("*.py")}
    names |= {path.parent.name for path in roots[0].glob("*/__init__.py")}
    names -= sys.stdlib_module_names
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or ""
        if name.partition(".")[0] in names and not Path(file).is_relative_to(project):
            del sys.modules[name]


def import_from_copy(project: Path, original: Path) -> None:
    """Import from a copy what the environment would import from the original project.

    An editable install names folders of the original: in sys.path, or in the table of a finder. The
    processes that tests start find the copy in PYTHONPATH.
    """
    found: list[str] = []
    for number, path in enumerate(sys.path):
        copied = _in_copy(path, original, project)
        if copied is not None:
            sys.path[number] = str(copied)
            found.append(str(copied))
    for name, module in list(sys.modules.items()):
        if name.startswith("__editable__"):
            table: dict[str, str] = getattr(module, "MAPPING", {})
            for package, path in table.items():
                copied = _in_copy(path, original, project)
                if copied is not None:
                    table[package] = str(copied)
                    found.append(str(copied.parent))
    if found:
        paths = [*found, os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


class AroundFinder(MetaPathFinder):
    """Finds modules around a project in folders that are in sys.path, but not around its copy.

    `copies` is the folder in which the copy is as the project is in `originals`.
    """

    def __init__(self, copies: Path, originals: Path) -> None:
        self.copies = copies
        self.originals = originals

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module outside of packages, in folders of sys.path that no copy has."""
        if path is not None:  # a module in a package that was found
            return None
        folders: list[str] = []
        for entry in map(Path, sys.path):
            if entry.is_relative_to(self.copies) and not entry.exists():
                folders.append(str(self.originals / entry.relative_to(self.copies)))
        return PathFinder.find_spec(name, folders, target)


def _in_copy(path: str, original: Path, project: Path) -> Path | None:
    """Return the place in the copy of a path in the original, or None. Environments have none."""
    if original == project or not Path(path).is_relative_to(original):
        return None
    copied = project / Path(path).relative_to(original)
    return copied if copied.exists() else None
