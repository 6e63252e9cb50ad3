"""The board: all pairs of a room on one screen, for the person who runs the session; and over it, a pair's steps.

The room is asked what is new in a thread, so that no key ever waits for git. Texts are of others: they are painted as
they are, and never read as markup.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import ClassVar, cast

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from dojo.diffs import colour_of, unified_diff
from dojo.progress.steps import MeasuredStep, measured_steps
from dojo.room.pairs import Pair, Room
from dojo.room.rows import format_minutes, view_of
from dojo.room.signs import (
    LONG,
    MINUTE_SECONDS,
    MUTED,
    STRONG,
    BoardLine,
    Part,
    clock_time,
    symbol_of,
)
from dojo.room.text import table_lines
from dojo.text import printable, quantity

USUAL_MINUTES, MORE_MINUTES = 25, 5
TIME_IS_UP = "TIME IS UP"
POINTER = "> "

COLOURS = {  # by whether the ground is dark; bluish greens and orange reds, for those who do not tell red from green
    True: {
        "green": "#5fd7af",
        "amber": "#ffd75f",
        "red": "#ff8f80",
        "long-red": "bold #000000 on #ff8f80",
        "long-amber": "bold #000000 on #ffd75f",
        "muted": "#b4b4b4",
        "strong": "bold",
        "cyan": "#87cefa",
    },
    False: {
        "green": "#00503a",
        "amber": "#5f3c00",
        "red": "#8f0012",
        "long-red": "bold #ffffff on #8f0012",
        "long-amber": "bold #ffffff on #5f3c00",
        "muted": "#404040",
        "strong": "bold",
        "cyan": "#003f7f",
    },
}

LETTERS = {  # in dots, `#`, a line after the other
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

HELP = """\
Each pair has a line; its newest check stands at the right.

  ●  green         x  red: another answer
  <  reverted      ?  amber: the code could not be asked
  |  a swap of partners
  *  green, but approved otherwise than the kata;
     green *30: in 30 places

lvl      the level; b: blind, with own tests; own: own code
now      red 3:12! is red for 3 minutes and 12 seconds;
         ! means longer than two minutes
score    the last score of dojo mutants
checked  how old the last check is that came from the pair;
         ! after five minutes: no check, or no network there
1:05?    the state when the room or the bundle was last read

Enter    the steps of a pair: + new, ~ changed, - gone;
         Enter: the diff, n and p go on and back, Esc leaves
m        checks by the minute, under a clock, or in order
h        hides a line, H shows the hidden lines again
t        begins the round again; + adds five minutes,
         - takes five minutes off
l        light or dark        q  back; on the board, quit
Arrows, page up and down, home and end go through the lines.
"""


def large(text: str) -> list[str]:
    """Return a text in large letters, a string for each line; a dot is two columns wide, and about as high."""
    lines = zip(*(LETTERS[letter].split() for letter in text), strict=True)
    return [".".join(line).replace("#", "██").replace(".", "  ") for line in lines]


def paint(line: BoardLine | str) -> Content:
    """Return a line in the colours that the theme has for each role."""
    parts = [Part(line)] if isinstance(line, str) else line
    return Content.assemble(*((part.text, f"${part.role}" if part.role else "") for part in parts))


class Words(Static):
    """Some lines; where there are none, they take no room."""

    lines: tuple[BoardLine | str, ...] | None = None

    def say(self, *lines: BoardLine | str) -> None:
        """Show lines, unless they are there already."""
        if lines != self.lines:
            self.lines, self.display = lines, bool(lines)
            self.update(Content("\n").join(map(paint, lines)))


class Choice(OptionList):
    """Lines with a cursor on one of them, which Enter or a click chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "open")]
    lines: Sequence[BoardLine] = ()

    def show(self, lines: Sequence[BoardLine], at: int) -> None:
        if len(lines) != self.option_count:
            self.set_options([Content()] * len(lines))
        self.lines, self.highlighted = lines, at
        self.on_option_list_option_highlighted()

    def on_option_list_option_highlighted(self) -> None:
        """Draw those lines anew that say something else by now, and the pointer where the cursor is."""
        for at, line in enumerate(self.lines):
            pointer = Part(POINTER if at == self.highlighted else "  ", STRONG)
            content = paint([pointer, *line])
            if not content.is_same(cast("Content", self.get_option_at_index(at).prompt)):
                self.replace_option_prompt_at_index(at, content)


class Overlay(Screen[None]):
    """A title, what is left of the round, and what lies over the board until Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.back", "back", key_display="esc/q")]

    def __init__(self, title: str, body: Widget) -> None:
        super().__init__()
        self.body, self.title_line, self.time = body, Words(id="title"), Words(id="time")
        self.title_line.say(title)

    def compose(self) -> ComposeResult:
        yield Horizontal(self.title_line, self.time, classes="top")
        yield self.body
        yield Footer()


class StepsScreen(Overlay):
    """The steps of a pair."""

    def __init__(self, pair: Pair) -> None:
        self.pair, self.choice, self.steps = (
            pair,
            Choice(id="steps", compact=True),
            list[MeasuredStep](),
        )
        super().__init__(f"{pair.name}: {quantity(len(pair.history.steps), 'step')}", self.choice)

    @work(exit_on_error=False)  # the board goes on, whatever is wrong with a history
    async def on_mount(self) -> None:
        """Look into the files of each step, which takes its time; the cursor is on the last."""
        self.steps = await asyncio.to_thread(measured_steps, self.pair.repository, self.pair.history)
        lines = [
            [Part(f"{step.number:>4} "), *title_of(step), Part(f"  {finding_of(step)}", MUTED)] for step in self.steps
        ]
        self.choice.show(lines, at=len(lines) - 1)

    def on_option_list_option_selected(self, event: Choice.OptionSelected) -> None:
        event.stop()
        self.app.push_screen(StepDiffScreen(self, event.option_index))


class StepDiffScreen(Overlay):
    """What a step changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "go(1)", "next"),
        Binding("p,left", "go(-1)", "before"),
    ]

    def __init__(self, steps: StepsScreen, at: int) -> None:
        self.diff = Words(id="diff")
        super().__init__("", ScrollableContainer(self.diff))
        self.steps_screen, self.at = steps, at

    def on_mount(self) -> None:
        self.action_go(0)

    def action_go(self, by: int) -> None:
        """Go on to another step, or back; not beyond the ends."""
        self.at = max(0, min(self.at + by, len(self.steps_screen.steps) - 1))
        pair, step = self.steps_screen.pair, self.steps_screen.steps[self.at]
        patches = pair.repository.patches(step.base, step.tree, renames=True)
        diff = unified_diff(patches) or "No file was changed."
        text = "\n\n".join(filter(None, [finding_of(step), diff]))
        self.title_line.say([Part(f"{pair.name}: step {step.number} "), *title_of(step)])
        self.diff.say(*map(line_of_diff, text.split("\n")))
        self.body.scroll_home(animate=False)


def finding_of(step: MeasuredStep) -> str:
    """Return what failed, or what green goes by beside the kata."""
    return printable(str(step.approved) if step.is_green else step.finding)


def title_of(step: MeasuredStep) -> BoardLine:
    """Return a step as a line, but for its number and what failed."""
    status, sign = step.status, symbol_of(step)
    return [
        Part(f"{step.moment.astimezone():%H:%M:%S} "),
        Part(f"{sign} {status:<5} ", status),
        Part(f"{step.partners}: " if step.partners else "", MUTED),
        Part(printable(step.title), "" if step.name else MUTED),
    ]


def line_of_diff(line: str) -> BoardLine:
    """Return a line of a diff by what it begins with."""
    return [Part(line, colour_of(line) or "")]


class Pairs(Choice):
    """The pairs, a line each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "app.align", "by minute"),
        Binding("h", "app.hide", "hide"),
        Binding("H", "app.show_hidden", "show hidden", show=False),
    ]


class Board(App[None]):
    """The pairs of a room."""

    CSS_PATH = "board.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "again", "round anew"),
        Binding("plus,equals_sign", f"longer({MORE_MINUTES})", f"{MORE_MINUTES} min", key_display="+/-"),
        Binding("minus", f"longer({-MORE_MINUTES})", show=False),
        Binding("l", "toggle_dark", "light"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(self, room: Room, minutes: float | None = None, now: Callable[[], float] = time.time) -> None:
        """Show a room; a round has so many minutes."""
        super().__init__()
        self.room, self.now = room, now
        self.minutes = minutes or USUAL_MINUTES
        self.is_aligned = False
        self.hidden: set[str] = set()
        self.pairs: list[Pair] = []  # that are not hidden
        self.words = {name: Words(id=name) for name in ("round", "counts", "clock", "troubles", "headings", "advice")}
        self.rows = Pairs(id="pairs", compact=True)

    def get_css_variables(self) -> dict[str, str]:
        return super().get_css_variables() | COLOURS[self.current_theme.dark]

    def compose(self) -> ComposeResult:
        over_all, counts, clock, *others = self.words.values()
        yield over_all
        yield Horizontal(counts, clock, classes="top")
        yield from (*others, self.rows, Footer())

    def on_mount(self) -> None:
        self.set_interval(1, self.show)
        self.room.follow(lambda: self.call_later(self.show))

    def on_resize(self) -> None:
        self.show()

    def show(self) -> None:
        """Show everything as it is now, the cursor on the pair where it is."""
        end, now = (
            self.room.round_end,
            self.now(),
        )  # a page that is written counts the same round down
        view = view_of(self.room, now, self.hidden)
        if end is not None:
            self.show_round(end - now)
        self.words["counts"].say([part for count in view.counts for part in (count, Part("  "))])
        self.words["clock"].say([Part(view.as_of, MUTED), Part("" if end else f"  {clock_time(now)}", STRONG)])
        self.words["troubles"].say(*view.troubles)
        self.words["advice"].say(*view.advice.splitlines())
        width = self.size.width - len(POINTER) - self.rows.scrollbar_size_vertical
        headings, *lines = table_lines(view, width, by_minute=self.is_aligned)
        self.words["headings"].say([Part("  "), *headings])
        at = self.rows.highlighted or 0
        name = self.pairs[at].name if self.pairs else ""
        self.pairs = [row.pair for row in view.rows]
        names = [pair.name for pair in self.pairs]
        self.rows.show(lines, names.index(name) if name in names else at)

    def show_round(self, seconds: float) -> None:
        """Show what is left of the round, so large that everybody can read it, and whether it is over."""
        is_over, left = seconds <= 0, format_minutes(abs(round(seconds)))
        self.words["round"].set_class(is_over, "over")
        self.words["round"].say(*large(TIME_IS_UP if is_over else left))
        if isinstance(self.screen, Overlay):
            self.screen.time.say([Part(f"{TIME_IS_UP} +{left}", LONG) if is_over else Part(left, STRONG)])

    def on_option_list_option_selected(self, event: Choice.OptionSelected) -> None:
        self.push_screen(StepsScreen(self.pairs[event.option_index]))

    def action_hide(self) -> None:
        if self.pairs:
            self.hidden.add(self.pairs[self.rows.highlighted or 0].name)
        self.show()

    def action_show_hidden(self) -> None:
        self.hidden.clear()
        self.show()

    def action_align(self) -> None:
        self.is_aligned = not self.is_aligned
        self.show()

    def action_again(self) -> None:
        self.room.round_end = self.now() + self.minutes * MINUTE_SECONDS
        self.show()

    def action_longer(self, minutes: int) -> None:
        """Give the round more minutes, or take some; one that is over has them from now on."""
        now = self.now()
        self.room.round_end = max(now, max(now, self.room.round_end or now) + minutes * MINUTE_SECONDS)
        self.show()

    def action_help(self) -> None:
        self.push_screen(Overlay("How to read the board", ScrollableContainer(Static(HELP, markup=False, id="help"))))
