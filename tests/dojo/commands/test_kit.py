"""Test the commands and the code that documents show."""

import re
import shlex
from contextlib import suppress
from pathlib import Path

import pytest
from click import BadOptionUsage, Context, Group, MissingParameter
from click.exceptions import Exit, NoArgsIsHelpError

from dojo.commands.room import room
from dojo.kata.workspace import read_tangle
from dojo.main import main
from playing.main import playing
from tests.dojo.commands.documents import WORKSPACE, all_commands, code_in
from tests.worked.examine import failures, scenarios
from tests.yatzy_kata import LEVELS

OWN_CODE = "~/shop"
# A sentence may name a command without its arguments.
INCOMPLETE = (MissingParameter, BadOptionUsage, NoArgsIsHelpError, Exit)
SCORING_MODULE = """from tangle import Yatzy as Tangle

score, categories, is_upper = Tangle.score, Tangle.categories, Tangle.is_upper
matches, matching, check = Tangle.matches, Tangle.matching, Tangle.check_dice
"""


@pytest.mark.parametrize("line", all_commands("dojo"))
def test_a_command_has_the_options_that_a_document_shows(line: str):
    words = shlex.split(line.replace(OWN_CODE, __file__))[1:]
    group: Group = playing if words[0] in playing.commands else main
    parent = Context(group, **group.context_settings)
    name, command, arguments = group.resolve_command(parent, words)
    assert command is not None
    with suppress(*INCOMPLETE):
        command.make_context(name, arguments, parent)


@pytest.mark.parametrize("line", all_commands("dojo room"))
def test_a_misspelt_command_is_not_taken_for_a_room(line: str):
    word = shlex.split(line)[2]
    assert word in room.commands or re.search(r"^-|URL|[./]", word)


@pytest.mark.parametrize("line", all_commands("pytest"))
def test_the_tests_that_a_document_names_exist(line: str):
    words = shlex.split(line)[1:]
    paths = [word for word in words if word.startswith("tests/")]
    assert all((WORKSPACE / path).exists() for path in paths)


def test_the_adapter_passes_the_golden_master(tmp_path: Path):
    [adapter] = code_in("docs/checks.md")
    tangle = read_tangle(WORKSPACE, LEVELS[1])
    files = {"yatzy.py": adapter, "my_scoring.py": SCORING_MODULE, "tangle.py": tangle}
    assert failures(files, scenarios([1]), tmp_path) == {}


def test_the_demonstration_has_one_red_step(tmp_path: Path):
    [helper] = code_in("docs/facilitating.md")
    code = read_tangle(WORKSPACE, LEVELS[1])
    helper = re.sub("^   ", "", helper, flags=re.MULTILINE)
    method = r"(def {}\([^\n]*\n).*?\n(?=\n)"
    steps = {
        r"(?=    @staticmethod\n    def ones\()": f"{helper}\n",
        method.format("ones"): r"\1        return Yatzy.sum_of(1, d)\n",
        method.format("threes"): r"\1        return Yatzy.sum_of(2, d)\n",
        r"sum_of\(2, d\)": "sum_of(3, d)",
    }
    is_green = []
    for old, new in steps.items():
        code = re.sub(old, new, code, count=1, flags=re.DOTALL)
        is_green.append(failures({"yatzy.py": code}, scenarios([1]), tmp_path) == {})
    assert is_green == [True, True, False, True]
