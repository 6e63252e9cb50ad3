"""An evening as people have it: the installed command, real git, and a room that is served."""

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.dojo.practising import git, write_files
from tests.dojo.printed import LESS_TO_TRY
from tests.dojo.room.rooms import HAS_DAEMON, free_port
from tests.dojo.small_kata import WORKSPACE, variables

DOJO = shutil.which("dojo", path=Path(sys.executable).parent) or "dojo"
KATA_FOLDERS = ("legacy", "refactored", "tests/golden_master", "approved_files")
KATA_FILES = ("kata.toml", "pyproject.toml", "tests/__init__.py", "tests/conftest.py")
TIMEOUT = 60.0  # seconds
CODE = "practice/yatzy.py"
OWN_TEST = "practice/tests/test_price.py"
TWO_PAIRS = "n[0] * 2 + n[1] * 2"
PRICE = """def price(count):
    return 2 + count
"""
PRICE_TEST = """

def test_price_of_none():
    import price

    assert price.price(0) == 2
"""
BOARD_ROW = re.compile(r"^(\w+) +([●*x?<|/]+) +(\w+)", re.MULTILINE)


class Computer:
    """A computer with a clone of the kata, and fewer rolls. `name` is the pair that works at it."""

    def __init__(self, folder: Path, name: str):
        self.folder = folder
        self.name = name
        for each in KATA_FOLDERS:
            shutil.copytree(WORKSPACE / each, folder / each)
        for each in KATA_FILES:
            shutil.copy2(WORKSPACE / each, folder / each)
        for scenario, old, new in LESS_TO_TRY:
            self.change(f"tests/golden_master/{scenario}.py", old, new)

    def dojo(self, *arguments: str, code: int = 0) -> str:
        """Run `dojo`, which ends with an exit code, and return its output."""
        return self.run(DOJO, *arguments, code=code)

    def run(self, *command: str, folder: str = ".", code: int = 0) -> str:
        done = subprocess.run(  # noqa: S603 - our own commands
            command,
            cwd=self.folder / folder,
            env=variables(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    def read_json(self, *arguments: str) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.dojo(*arguments, "--json"))
        return answer

    def change(self, name: str, old: str, new: str):
        """Replace some text of a file, as in an editor."""
        file = self.folder / name
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")

    def last_commit(self) -> str:
        """Return the last commit of the history of the practice."""
        return git(self.folder / "practice/.dojo/history", "rev-parse", "refs/dojo/checks")


def check_together(*expected: tuple[Computer, int]):
    """Let pairs run a check at the same time, each with its expected exit code."""
    with ThreadPoolExecutor() as pool:
        checks = [pool.submit(pair.dojo, "check", code=code) for pair, code in expected]
    for check in checks:
        check.result()


def wait_until_pushed(room: Path, *pairs: Computer):
    deadline = time.monotonic() + TIMEOUT
    for pair in pairs:
        ref = f"refs/heads/dojo/{pair.name}"
        while git(room, "for-each-ref", "--format=%(objectname)", ref) != pair.last_commit():
            assert time.monotonic() < deadline, f"{pair.name} was not pushed"
            time.sleep(0.05)


def wait_until_told(pair: Computer, message: str):
    """Run checks until one has the message: a check does not wait for the room."""
    deadline = time.monotonic() + TIMEOUT
    while message not in pair.dojo("check"):
        assert time.monotonic() < deadline, f"{pair.name} was not told: {message}"


def checks_of(row: dict[str, Any]) -> list[str]:
    """Return the statuses of the checks in a row of the board."""
    return [check["status"] for check in row["checks"]]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Serve a room. Yields its folder and its URL."""
    folder = tmp_path / "rooms" / "tuesday.git"
    port = str(free_port())
    command = [DOJO, "room", "serve", str(folder), "--port", port, "--host", "127.0.0.1"]
    with subprocess.Popen(  # noqa: S603 - our own command
        command, cwd=WORKSPACE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        [url] = re.findall(r"git://\S+", server.stdout.readline())
        assert url.startswith(f"git://127.0.0.1:{port}/")
        yield folder, url
        server.send_signal(signal.SIGINT)
        assert "Stopped." in server.stdout.read()


def test_the_first_ten_minutes_of_a_newcomer(tmp_path: Path):
    ada = Computer(tmp_path, "Ada")
    assert "Next: run `dojo check`" in ada.dojo("start", "--name", "Ada")
    assert ada.dojo("check").startswith("green: level 1, scoring")
    before = (tmp_path / CODE).read_text(encoding="utf-8")
    ada.change(CODE, TWO_PAIRS, f"{TWO_PAIRS} + 1")
    assert "    expected 6\n    actual   7\n" in ada.dojo("check", code=1)
    ada.dojo("restore", "green")
    assert (tmp_path / CODE).read_text(encoding="utf-8") == before
    ada.change(CODE, TWO_PAIRS, "2 * n[0] + 2 * n[1]")
    ada.dojo("check", "-m", "Substitute Algorithm: two pairs")
    assert git(tmp_path / "practice", "log", "-1", "--format=%s").startswith("Substitute")
    steps = ada.read_json("progress")["steps"]
    assert [step["status"] for step in steps] == ["green", "red", "green"]
    [row] = ada.read_json("room", "practice")["pairs"]
    assert (row["name"], checks_of(row)) == ("Ada", ["green", "red", "green"])


@pytest.mark.skipif(
    not HAS_DAEMON or sys.platform == "win32",
    reason="git has no daemon, or nobody can send Ctrl-C to the server",
)
def test_a_session_of_three_pairs(tmp_path: Path, room: tuple[Path, str]):
    folder, url = room
    own_code = write_files(tmp_path / "shop", {"price.py": PRICE})
    panda = Computer(tmp_path / "panda", "Panda")
    otter = Computer(tmp_path / "otter", "Otter")
    heron = Computer(tmp_path / "heron", "Heron")

    # The pairs join, and their first checks are green.
    panda.dojo("start", "--name", "Panda", "--room", url)
    otter.dojo("start", "--blind", "--name", "Ann")
    otter.dojo("join", url, "--name", "Otter")
    heron.dojo("start", "--from", str(own_code / "price.py"), "--name", "Heron", "--room", url)
    heron.change(OWN_TEST, "# def test_price():", f"{PRICE_TEST}\n\n# def test_price():")
    check_together((panda, 0), (otter, 0), (heron, 0))

    # Two mistakes, a score, and a swap.
    panda.change(CODE, TWO_PAIRS, f"{TWO_PAIRS} + 1")
    otter.change(CODE, "class Yatzy:", "class Yatzy")
    check_together((panda, 1), (otter, 1))
    assert "1 of 2 mutants killed" in heron.dojo("mutants", code=1)
    otter.dojo("swap", "Bob")
    wait_until_pushed(folder, panda, otter, heron)

    # The board shows what the pairs did.
    rows = {row["name"]: row for row in panda.read_json("room", url)["pairs"]}
    assert {name: checks_of(row) for name, row in rows.items()} == {
        "Heron": ["green"],
        "Otter": ["green", "amber"],
        "Panda": ["green", "red"],
    }
    assert {name: len(row["swaps"]) for name, row in rows.items()} == {
        "Heron": 0,
        "Otter": 1,
        "Panda": 0,
    }
    assert (rows["Heron"]["score"], rows["Heron"]["level"]) == (0.5, None)
    assert rows["Panda"]["checks"][1]["commit"] == panda.last_commit()
    assert rows["Panda"]["not_green_since"] == rows["Panda"]["last_check"]
    board = panda.dojo("room", url)
    assert BOARD_ROW.findall(board) == [
        ("Heron", "●", "green"),
        ("Otter", "●?|", "amber"),
        ("Panda", "●x", "red"),
    ]
    assert "50.0 %" in board

    # A pair undoes its mistake, another takes a new name, and the third goes home.
    panda.dojo("restore", "green")
    otter.dojo("join", "--name", "Lynx")
    otter.name = "Lynx"
    otter.change(CODE, "class Yatzy", "class Yatzy:")
    otter.run(sys.executable, "-m", "pytest", "-q", folder="practice")
    heron.dojo("join", "--bundle", "heron.bundle")
    heron.dojo("join", "--leave")
    assert "is in no room" in heron.dojo("join")
    wait_until_pushed(folder, panda, otter, heron)
    board = panda.dojo("room", url)
    assert BOARD_ROW.findall(board) == [
        ("Lynx", "●?|●", "green"),
        ("Panda", "●<", "reverted"),
    ]
    assert "1 left" in board
    [row] = heron.read_json("room", "heron.bundle")["pairs"]
    assert (row["name"], checks_of(row), row["score"]) == ("Heron", ["green"], 0.5)

    # The comparison, and the end.
    compared = panda.read_json("room", "compare", url)["pairs"]
    assert [(row["name"], row["checks"]) for row in compared] == [("Lynx", 3), ("Panda", 2)]
    assert [row["still_red"] for row in compared] == [False, False]
    panda.dojo("room", "close", url)
    rows = {row["name"]: row for row in panda.read_json("room", "tuesday.bundle")["pairs"]}
    assert checks_of(rows["Panda"]) == ["green", "red"]
    wait_until_told(otter, f"The room {url} was closed.")
