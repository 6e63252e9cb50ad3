"""The widgets of the board, and the screens over it: a pair's steps, and the diff of a step."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar, cast

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from dojo.diffs import colour_of, unified_diff
from dojo.progress.steps import MeasuredStep, measured_steps
from dojo.room.pairs import Pair
from dojo.room.rows import MUTED, STRONG, BoardLine, Part, sign_of
from dojo.text import quantity

POINTER = Part("> ", STRONG)
NO_POINTER = Part("  ", STRONG)
# The rows of each letter from top to bottom, in dots and blanks.
LARGE_LETTERS = {
    "0": "### #.# #.# #.# ###",
    "1": ".#. ##. .#. .#. ###",
    "2": "### ..# ### #.. ###",
    "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#",
    "5": "### #.. ### ..# ###",
    "6": "### #.. ### #.# ###",
    "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###",
    "9": "### #.# ### ..# ###",
    ":": ". # . # .",
    " ": ". . . . .",
    "T": "### .#. .#. .#. .#.",
    "I": "# # # # #",
    "M": "#...# ##.## #.#.# #...# #...#",
    "E": "### #.. ##. #.. ###",
    "S": "### #.. ### ..# ###",
    "U": "#.# #.# #.# #.# ###",
    "P": "### #.# ### #.. #..",
}


def large_lines(text: str) -> list[str]:
    """Return a text in large letters. A dot is two columns wide, and about as high."""
    letters = [LARGE_LETTERS[letter].split() for letter in text]
    lines: list[str] = []
    for rows in zip(*letters, strict=True):
        dots = ".".join(rows)
        lines.append(dots.replace("#", "██").replace(".", "  "))
    return lines


def content_of(line: BoardLine | str) -> Content:
    """Return a line in the colours that the theme has for each role."""
    if isinstance(line, str):
        return Content(line)
    styled: list[tuple[str, str]] = []
    for text, role in line:
        style = ""
        if role:
            style = f"${role}"
        styled.append((text, style))
    return Content.assemble(*styled)


class TextBlock(Static):
    """Lines of text. Without any, it takes no space."""

    lines: tuple[BoardLine | str, ...] | None = None

    def set_lines(self, *lines: BoardLine | str) -> None:
        if lines != self.lines:
            self.lines = lines
            self.display = bool(lines)
            self.update(Content("\n").join(content_of(line) for line in lines))


class LineList(OptionList):
    """Lines with a pointer at one of them. Enter or a click opens it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "open")]
    lines: Sequence[BoardLine] = ()

    def set_lines(self, lines: Sequence[BoardLine], highlighted: int) -> None:
        if len(lines) != self.option_count:
            self.set_options([Content()] * len(lines))
        self.lines = lines
        self.highlighted = highlighted
        self.draw_lines()

    def on_option_list_option_highlighted(self) -> None:
        self.draw_lines()

    def draw_lines(self) -> None:
        """Draw the pointer, and the lines that have changed."""
        for index, line in enumerate(self.lines):
            pointer = POINTER if index == self.highlighted else NO_POINTER
            content = content_of([pointer, *line])
            drawn = cast("Content", self.get_option_at_index(index).prompt)
            if not content.is_same(drawn):
                self.replace_option_prompt_at_index(index, content)


class DetailScreen(Screen[None]):
    """A screen over the board, until Esc: a title, the rest of the round, and a body."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.back", "back", key_display="esc/q"),
    ]

    def __init__(self, title: str, body: Widget) -> None:
        super().__init__()
        self.title_line = TextBlock(id="title")
        self.time_line = TextBlock(id="time")
        self.body = body
        self.title_line.set_lines(title)

    def compose(self) -> ComposeResult:
        yield Horizontal(self.title_line, self.time_line, classes="top")
        yield self.body
        yield Footer()


class StepsScreen(DetailScreen):
    """The steps of a pair."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.steps: list[MeasuredStep] = []
        self.step_list = LineList(id="steps", compact=True)
        title = f"{pair.name}: {quantity(len(pair.history.steps), 'step')}"
        super().__init__(title, self.step_list)

    @work(exit_on_error=False)  # the board keeps running if a history cannot be measured
    async def on_mount(self) -> None:
        """Show all steps, with the pointer at the last. Measuring them takes a while."""
        pair = self.pair
        self.steps = await asyncio.to_thread(measured_steps, pair.repository, pair.history)
        lines: list[BoardLine] = []
        for step in self.steps:
            number = Part(f"{step.number:>4} ")
            finding = Part(f"  {finding_of(step)}", MUTED)
            lines.append([number, *step_line(step), finding])
        self.step_list.set_lines(lines, highlighted=len(lines) - 1)

    def on_option_list_option_selected(self, event: LineList.OptionSelected) -> None:
        event.stop()
        self.app.push_screen(StepDiffScreen(self, event.option_index))


class StepDiffScreen(DetailScreen):
    """The diff of one step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "go(1)", "next"),
        Binding("p,left", "go(-1)", "previous"),
    ]

    def __init__(self, steps_screen: StepsScreen, index: int) -> None:
        self.steps_screen = steps_screen
        self.index = index
        self.diff = TextBlock(id="diff")
        super().__init__("", ScrollableContainer(self.diff))

    def on_mount(self) -> None:
        self.action_go(0)

    def action_go(self, by: int) -> None:
        """Go some steps on, or back, but not beyond the ends."""
        pair = self.steps_screen.pair
        steps = self.steps_screen.steps
        self.index = max(0, min(self.index + by, len(steps) - 1))
        step = steps[self.index]
        self.title_line.set_lines([Part(f"{pair.name}: step {step.number} "), *step_line(step)])
        patches = pair.repository.patches(step.base, step.tree, renames=True)
        diff = unified_diff(patches) or "No files changed."
        lines = [diff_line(line) for line in diff.split("\n")]
        finding = finding_of(step)
        if finding:
            lines = [diff_line(finding), [], *lines]
        self.diff.set_lines(*lines)
        self.body.scroll_home(animate=False)


def finding_of(step: MeasuredStep) -> str:
    """Return the finding of a step or, if it is green, its changed expectations."""
    if step.is_green:
        return str(step.approved)
    return step.finding


def step_line(step: MeasuredStep) -> BoardLine:
    """Return the time, status, partners and title of a step."""
    sign = sign_of(step).text
    line = [
        Part(f"{step.moment.astimezone():%H:%M:%S} "),
        Part(f"{sign} {step.status:<5} ", step.status),
    ]
    if step.partners:
        line.append(Part(f"{step.partners}: ", MUTED))
    title_role = "" if step.name else MUTED
    line.append(Part(step.title, title_role))
    return line


def diff_line(line: str) -> BoardLine:
    """Return a line of a diff in its colour."""
    return [Part(line, colour_of(line) or "")]
