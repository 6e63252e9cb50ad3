"""A pytest plugin that runs the golden master on many slipped tangles, collected once.

--slipped=FOLDER: a folder with a module for each slip, in a folder for each level. Each is tested by the scenarios of
its level in a forked child of its own, so that nothing a slip remembers reaches the next; the child stops at the first
that fails, and those that failed of late come first. --missed=FILE takes the names of those that no scenario noticed,
a line each.
"""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.runner import runtestprotocol

from dojo.kata.workspace import LEVELS

MISSED = 0  # the exit code of a child; any other is the number of the scenario that noticed


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
            noticing = first_to_notice(scenarios, file)
            if noticing == MISSED:
                missed.append(file.stem)
            else:
                scenarios.insert(0, scenarios.pop(noticing - 1))
    session.config.getoption("--missed").write_text("".join(f"{name}\n" for name in missed), encoding="utf-8")
    return True


def first_to_notice(scenarios: list[pytest.Item], file: Path) -> int:
    """Return the number of the first scenario that fails on a slip, in a child; MISSED when none does."""
    child = os.fork()
    if child == 0:
        sys.modules["yatzy"] = imported(file)
        os._exit(next((number for number, each in enumerate(scenarios, 1) if fails(each)), MISSED))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def imported(file: Path) -> ModuleType:
    """Import a file as the practice that the scenarios ask for."""
    spec = spec_from_file_location("yatzy", file)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fails(scenario: pytest.Item) -> bool:
    """Run a scenario."""
    return any(report.failed for report in runtestprotocol(scenario, log=False))
