"""A person at the console.

answer: what the person types; positions (1-5) to keep or release, an empty line to throw, a category, or a word.
"""

from collections.abc import Callable
from dataclasses import dataclass

from dojo.games.players import free_categories
from refactored import Game, View, roll_of

HELP = (
    "1-5 keeps or lets go the dice at those positions, as often as you like; Enter throws the others;\n"
    "a category, or its first letters, takes it; sheet shows the score sheet; quit leaves."
)


class Left(KeyboardInterrupt):
    """The person has left the game; no rule is broken, so it is no Exception that a game would take for a move."""


@dataclass
class Person:
    """Asks a person until the answer is a move; `ask` shows a prompt and returns a line, `tell` shows one."""

    name: str
    game: Game
    ask: Callable[[str], str]
    tell: Callable[[str], object]
    sheet: Callable[[], str]

    def turn(self, dice: list[int], stage: int, view: View) -> list[int] | str:
        """Return the positions (0-4) to keep, or the category to take."""
        kept: set[int] = set()
        while True:
            answer = self._answer(dice, stage, kept)
            if answer.replace(" ", "").isdigit():
                kept ^= self._positions(answer)
            elif not answer:
                if stage < 2:
                    return sorted(kept)
                self.tell("That was the third roll: take a category.")
            else:
                category = self._category(answer, dice, view)
                if category is not None:
                    return category

    def _answer(self, dice: list[int], stage: int, kept: set[int]) -> str:
        shown = "  ".join(f"[{die}]" if at in kept else f" {die} " for at, die in enumerate(dice))
        try:
            answer = self.ask(f"{self.name}, roll {stage + 1}:  {shown}  > ").strip().lower()
        except EOFError:
            answer = "quit"
        if answer == "quit":
            raise Left
        return answer

    def _positions(self, answer: str) -> set[int]:
        numbers = [int(digit) for digit in answer.replace(" ", "") if digit.isascii()]
        if any(not 1 <= number <= 5 for number in numbers):
            self.tell("The dice lie at positions 1 to 5.")
            return set()
        return {number - 1 for number in numbers}

    def _category(self, answer: str, dice: list[int], view: View) -> str | None:
        free, categories, roll = view.free(), free_categories(self.game, view), roll_of(dice)
        jokers = self.game.jokers_for(roll, categories)
        allowed = [category.name for category in self.game.allowed(roll, categories)]
        found = [name for name in free if name == answer] or [name for name in free if name.startswith(answer)]
        if answer in ("?", "help"):
            self.tell(f"{HELP}\nfree: {', '.join(free)}")
        elif answer == "sheet":
            self.tell(self.sheet())
        elif len(found) > 1:
            self.tell(f"{answer!r} may be {' or '.join(found)}.")
        elif jokers and found and found[0] not in allowed:
            self.tell(f"{jokers.dice.capitalize()} have to go to {' or '.join(allowed)} now.")
        elif found:
            return found[0]
        elif answer in self.game.categories:
            self.tell(f"{answer!r} is taken already.")
        else:
            self.tell(f"{answer!r} is no free category; help lists them.")
        return None
