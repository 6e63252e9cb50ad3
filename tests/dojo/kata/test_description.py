"""Test the description of a kata: kata.toml."""

from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata.description import EVERYTHING, FIRST_HOUR, KataCommands, read_kata

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


def test_a_kata_may_have_a_first_hour(tmp_path: Path):
    hour = '[first_hour]\ntitle = "one fee"\nsections = ["v1"]\n'
    (tmp_path / "kata.toml").write_text(KATA + hour, encoding="utf-8")
    kata = read_kata(tmp_path)
    assert kata.level(FIRST_HOUR).heading == "the first hour, one fee"
    assert kata.level(1).heading == "level 1, scoring"


def test_a_kata_without_a_first_hour_says_so(tmp_path: Path):
    (tmp_path / "kata.toml").write_text(KATA, encoding="utf-8")
    with pytest.raises(WrongUsageError, match="has no first hour"):
        read_kata(tmp_path).level(FIRST_HOUR)


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


def test_a_kata_offers_a_name_or_its_whole_module(tmp_path: Path):
    (tmp_path / "kata.toml").write_text(KATA, encoding="utf-8")
    module = ModuleType("yatzy")
    vars(module)["Yatzy"] = int
    kata = read_kata(tmp_path)
    whole = msgspec.structs.replace(kata, offers=EVERYTHING)
    assert (kata.offered_by(module), kata.offered) == (int, "Yatzy")
    assert (whole.offered_by(module), whole.offered) == (module, "yatzy")
