"""kata.toml names the commands to play, in the words of their help."""

import pytest
from click import Context

from dojo.kata.description import read_kata
from playing.main import MODULES, playing
from tests.dojo.small_kata import WORKSPACE

DESCRIBED = read_kata(WORKSPACE).commands


def test_the_kata_names_the_commands():
    assert DESCRIBED is not None
    assert DESCRIBED.package == playing.name
    assert list(DESCRIBED.help) == list(MODULES)


@pytest.mark.parametrize("name", MODULES)
def test_the_kata_has_the_summary_of_each_command(name: str):
    assert DESCRIBED is not None
    summary = DESCRIBED.help[name]
    _, command, _ = playing.resolve_command(Context(playing), [name])
    assert command is not None
    assert command.get_short_help_str(len(summary)) == summary
