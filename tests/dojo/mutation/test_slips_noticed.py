"""The golden master of its level notices every slip, so that none of them is the same behaviour in other words."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from dojo.kata.levels import LEVELS, Level, tangle
from dojo.mutation.slips import slipped, slips_of
from tests.dojo.mutation.test_slips import WORKSPACE

if sys.platform == "win32":
    pytest.skip("each slip is tested in a forked child", allow_module_level=True)

SETTINGS = tomllib.loads((WORKSPACE / "pyproject.toml").read_text(encoding="utf-8"))
LEAN = SETTINGS["tool"]["mutmut"]["pytest_add_cli_args"]
UNSLIPPED = "as-it-was"  # the alarm: were it noticed as well, this would show nothing of the slips


def scenarios(level: Level) -> list[str]:
    """Return the level's scenarios, its own before those of the levels that it contains."""
    below = LEVELS[level.number - 1].scenarios if level.number > 1 else ()
    own = [name for name in level.scenarios if name not in below]
    return [f"tests/golden_master/{name}.py" for name in (*own, *below)]


@pytest.mark.parametrize("level", LEVELS.values(), ids=lambda level: level.title)
def test_the_golden_master_notices_every_slip(level: Level, tmp_path: Path) -> None:
    folder, missed = tmp_path / "slipped", tmp_path / "missed"
    folder.mkdir()
    (folder / f"{UNSLIPPED}.py").write_text(tangle(WORKSPACE, level), encoding="utf-8")
    for slip in slips_of(WORKSPACE, level):
        if slip.level == level.number:
            (folder / f"{slip.path.stem}.py").write_text(slipped(WORKSPACE, level, slip), encoding="utf-8")
    options = [
        "-p",
        "tests.dojo.mutation.each_slip",
        f"--slipped={folder}",
        f"--missed={missed}",
        f"--practice={folder}:yatzy",
    ]
    done = subprocess.run(  # noqa: S603 - our own pytest
        [sys.executable, "-m", "pytest", *LEAN, *options, *scenarios(level)],
        cwd=WORKSPACE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert missed.exists(), done.stdout
    assert missed.read_text(encoding="utf-8").splitlines() == [UNSLIPPED]
