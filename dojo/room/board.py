"""The board: all pairs of a room on one screen, for the person who runs the session; and over it, a pair's steps.

The room is asked what is new in a thread, so that no key ever waits for git. round: the time that is counted down,
where somebody set one. Texts are of others: they are painted as they are, and never read as markup.
"""

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, ScrollableContainer
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, OptionList, Static

from dojo.practice.snapshots import Repository
from dojo.practice.story import Story
from dojo.progress.page import diff_of
from dojo.progress.steps import Step, steps_of
from dojo.room.pairs import Pair, Room
from dojo.room.rows import (
    MINUTE_SECONDS,
    MUTED,
    Line,
    Part,
    View,
    clock_time,
    sign_of,
    view_of,
)
from dojo.room.terminal import LONG, fitted, large, summary, table_of, time_left
from dojo.text import DIFF_COLOURS, WorkspaceError, counted, printable

USUAL_MINUTES, MORE_MINUTES = 25, 5
TIME_IS_UP = "TIME IS UP"
STRONG = "strong"
POINTER, POINTER_COLUMNS = "> ", 2
NUMBER_COLUMNS, STATUS_COLUMNS = 4, 5
HEADS = ("+++ ", "--- ", "diff ")  # of a file in a diff

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
        "cyan": "#87cefa",
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
        "cyan": "#003f7f",
    },
}

HELP = """\
A line for each pair, by name; newest check at the right.

  ●  green         x  red: another answer
  <  reverted      ?  amber: the code could not be asked
  |  a swap of partners
  *  green, with places approved otherwise than the kata;
     green *30 is now so in 30 of them

lvl      the level; b: blind, with own tests; own: own code
now      red 3:12! is red for 3 minutes and 12 seconds;
         ! stands where that is longer than two minutes
score    of mutants killed when they last ran dojo mutants
checked  how long ago the last check that came was made;
         ! after five minutes: no check, or no network there
1:05?    as last heard: the room is away, or it is a bundle
5 came late    checks that could not be sent at their time

Enter    the steps of a pair: + new, ~ changed, - gone;
         Enter: the diff, n and p go on and back, Esc leaves
m        checks by the minute, under a clock, or in order
h        hides a line, H shows again what was hidden
t        begins the round anew; + and - give and take
         five minutes
l        light or dark        q  back; on the board, quit
Arrows, page up and down, home and end go through the lines.
"""


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
        self.lines, self.highlighted = lines, at
        self.on_option_list_option_highlighted()

    def on_option_list_option_highlighted(self) -> None:
        """Draw those lines anew that say something else by now, and the pointer where the cursor is."""
        before = self.drawn
        self.drawn = [
            [Part(POINTER if number == self.highlighted else " " * POINTER_COLUMNS, STRONG), *line]
            for number, line in enumerate(self.lines)
        ]
        for number, line in enumerate(self.drawn):
            if line != before[number]:
                self.replace_option_prompt_at_index(number, painted([line]))


class Over(Screen[None]):
    """A title, what is left of the round, and what lies over the board until Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q", "app.back", "back", key_display="esc/q")]

    def __init__(self, title: str, *body: Widget) -> None:
        """Begin with a title."""
        super().__init__()
        self.body = body
        self.title_line, self.time = Words(id="title"), Words(id="time")
        self.title_line.say([Part(title, STRONG)])

    def compose(self) -> ComposeResult:
        """Lay out what all have, and the rest."""
        with Horizontal(classes="top"):
            yield from (self.title_line, self.time)
        yield from (*self.body, Footer())


class Steps(Over):
    """The steps of a pair; under the cursor is the last that changed something."""

    def __init__(self, pair: str, repository: Repository, story: Story) -> None:
        """Show the steps of a pair by its name, as its history has them."""
        self.steps = steps_of(repository, story, only=())
        self.pair, self.repository, self.story = pair, repository, story
        self.choice = Choice(id="steps", compact=True)
        since = f" since {self.steps[0].start.astimezone():%Y-%m-%d %H:%M}" if self.steps else ""
        super().__init__(f"{pair}: {counted(len(self.steps), 'step')}{since}", self.choice)

    def on_mount(self) -> None:
        """Show the steps; and then, by what name their files give them, which takes its time."""
        changed = [at for at, step in enumerate(self.steps) if is_changed(step)]
        self.show_lines(changed[-1] if changed else len(self.steps) - 1)
        self.show_names()

    @work(exit_on_error=False)  # the steps are there without their names, too
    async def show_names(self) -> None:
        """Look into the files of each step for what changed there."""
        self.steps = await asyncio.to_thread(steps_of, self.repository, self.story)
        self.show_lines(self.choice.highlighted or 0)

    def show_lines(self, at: int) -> None:
        """Show a line for each step, the cursor on one of them."""
        self.choice.show([line_of_step(step) for step in self.steps], at)

    def on_option_list_option_selected(self, chosen: Choice.OptionSelected) -> None:
        """Show what a step changed."""
        chosen.stop()
        self.app.push_screen(Changed(self, chosen.option_index))


class Changed(Over):
    """What a step changed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n,right", "go(1)", "next"),
        Binding("p,left", "go(-1)", "before"),
    ]

    def __init__(self, steps: Steps, at: int) -> None:
        """Begin with a step of a pair, by its place."""
        self.diff = Words(id="diff")
        super().__init__("", ScrollableContainer(self.diff))
        self.of, self.at = steps, at

    def on_mount(self) -> None:
        """Show the step that was chosen."""
        self.action_go(0)

    def action_go(self, by: int) -> None:
        """Go on to another step, or back; not beyond the ends."""
        self.at = max(0, min(self.at + by, len(self.of.steps) - 1))
        step = self.of.steps[self.at]
        commit = step.entry.snapshot
        diff = diff_of(self.of.repository, f"{commit}^", commit) if commit else ""
        self.title_line.say([Part(f"{self.of.pair}: step ", STRONG), *title_of(step)])
        finding = [[Part(f"{finding_of(step)}\n")]] if finding_of(step) else []
        self.diff.say(*finding, *map(line_of_diff, diff.splitlines() or ["No file changed."]))
        self.query_one(ScrollableContainer).scroll_home(animate=False)


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
    return [Part(line, STRONG if line.startswith(HEADS) else DIFF_COLOURS.get(line[:1], ""))]


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
    TITLE = "dojo room"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "again", "round anew"),
        Binding("plus,equals_sign", f"longer({MORE_MINUTES})", f"{MORE_MINUTES} min", key_display="+/-"),
        Binding("minus", f"longer({-MORE_MINUTES})", show=False),
        Binding("l", "light", "light"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(
        self, room: Room, places: Sequence[str], minutes: float | None = None, now: Callable[[], float] = time.time
    ) -> None:
        """Show a room, which pairs join at these places; with minutes, count a round down."""
        super().__init__()
        self.room, self.places, self.now = room, places, now
        self.minutes = minutes or USUAL_MINUTES
        if minutes is not None:
            room.end = now() + minutes * MINUTE_SECONDS
        self.end = room.end
        self.is_aligned = False
        self.hidden: set[str] = set()
        self.pairs: list[Pair] = []  # that are shown
        self.round = Words(id="round")
        self.summary, self.clock, self.troubles = Words(id="summary"), Words(id="clock"), Words(id="troubles")
        self.headings, self.welcome = Words(id="headings"), Words(id="welcome")
        self.rows = Pairs(id="pairs", compact=True)

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours of the theme, and ours for its ground."""
        return super().get_css_variables() | COLOURS[self.current_theme.dark]

    def compose(self) -> ComposeResult:
        """Lay out the round and what is said of all pairs above the pairs."""
        yield self.round
        with Horizontal(classes="top"):
            yield from (self.summary, self.clock)
        yield from (self.troubles, self.headings, self.welcome, self.rows, Footer())

    def on_mount(self) -> None:
        """Begin to look at the clock, and at the room."""
        self.set_interval(1, self.show)
        self.room.follow(lambda: self.call_later(self.show))

    def on_resize(self) -> None:
        """Share out the columns anew."""
        self.show()

    def show(self) -> None:
        """Show everything as it is now."""
        self.end = self.room.end  # a page that is written counts the same round down
        view = view_of(self.room, self.places, self.now(), self.hidden)
        self.show_round(view.now)
        self.summary.say(summary(view))
        self.clock.say([Part(view.as_of, MUTED), Part("" if self.end else f"  {clock_time(view.now)}", STRONG)])
        self.troubles.say(*([Part(line, STRONG)] for line in view.troubles))
        self.welcome.say(*([Part(line)] for line in view.advice))
        self.show_rows(view)

    def show_rows(self, view: View) -> None:
        """Show a line for each pair, the cursor on the pair where it is."""
        width = self.size.width - POINTER_COLUMNS - self.rows.scrollbar_size_vertical
        headings, *lines = table_of(view, width, is_aligned=self.is_aligned)
        self.headings.say([Part(" " * POINTER_COLUMNS), *headings])
        at = self.rows.highlighted or 0
        before = self.pairs[at].name if self.pairs else ""
        self.pairs = [row.pair for row in view.rows]
        names = [pair.name for pair in self.pairs]
        self.rows.show(lines, names.index(before) if before in names else at)

    def show_round(self, now: float) -> None:
        """Show what is left of the round, so large that everybody can read it, and whether it is over."""
        if self.end is None:
            return
        is_over, left = self.end <= now, time_left(self.end - now)
        self.round.set_class(is_over, "over")
        self.round.say(*([Part(line)] for line in large(TIME_IS_UP if is_over else left)))
        if isinstance(self.screen, Over):
            self.screen.time.say([Part(f"{TIME_IS_UP} {left}", LONG) if is_over else Part(left, STRONG)])

    def on_option_list_option_selected(self, chosen: Choice.OptionSelected) -> None:
        """Open the history of a pair, or say why it cannot be read."""
        pair = self.pairs[chosen.option_index]
        try:
            self.push_screen(Steps(pair.name, *self.room.open(pair)))
        except WorkspaceError as error:
            self.notify(error.message, severity="error", markup=False)

    def action_hide(self) -> None:
        """Hide the line that the cursor is on."""
        if self.pairs:
            self.hidden.add(self.pairs[self.rows.highlighted or 0].name)
        self.show()

    def action_show_hidden(self) -> None:
        """Show again what was hidden."""
        self.hidden.clear()
        self.show()

    def action_align(self) -> None:
        """Align the checks by the minute, or show them in order again."""
        self.is_aligned = not self.is_aligned
        self.show()

    def action_again(self) -> None:
        """Begin the round anew."""
        self.room.end = self.now() + self.minutes * MINUTE_SECONDS
        self.show()

    def action_longer(self, minutes: int) -> None:
        """Give the round more minutes, or take some; one that is over has them from now on."""
        now = self.now()
        self.room.end = max(now, max(now, self.end or now) + minutes * MINUTE_SECONDS)
        self.show()

    def action_light(self) -> None:
        """Change between a light ground and a dark one."""
        self.theme = "textual-light" if self.current_theme.dark else "textual-dark"

    def action_help(self) -> None:
        """Show how to read the board, and its keys."""
        self.push_screen(Over("How to read the board", ScrollableContainer(Static(HELP, markup=False, id="help"))))
