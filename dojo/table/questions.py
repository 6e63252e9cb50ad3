"""What the table asks before something is done that costs a throw, a category or a game."""

from dojo.table.dialogs import Ask
from dojo.table.session import Session


def go_on(left: Session) -> Ask:
    """Ask whether to go on with a game that was left in the middle."""
    names = ", ".join(left.record.kinds)
    question = f"Go on with the game of {names}, round {left.round} of {left.rounds}?"
    return Ask(question, "Go on", "New game", harmless=True)


def throw_none() -> Ask:
    """Ask whether a throw is to be spent on no die."""
    return Ask("All five dice are kept. Spend a throw, and throw none?", "Spend it", "Keep it")


def sacrifice(category: str) -> Ask:
    """Ask whether a category is to be taken for nothing."""
    return Ask(f"Sacrifice {category} for 0 points?", "Sacrifice", "Keep it")


def new_game(why_lost: str = "") -> Ask:
    """Ask whether to begin anew in the middle of a game."""
    lost = f"{why_lost} Begin a new game, and lose this one?"
    return Ask(lost if why_lost else "Begin a new game? The one on the table is kept.")


def leave(why_lost: str = "") -> Ask:
    """Ask whether to leave a game."""
    lost = f"{why_lost} Leave the table, and lose it?"
    saved = "Leave the table? The game is saved; the same command goes on with it."
    return Ask(lost if why_lost else saved, "Leave", "Stay")
