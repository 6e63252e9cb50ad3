"""All rules of a game and their page, made from the game itself, so that no amount is written twice."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from rich.columns import Columns
from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import ItemGrid, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from dojo.games.players import ROLLS
from dojo.table.dice import SMALL, Pose, draw, paint_of
from dojo.text import quantity
from refactored import Category, Game, Rule, roll_of, scoring

A_TURN = (
    "You have three throws: first of all five dice, then of the dice that you do not keep. Take a category after "
    "the first, second or third throw. Each category is taken once. If the dice do not fit, it scores 0: a sacrifice."
)
AT_THIS_TABLE = (
    "Space throws. 1 to 5 keep a die, or let it go. Arrows and Enter take a category, or its letter does; a click "
    "does all of this. u takes your last category back, and what computers did after it; you have the old dice again."
)
Words = dict[Callable[..., Any], str]  # for functions; {} is the number that one was given before, the next {} one more
PAYS: Words = {  # for which dice, they say themselves
    scoring.sum_of_face: "the sum of all {}s",
    scoring.sum_of_alike: "the sum of the highest {} dice alike",
    scoring.sum_of_pairs: "the sum of two pairs of different faces; four or five alike are one pair only",
}
CONDITIONS: Words = {
    scoring.any_dice: "",
    scoring.alike: " when {} dice are alike",
    scoring.full_house: " for a full house",
    scoring.in_sequence: " for any {} faces in sequence",
    scoring.straight_from: " for exactly {}-{}-{}-{}-{}",
}
SCROLLING = ("up", "down", "pageup", "pagedown", "home", "end")
NARROWEST = 56  # columns for an entry, where there are several side by side
Entry = tuple[str, str, Sequence[int], str]  # a title and words; dice that are an example, and what they bring


def entries(game: Game) -> Iterator[Entry]:
    """Return all there is to know of a game, in the order of its score sheet."""
    bonus, jokers = game.upper_bonus, game.jokers
    yield "A turn", A_TURN, (), ""
    rounds = f"The game ends when all categories are taken, after {len(game.categories)} rounds."
    yield "The end", f"{rounds} The highest total wins; equal totals share the win.", (), ""
    yield "At this table", AT_THIS_TABLE, (), ""
    for is_upper, section in groupby(game.categories.values(), lambda category: category.is_upper):
        for category in section:
            dice = example(game, category)
            yield category.name, in_words(category.rule), dice, quantity(category.points(roll_of(dice)), "point")
        if is_upper and bonus:
            yield "upper bonus", f"{bonus.points} points more from an upper score of {bonus.threshold} on.", (), ""
    if jokers:
        box = jokers.box.name
        yield f"{box} bonus", f"{jokers.bonus} points more for each joker, unless {box} was taken for 0.", (), ""
        duty = (
            f"Once {box} is taken, {jokers.dice} are a joker. It has to go to the category of its face; if that is "
            "taken, to any free one below, which then pays in full; else to any free one above, for 0."
        )
        yield "jokers", duty, example(game, jokers.box), "a joker"


def example(game: Game, category: Category) -> Sequence[int]:
    """Return dice that a category pays in the middle of what it does, of the most faces, and for the fewest others."""
    points = {roll: category.points(roll_of(roll)) for roll in ROLLS}
    amounts = sorted({*points.values()} - {0})
    rolls = [roll for roll in ROLLS if points[roll] == amounts[len(amounts) // 2]]
    others = {roll: sum(each.points(roll_of(roll)) > 0 for each in game.categories.values()) for roll in rolls}
    return max(rolls, key=lambda roll: (len(set(roll)), -others[roll], roll))


def in_words(rule: Rule) -> str:
    """Return what a rule pays, and when."""
    pay, number = parts(rule.pay)
    if pay in PAYS:
        return f"Score {PAYS[pay].format(number)}."
    fits, number = parts(rule.fits)
    pays = f"{rule.in_full} points" if rule.in_full else "the sum of all five dice"
    return f"Score {pays}{CONDITIONS[fits].format(*range(number, number + 5))}."


def parts(function: Callable[..., Any]) -> tuple[Any, int]:
    """Return a function, and the number that it was given before."""
    return (function.func, function.args[0]) if isinstance(function, partial) else (function, 0)


class RulesPage(ModalScreen[None]):
    """The rules of a game, to be read until any key is pressed that does not scroll."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        yield Static(f"The rules of {self.game.name}", id="title")
        with VerticalScroll(), ItemGrid(min_column_width=NARROWEST):
            for entry in entries(self.game):
                yield Static(self.text_of(*entry))
        yield Static("arrows scroll, any other key goes back", id="hint")

    def text_of(self, title: str, words: str, faces: Sequence[int], brings: str) -> Group:
        """Return an entry; what its dice bring stands beside them if that fits."""
        colours = self.app.theme_variables
        place = SMALL.columns, SMALL.rows, 0
        dice = [draw(Pose(face), SMALL, paint_of(colours, face), place) for face in faces]
        rows = [Text(" ").join(row) for row in zip(*(die.split("\n") for die in dice), strict=True)]
        example = [Text("\n", no_wrap=True).join(rows), Text(f"\n{brings}", "bold")] if dice else []
        return Group(Text(title, f"bold {colours['felt-mark']}"), Text(words), Columns(example))

    def on_key(self, event: events.Key) -> None:
        """Go back to the table, unless it is being scrolled."""
        if event.key not in SCROLLING:
            event.stop()
            self.on_click()

    def on_click(self) -> None:
        if self.is_current:
            self.dismiss()
