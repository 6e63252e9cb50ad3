"""The golden master of its level notices every slip, so that none of them is the same behaviour in other words."""

import sys
import tomllib
from pathlib import Path

import pytest

from dojo.kata.workspace import LEVELS, Level, tangle
from dojo.mutation.slips import slips_of
from tests.dojo.mutation.test_slips import WORKSPACE, part

if sys.platform == "win32":
    pytest.skip("each slip is tested in a forked child", allow_module_level=True)

from tests.dojo.forked import Forked, Surroundings
from tests.dojo.small_kata import variables

SETTINGS = tomllib.loads((WORKSPACE / "pyproject.toml").read_text(encoding="utf-8"))
LEAN = SETTINGS["tool"]["mutmut"]["pytest_add_cli_args"]
UNSLIPPED = "as-it-was"  # the alarm: were it noticed as well, this would show nothing of the slips
EVERY_ORDER = "test_every_order"  # slow, and what scores sorted rolls notices the slips


def scenarios(level: Level) -> list[str]:
    """Return the level's scenarios, its own before those of the levels that it contains."""
    below = LEVELS[level.number - 1].scenarios if level.number > 1 else ()
    own = [name for name in level.scenarios if name not in below]
    return [f"tests/golden_master/{name}.py" for name in (*own, *below) if name != EVERY_ORDER]


def run_pytest(printed: Path, *arguments: str) -> None:
    """Run pytest on the workspace, in a fork; what it prints goes to a file."""

    def work() -> object:
        sys.path.insert(0, str(WORKSPACE))
        return pytest.main(list(arguments))

    with Path("/dev/null").open() as nothing, printed.open("w") as output:
        Forked(work, Surroundings(WORKSPACE, variables(), nothing, output, output)).wait()


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.title)
def test_the_golden_master_notices_every_slip(level: Level, tmp_path: Path) -> None:
    folder, missed, printed = tmp_path / "slipped", tmp_path / "missed", tmp_path / "printed.txt"
    folder.mkdir()
    (folder / f"{UNSLIPPED}.py").write_text(tangle(WORKSPACE, level), encoding="utf-8")
    for slip in slips_of(WORKSPACE, level):
        if slip.level == level.number:
            (folder / f"{slip.path.stem}.py").write_text(part(slip, level, tmp_path), encoding="utf-8")
    options = ["-p", "tests.dojo.mutation.each_slip", f"--slipped={folder}", f"--missed={missed}"]
    run_pytest(printed, *LEAN, *options, f"--practice={folder}:yatzy", *scenarios(level))
    assert missed.exists(), printed.read_text(encoding="utf-8")
    assert missed.read_text(encoding="utf-8").splitlines() == [UNSLIPPED]
