"""A stranger's player, in a process of its own: reads questions from standard input, writes moves to standard output.

question, answer: a JSON object in a line each. What the player prints itself goes to standard error.
"""

import importlib
import importlib.util
import json
import signal
import sys
from pathlib import Path
from types import ModuleType
from typing import Any


class View:
    """What the game shows to a player, as it came over the line."""

    def __init__(self, facts: dict[str, Any]) -> None:
        """Take what was sent."""
        self._facts = facts

    def free(self) -> list[str]:
        """Return the player's free categories."""
        return list(self._facts["free"])

    def total(self) -> int:
        """Return the player's points."""
        return int(self._facts["total"])

    def upper_score(self) -> int:
        """Return the points of the player's upper section."""
        return int(self._facts["upper_score"])

    def upper_bonus(self) -> int:
        """Return the player's upper bonus."""
        return int(self._facts["upper_bonus"])

    def yahtzee_bonus(self) -> int:
        """Return the player's yahtzee bonus."""
        return int(self._facts["yahtzee_bonus"])

    def totals(self) -> list[int]:
        """Return everybody's totals."""
        return list(self._facts["totals"])


def load(where: str) -> type:
    """Return the class at `package.module:Class` or `path/to/file.py:Class`; without a class, the only one there."""
    place, _, name = where.rpartition(":") if ":" in where else (where, "", "")
    module = load_file(Path(place)) if place.endswith(".py") else importlib.import_module(place)
    if name:
        return getattr(module, name)  # type: ignore[no-any-return]
    found = [each for each in vars(module).values() if isinstance(each, type) and hasattr(each, "turn")]
    own = [each for each in found if each.__module__ == module.__name__]
    if len(own) != 1:
        message = f"{len(own)} classes with a turn in {place}; name one, as in {place}:Class"
        raise LookupError(message)
    return own[0]


def load_file(path: Path) -> ModuleType:
    """Return the module in a file."""
    spec = importlib.util.spec_from_file_location("stranger", path)
    if spec is None or spec.loader is None or not path.exists():
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["stranger"] = module
    spec.loader.exec_module(module)
    return module


def answer_to(player: Any, question: dict[str, Any]) -> dict[str, Any]:  # noqa: ANN401 - a stranger
    """Return the player's move, or what it raised; a move that is no JSON only as it shows."""
    try:
        move = player.turn(question["dice"], question["stage"], View(question["view"]))
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's program may raise anything
        return {"raised": repr(error)}
    if type(move) is str or (type(move) is list and all(type(each) in (int, str, bool, float) for each in move)):
        return {"move": move}
    return {"shown": repr(move)}


def main() -> None:
    """Load the player, say so, and answer until nobody asks."""
    where, name = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tournament, which stops this process itself
    line, sys.stdout = sys.stdout, sys.stderr
    sys.path.insert(0, "")
    try:
        kind = load(where)
        try:
            player = kind(name)
        except TypeError:
            player = kind()
        ready: dict[str, object] = {"ready": True}
    except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's program may raise anything
        player, ready = None, {"problem": f"{type(error).__name__}: {error}"}
    print(json.dumps(ready), file=line, flush=True)
    for question in sys.stdin:
        print(json.dumps(answer_to(player, json.loads(question))), file=line, flush=True)


if __name__ == "__main__":
    main()
