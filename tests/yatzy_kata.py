"""The kata of this repository, as its kata.toml describes it."""

from pathlib import Path

from dojo.kata.description import read_kata

WORKSPACE = Path(__file__).resolve().parents[1]
DESCRIPTION = (WORKSPACE / "kata.toml").read_text(encoding="utf-8")
KATA = read_kata(WORKSPACE)
LEVELS = {level.number: level for level in KATA.levels}
FIRST_HOUR = KATA.level(-1)
LAST_LEVEL = KATA.last_level
IMPLEMENTATIONS = KATA.implementations
TANGLE = KATA.tangle
