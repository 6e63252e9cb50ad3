"""The steps of a pair, read from its story when somebody asks; what a step changed, when it is looked at."""

from typing import NamedTuple

from dojo.board.lights import Pair
from dojo.board.room import Room
from dojo.board.rows import fitted
from dojo.board.signs import MUTED, REVERTED, SIGNS, Line, Part
from dojo.board.words import clock_time
from dojo.practice import Repository, Story
from dojo.progress import diff_of
from dojo.text import printable

NUMBER_COLUMNS, STATUS_COLUMNS = 4, 5
NAMES_OF_CONTENT = "index "  # a line of a diff that says nothing to people


class Told(NamedTuple):
    """A step: its number, from 1, the time, its status, what it is called, and what failed."""

    number: int
    time: str
    status: str
    reverted: bool
    name: str
    finding: str

    def title(self) -> Line:
        """Return it as a line, but for what failed."""
        sign = REVERTED if self.reverted else SIGNS[self.status]
        return [
            Part(f"{self.number:>{NUMBER_COLUMNS}} {self.time} "),
            Part(f"{sign} {fitted(self.status, STATUS_COLUMNS)} ", self.status),
            Part(self.name),
        ]

    def line(self) -> Line:
        """Return it as a line."""
        return [*self.title(), Part(f"{'  ' * bool(self.name)}{self.finding}", MUTED)]


class Opened:
    """The story of a pair, opened: its steps, and where their files are."""

    def __init__(self, repository: Repository, story: Story) -> None:
        """Read the steps."""
        self.repository, self.checks = repository, story.checks
        self.begun = clock_time(self.checks[0].moment.timestamp(), "%Y-%m-%d %H:%M") if self.checks else ""
        self.steps = [
            Told(
                number,
                clock_time(entry.moment.timestamp(), "%H:%M:%S"),
                entry.status,
                (entry.snapshot or "") in story.reverts,
                printable(story.commits.get(entry.tree or "", "")),
                printable("" if entry.green else entry.message),
            )
            for number, entry in enumerate(story.checks, 1)
        ]

    def diff(self, at: int) -> list[str]:
        """Return what a step changed from the files that were there before it, a line each; by its place."""
        commit = self.checks[at].snapshot
        lines = diff_of(self.repository, f"{commit}^", commit).splitlines() if commit else []
        return [line for line in lines if not line.startswith(NAMES_OF_CONTENT)]


def opened(room: Room, pair: Pair) -> Opened:
    """Open the story of a pair; WorkspaceError when it cannot be read."""
    return Opened(*room.open(pair))
