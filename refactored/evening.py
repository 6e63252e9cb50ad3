"""An evening: the program, from the greeting to the good night.

machine: what an evening asks of the outside: a keyboard, a screen, dice, the date, a hall of fame. Each is a seam: a
function or an object that may be another one. answer: what somebody types. payments: what dice would bring now, by
category.
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
    """Ask the keyboard."""
    return input(prompt)


def tell(line: str) -> None:
    """Show a line on the screen."""
    print(line)  # noqa: T201 - it is the screen


def throw(count: int) -> list[int]:
    """Throw so many dice, left to right."""
    return [random.randint(1, 6) for _ in range(count)]  # noqa: S311 - a game, and no secret


def today() -> str:
    """Return the date."""
    return time.strftime("%Y-%m-%d")


@dataclass
class Machine:
    """What an evening asks of the outside; the real things, unless others are handed in."""

    ask: Callable[[str], str] = ask
    tell: Callable[[str], object] = tell
    throw: Source = throw
    today: Callable[[], str] = today
    hall: Hall = field(default_factory=HallFile)


class Evening:
    """The people at one keyboard, and the computer if it is asked."""

    def __init__(self, machine: Machine) -> None:
        """Sit down at a machine."""
        self._machine = machine
        self._tell = machine.tell

    def spend(self) -> None:
        """Play until nobody wants to any more, or nobody answers."""
        try:
            self._greet()
            game = self._ask_until("yatzy, yahtzee or yacht? (Enter is yahtzee) ", game_of)
            names = self._ask_until("Who plays? Names with commas, computer plays by itself: ", names_of)
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
        """Ask until an answer is understood; say what is wrong with the others, a ValueError each."""
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
        winners, best = winners_of(totals), max(totals.values())
        for line in ("", sheet(match.cards), "", result(winners, best)):
            self._tell(line)
        try:
            self._machine.hall.add(f"{best}, {name}, {game.name}, {self._machine.today()}" for name in winners)
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
        decision, dice = computers_decision(question), question.dice
        keeps = f", keeps {spaced(dice[position] for position in decision)}" if isinstance(decision, Hold) else ""
        self._tell(f"  dice   {spaced(dice)}{keeps}")
        return decision

    def _persons_decision(self, question: Question) -> Hold | Placement:
        for line in shown_question(question):
            self._tell(line)
        while True:
            prompt = "A category: " if question.stage == 2 else KEEP_OR_TAKE
            decision = self._ask_until(prompt, partial(decision_of, question))
            if isinstance(decision, Hold) or self._is_meant(decision):
                return decision

    def _is_meant(self, placement: Placement) -> bool:
        """Before a category is taken for nothing, ask once."""
        return placement.points > 0 or self._agreed(f"{placement.called} pays nothing. Take it? (y) ")


def game_of(answer: str) -> Game:
    """Return the game that an answer names; ValueError when it names none."""
    return game_named(answer.strip().lower() or "yahtzee")


def names_of(answer: str) -> list[str]:
    """Return the names in an answer; ValueError when one is empty, or two are alike."""
    names = [name.strip() for name in answer.split(",")]
    if "" in names:
        raise ValueError("A name is missing.")
    return checked_names(names)


def decision_of(question: Question, answer: str) -> Hold | Placement:
    """Return what an answer to a throw decides; ValueError when it is wrong, or the rules do not allow it."""
    words = answer.strip().lower()
    hold = hold_in(words)
    if hold is None:
        return question.card.placement(category_in(words, question.card), question.dice)
    if question.stage == 2:
        raise ValueError("There is no fourth throw. Take a category.")
    return hold


def hold_in(words: str) -> Hold | None:
    """Return the dice that are named by their numbers, or none of them by a dash; None when these are other words."""
    numbers = [] if words == "-" else words.split() or [words]
    is_hold = all(number in NUMBERS for number in numbers) and len(set(numbers)) == len(numbers)
    return Hold([int(number) - 1 for number in numbers]) if is_hold else None


def category_in(words: str, card: Scorecard) -> str:
    """Return the category that is named, or the only free one that begins so; ValueError when there is none."""
    if words in card.game.categories or words in card.game.other_names:
        return words
    fitting = [name for name in card.free() if words and name.startswith(words)]
    if not fitting:
        raise ValueError(f"Not understood: {shown(words)}")
    if len(fitting) > 1:
        raise ValueError(f"Too short: it fits {', '.join(fitting)}")
    return fitting[0]


def payments(question: Question) -> dict[str, int]:
    """Return what the dice would bring in each free category where they may go."""
    card, dice = question.card, question.dice
    allowed = card.game.allowed(roll_of(dice), card.free().values())
    return {category.name: card.placement(category.name, dice).points for category in allowed}


def shown_question(question: Question) -> Iterator[str]:
    """Yield the dice under their numbers, and the payments, three in a row."""
    yield "  number 1 2 3 4 5"
    yield f"  dice   {spaced(question.dice)}"
    cells = [f"  {name} {points}".ljust(24) for name, points in payments(question).items()]
    for first in range(0, len(cells), 3):
        yield "".join(cells[first : first + 3]).rstrip()


def computers_decision(question: Question) -> Hold | Placement:
    """Keep the face that shows most, the highest of several; after the last throw, take what pays most."""
    dice = question.dice
    if question.stage < 2:
        face = max(dice, key=lambda die: (dice.count(die), die))
        return Hold([position for position in range(5) if dice[position] == face])
    pays = payments(question)
    return question.card.placement(max(pays, key=pays.__getitem__), dice)
