"""A practice stands by itself, and leaves alone what is not its own."""

import os
import py_compile
import sys

import pytest

from dojo.practice.model import AMBER, Practice
from tests.dojo.practising import TEST, YATZY, findings_of, outcome_of
from tests.dojo.small_kata import RULE, SmallKata

ANSWERS = "    a practice stands by itself, and cannot use {}/: delete this line"
NOT_HERE = {"PYTHONWARNINGS": "error", "PYTHONUTF8": "0", "PYTHONOPTIMIZE": "1", "PYTEST_ADDOPTS": "--collect-only"}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("from refactored.yatzy import Yatzy", "refactored"),
        ("from importlib import import_module; Yatzy = import_module('legacy.yatzy').Yatzy", "legacy"),
    ],
)
def test_a_practice_cannot_use_the_answers(line: str, answer: str, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"import os\n{line}\n")
    assert findings_of(practice) == [f"practice/yatzy.py:2\n{ANSWERS.format(answer)}"]


@pytest.mark.parametrize("use", ["{}", "with __import__('contextlib').suppress(Exception): {}"])
def test_an_answer_that_is_used_at_last_is_amber_and_told_with_its_line(
    use: str, kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, "        if", f"        {use.format('from refactored.yatzy import Yatzy as other')}\n        if")
    result = outcome_of(practice)
    assert result.status == AMBER
    assert {finding.text for finding in result.findings} == {
        f"practice/yatzy.py:10, in pair()\n{ANSWERS.format('refactored')}"
    }


@pytest.mark.parametrize("file", ["yatzy.py", "tests/test_yatzy.py"])
def test_blind_nobody_can_use_the_answers_either(file: str, kata: SmallKata, blind: Practice) -> None:
    kata.write(f"practice/{file}", "from refactored.yatzy import Yatzy\n")
    assert findings_of(blind) == [f"practice/{file}:1\n{ANSWERS.format('refactored')}"]


def test_a_module_of_ones_own_may_be_called_like_an_answer(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/legacy.py", RULE)
    kata.write(YATZY, "from legacy import Yatzy\n")
    assert findings_of(practice) == []


def test_a_practice_runs_in_its_own_folder(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"open('notes.txt', 'w').close()\n{RULE}")
    assert (findings_of(practice), (practice.folder / "notes.txt").exists()) == ([], True)


@pytest.mark.parametrize("file", ["approved_files/pairs.approved.txt", "pyproject.toml"])
def test_what_changes_in_the_kata_meanwhile_is_amber_and_told(file: str, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"open('../{file}', 'a').write('\\n')\n{RULE}")
    result = outcome_of(practice)
    assert (result.status, result.of_the_kata) == (AMBER, True)
    assert result.findings[0].text.startswith(f"{file}\n    changed while the check ran")


@pytest.mark.parametrize("prefix", [False, True])
def test_what_python_compiled_before_is_not_taken_for_the_source(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch, *, prefix: bool
) -> None:
    if prefix:
        monkeypatch.setattr(sys, "pycache_prefix", str(kata.folder / "elsewhere"))
    py_compile.compile(str(kata.folder / YATZY))
    saved = (kata.folder / YATZY).stat()
    kata.change(YATZY, "first + second", "first * second")
    os.utime(kata.folder / YATZY, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    assert findings_of(practice)[0].startswith("Yatzy.pair(1, 1)")


@pytest.mark.usefixtures("process_of_its_own")
def test_green_and_red_are_the_same_whatever_is_set(
    kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in NOT_HERE.items():
        monkeypatch.setenv(name, value)
    kata.write("practice/names.txt", "Zo\u00eb\n")
    kata.write(YATZY, f"assert open('names.txt').read() == 'Zo\\u00eb\\n'\nODD = '\\d'\n{RULE}")
    assert findings_of(blind) == []
    kata.write("practice/tests/test_yatzy.py", TEST.replace("12", "13"))
    assert findings_of(blind)[0].startswith("practice/tests/test_yatzy.py:5, in test_a_pair_of_sixes()")
