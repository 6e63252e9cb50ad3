"""The steps of a pair, read from its story when somebody asks; what a step changed, when it is looked at."""

from typing import NamedTuple

from dojo.board.rows import fitted
from dojo.board.signs import MUTED, Line, Part, sign_of
from dojo.board.words import clock_time
from dojo.practice import Repository, Story
from dojo.progress.differences import diff_of
from dojo.progress.steps import steps_of
from dojo.text import printable

NUMBER_COLUMNS, STATUS_COLUMNS = 4, 5
UNCHANGED = "nothing changed"


class StepLine(NamedTuple):
    """A step: its number, from 1, the time, its status and sign, whether it changed a file, its name.

    `finding`: what failed, or what green goes by beside the kata. `who`: who made it, where that is to be said.
    """

    number: int
    time: str
    status: str
    sign: str
    changed: bool
    name: str
    finding: str
    who: str = ""

    def title(self) -> Line:
        """Return it as a line, but for what failed."""
        return [
            Part(f"{self.number} {self.time} "),
            Part(f"{self.sign} {fitted(self.status, STATUS_COLUMNS)} ", self.status),
            *([Part(f"{self.who}: ", MUTED)] if self.who else []),
            Part(self.name) if self.changed or self.name else Part(UNCHANGED, MUTED),
        ]

    def line(self) -> Line:
        """Return it as a line."""
        indent = " " * (NUMBER_COLUMNS - len(str(self.number)))
        gap = "  " * (not self.changed or bool(self.name))
        return [Part(indent), *self.title(), Part(f"{gap}{self.finding}", MUTED)]


class Opened:
    """The story of a pair, opened: its steps, and where their files are."""

    def __init__(self, repository: Repository, story: Story) -> None:
        """Read the steps."""
        self.repository, self.story, self.checks = repository, story, story.checks
        self.begun = clock_time(self.checks[0].moment.timestamp(), "%Y-%m-%d %H:%M") if self.checks else ""
        self.steps = [
            StepLine(
                number,
                clock_time(entry.moment.timestamp(), "%H:%M:%S"),
                entry.status,
                sign_of(entry.status, entry.approved.changes, reverted=(entry.snapshot or "") in story.reverts),
                entry.tree is None or entry.tree != entry.base,
                printable(story.commits.get(entry.tree or "", "") if entry.tree != entry.base else ""),
                printable(f"{entry.approved}" if entry.green else entry.message),
                entry.who if story.swaps else "",
            )
            for number, entry in enumerate(story.checks, 1)
        ]

    @property
    def tried(self) -> int:
        """Return the place of the last step that changed something, or else of the last one; 0 without any."""
        changed = [at for at, step in enumerate(self.steps) if step.changed]
        return changed[-1] if changed else max(0, len(self.steps) - 1)

    def names(self) -> list[str]:
        """Return what all steps are called; those that no commit names, by what changed, for which files are read."""
        return [printable(step.name) for step in steps_of(self.repository, self.story)]

    def call(self, names: list[str]) -> None:
        """Call the steps by these names."""
        self.steps = [line._replace(name=name) for line, name in zip(self.steps, names, strict=True)]

    def diff(self, at: int) -> list[str]:
        """Return what a step changed from the files that were there before it, a line each; by its place."""
        commit = self.checks[at].snapshot
        return diff_of(self.repository, f"{commit}^", commit).splitlines() if commit else []
