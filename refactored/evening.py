"""An evening: the program, from its greeting to the good night.

machine: the keyboard, the screen, the dice, the date and the hall of fame. Each can be replaced.
answer: the text that a person types. payments: the points of dice in each category.
"""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import TypeVar

from .dice import Hold, Source, roll_of
from .events import Event, Taken
from .game import Match, Question, winners_of
from .hall_of_fame import Hall, HallFile, shown_hall
from .players import checked_names
from .refusals import shown
from .rulesets import Game, game_named
from .scorecard import Placement, Scorecard
from .sheet import sheet
from .transcript import result, spaced, taken

Understood = TypeVar("Understood")
COMPUTER = "computer"
NUMBERS = ("1", "2", "3", "4", "5")
KEEP_OR_TAKE = "Numbers of the dice to keep (1 3 5, or - for none), or a category: "


def ask(prompt: str) -> str:
    return input(prompt)


def tell(line: str) -> None:
    print(line)  # noqa: T201 - this is the screen


def throw(count: int) -> list[int]:
    return [random.randint(1, 6) for _ in range(count)]  # noqa: S311 - dice are no secret


def today() -> str:
    return time.strftime("%Y-%m-%d")


@dataclass
class Machine:
    """The world around an evening. Every part can be replaced."""

    ask: Callable[[str], str] = ask
    tell: Callable[[str], object] = tell
    throw: Source = throw
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
            game = self._ask_until("yatzy, yahtzee or yacht? (Enter is yahtzee) ", game_of)
            names = self._ask_until(
                "Who plays? Names with commas, computer plays by itself: ", names_of
            )
            self._play(game, names)
            while self._agreed("Once more? (y) "):
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
        for line in shown_hall(lines):
            self._tell(line)

    def _ask_until(self, prompt: str, understand: Callable[[str], Understood]) -> Understood:
        """Ask until an answer is understood. Tells the ValueError of each that is not."""
        while True:
            answer = self._machine.ask(prompt)
            try:
                return understand(answer)
            except ValueError as error:
                self._tell(str(error))

    def _agreed(self, prompt: str) -> bool:
        return self._machine.ask(prompt).strip().lower() == "y"

    def _play(self, game: Game, names: list[str]) -> None:
        match = Match(game, names, self._machine.throw, self._hear)
        question = match.begin()
        while question is not None:
            question = match.go_on(question, self._decision(question))
        self._end(game, match)

    def _end(self, game: Game, match: Match) -> None:
        totals = match.totals()
        winners = winners_of(totals)
        best = max(totals.values())
        for line in ("", sheet(match.cards), "", result(winners, best)):
            self._tell(line)
        try:
            self._machine.hall.add(
                f"{best}, {name}, {game.name}, {self._machine.today()}" for name in winners
            )
        except OSError:
            self._tell("The hall of fame cannot be written.")

    def _hear(self, event: Event) -> None:
        if isinstance(event, Taken):
            self._tell(f"{event.name} {taken(event)}")

    def _decision(self, question: Question) -> Hold | Placement:
        self._tell("")
        self._tell(f"{question.name}, round {question.round}, throw {question.stage + 1}")
        if question.name == COMPUTER:
            return self._computers_decision(question)
        return self._persons_decision(question)

    def _computers_decision(self, question: Question) -> Hold | Placement:
        decision = computers_decision(question)
        dice = question.dice
        keeps = ""
        if isinstance(decision, Hold):
            keeps = f", keeps {spaced(dice[position] for position in decision)}"
        self._tell(f"  dice   {spaced(dice)}{keeps}")
        return decision

    def _persons_decision(self, question: Question) -> Hold | Placement:
        for line in shown_question(question):
            self._tell(line)
        while True:
            prompt = KEEP_OR_TAKE
            if question.stage == 2:
                prompt = "A category: "
            decision = self._ask_until(prompt, partial(decision_of, question))
            if isinstance(decision, Hold) or self._is_meant(decision):
                return decision

    def _is_meant(self, placement: Placement) -> bool:
        """Return whether to take a category. Asks only if it pays nothing."""
        if placement.points > 0:
            return True
        return self._agreed(f"{placement.called} pays nothing. Take it? (y) ")


def game_of(answer: str) -> Game:
    """Return the game with this name. Raises ValueError if there is none."""
    return game_named(answer.strip().lower() or "yahtzee")


def names_of(answer: str) -> list[str]:
    """Return the names in an answer. Raises ValueError if one is empty, or two are equal."""
    names = [name.strip() for name in answer.split(",")]
    if "" in names:
        raise ValueError("A name is missing.")
    return checked_names(names)


def decision_of(question: Question, answer: str) -> Hold | Placement:
    """Return the decision in an answer. Raises ValueError if there is none, or it is illegal."""
    words = answer.strip().lower()
    hold = hold_in(words)
    if hold is None:
        return question.card.placement(category_in(words, question.card), question.dice)
    if question.stage == 2:
        raise ValueError("There is no fourth throw. Take a category.")
    return hold


def hold_in(words: str) -> Hold | None:
    """Return the dice that are listed by number, with a dash for none. Other words return None."""
    numbers = words.split() or [words]
    if words == "-":
        numbers = []
    is_hold = all(number in NUMBERS for number in numbers) and len(set(numbers)) == len(numbers)
    if not is_hold:
        return None
    return Hold([int(number) - 1 for number in numbers])


def category_in(words: str, card: Scorecard) -> str:
    """Return a category by its name, or by the beginning of only one that is free.

    Raises ValueError if there is none, or if several begin so.
    """
    if words in card.game.categories or words in card.game.other_names:
        return words
    fitting = [name for name in card.free() if words and name.startswith(words)]
    if not fitting:
        raise ValueError(f"Not understood: {shown(words)}")
    if len(fitting) > 1:
        raise ValueError(f"Too short: it fits {', '.join(fitting)}")
    return fitting[0]


def payments(question: Question) -> dict[str, int]:
    """Return the points of the dice in each free category to which they may go."""
    card = question.card
    dice = question.dice
    allowed = card.game.allowed(roll_of(dice), card.free().values())
    return {category.name: card.placement(category.name, dice).points for category in allowed}


def shown_question(question: Question) -> Iterator[str]:
    """Yield the dice with their numbers, and the payments, three in a line."""
    yield "  number 1 2 3 4 5"
    yield f"  dice   {spaced(question.dice)}"
    cells = [f"  {name} {points}".ljust(24) for name, points in payments(question).items()]
    for first in range(0, len(cells), 3):
        yield "".join(cells[first : first + 3]).rstrip()


def computers_decision(question: Question) -> Hold | Placement:
    """Keep the most frequent face, then take the category with the highest payment.

    Of several faces it is the highest one, of several categories the first.
    """
    dice = question.dice
    if question.stage < 2:
        face = max(dice, key=lambda die: (dice.count(die), die))
        return Hold([position for position in range(5) if dice[position] == face])
    pays = payments(question)
    return question.card.placement(max(pays, key=pays.__getitem__), dice)
