"""Set up a kata about the user's own code: the fees of a car park, a table, and settings."""

from pathlib import Path

from dojo.practice.create import create_practice
from dojo.practice.find import practice_in
from dojo.practice.model import Choices, Practice
from dojo.practice.own_code import read_own_code
from tests.dojo.small_kata import SmallKata

FEES = '''"""What a car park takes, in cents."""

from pathlib import Path

RATES = dict(line.split() for line in \
Path(__file__).with_name("rates.txt").read_text().splitlines())


def fee(minutes, lost=False):
    """Return what a ticket costs."""
    if lost:
        return int(RATES["lost"])
    t = 0
    if minutes > 15:
        t = int(RATES["hour"])
        if minutes > 60:
            t = t + int(RATES["hour"])
    return t


class Ticket:
    def __init__(self, start):
        self.start = start

    def leave(self, end):
        return fee(end - self.start)
'''
PROJECT = {
    "parking.py": FEES,
    "rates.txt": "hour 250\nlost 2000\n",
    "pyproject.toml": '[tool.pytest.ini_options]\naddopts = "--strict-markers"\n',
}


def lay_out(folder: Path) -> Path:
    """Write the project into a folder, and return that."""
    folder.mkdir()
    for name, text in PROJECT.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def started(kata: SmallKata, path: Path) -> Practice:
    """Start a practice of somebody's own code, and return it."""
    own = read_own_code(path, kata.folder)
    create_practice(kata.folder, Choices(0, blind=True, code=own.name), again=False, own=own)
    return practice_in(kata.folder / "practice")
