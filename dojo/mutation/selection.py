"""Select the mutants of functions: by name, or because they changed since a commit."""

import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from dojo.errors import WrongUsageError
from dojo.inside.swap import split_lines
from dojo.mutation.regions import regions_of
from dojo.mutation.results import Selection
from dojo.practice.code import module_name
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.own_code import import_folder_of
from dojo.practice.project import read_settings
from dojo.practice.recording import find_commit
from dojo.practice.snapshots import Repository
from dojo.source import parse_or_none

START = "start"


class NamedRegion(Struct, frozen=True):
    """A region of a practice. `name` begins with the module: shop.Cart.total, or shop.RATES."""

    path: str
    name: str
    region: str
    code: tuple[str, ...]


def select_named(practice: Practice, names: Sequence[str]) -> Selection:
    """Select the functions with these names, or in these files.

    A name may be that of a module, a class or a function, with or without what it is in. Raises
    WrongUsageError if there is none.
    """
    known = regions_in(practice, Repository(practice.folder).tree())
    regions: set[str] = set()
    for name in names:
        found = [each for each in known if is_called(each, name)]
        if not found:
            raise WrongUsageError(
                f"{practice.title}/ has no function, class, table or file {name}."
            )
        regions |= {each.region for each in found}
    return Selection(title=", ".join(names), regions=frozenset(regions))


def is_called(region: NamedRegion, name: str) -> bool:
    """Return whether a region has a name, or is in the module, class or file with this name."""
    if name.endswith(".py"):
        given = os.path.normpath(name)
        return f"/{region.path}".endswith(f"/{given}")
    return f".{name}." in f".{region.name}."


def select_changed(practice: Practice, since: str) -> Selection:
    """Select the functions with lines that changed since a commit, or since the start.

    Raises WrongUsageError if git does not know the commit.
    """
    repository = Repository(practice.folder)
    commit = find_snapshot(practice, since)
    before = {each.region: each.code for each in regions_in(practice, commit)}
    regions: set[str] = set()
    for each in regions_in(practice, repository.tree()):
        if before.get(each.region) != each.code:
            regions.add(each.region)
    return Selection(title=f"what changed since {since}", regions=frozenset(regions))


def lines_since(practice: Practice, since: str) -> dict[str, set[int]]:
    """Return the numbers of the lines that changed since a commit, by the path of their file.

    Raises WrongUsageError if git does not know the commit.
    """
    repository = Repository(practice.folder)
    changed: dict[str, set[int]] = {}
    for patch in repository.patches(find_snapshot(practice, since), repository.tree()):
        path = practice.display_path(practice.folder / patch.delta.new_file.path)
        changed[path] = set()
        for hunk in patch.hunks:
            added = [line.new_lineno for line in hunk.lines if line.origin == "+"]
            changed[path].update(added)
    return changed


def find_snapshot(practice: Practice, since: str) -> str:
    """Return the commit of a check by its number, of the start, or of a commit.

    Raises WrongUsageError if there is none.
    """
    repository = Repository(practice.folder)
    history = read_history(repository)
    commit = find_commit(repository, history, since)
    if since == START:
        commit = history.start
    if not commit:
        start = f"--since {START} is how the practice started"
        raise WrongUsageError(f"{practice.title}/ has no check and no commit {since}; {start}.")
    return commit


def regions_in(practice: Practice, tree: str) -> list[NamedRegion]:
    """Return the regions of the practice's code in a tree."""
    root = import_folder_of(practice).relative_to(practice.folder)
    settings = read_settings(practice.folder)
    found: list[NamedRegion] = []
    for path, text in Repository(practice.folder).files(tree).items():
        file = Path(path)
        is_code = settings.has_code(file) and file.is_relative_to(root)
        if is_code and parse_or_none(text.encode()):
            module = module_name(file, root)
            lines = [line.strip() for line in split_lines(text)]
            for region in regions_of(text):
                code = tuple(lines[region.first - 1 : region.last])
                shown = practice.display_path(practice.folder / path)
                name = f"{module}.{region.target}"
                found.append(NamedRegion(shown, name, f"{shown}::{region.key}", code))
    return found
