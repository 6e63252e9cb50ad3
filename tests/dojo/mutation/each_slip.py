"""A pytest plugin that runs the golden master on many slipped tangles, collected once.

--slipped=FOLDER: a folder with a module for each slip. Each is tested in a forked child of its own, so that nothing a
slip remembers reaches the next; the child stops at the first scenario that fails, and those that failed of late come
first. --missed=FILE takes the names of those that no scenario noticed, a line each.
"""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.runner import runtestprotocol

MISSED = 0  # the exit code of a child; any other is the number of the scenario that noticed


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    parser.addoption("--slipped", type=Path, metavar="FOLDER")
    parser.addoption("--missed", type=Path, metavar="FILE")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run all scenarios on each slip, in place of running them once."""
    scenarios, missed = list(session.items), []
    for file in sorted(session.config.getoption("--slipped").glob("*.py")):
        number = first_to_notice(scenarios, file)
        if number == MISSED:
            missed.append(file.stem)
        else:
            scenarios.insert(0, scenarios.pop(number - 1))
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
