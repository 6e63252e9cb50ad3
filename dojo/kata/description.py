"""The description of a kata, in kata.toml. A project without one has no kata."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path, PurePosixPath
from types import ModuleType
from typing import Any

import msgspec
from msgspec import Struct, field

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import DamagedError
from dojo.text import quantity

KATA_FILE = "kata.toml"
FIRST_HOUR = -1  # its number, where a level has one: in a history, and in JSON
HOUR = "hour"  # the word that people type
EVERYTHING = "*"  # a kata offers its whole module


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the tangle, with the scenarios that guard it.

    `end`: the mark of the section of the tangle that follows; the last level has none. `sections`:
    the marks of all sections that it has, in place of those up to an end. `scenarios`:
    modules of the golden master, those that tell most first. `clean`: the modules of the clean
    version that do the same. `note`: a paragraph for the README of a practice; `tangle_note`: one
    for a practice that begins with the tangle. `needs_empty_folder`: each test runs in a folder of
    its own, because the code writes files into the current one.
    """

    title: str
    scenarios: tuple[str, ...] = ()
    end: str = ""
    sections: tuple[str, ...] = ()
    clean: tuple[str, ...] = ()
    note: str = ""
    tangle_note: str = ""
    needs_empty_folder: bool = False
    number: int = 0

    @property
    def heading(self) -> str:
        """The number and the title. A practice of an earlier version recorded no title."""
        if not self.number:
            return self.title
        return ", ".join(filter(None, (self.name, self.title)))

    @property
    def name(self) -> str:
        return level_name(self.number)

    @property
    def option(self) -> str:
        return level_option(self.number)


def level_name(number: int) -> str:
    if number == FIRST_HOUR:
        return "the first hour"
    return f"level {number}"


def level_option(number: int) -> str:
    """Return the word for a level after `--level`."""
    if number == FIRST_HOUR:
        return HOUR
    return str(number)


NO_LEVEL = Level("your own code")


class Handouts(Struct, frozen=True, forbid_unknown_fields=True):
    """What the pages to print show of the kata.

    `rules`: the section of the exercise with the rules. `examples`: a document with a call in each
    line that `pattern` matches, with groups `part`, `rule`, `values` and `result`. `pictures`: a
    file of SVG symbols, one for each value.
    """

    rules: str = "The rules"
    examples: str = ""
    pattern: str = ""
    pictures: str = ""


class KataCommands(Struct, frozen=True, forbid_unknown_fields=True):
    """Commands that the kata adds to `dojo`. `python -m PACKAGE NAME` runs one.

    `help` has the names of the commands, with the line of each in `dojo --help`.
    """

    package: str
    help: Mapping[str, str]


class Kata(Struct, frozen=True, forbid_unknown_fields=True):
    """A kata. Files and folders are relative to its workspace.

    `offers`: the class or function that each implementation has in the module of the tangle's name,
    or `*` for the module itself.
    `first_hour`: less than the first level, for people who never did a kata.
    `not_for_mutants`: scenarios that take too long to test each mutant with. `first_test`: what a
    blind practice has in its first test file.
    """

    name: str
    offers: str
    tangle: str
    clean: str
    levels: tuple[Level, ...]
    first_hour: Level | None = None
    golden_master: str = "tests/golden_master"
    approved_files: str = "approved_files"
    exercise: str = "KATA.md"
    way: str = "worked"
    slips: str = "tests/slips"
    key: str = "docs/smells.md"
    plan: str = "docs/facilitating.md"
    formats: str = "docs/formats.md"
    not_for_mutants: tuple[str, ...] = ()
    first_test: str = ""
    handouts: Handouts = field(default_factory=Handouts)
    commands: KataCommands | None = None

    @property
    def tangle_package(self) -> str:
        return self.tangle.partition("/")[0]

    @property
    def tangle_file(self) -> str:
        """The name of the tangle in a practice."""
        return PurePosixPath(self.tangle).name

    @property
    def module(self) -> str:
        """The module with the published class or function."""
        return PurePosixPath(self.tangle).stem

    @property
    def offered(self) -> str:
        """The name of the class, the function or the module that it offers."""
        return self.module if self.offers == EVERYTHING else self.offers

    def offered_by(self, module: ModuleType) -> Any:  # noqa: ANN401 - any kata's
        """Return the offer of an implementation, in its module."""
        return module if self.offers == EVERYTHING else getattr(module, self.offers)

    @property
    def survivors(self) -> str:
        """The document of the equivalent mutants."""
        return f"{self.approved_files}/survivors.approved.txt"

    @property
    def unmutated(self) -> str:
        """The document of the statements that no mutant changes."""
        return f"{self.approved_files}/unmutated.approved.txt"

    @property
    def implementations(self) -> tuple[str, ...]:
        return tuple(filter(None, (self.tangle_package, self.clean)))

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders that nobody changes in an exercise."""
        names = (*self.implementations, self.approved_files, self.golden_master)
        return tuple(f"{name}/" for name in names if name)

    @property
    def all_levels(self) -> tuple[Level, ...]:
        """The levels, after the first hour if there is one."""
        return tuple(filter(None, (self.first_hour, *self.levels)))

    @property
    def last_level(self) -> Level:
        return self.levels[-1]

    def level(self, number: int) -> Level:
        """Return a level. Raises WrongUsageError if the kata has none of this number."""
        for level in self.all_levels:
            if level.number == number:
                return level
        if number == FIRST_HOUR:
            raise WrongUsageError("This kata has no first hour. Use --level 1.")
        levels = quantity(len(self.levels), "level")
        raise WrongUsageError(f"There is no level {number}: the kata has {levels}.")


# That of a project without a kata.
NO_KATA = Kata(
    name="",
    offers="",
    tangle="",
    clean="",
    levels=(NO_LEVEL,),
    golden_master="",
    approved_files="",
    way="",
    slips="",
)


def read_kata(workspace: Path) -> Kata:
    """Return the kata in a workspace. Raises WorkspaceError if its description is wrong."""
    return _read(workspace.resolve())


@cache
def _read(workspace: Path) -> Kata:
    """Read the kata once, and number its levels from 1 on.

    In the file, a level has only its new scenarios and clean modules. It also gets those of the
    levels before, because its part of the tangle contains theirs. The first hour does not.
    """
    file = workspace / KATA_FILE
    try:
        kata = msgspec.toml.decode(file.read_bytes(), type=Kata)
    except OSError as error:
        raise WorkspaceError(f"{file}: {error.strerror}") from None
    except DamagedError as error:
        raise WorkspaceError(f"{file}: {error}. docs/own-kata.md explains it.") from None
    if not kata.levels:
        raise WorkspaceError(f"{KATA_FILE}: a kata has at least one level, [[levels]].")
    levels: list[Level] = []
    scenarios: tuple[str, ...] = ()
    clean: tuple[str, ...] = ()
    for number, level in enumerate(kata.levels, start=1):
        scenarios += level.scenarios
        clean += level.clean
        numbered = msgspec.structs.replace(level, number=number, scenarios=scenarios, clean=clean)
        levels.append(numbered)
    hour = kata.first_hour
    if hour is not None:
        hour = msgspec.structs.replace(hour, number=FIRST_HOUR)
    return msgspec.structs.replace(kata, levels=tuple(levels), first_hour=hour)
