"""The golden master of its level notices every slip, so that none of them is the same behaviour in other words."""

import sys
import tomllib
from pathlib import Path

import pytest

from dojo.kata.workspace import LAST, LEVELS, tangle
from dojo.mutation.slips import slipped, slips_of
from tests.dojo.forked import Forked, Surroundings
from tests.dojo.mutation.test_slips import WORKSPACE
from tests.dojo.small_kata import variables

SETTINGS = tomllib.loads((WORKSPACE / "pyproject.toml").read_text(encoding="utf-8"))
LEAN = SETTINGS["tool"]["mutmut"]["pytest_add_cli_args"]
UNSLIPPED = "as-it-was"  # the alarm: were it noticed as well, this would show nothing of the slips
EVERY_ORDER = "test_every_order"  # slow, and what scores sorted rolls notices the slips


def run_pytest(printed: Path, *arguments: str) -> None:
    """Run pytest on the workspace, in a fork; what it prints goes to a file."""

    def work() -> object:
        sys.path.insert(0, str(WORKSPACE))
        return pytest.main(list(arguments))

    with Path("/dev/null").open() as nothing, printed.open("w") as output:
        Forked(work, Surroundings(WORKSPACE, variables(), nothing, output, output)).wait()


def test_the_golden_master_notices_every_slip(tmp_path: Path) -> None:
    folder, missed, printed = tmp_path / "slipped", tmp_path / "missed", tmp_path / "printed.txt"
    for slip in slips_of(WORKSPACE, LAST):
        file = folder / str(slip.level) / f"{slip.path.stem}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(slipped(WORKSPACE, LEVELS[slip.level], slip), encoding="utf-8")
    (folder / f"{LAST.number}/{UNSLIPPED}.py").write_text(tangle(WORKSPACE, LAST), encoding="utf-8")
    scenarios = [f"tests/golden_master/{name}.py" for name in LAST.scenarios if name != EVERY_ORDER]
    options = ["-p", "tests.dojo.mutation.each_slip", f"--slipped={folder}", f"--missed={missed}"]
    run_pytest(printed, *LEAN, *options, f"--practice={folder}:yatzy", *scenarios)
    assert missed.exists(), printed.read_text(encoding="utf-8")
    assert missed.read_text(encoding="utf-8").splitlines() == [UNSLIPPED]
