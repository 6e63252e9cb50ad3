"""All rules of a game and their page, made from the game itself, so that no amount is written twice."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations_with_replacement, groupby
from typing import Any, NamedTuple

from rich.columns import Columns
from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import ItemGrid, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from dojo.table.dice import SMALL, drawn, paint_of
from dojo.text import counted
from refactored import Category, Game, Rule, roll_of, scoring

NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
ROLLS = [roll_of(dice) for dice in combinations_with_replacement(range(1, 7), 5)]
A_TURN = (
    "You have three throws: all five dice first, then those that you do not keep. Take a category after any of them, "
    "after the last at the latest. Each category is taken once. Where the dice do not fit, it brings 0: a sacrifice."
)
AT_THIS_TABLE = (
    "Space throws. 1 to 5 keep a die, or let it go. Arrows and Enter take a category, or its letter does; a click "
    "does all of this. u takes the last category back, and what computers did since; the dice are those of before."
)
PAIR = "the two highest matching dice"
Words = dict[Callable[..., Any], Callable[..., str]]  # of functions, by the numbers that each was given before
PAYS: Words = {  # for which dice, they say themselves
    scoring.sum_of_face: lambda face: f"{counted(face, 'point')} for each {NUMBERS[face]}",
    scoring.sum_of_alike: lambda count: f"the sum of {PAIR if count == 2 else f'{NUMBERS[count]} dice alike'}",
    scoring.sum_of_pairs: lambda: "the sum of two pairs of different faces; four or five alike are one pair only",
}
CONDITIONS: Words = {
    scoring.any_dice: lambda: "",
    scoring.alike: lambda count: f" when at least {NUMBERS[count]} are alike",
    scoring.full_house: lambda: " of a full house",
    scoring.in_sequence: lambda length: f" for any {NUMBERS[length]} faces in sequence",
    scoring.straight_from: lambda lowest: f" for exactly {'-'.join(map(str, range(lowest, lowest + 5)))}",
}
CONDITIONS_IN_FULL: Words = CONDITIONS | {
    scoring.alike: lambda count: f" for {NUMBERS[count]} dice alike",
    scoring.full_house: lambda: " for a full house",
}
SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
NARROWEST = 56  # columns for an entry, where there are several side by side


class Entry(NamedTuple):
    """A title and words; dice that are an example, and what they bring, where there is one."""

    title: str
    words: str
    dice: Sequence[int] = ()
    brings: str = ""


def entries(game: Game) -> Iterator[Entry]:
    """Return all there is to know of a game, in the order of its score sheet."""
    bonus, jokers = game.upper_bonus, game.jokers
    yield Entry("A turn", A_TURN)
    yield Entry(
        "The end",
        f"The game ends when all categories are taken, after {len(game.categories)} rounds. The highest total wins; "
        "equal totals share the win.",
    )
    yield Entry("At this table", AT_THIS_TABLE)
    for is_upper, section in groupby(game.categories.values(), lambda category: category.is_upper):
        for category in section:
            dice = example(game, category)
            yield Entry(category.name, in_words(category.rule), dice, counted(category.points(roll_of(dice)), "point"))
        if is_upper and bonus:
            yield Entry("upper bonus", f"{bonus.points} points more from an upper score of {bonus.threshold} on.")
    if jokers:
        box = jokers.box.name
        yield Entry(f"{box} bonus", f"{jokers.bonus} points more for each joker, unless {box} was taken for 0.")
        yield Entry(
            "jokers",
            f"Once {box} is taken, {jokers.dice} are a joker. It has to go to the category of its face; if that is "
            "taken, to any free one below, which then pays in full; else to any free one above, for 0.",
            example(game, jokers.box),
        )


def example(game: Game, category: Category) -> Sequence[int]:
    """Return dice that a category pays in the middle of what it does, of the most faces, and for the fewest others."""
    amounts = sorted({category.points(roll) for roll in ROLLS} - {0})
    middle = amounts[len(amounts) // 2]

    def clarity(roll: Sequence[int]) -> tuple[int, int, Sequence[int]]:
        others = sum(other.points(roll_of(roll)) > 0 for other in game.categories.values())
        return len(set(roll)), -others, roll

    return max((roll for roll in ROLLS if category.points(roll) == middle), key=clarity)


def in_words(rule: Rule) -> str:
    """Return what a rule pays; of a function of somebody's own, what it says of itself."""
    pay, *numbers = parts(rule.pay)
    if pay in PAYS:
        return f"Score {PAYS[pay](*numbers)}."
    fits, *numbers = parts(rule.fits)
    conditions = CONDITIONS_IN_FULL if rule.in_full else CONDITIONS
    pays = f"{rule.in_full} points" if rule.in_full else own_words(pay, "Pay ")
    condition = conditions[fits](*numbers) if fits in conditions else f" when {own_words(fits, 'Tell whether ')}"
    return f"Score {pays}{condition}."


def own_words(function: Callable[..., Any], verb: str) -> str:
    """Return what a function says of itself in a line, without its verb."""
    return str(function.__doc__ or function.__name__).splitlines()[0].removeprefix(verb).rstrip(".")


def parts(function: Callable[..., Any]) -> tuple[Any, ...]:
    """Return a function, and the numbers that it was given before."""
    return (function.func, *function.args) if isinstance(function, partial) else (function,)


class RulesPage(ModalScreen[None]):
    """The rules of a game, to be read until any key is pressed that does not scroll."""

    def __init__(self, game: Game) -> None:
        """Show the rules of a game."""
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        """Lay out the page."""
        yield Static(f"The rules of {self.game.name}", id="title", markup=False)
        with VerticalScroll(), ItemGrid(min_column_width=NARROWEST):
            for entry in entries(self.game):
                yield Static(self.text_of(entry))
        yield Static("arrows scroll, any other key goes back", id="hint", markup=False)

    def text_of(self, entry: Entry) -> Group:
        """Return an entry; its dice, and what they bring, beside them if that fits."""
        colours = self.app.theme_variables
        dice = [drawn(face, SMALL, paint_of(colours, face)).split("\n") for face in entry.dice]
        rows = [Text(" ").join(row) for row in zip(*dice, strict=True)]
        example = [Text("\n", no_wrap=True).join(rows)] * bool(rows)
        brings = [Text(f"\n{entry.brings}", "bold")] * bool(entry.brings)
        return Group(Text(entry.title, f"bold {colours['felt-mark']}"), Text(entry.words), Columns([*example, *brings]))

    def on_key(self, event: events.Key) -> None:
        """Go back to the table, unless it is being scrolled."""
        if event.key not in SCROLLING:
            event.stop()
            self.on_click()

    def on_click(self) -> None:
        """Go back to the table, once."""
        if self.is_current:
            self.dismiss()
