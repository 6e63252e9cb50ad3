"""An evening: the program, from its greeting to the good night.

machine: the keyboard, the screen, the dice, the date and the hall of fame. Each can be replaced.
answer: the text that a person types. payments: the points of dice in each category.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from .dice import Hold, Roll, Source
from .events import GameEvent, Taken
from .games import Game, game_named, games
from .hall_of_fame import Hall, HallFile, hall_lines
from .match import Match, winners_of
from .moves import Decision, Question
from .players import checked_names
from .refusals import short_repr
from .scorecard import Placement, Scorecard
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


def throw_dice(count: int) -> list[int]:
    return [random.randint(1, 6) for _ in range(count)]  # noqa: S311 - dice are no secret


def today() -> str:
    return time.strftime("%Y-%m-%d")


@dataclass
class Machine:
    """The world around an evening. Every part can be replaced."""

    ask: Callable[[str], str] = ask_keyboard
    tell: Callable[[str], object] = print_line
    throw: Source = throw_dice
    today: Callable[[], str] = today
    hall: Hall = field(default_factory=HallFile)


class Evening:
    """One evening of people at one keyboard."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._tell = machine.tell

    def spend(self) -> None:
        """Play until the people want no other game, or the input ends."""
        try:
            self._greet()
            game = self._ask_until(game_prompt(), parse_game)
            names = self._ask_until(
                "Who plays? Names with commas, computer plays by itself: ", parse_names
            )
            self._play(game, names)
            while self._confirm("Once more? (y) "):
                self._play(game, names)
        except (EOFError, KeyboardInterrupt):
            self._tell("")
        self._tell("Good night!")

    def _greet(self) -> None:
        self._tell(f"Good evening! It is {self._machine.today()}.")
        try:
            lines = self._machine.hall.lines()
        except FileNotFoundError:
            return
        except OSError:
            self._tell("The hall of fame cannot be read.")
            return
        for line in hall_lines(lines):
            self._tell(line)

    def _ask_until(self, prompt: str, parse: "Callable[[str], Parsed]") -> "Parsed":
        """Ask until an answer can be parsed. Tells the ValueError of each that cannot."""
        while True:
            answer = self._machine.ask(prompt)
            try:
                return parse(answer)
            except ValueError as error:
                self._tell(str(error))

    def _confirm(self, prompt: str) -> bool:
        return self._machine.ask(prompt).strip().lower() == "y"

    def _play(self, game: Game, names: list[str]) -> None:
        match = Match(game, names, self._machine.throw, self._hear)
        match.play(self._decide)
        self._end(game, match)

    def _end(self, game: Game, match: Match) -> None:
        totals = match.totals()
        winners = winners_of(totals)
        best = max(totals.values())
        for line in ("", sheet(match.cards), "", format_result(winners, best)):
            self._tell(line)
        try:
            self._machine.hall.add(
                f"{best}, {name}, {game.name}, {self._machine.today()}" for name in winners
            )
        except OSError:
            self._tell("The hall of fame cannot be written.")

    def _hear(self, event: GameEvent) -> None:
        if isinstance(event, Taken):
            self._tell(f"{event.name} {format_taken(event)}")

    def _decide(self, question: Question) -> Decision:
        self._tell("")
        self._tell(f"{question.name}, round {question.round}, throw {question.stage + 1}")
        if question.name == COMPUTER:
            return self._decide_for_computer(question)
        return self._decide_for_person(question)

    def _decide_for_computer(self, question: Question) -> Decision:
        decision = computer_decision(question)
        dice = question.dice
        match decision:
            case Hold():
                kept = [dice[position] for position in decision]
                keeps = f", keeps {format_dice(kept)}"
            case Placement():
                keeps = ""
        self._tell(f"  dice   {format_dice(dice)}{keeps}")
        return decision

    def _decide_for_person(self, question: Question) -> Decision:
        for line in question_lines(question):
            self._tell(line)
        while True:
            prompt = KEEP_OR_TAKE
            if question.is_last_throw:
                prompt = "A category: "
            decision = self._ask_until(prompt, partial(parse_decision, question))
            match decision:
                case Hold():
                    return decision
                case Placement():
                    if self._confirm_placement(decision):
                        return decision

    def _confirm_placement(self, placement: Placement) -> bool:
        """Return whether to take a category. Asks only if it pays nothing."""
        if placement.points > 0:
            return True
        return self._confirm(f"{placement.called} pays nothing. Take it? (y) ")


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


def payments(question: Question) -> dict[str, int]:
    """Return the points of the dice in each free category to which they may go."""
    card = question.card
    dice = question.dice
    allowed = card.game.allowed(Roll(dice), card.free().values())
    return {category.name: card.placement(category.name, dice).points for category in allowed}


def question_lines(question: Question) -> Iterator[str]:
    """Yield the dice with their numbers, and the payments, three in a line."""
    yield "  number 1 2 3 4 5"
    yield f"  dice   {format_dice(question.dice)}"
    cells = [f"  {name} {points}".ljust(24) for name, points in payments(question).items()]
    for first in range(0, len(cells), 3):
        yield "".join(cells[first : first + 3]).rstrip()


def computer_decision(question: Question) -> Decision:
    """Keep the most frequent face, then take the category with the highest payment.

    Of several faces it is the highest one, of several categories the first.
    """
    dice = question.dice
    if not question.is_last_throw:
        face = max(dice, key=lambda die: (dice.count(die), die))
        return Hold([position for position in range(5) if dice[position] == face])
    pays = payments(question)
    best = max(pays, key=lambda category: pays[category])
    return question.card.placement(best, dice)
