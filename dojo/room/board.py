"""The board: all pairs of a room on one screen, for a facilitator.

Another screen over it shows the steps of a pair. The room is fetched in threads, so that no key
ever waits for git. Names and code of others are drawn as they are, and never read as markup.
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
from dojo.room.pairs import Pair, Sources
from dojo.room.remote import Phase, Round
from dojo.room.rows import LONG, MUTED, STRONG, BoardLine, Part, View, sign_of, view_of
from dojo.room.text import plain, table_lines
from dojo.text import quantity
from dojo.times import MINUTE_SECONDS, clock_time, format_minutes

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
DEFAULT_MINUTES = 25
EXTRA_MINUTES = 5
# Around the counts and the clock, as in board.tcss.
TOP_SPACES = 3
TIME_IS_UP = "TIME IS UP"

# By role. Greens are bluish and reds are orange, for people who cannot tell red from green.
DARK_COLOURS = {
    "green": "#5fd7af",
    "amber": "#ffd75f",
    "red": "#ff8f80",
    "approved": "#d7aaff",
    "long-red": "bold #000000 on #ff8f80",
    "long-amber": "bold #000000 on #ffd75f",
    "muted": "#b4b4b4",
    "strong": "bold",
    "cyan": "#87cefa",
}
LIGHT_COLOURS = {
    "green": "#00503a",
    "amber": "#5f3c00",
    "red": "#8f0012",
    "approved": "#5b2a9d",
    "long-red": "bold #ffffff on #8f0012",
    "long-amber": "bold #ffffff on #5f3c00",
    "muted": "#404040",
    "strong": "bold",
    "cyan": "#003f7f",
}


HELP = """\
Each pair has a row with its checks, the newest last. Repeated
checks of the same files have one sign.

  ●  green         x  red: a result differs
  *  approved: green, with changed expected results;
     approved *30: 30 of them
  ?  amber: the tests could not run
  <  reverted: the files are as before that check
  |  partners swapped        /  started over

now      red 3:12! means red for 3 minutes and 12 seconds;
         ! marks more than two minutes, or than the limit that
         the pair chose with `dojo watch --red`
         red? last heard 3:18 means that the pair was red when
         it was last heard, 3:18 minutes ago: its network may
         be down, or it ran no check for 15 minutes
         reverted: the files are as before the last check
         without a time, the clock of the pair is wrong
checked  the age of the last check; ! after five minutes, but not
         between two rounds
lvl      the level; b: blind, with own tests; own: own code;
         from 17: started after step 17 of the worked way
score    the last score of dojo mutants
expected  9 of 12: how many checks came as the pair predicted
slips    3 of 4: how many slips of others its tests noticed;
         before that, how many it sent: 2 sent

Enter    the steps of a pair: + new, ~ changed, - deleted;
         Enter again: the diff; n next, p previous, Esc back
m        show the checks on a time axis, or in order
h        hide a row; H shows the hidden rows again
t        restart the round; n begins the next phase;
         + adds five minutes, - removes five minutes
l        light or dark        q  back; on the board, quit
Arrows, page up and down, home and end move through the rows.
"""


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
        """Show these lines, if they are not shown already. Without any, hide the block."""
        if lines != self.lines:
            self.lines = lines
            self.display = bool(lines)
            self.update(Content("\n").join(content_of(line) for line in lines))


class LineList(OptionList):
    """Lines with a pointer at one of them. Enter or a click opens it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "select", "open")]
    lines: Sequence[BoardLine] = ()

    def set_lines(self, lines: Sequence[BoardLine], highlighted: int) -> None:
        """Show these lines, with the pointer at one of them, counted from 0."""
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


def counts_in(view: View, width: int) -> BoardLine:
    """Return the counts. The last one, of checks, is omitted if they need more columns."""
    line: BoardLine = []
    for count in view.counts:
        line += [Part("  "), count]
    line = line[1:]
    if len(plain(line)) > width:
        line = line[:-2]
    return line


class PairList(LineList):
    """The pairs, a line each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "app.toggle_minutes", "by time"),
        Binding("h", "app.hide", "hide"),
        Binding("H", "app.show_hidden", "show hidden", show=False),
    ]


class Board(App[None]):
    """The pairs of a room."""

    CSS_PATH = "board.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "begin(0)", "restart"),
        Binding("n", "begin(1)", "next phase", show=False),
        Binding(
            "plus,equals_sign",
            f"extend_round({EXTRA_MINUTES})",
            f"{EXTRA_MINUTES} min",
            key_display="+/-",
        ),
        Binding("minus", f"extend_round({-EXTRA_MINUTES})", show=False),
        Binding("l", "toggle_dark", "light"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(
        self,
        sources: Sources,
        phases: Sequence[Phase] = (),
        now: Callable[[], float] = time.time,
        *,
        has_bell: bool = True,
    ) -> None:
        """Show a room. `phases`: of the session, one after the other. `has_bell`: they ring."""
        super().__init__()
        self.sources = sources
        self.now = now
        self.phases = phases or [Phase("", DEFAULT_MINUTES)]
        self.phase = 0
        self.has_bell = has_bell
        self.by_minute = False
        self.hidden: set[str] = set()
        # The pairs that are shown, in the order of their lines.
        self.pairs: list[Pair] = []
        self.round_lines = TextBlock(id="round")
        self.counts_line = TextBlock(id="counts")
        self.clock_line = TextBlock(id="clock")
        self.trouble_lines = TextBlock(id="troubles")
        self.heading_line = TextBlock(id="headings")
        self.advice_lines = TextBlock(id="advice")
        self.pair_list = PairList(id="pairs", compact=True)

    def get_css_variables(self) -> dict[str, str]:
        colours = DARK_COLOURS if self.current_theme.dark else LIGHT_COLOURS
        return super().get_css_variables() | colours

    def compose(self) -> ComposeResult:
        yield self.round_lines
        yield Horizontal(self.counts_line, self.clock_line, classes="top")
        yield self.trouble_lines
        yield self.heading_line
        yield self.advice_lines
        yield self.pair_list
        yield Footer()

    def on_mount(self) -> None:
        self.set_interval(1, self.update_board)
        self.sources.follow(lambda: self.call_later(self.update_board))

    def on_resize(self) -> None:
        self.update_board()

    def update_board(self) -> None:
        """Show everything as it is now. The pointer stays at its pair."""
        view = view_of(self.sources, self.now(), self.hidden)
        self.show_heading(view)
        width = self.size.width - len(POINTER.text) - self.pair_list.scrollbar_size_vertical
        headings, *lines = table_lines(view, width, by_minute=self.by_minute)
        pairs = [row.pair for row in view.rows]
        highlighted = self.pair_list.highlighted or 0
        if self.pairs:
            name = self.pairs[highlighted].name
            names = [pair.name for pair in pairs]
            if name in names:
                highlighted = names.index(name)
        self.pairs = pairs
        self.heading_line.set_lines([Part("  "), *headings])
        self.pair_list.set_lines(lines, highlighted)

    def show_heading(self, view: View) -> None:
        """Show the lines above the table: counts, time of day or round, troubles, advice."""
        clock = [Part(view.as_of, MUTED)]
        if view.report.round is None:
            clock.append(Part(f"  {clock_time(view.now)}", STRONG))
        else:
            self.show_round(view.report.round.end - view.now)
        width = self.size.width - TOP_SPACES - len(plain(clock))
        self.counts_line.set_lines(counts_in(view, width))
        self.clock_line.set_lines(clock)
        self.trouble_lines.set_lines(*view.troubles, *view.notes)
        self.advice_lines.set_lines(*view.advice.splitlines())

    def show_round(self, seconds: float) -> None:
        """Show how much of the round is left, so large that everybody can read it."""
        minutes = format_minutes(abs(round(seconds)))
        large_text = minutes
        time_left = Part(minutes, STRONG)
        is_over = seconds <= 0
        if is_over and self.has_bell and not self.round_lines.has_class("over"):
            self.bell()
        if is_over:
            large_text = TIME_IS_UP
            time_left = Part(f"{TIME_IS_UP} +{minutes}", LONG)
        self.round_lines.set_class(is_over, "over")
        lines: list[BoardLine | str] = [*large_lines(large_text)]
        if is_over and self.phase + 1 < len(self.phases):
            lines.append([Part(f"n: {self.phases[self.phase + 1]}", STRONG)])
        self.round_lines.set_lines(*lines)
        if isinstance(self.screen, DetailScreen):
            self.screen.time_line.set_lines([time_left])

    def on_option_list_option_selected(self, event: LineList.OptionSelected) -> None:
        self.push_screen(StepsScreen(self.pairs[event.option_index]))

    def action_hide(self) -> None:
        if self.pairs:
            highlighted = self.pair_list.highlighted or 0
            self.hidden.add(self.pairs[highlighted].name)
        self.update_board()

    def action_show_hidden(self) -> None:
        self.hidden.clear()
        self.update_board()

    def action_toggle_minutes(self) -> None:
        self.by_minute = not self.by_minute
        self.update_board()

    def action_begin(self, step: int) -> None:
        """Begin the phase again, or another one. After the last, the first comes again."""
        self.phase = (self.phase + step) % len(self.phases)
        phase = self.phases[self.phase]
        now = self.now()
        self.sources.set_round(now, now + phase.minutes * MINUTE_SECONDS, phase.name)
        self.update_board()

    def action_extend_round(self, minutes: int) -> None:
        """Add minutes to the round, or take some off. They count from now if the round is over."""
        now = self.now()
        current = self.sources.round_at(now) or Round(0, 0, 0)
        end = max(now, current.end)
        start = current.start if end > now else now
        self.sources.set_round(start, max(now, end + minutes * MINUTE_SECONDS), current.name)
        self.update_board()

    def action_help(self) -> None:
        text = Static(HELP, markup=False, id="help")
        self.push_screen(DetailScreen("How to read the board", ScrollableContainer(text)))
