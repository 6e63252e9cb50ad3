"""The golden master of its level notices every slip, so that none of them is the same behaviour in other words."""

import os
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.runner import runtestprotocol

from dojo.kata.workspace import LAST, LEVELS, tangle
from dojo.mutation.slips import slipped
from tests.dojo.forked import Forked, Surroundings
from tests.dojo.mutation.test_slips import SLIPS, WORKSPACE
from tests.dojo.small_kata import variables

SETTINGS = tomllib.loads((WORKSPACE / "pyproject.toml").read_text(encoding="utf-8"))
LEAN = SETTINGS["tool"]["mutmut"]["pytest_add_cli_args"]
UNSLIPPED = "as it was"  # the alarm: were it noticed as well, this would show nothing of the slips
EVERY_ORDER = "test_every_order"  # slow, and what scores sorted rolls notices the slips


class EachSlip:
    """A plugin that runs the scenarios of its level on each slip, in a fork: nothing it remembers reaches the next."""

    def __init__(self, missed: Path) -> None:
        """Write what is missed into a file."""
        self.missed = missed

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Write down the slips that no scenario notices; those that failed of late come first."""
        tried = [(slip.name, LEVELS[slip.level], slipped(WORKSPACE, LEVELS[slip.level], slip)) for slip in SLIPS]
        for name, level, text in [*tried, (UNSLIPPED, LAST, tangle(WORKSPACE, LAST))]:
            below = LEVELS[level.number - 1].scenarios if level.number > 1 else ()
            of_level = [item for item in session.items if item.path.stem in level.scenarios]
            of_level.sort(key=lambda item: item.path.stem in below)
            noticing = first_to_notice(of_level, text)
            if noticing:
                session.items.remove(of_level[noticing - 1])
                session.items.insert(0, of_level[noticing - 1])
            else:
                with self.missed.open("a", encoding="utf-8") as file:
                    file.write(f"{name}\n")
        return True


def first_to_notice(scenarios: list[pytest.Item], text: str) -> int:
    """Return the number of the first scenario that fails on a slip, in a child; 0 when none does."""
    child = os.fork()
    if child == 0:
        sys.modules["yatzy"] = module = ModuleType("yatzy")
        exec(text, module.__dict__)  # noqa: S102 - our own
        os._exit(next((number for number, scenario in enumerate(scenarios, 1) if fails(scenario)), 0))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def fails(scenario: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(scenario, log=False))


def test_the_golden_master_notices_every_slip(tmp_path: Path) -> None:
    missed = tmp_path / "missed"
    scenarios = [f"tests/golden_master/{name}.py" for name in LAST.scenarios if name != EVERY_ORDER]

    def work() -> object:
        sys.path.insert(0, str(WORKSPACE))
        return pytest.main([*LEAN, f"--practice={tmp_path}:yatzy", *scenarios], [EachSlip(missed)])

    (tmp_path / "yatzy.py").write_text(tangle(WORKSPACE, LAST), encoding="utf-8")
    with Path(os.devnull).open() as nothing, (tmp_path / "printed").open("w") as output:
        Forked(work, Surroundings(WORKSPACE, variables(), nothing, output, output)).wait()
    assert missed.exists(), (tmp_path / "printed").read_text(encoding="utf-8")
    assert missed.read_text(encoding="utf-8").splitlines() == [UNSLIPPED]
