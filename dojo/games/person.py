"""A person at the console.

answer: what the person types; positions (1-5) to keep or release, an empty line to throw, a category, or a word.
"""

from collections.abc import Callable

from dojo.games.players import legal
from refactored import Game, View

HELP = (
    "1-5 keeps or lets go the dice at those positions, as often as you like; Enter throws the others;\n"
    "a category, or its first letters, takes it; sheet shows the score sheet; quit leaves."
)


class Left(KeyboardInterrupt):
    """The person has left the game; no rule is broken, so it is no Exception that a game would take for a move."""


class Person:
    """Asks a person for every move, until the answer is one."""

    def __init__(
        self,
        name: str,
        game: Game,
        ask: Callable[[str], str],
        tell: Callable[[str], object],
        sheet: Callable[[], str],
    ) -> None:
        """Sit down to a game; `ask` shows a prompt and returns a line, `tell` shows one, `sheet` is the score sheet."""
        self.name = name
        self._game, self._ask, self._tell, self._sheet = game, ask, tell, sheet

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
                self._tell("That was the third roll: take a category.")
            else:
                category = self._category(answer, dice, view.free())
                if category is not None:
                    return category

    def _answer(self, dice: list[int], stage: int, kept: set[int]) -> str:
        shown = "  ".join(f"[{die}]" if at in kept else f" {die} " for at, die in enumerate(dice))
        try:
            answer = self._ask(f"{self.name}, roll {stage + 1}:  {shown}  > ").strip().lower()
        except EOFError:
            answer = "quit"
        if answer == "quit":
            raise Left
        return answer

    def _positions(self, answer: str) -> set[int]:
        numbers = [int(digit) for digit in answer.replace(" ", "") if digit.isascii()]
        if any(not 1 <= number <= 5 for number in numbers):
            self._tell("The dice lie at positions 1 to 5.")
            return set()
        return {number - 1 for number in numbers}

    def _category(self, answer: str, dice: list[int], free: list[str]) -> str | None:
        if answer in ("?", "help"):
            self._tell(f"{HELP}\nfree: {', '.join(free)}")
            return None
        if answer == "sheet":
            self._tell(self._sheet())
            return None
        allowed = legal(self._game, dice, free)
        found = [name for name in free if name == answer] or [name for name in free if name.startswith(answer)]
        if len(found) == 1 and found[0] in allowed:
            return found[0]
        self._tell(self._why_not(answer, found, allowed))
        return None

    def _why_not(self, answer: str, found: list[str], allowed: list[str]) -> str:
        if len(found) > 1:
            return f"{answer!r} may be {' or '.join(found)}."
        if found:
            return f"Five alike have to go to {' or '.join(allowed)} now."
        if answer in self._game.categories:
            return f"{answer!r} is taken already."
        return f"{answer!r} is no free category; help lists them."
