"""Test the description of a kata: kata.toml."""

from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.description import KataCommands, read_kata

KATA = """name = "Small"
tangle = "legacy/yatzy.py"
clean = "refactored"
offers = "Yatzy"
levels = [{title = "scoring"}]

"""
COMMANDS = """[commands]
package = "demo"

[commands.help]
show = "Show it."
"""


def test_a_kata_has_commands(tmp_path: Path):
    (tmp_path / "kata.toml").write_text(KATA + COMMANDS, encoding="utf-8")
    assert read_kata(tmp_path).commands == KataCommands("demo", {"show": "Show it."})


def test_a_kata_may_add_no_commands(tmp_path: Path):
    (tmp_path / "kata.toml").write_text(KATA, encoding="utf-8")
    assert read_kata(tmp_path).commands is None


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b'[commands]\npackage = "demo"', "missing required field `help` - at `$.commands`"),
        (b"[commands]\npackage = 1", "Expected `str`, got `int` - at `$.commands.package`"),
        (b"[comands]", "Object contains unknown field `comands`"),
        (f"{COMMANDS}hide = 2".encode(), "Expected `str`, got `int` - at `$.commands.help[...]`"),
        (b"[commands", "Expected ']' at the end of a table declaration"),
        (b"a =", "Invalid value (at end of document)"),
        (b"\xe9", "can't decode byte 0xe9"),
    ],
)
def test_a_wrong_description_is_named_in_one_line(text: bytes, problem: str, tmp_path: Path):
    file = tmp_path / "kata.toml"
    file.write_bytes(KATA.encode() + text)
    with pytest.raises(WorkspaceError) as raised:
        read_kata(tmp_path)
    assert raised.value.message.startswith(f"{file}: ")
    assert problem in raised.value.message
    assert "\n" not in raised.value.message
