"""A pytest plugin that runs the golden master on many slipped tangles, collected once.

--slipped=FOLDER: a folder with a module for each slip, in a folder for each level. Each is imported, and tested by the
scenarios of its level up to the first that fails; those that failed of late come first. --missed=FILE takes the names
of those that no scenario noticed, a line each.
"""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from dojo.kata.workspace import LEVELS
from tests.worked.each_state import failure_of


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    parser.addoption("--slipped", type=Path, metavar="FOLDER")
    parser.addoption("--missed", type=Path, metavar="FILE")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run the scenarios of its level on each slip, in place of running all once."""
    missed = []
    for folder in sorted(session.config.getoption("--slipped").iterdir()):
        number = int(folder.name)
        below = LEVELS[number - 1].scenarios if number > 1 else ()
        scenarios = [item for item in session.items if item.path.stem in LEVELS[number].scenarios]
        scenarios.sort(key=lambda item: item.path.stem in below)
        for file in sorted(folder.iterdir()):
            sys.modules["yatzy"] = imported(file)
            noticing = next((each for each in scenarios if failure_of(each)), None)
            if noticing is None:
                missed.append(file.stem)
            else:
                scenarios.remove(noticing)
                scenarios.insert(0, noticing)
    session.config.getoption("--missed").write_text("".join(f"{name}\n" for name in missed), encoding="utf-8")
    return True


def imported(file: Path) -> ModuleType:
    """Import a file as the practice that the scenarios ask for."""
    spec = spec_from_file_location("yatzy", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
