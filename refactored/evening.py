"""An evening: the program, from its greeting to the good night."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from .dice import Hold, Source
from .events import GameEvent, Taken
from .games import Game, game_named, games
from .hall_of_fame import Hall, hall_lines
from .match import Match, winners_of
from .moves import Decision, Question
from .players import checked_names
from .refusals import short_repr
from .scorecard import Scorecard
from .sheet import sheet
from .transcript import format_dice, format_result, format_taken

if TYPE_CHECKING:
    from typing import TypeVar

    Parsed = TypeVar("Parsed")

COMPUTER = "computer"
NUMBERS = ("1", "2", "3", "4", "5")
KEEP_OR_TAKE = "Numbers of the dice to keep (1 3 5, or - for none), or a category: "


def ask_keyboard(prompt: str) -> str:
    return input(prompt)


def print_line(line: str) -> None:
    print(line)  # noqa: T201 - this is the screen


def random_dice(count: int) -> list[int]:
    return [random.randint(1, 6) for _ in range(count)]  # noqa: S311 - dice are no secret


def today() -> str:
    return time.strftime("%Y-%m-%d")


@dataclass
class Environment:
    """The world around an evening. Every part can be replaced."""

    ask: Callable[[str], str] = ask_keyboard
    tell: Callable[[str], object] = print_line
    source: Source = random_dice
    today: Callable[[], str] = today
    hall: Hall = field(default_factory=Hall)

    def ask_until(self, prompt: str, parse: "Callable[[str], Parsed]") -> "Parsed":
        """Ask until an answer can be parsed. Tells the ValueError of each that cannot."""
        while True:
            answer = self.ask(prompt)
            try:
                return parse(answer)
            except ValueError as error:
                self.tell(str(error))

    def confirm(self, prompt: str) -> bool:
        return self.ask(prompt).strip().lower() == "y"


class Person:
    """A player at the keyboard."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def decide(self, question: Question) -> Decision:
        for line in question_lines(question):
            self._environment.tell(line)
        prompt = KEEP_OR_TAKE
        if question.is_last_throw:
            prompt = "A category: "
        while True:
            decision = self._environment.ask_until(prompt, partial(parse_decision, question))
            if self._is_meant(decision):
                return decision

    def _is_meant(self, decision: Decision) -> bool:
        """Return whether to carry out a decision. Asks only about a category that pays nothing."""
        if isinstance(decision, Hold) or decision.points > 0:
            return True
        return self._environment.confirm(f"{decision.called} pays nothing. Take it? (y) ")


class Computer:
    """A player that plays by itself.

    It keeps the most frequent face, the highest of several. After the third throw, it takes the
    category that pays most, the first of several.
    """

    def __init__(self, environment: Environment) -> None:
        self._environment = environment

    def decide(self, question: Question) -> Decision:
        dice = question.dice
        shown = f"  dice   {format_dice(dice)}"
        if question.is_last_throw:
            self._environment.tell(shown)
            payments = question.card.payments(dice)
            best = max(payments, key=lambda category: payments[category])
            return question.card.placement(best, dice)
        face = max(dice, key=lambda die: (dice.count(die), die))
        hold = Hold([position for position in range(5) if dice[position] == face])
        self._environment.tell(f"{shown}, keeps {format_dice(hold.kept(dice))}")
        return hold


class Evening:
    """One evening of people at one keyboard."""

    def __init__(self, environment: Environment) -> None:
        self._environment = environment
        self._tell = environment.tell

    def run(self) -> None:
        """Play until the people want no other game, or the input ends."""
        environment = self._environment
        try:
            self._greet()
            game = environment.ask_until(game_prompt(), parse_game)
            names = environment.ask_until(
                "Who plays? Names with commas, computer plays by itself: ", parse_names
            )
            players = {name: player_named(name, environment) for name in names}
            self._play(game, players)
            while environment.confirm("Once more? (y) "):
                self._play(game, players)
        except (EOFError, KeyboardInterrupt):
            self._tell("")
        self._tell("Good night!")

    def _greet(self) -> None:
        self._tell(f"Good evening! It is {self._environment.today()}.")
        try:
            lines = self._environment.hall.lines()
        except FileNotFoundError:
            return
        except OSError:
            self._tell("The hall of fame cannot be read.")
            return
        for line in hall_lines(lines):
            self._tell(line)

    def _play(self, game: Game, players: dict[str, Person | Computer]) -> None:
        match = Match(game, players, self._environment.source, self._hear)
        match.play(partial(self._decide, players))
        self._end(game, match)

    def _hear(self, event: GameEvent) -> None:
        if isinstance(event, Taken):
            self._tell(f"{event.name} {format_taken(event)}")

    def _decide(self, players: dict[str, Person | Computer], question: Question) -> Decision:
        self._tell("")
        self._tell(f"{question.name}, round {question.round}, throw {question.throw}")
        return players[question.name].decide(question)

    def _end(self, game: Game, match: Match) -> None:
        totals = match.totals()
        winners = winners_of(totals)
        best = max(totals.values())
        for line in ("", sheet(match.cards), "", format_result(winners, best)):
            self._tell(line)
        try:
            self._environment.hall.add(
                f"{best}, {name}, {game.name}, {self._environment.today()}" for name in winners
            )
        except OSError:
            self._tell("The hall of fame cannot be written.")


def player_named(name: str, environment: Environment) -> Person | Computer:
    if name == COMPUTER:
        return Computer(environment)
    return Person(environment)


def game_prompt() -> str:
    *others, last = games()
    return f"{', '.join(others)} or {last}? (Enter is yahtzee) "


def parse_game(answer: str) -> Game:
    """Return the game with this name. Raises ValueError if there is none."""
    return game_named(answer.strip().lower() or "yahtzee")


def parse_names(answer: str) -> list[str]:
    """Return the names in an answer. Raises ValueError if one is empty, or two are equal."""
    names = [name.strip() for name in answer.split(",")]
    if "" in names:
        raise ValueError("A name is missing.")
    return checked_names(names)


def parse_decision(question: Question, answer: str) -> Decision:
    """Return the decision in an answer. Raises ValueError if there is none, or it is illegal."""
    words = answer.strip().lower()
    hold = parse_hold(words)
    if hold is None:
        return question.card.placement(parse_category(words, question.card), question.dice)
    if question.is_last_throw:
        raise ValueError("There is no fourth throw. Take a category.")
    return hold


def parse_hold(words: str) -> Hold | None:
    """Return the dice that are listed by number, with a dash for none. Other words return None."""
    if words == "-":
        return Hold([])
    numbers = words.split()
    are_known = all(number in NUMBERS for number in numbers)
    are_different = len(set(numbers)) == len(numbers)
    if not numbers or not are_known or not are_different:
        return None
    return Hold([int(number) - 1 for number in numbers])


def parse_category(words: str, card: Scorecard) -> str:
    """Return a category by its name, or by the beginning of only one that is free.

    Raises ValueError if there is none, or if several begin so.
    """
    if words in card.game.categories or words in card.game.other_names:
        return words
    fitting = [name for name in card.free() if words and name.startswith(words)]
    if not fitting:
        raise ValueError(f"Not understood: {short_repr(words)}")
    if len(fitting) > 1:
        raise ValueError(f"Too short: it fits {', '.join(fitting)}")
    return fitting[0]


def question_lines(question: Question) -> Iterator[str]:
    """Yield the dice with their numbers, and what each category pays, three in a line."""
    yield "  number 1 2 3 4 5"
    yield f"  dice   {format_dice(question.dice)}"
    payments = question.card.payments(question.dice)
    cells = [f"  {name} {points}".ljust(24) for name, points in payments.items()]
    for first in range(0, len(cells), 3):
        yield "".join(cells[first : first + 3]).rstrip()
