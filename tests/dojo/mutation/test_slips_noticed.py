"""Test that the golden master of its level notices every slip."""

import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from dojo.kata.workspace import LAST_LEVEL, LEVELS, read_tangle
from dojo.mutation.slips import apply_slip
from tests.dojo import forked
from tests.dojo.mutation.test_slips import SLIPS, WORKSPACE
from tests.dojo.small_kata import variables
from tests.worked.each_state import failure_of

SETTINGS = tomllib.loads((WORKSPACE / "pyproject.toml").read_text(encoding="utf-8"))
LEAN = SETTINGS["tool"]["mutmut"]["pytest_add_cli_args"]
UNSLIPPED = "as it was"  # the alarm: were it noticed as well, this would show nothing of the slips
EVERY_ORDER = "test_every_order"  # slow, and what scores sorted rolls notices the slips


class EachSlip:
    """A plugin that runs the scenarios of its level on each slip, a module of its own."""

    def __init__(self) -> None:
        """Begin with none missed."""
        self.missed: list[str] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Write down the slips that no scenario notices; those that failed of late come first."""
        tried = [
            (slip.name, LEVELS[slip.level], apply_slip(WORKSPACE, LEVELS[slip.level], slip))
            for slip in SLIPS
        ]
        for name, level, text in [
            *tried,
            (UNSLIPPED, LAST_LEVEL, read_tangle(WORKSPACE, LAST_LEVEL)),
        ]:
            below = LEVELS[level.number - 1].scenarios if level.number > 1 else ()
            of_level = [item for item in session.items if item.path.stem in level.scenarios]
            of_level.sort(key=lambda item: item.path.stem in below)
            sys.modules["yatzy"] = module = ModuleType("yatzy")
            exec(text, module.__dict__)  # noqa: S102 - our own
            noticing = next((scenario for scenario in of_level if failure_of(scenario)), None)
            if noticing:
                session.items.remove(noticing)
                session.items.insert(0, noticing)
            else:
                self.missed.append(name)
        return True


def test_the_golden_master_notices_every_slip(tmp_path: Path) -> None:
    scenarios = [
        f"tests/golden_master/{name}.py" for name in LAST_LEVEL.scenarios if name != EVERY_ORDER
    ]

    def work() -> None:
        sys.path.insert(0, str(WORKSPACE))
        each_slip = EachSlip()
        pytest.main(
            [*LEAN, f"--practice={tmp_path}:yatzy", f"--received-in={tmp_path}", *scenarios],
            [each_slip],
        )
        sys.stdout.write("\n".join(["missed:", *each_slip.missed]))

    done = forked.run(work, WORKSPACE, variables())
    assert done.stdout.endswith(f"missed:\n{UNSLIPPED}"), done.stdout + done.stderr
