"""The rules of a game, and the page that shows them. Amounts come from the game itself."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from rich.columns import Columns
from rich.console import Group
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import ItemGrid, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from dojo.text import quantity
from playing.games.players import ROLLS, Dice
from playing.table.dice import SMALLEST, Place, Pose, choose_paint, draw_die
from refactored import Category, Game, Roll, Rule, scoring

A_TURN = (
    "You have three throws: first of all five dice, then of the dice that you do not keep. "
    "Take a category after the first, second or third throw. Each category is taken once. "
    "If the dice do not fit, it scores 0: a sacrifice."
)
AT_THIS_TABLE = (
    "Press space to throw, and 1 to 5 to keep or release a die. "
    "Take a category with the arrows and Enter, or with its letter. You can click for all of this. "
    "u undoes your last category and the moves of computers after it, and brings back your dice."
)
TWO_PAIRS = "the sum of two pairs of different faces; four or five alike are one pair only"

Phrases = dict[Callable[..., Any], str]  # {} is the number of a rule, a further {} one more
PAYS: Phrases = {  # these imply their condition
    scoring.sum_of_face: "the sum of all {}s",
    scoring.sum_of_alike: "the sum of the highest {} dice alike",
    scoring.sum_of_pairs: TWO_PAIRS,
}
CONDITIONS: Phrases = {
    scoring.alike: " when {} dice are alike",
    scoring.full_house: " for a full house",
    scoring.in_sequence: " for any {} faces in sequence",
    scoring.straight_from: " for exactly {}-{}-{}-{}-{}",
}
SCROLLING_KEYS = ("up", "down", "pageup", "pagedown", "home", "end")
MIN_ENTRY_COLUMNS = 56  # if several entries are side by side


class RuleEntry(NamedTuple):
    """A rule, with example dice and their result if it is about a roll."""

    title: str
    text: str
    dice: Dice = ()
    result: str = ""


def rule_entries(game: Game) -> Iterator[RuleEntry]:
    """Yield all rules of a game, in the order of its score sheet."""
    yield RuleEntry("A turn", A_TURN)
    rounds = f"The game ends when all categories are taken, after {len(game.categories)} rounds."
    yield RuleEntry("The end", f"{rounds} The highest total wins; equal totals share the win.")
    yield RuleEntry("At this table", AT_THIS_TABLE)
    categories = game.categories.values()
    yield from [category_entry(game, category) for category in categories if category.is_upper]
    bonus = game.upper_bonus
    if bonus:
        text = f"{bonus.points} more points if the upper score is {bonus.threshold} or higher."
        yield RuleEntry("upper bonus", text)
    yield from [category_entry(game, category) for category in categories if not category.is_upper]
    jokers = game.jokers
    if jokers:
        box = jokers.box.name
        text = f"{jokers.bonus} more points for each joker, unless {box} was taken for 0."
        yield RuleEntry(f"{box} bonus", text)
        where = (
            f"Once {box} is taken, five alike are a joker. It must go to the category of its "
            "face; if that is taken, to any free category below, which then scores in full; if "
            "there is none, to any free category above, for 0."
        )
        yield RuleEntry("jokers", where, choose_example(game, jokers.box), "a joker")


def category_entry(game: Game, category: Category) -> RuleEntry:
    dice = choose_example(game, category)
    result = quantity(category.points(Roll(dice)), "point")
    return RuleEntry(category.name, describe_rule(category.rule), dice, result)


def choose_example(game: Game, category: Category) -> Dice:
    """Return a typical roll for a category.

    Of the rolls with its middle score, choose one of many faces that few other categories pay for.
    """
    amounts = sorted({category.points(roll) for roll in ROLLS} - {0})
    middle = amounts[len(amounts) // 2]
    rolls = [roll for roll in ROLLS if category.points(roll) == middle]
    paying: Counter[Dice] = Counter()
    for other in game.categories.values():
        paying.update(roll for roll in rolls if other.points(roll))
    return max(rolls, key=lambda roll: (len(set(roll)), -paying[roll], roll))


def describe_rule(rule: Rule) -> str:
    """Return the points of a rule, and its condition, as a sentence."""
    pay, number = split_rule(rule.pay)
    if pay in PAYS:
        return f"Score {PAYS[pay].format(number)}."
    fitting = [roll for roll in ROLLS if rule.fits(roll)]
    amounts = {rule.pay(roll) for roll in fitting}
    amount = "the sum of all five dice"
    if len(amounts) == 1:
        amount = f"{amounts.pop()} points"
    if len(fitting) == len(ROLLS):
        return f"Score {amount}."
    fits, number = split_rule(rule.fits)
    condition = CONDITIONS[fits].format(*range(number, number + 5))
    return f"Score {amount}{condition}."


def split_rule(function: Callable[..., Any]) -> tuple[Callable[..., Any], int]:
    """Return the function of a partial, and its number. Other functions have no number."""
    if isinstance(function, partial):
        return function.func, function.args[0]
    return function, 0


class RulesPage(ModalScreen[None]):
    """The rules of a game. Any key that does not scroll closes it."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game

    def compose(self) -> ComposeResult:
        yield Static(f"The rules of {self.game.name}", id="title")
        with VerticalScroll(), ItemGrid(min_column_width=MIN_ENTRY_COLUMNS):
            for entry in rule_entries(self.game):
                yield Static(self.render_entry(entry))
        yield Static("arrows scroll, any other key closes", id="hint")

    def render_entry(self, entry: RuleEntry) -> Group:
        variables = self.app.theme_variables
        title = Text(entry.title, f"bold {variables['felt-mark']}")
        text = Text(entry.text)
        if not entry.dice:
            return Group(title, text)
        place = Place(SMALLEST.width, SMALLEST.rows)
        dice = []
        for face in entry.dice:
            paint = choose_paint(variables, face)
            dice.append(draw_die(Pose(face), SMALLEST, paint, place).split("\n"))
        lines = [Text(" ").join(line) for line in zip(*dice, strict=True)]
        picture = Text("\n", no_wrap=True).join(lines)
        result = Text(f"\n{entry.result}", "bold")
        return Group(title, text, Columns([picture, result]))  # side by side if there is space

    def on_key(self, event: events.Key) -> None:
        if event.key not in SCROLLING_KEYS:
            event.stop()
            self.on_click()

    def on_click(self) -> None:
        if self.is_current:
            self.dismiss()
