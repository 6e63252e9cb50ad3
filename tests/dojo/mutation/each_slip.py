"""A pytest plugin that runs the golden master on many slipped tangles, collected once.

--slipped=FOLDER: a folder with a module for each slip. Each is tested in a forked child of its own, so that nothing a
slip remembers reaches the next; the child stops at the first scenario that fails. --missed=FILE takes the names of
those that no scenario noticed, a line each.
"""

import os
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.runner import runtestprotocol

MISSED, NOTICED = 0, 1


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare the options."""
    parser.addoption("--slipped", type=Path, metavar="FOLDER")
    parser.addoption("--missed", type=Path, metavar="FILE")


def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run all scenarios on each slip, in place of running them once."""
    slipped = sorted(session.config.getoption("--slipped").glob("*.py"))
    missed = [file.stem for file in slipped if not notices(session.items, file)]
    session.config.getoption("--missed").write_text("".join(f"{name}\n" for name in missed), encoding="utf-8")
    return True


def notices(scenarios: list[pytest.Item], file: Path) -> bool:
    """Tell whether a scenario fails on a slip, in a child."""
    child = os.fork()
    if child == 0:
        sys.modules["yatzy"] = imported(file)
        os._exit(NOTICED if any(map(fails, scenarios)) else MISSED)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) != MISSED


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
