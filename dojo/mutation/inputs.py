"""The inputs of a run, as hashes: the code, the tests, the files that they read, and the tools.

A Python file has a hash for each region, under "path::key"; any other file has one, under its path.
"""

import hashlib
import sys
from collections.abc import Iterable
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from dojo.inside.swap import encoding_of, read_lines
from dojo.kata.description import NO_KATA
from dojo.mutation.equivalent import PRACTICE_DOCUMENT
from dojo.mutation.regions import Region, regions_of, text_of
from dojo.pages import is_made_by_dojo
from dojo.practice.code import find_files, is_test_file
from dojo.practice.interpreter import examine
from dojo.practice.model import GOLDEN_MASTER
from dojo.source import PARSE_ERRORS

if TYPE_CHECKING:
    from dojo.mutation.project import Project

# No test reads these.
NO_INPUTS = frozenset(
    ["README.md", GOLDEN_MASTER, PRACTICE_DOCUMENT]
    + [Path(document).name for document in (NO_KATA.survivors, NO_KATA.unmutated)]
)


class Inputs(Struct, frozen=True):
    """Hashes by name. `functions`: the names of functions among them."""

    hashes: dict[str, str]
    functions: frozenset[str]


class Source(Struct):
    """A source that gets mutants."""

    path: str
    encoding: str
    lines: list[str]
    regions: list[Region]

    @property
    def text(self) -> str:
        return "".join(self.lines)

    def named_regions(self) -> dict[str, Region]:
        """Return the regions by their names in a run: "path::key"."""
        return {f"{self.path}::{region.key}": region for region in self.regions}


def path_of(name: str) -> str:
    """Return the path in the name of a region or a test."""
    return name.partition("::")[0]


def read_inputs(folder: Path, project: "Project") -> Inputs:
    """Hash all files in the copy of a project and around it, and the tools.

    Pages and reports of the dojo do not count: a run may have written them into the project.
    """
    # The first test of a person's own enables plugins of pytest, which changes no result.
    plugins = ("-p", "no:", "--disable-plugin-autoload")
    arguments = [each for each in project.arguments if not each.startswith(plugins)]
    hashes = {
        **hash_tools(project.python),
        "an argument of pytest": _hash(repr(arguments).encode()),
    }
    for path, content in project.around.items():
        hashes[path] = _hash(content)
    functions: set[str] = set()
    for file in find_files(folder):
        path = file.relative_to(folder).as_posix()
        if file.name in NO_INPUTS:
            continue
        if file.suffix != ".py":
            content = file.read_bytes()
            if not is_made_by_dojo(content):
                hashes[path] = _hash(content)
            continue
        try:
            lines = read_lines(file)
            regions = regions_of("".join(lines))
        except PARSE_ERRORS:
            hashes[path] = _hash(file.read_bytes())
            continue
        for region in regions:
            name = f"{path}::{region.key}"
            hashes[name] = _hash(text_of(lines, region).encode())
            if region.names:
                functions.add(name)
    return Inputs(hashes, frozenset(functions))


def read_sources(folder: Path, project: "Project") -> list[Source]:
    sources: list[Source] = []
    for path in project.sources:
        file = folder / path
        lines = read_lines(file)
        sources.append(Source(path, encoding_of(file), lines, regions_of("".join(lines))))
    return sources


def changed_names(before: Inputs, after: Inputs) -> set[str]:
    """Return the names with a changed hash, and the ones that were removed."""
    return {name for name, _ in before.hashes.items() - after.hashes.items()}


def added_names(before: Inputs, after: Inputs) -> set[str]:
    return after.hashes.keys() - before.hashes.keys()


def reason_to_discard(before: Inputs, after: Inputs, opened: Iterable[str], start: str) -> str:
    """Return the change that makes all results invalid, or an empty string.

    `opened`: the files that tests opened; results that depend on them are tested again. So are
    those that depend on a changed function or test file. `start`: where the names of tests begin.
    """
    known = set(opened)
    for name in sorted(changed_names(before, after)):
        path = path_of(name)
        is_test = is_test_file(Path(path)) and path.startswith(start)
        if name in before.functions or name in known or is_test:
            continue
        if "::" not in name:
            return path
        if name in after.hashes:
            return f"{path} (outside functions)"
    return ""


def installed_packages() -> list[str]:
    """Return the names and versions of the packages of this Python."""
    packages: set[str] = set()
    for each in distributions():
        metadata = each.metadata  # each use of it parses the file again
        packages.add(f"{metadata['Name']} {metadata['Version']}")
    return sorted(packages)


def hash_tools(python: str) -> dict[str, str]:
    """Return hashes of the Python that runs the tests, of its packages, and of this package."""
    here = Path(__file__).parent
    modules = sorted([*here.glob("*.py"), *here.with_name("inside").glob("*.py")])
    version = sys.version
    packages = installed_packages()
    if python != sys.executable:
        interpreter = examine(python)
        version = interpreter.version
        packages = sorted(f"{name} {number}" for name, number in interpreter.packages.items())
    return {
        "Python": version,
        "an installed package": _hash("\n".join(packages).encode()),
        "dojo itself": _hash(b"".join(path.read_bytes() for path in modules)),
    }


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
