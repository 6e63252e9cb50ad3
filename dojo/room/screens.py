"""What the screens of a board are made of: lines, one of them with a cursor; and what lies over the board until Esc.

A line is pieces of text with roles; COLOURS says how each role is painted, on a dark ground and on a light one. Texts
are of others: they are painted as they are, and never read as markup. A pair's steps, and what a step changed, are read
from git in a thread; until then, a note says so.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, TypeVar

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from dojo.errors import WorkspaceError
from dojo.practice.snapshots import Repository
from dojo.practice.story import Story
from dojo.progress.differences import diff_of
from dojo.progress.steps import Step, steps_of
from dojo.room.signs import MUTED, Line, Part, sign_of
from dojo.room.terminal import fitted
from dojo.text import counted, printable, shortened

STRONG = "strong"
POINTER, POINTER_COLUMNS = "> ", 2

COLOURS = {  # by whether the ground is dark; bluish greens and orange reds, for those who do not tell red from green
    True: {
        "green": "#5fd7af",
        "amber": "#ffd75f",
        "red": "#ff8f80",
        "long": "bold #000000 on #ff8f80",
        "long-amber": "bold #000000 on #ffd75f",
        "muted": "#b4b4b4",
        "strong": "bold",
        "late": "bold",
        "place": "#87cefa",
    },
    False: {
        "green": "#00503a",
        "amber": "#5f3c00",
        "red": "#8f0012",
        "long": "bold #ffffff on #8f0012",
        "long-amber": "bold #ffffff on #5f3c00",
        "muted": "#404040",
        "strong": "bold",
        "late": "bold",
        "place": "#003f7f",
    },
}

NUMBER_COLUMNS, STATUS_COLUMNS = 4, 5
WIDEST_ERROR = 300  # characters
ROLES = {"+": "green", "-": "red", "@": "place"}  # by what a line of a diff begins with
HEADS = ("+++ ", "--- ", "diff ")  # of a file in a diff

What = TypeVar("What")


def painted(lines: Iterable[Line]) -> Content:
    """Return lines in the colours that the theme has for each role."""
    texts = (Content.assemble(*((text, f"${role}" if role else "") for text, role in line)) for line in lines)
    return Content("\n").join(texts)


class Words(Static):
    """Some lines that are shown whole; where there are none, they take no room."""

    lines: tuple[Line, ...] | None = None

    def say(self, *lines: Line) -> None:
        """Show lines, unless they are there already."""
        if lines != self.lines:
            self.lines, self.display = lines, bool(lines)
            self.update(painted(lines))


class Scrolled(ScrollableContainer):
    """What is larger than the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "page_down", "page down", show=False),
        Binding("b", "page_up", "page up", show=False),
    ]


class Choice(OptionList):
    """Lines with a cursor on one of them, which Enter or a click chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("k", "cursor_up", "up", show=False),
        Binding("j", "cursor_down", "down", show=False),
        Binding("b", "page_up", "page up", show=False),
        Binding("space", "page_down", "page down", show=False),
        Binding("enter", "select", "open"),
    ]
    lines: Sequence[Line] = ()
    drawn: Sequence[Line] = ()

    def show(self, lines: Sequence[Line], at: int) -> None:
        """Show lines, the cursor on one of them."""
        if len(lines) != self.option_count:
            self.set_options([""] * len(lines))
            self.drawn = [[]] * len(lines)
        self.lines = lines
        self.highlighted = at
        self.draw()

    def draw(self) -> None:
        """Draw those lines anew that say something else by now."""
        before = self.drawn
        self.drawn = [
            [Part(POINTER if number == self.highlighted else " " * POINTER_COLUMNS, STRONG), *line]
            for number, line in enumerate(self.lines)
        ]
        for number, line in enumerate(self.drawn):
            if line != before[number]:
                self.replace_option_prompt_at_index(number, painted([line]))

    def on_option_list_option_highlighted(self) -> None:
        """Move the pointer to where the cursor is."""
        self.draw()


class Over(Screen[None]):
    """A title, what is left of the round, a note, and lines."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", "back")]

    def __init__(self, pair: str, lines: Widget) -> None:
        """Begin without a title; the lines are still empty."""
        super().__init__()
        self.pair, self.lines = pair, lines
        self.title_line, self.time, self.note = Words(id="title"), Words(id="time"), Words(id="note")

    def compose(self) -> ComposeResult:
        """Lay out what all have, and the lines."""
        with Horizontal(classes="top"):
            yield from (self.title_line, self.time)
        yield from (self.note, self.lines, Footer())

    def action_back(self) -> None:
        """Go back; a key that came before this was gone takes nothing else away."""
        if self.is_current:
            self.app.pop_screen()

    def say(self, *notes: str) -> None:
        """Say something above the lines."""
        self.note.say(*([Part(note)] for note in notes if note))

    async def read(self, what: Callable[[], What]) -> What | None:
        """Return what takes its time; say why, where it cannot be had."""
        try:
            return await asyncio.to_thread(what)
        except (WorkspaceError, OSError) as error:
            self.say(shortened(str(error), WIDEST_ERROR))
            return None


class Steps(Over):
    """The steps of a pair; under the cursor is the last that changed something."""

    def __init__(self, pair: str, open_history: Callable[[], tuple[Repository, Story]]) -> None:
        """Show the steps of a pair by its name."""
        self.choice = Choice(id="steps", compact=True)
        super().__init__(pair, self.choice)
        self.open_history = open_history
        self.steps: list[Step] = []

    def on_mount(self) -> None:
        """Open the history."""
        self.title_line.say([Part(f"{self.pair}: steps", STRONG)])
        self.say(f"Reading the story of {self.pair}.")
        self.show_steps()

    @work
    async def show_steps(self) -> None:
        """Show the steps as the history has them; and then, by what name their files give them."""
        found = await self.read(self.open_history)
        if found is None:
            return
        self.repository, story = found
        self.steps = steps_of(*found, only=())
        if not self.steps:
            self.say("No check yet.")
            return
        self.say()
        title = (
            f"{self.pair}: {counted(len(self.steps), 'step')} since {self.steps[0].start.astimezone():%Y-%m-%d %H:%M}"
        )
        self.title_line.say([Part(title, STRONG)])
        changed = [at for at, step in enumerate(self.steps) if is_changed(step)]
        self.show_lines(changed[-1] if changed else len(self.steps) - 1)
        self.steps = await self.read(lambda: steps_of(self.repository, story)) or self.steps
        self.show_lines(self.choice.highlighted or 0)

    def show_lines(self, at: int) -> None:
        """Show a line for each step, the cursor on one of them."""
        self.choice.show([line_of_step(step) for step in self.steps], at)

    def on_option_list_option_selected(self, chosen: Choice.OptionSelected) -> None:
        """Show what a step changed."""
        chosen.stop()
        self.app.push_screen(Changed(self.pair, self.repository, self.steps, chosen.option_index))


class Changed(Over):
    """What a step changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "go(1)", "next"),
        Binding("p,left", "go(-1)", "before"),
    ]

    def __init__(self, pair: str, repository: Repository, steps: list[Step], at: int) -> None:
        """Begin with a step of a pair, by its place."""
        self.diff = Words(id="diff")
        super().__init__(pair, Scrolled(self.diff))
        self.repository, self.steps, self.at = repository, steps, at

    def on_mount(self) -> None:
        """Show the step that was chosen."""
        self.action_go(0)

    def action_go(self, by: int) -> None:
        """Go on to another step, or back; not beyond the ends."""
        self.at = max(0, min(self.at + by, len(self.steps) - 1))
        step = self.steps[self.at]
        self.title_line.say([Part(f"{self.pair}: step ", STRONG), *title_of(step)])
        self.say("Reading what changed.")
        self.show_diff(step)

    @work(exclusive=True)
    async def show_diff(self, step: Step) -> None:
        """Show what a step changed; what was asked for before is waited for no more."""
        commit = step.entry.snapshot
        diff = await self.read(lambda: diff_of(self.repository, f"{commit}^", commit) if commit else "")
        if diff is not None:
            self.say(finding_of(step), "" if diff else "No file changed.")
            self.lines.scroll_home(animate=False)
            self.diff.say(*map(line_of_diff, diff.splitlines()))


def is_changed(step: Step) -> bool:
    """Tell whether a step changed a file, as far as anybody knows."""
    return step.entry.tree is None or step.entry.tree != step.entry.base


def finding_of(step: Step) -> str:
    """Return what failed, or what green goes by beside the kata."""
    return printable(str(step.entry.approved) if step.entry.green else step.entry.message)


def title_of(step: Step) -> Line:
    """Return a step as a line, but for what failed."""
    status, otherwise = step.entry.status, step.entry.approved.changes
    sign = sign_of(status, otherwise, reverted=step.reverted is not None)
    return [
        Part(f"{step.number} {step.start.astimezone():%H:%M:%S} "),
        Part(f"{sign} {fitted(status, STATUS_COLUMNS)} ", status),
        Part(f"{step.who}: " if step.who else "", MUTED),
        Part(printable(step.name)) if step.name or is_changed(step) else Part(step.title, MUTED),
    ]


def line_of_step(step: Step) -> Line:
    """Return a step as a line."""
    gap = "  " if step.name or not is_changed(step) else ""
    indent = " " * (NUMBER_COLUMNS - len(str(step.number)))
    return [Part(indent), *title_of(step), Part(gap + finding_of(step), MUTED)]


def line_of_diff(line: str) -> Line:
    """Return a line of a diff by what it begins with."""
    return [Part(line, STRONG if line.startswith(HEADS) else ROLES.get(line[:1], ""))]
