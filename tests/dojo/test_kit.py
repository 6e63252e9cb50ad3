"""The kit: every command that README.md and KATA.md show works as written, and every line of the key is where it says."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from dojo.check import run
from dojo.practice import Choices, Practice, find_practice
from dojo.start import start
from tests.dojo.small_kata import SETTINGS, SmallKata

WORKSPACE = Path(__file__).resolve().parents[2]
KATA = (WORKSPACE / "KATA.md").read_text(encoding="utf-8")
TANGLE = (WORKSPACE / "legacy/yatzy.py").read_text(encoding="utf-8").splitlines()
PROGRAMS = ("dojo", "git", "pytest", "mutmut", "ruff")
FENCE = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
KEY = re.compile(r"^\| (\d) \| ([^|]+) \| (\d+)(?:-(\d+))? \| `([^`|]+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
WITH_MUTANTS = ("dojo verify", "dojo mutants", "mutmut")
FALLS_SHORT_AT_FIRST = {"dojo approve practice": "red makes the question worth asking"}


def commands() -> list[str]:
    """Return every command of the two documents, as written; the quick start's are run by CI, in clones of their own."""
    readme = (WORKSPACE / "README.md").read_text(encoding="utf-8").partition("## Practise")[2]
    shown: dict[str, None] = {}
    for text in (readme, KATA):
        for block in FENCE.findall(text):
            shown |= dict.fromkeys(line for line in block.splitlines() if line.split(" ")[0] in PROGRAMS)
        for span in SPAN.findall(FENCE.sub("", text)):
            if span.split(" ")[0] in PROGRAMS and span not in PROGRAMS:
                shown[span] = None
    return list(shown)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of the kata, with a practice."""
    for name in ("legacy", "refactored", "tests", "approved_files"):
        shutil.copytree(WORKSPACE / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", ".replaced"))
    for name in ("pyproject.toml", "KATA.md"):
        shutil.copy(WORKSPACE / name, tmp_path)
    start(tmp_path, Choices(1, blind=False), again=False)
    run(find_practice(tmp_path), 30)
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a person who has set up nothing, with this Python's programs at hand."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(SETTINGS)}
    programs = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    return {**kept, "PATH": programs, "HOME": str(folder), "COLUMNS": "80", "PYTHONPATH": str(folder)}


def typed(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Type a command in a folder, answer yes to whatever it asks, and interrupt it if it does not end by itself."""
    running = subprocess.Popen(  # noqa: S603 - a command that the documents show
        shlex.split(command),
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if command.startswith("dojo watch"):
        interrupt = Timer(4, running.send_signal, [signal.SIGINT])
        interrupt.start()
    answers = "stop\n" if command.startswith("dojo play") else "y\n" * 9
    said, _ = running.communicate(answers, timeout=60)
    return subprocess.CompletedProcess(command, running.returncode, said)


NEEDS_A_PICTURE = ()


@pytest.mark.parametrize("command", [each for each in commands() if not each.startswith(WITH_MUTANTS)])
def test_a_command_works_as_written(command: str, copy: Path) -> None:
    done = typed(command if command != "dojo start" else "dojo start --again", copy)
    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout
