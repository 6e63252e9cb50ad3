"""pytest's settings of the files that it collects."""

import configparser
from fnmatch import filter as matching
from pathlib import Path, PurePath
from typing import Any

import msgspec
from msgspec import Struct

# pytest reads the first of these files that has its section, or needs none.
WITHOUT_SECTION = ("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini")
SECTIONS = {
    **dict.fromkeys(WITHOUT_SECTION, "pytest"),
    "pyproject.toml": "tool.pytest",
    "tox.ini": "pytest",
    "setup.cfg": "tool:pytest",
}
EVERY_FILE = ("*", "*.py")  # these patterns fit the code as well
NO_SETTINGS = (msgspec.DecodeError, configparser.Error, UnicodeDecodeError)


class CollectionSettings(Struct, frozen=True):
    """Patterns, in a list or separated by spaces."""

    python_files: list[str] | str = ""
    testpaths: list[str] | str = ""

    def is_collected(self, path: PurePath) -> bool:
        """Return whether python_files names a file of the project that is in testpaths."""
        patterns = [name for name in _split(self.python_files) if name not in EVERY_FILE]
        if not any(path.match(pattern) for pattern in patterns):
            return False
        places = [PurePath(name).as_posix() for name in _split(self.testpaths)]
        around = [each.as_posix() for each in (path, *path.parents)]
        return not places or any(matching(around, place) for place in places)


def _split(value: list[str] | str) -> list[str]:
    if isinstance(value, str):
        return value.split()
    return value


def pytest_settings_in(folder: Path) -> Path | None:
    """Return the file in a folder that has settings of pytest, or None."""
    for name, section in SECTIONS.items():
        file = folder / name
        if not file.is_file():
            continue
        text = file.read_text(encoding="utf-8", errors="replace")
        if name in WITHOUT_SECTION or f"[{section}]" in text or f"[{section}." in text:
            return file
    return None


def read_collection_settings(folder: Path) -> CollectionSettings:
    """Read pytest's settings in a project. Settings that are wrong count as none."""
    file = pytest_settings_in(folder)
    if file is None:
        return CollectionSettings()
    try:
        return msgspec.convert(_read_section(file, SECTIONS[file.name]), CollectionSettings)
    except NO_SETTINGS:  # pytest says what is wrong
        return CollectionSettings()


def _read_section(file: Path, section: str) -> dict[str, Any]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        table: Any = msgspec.toml.decode(text)
        for key in section.split("."):
            table = table.get(key, {})
        found: dict[str, Any] = table.get("ini_options", table)
        return found
    ini = configparser.ConfigParser(allow_no_value=True, interpolation=None, strict=False)
    ini.read_string(text)
    return dict(ini[section]) if section in ini else {}
