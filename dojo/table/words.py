"""What the table says: whose turn it is, what may be done now, and what was done."""

from dojo.table.controller import Controller
from dojo.table.rules import in_words
from dojo.table.sheet import missing_for_bonus

LAST_LINES = 40  # of the transcript: as many as a large screen has room for


def status(controller: Controller) -> str:
    """Return the game, the round, whose turn it is, and how fast computers play."""
    session = controller.session
    pieces = [session.record.game, f"round {session.round} of {session.rounds}", session.asked or "the end"]
    if controller.asks_a_computer:
        pieces[-1] += f" ({session.record.kinds[session.asked]})"
    if session.has_computers:
        pieces.append(f"computers: {controller.pace}")
    return " " + "   ".join(pieces)


def prompt(controller: Controller) -> str:
    """Return what is to be done now."""
    session, question = controller.session, controller.session.question
    if question is None:
        return f"{session.transcript[-1]}."
    if controller.asks_a_computer:
        return f"{session.asked} is thinking."
    if not controller.open:
        return f"{session.asked}, it is your turn. Space throws."
    if controller.may_throw:
        return f"Throw {question.stage + 1}: keep with 1-5, throw with space, or take a category."
    return f"Throw {question.stage + 1}, the last: take a category with arrows and Enter, or its letter."


def button(controller: Controller) -> str:
    """Return what the button beneath the dice does."""
    if controller.session.question is None:
        return "New game"
    if controller.asks_a_computer:
        return "Throw"
    return f"Throw ({controller.throws_left} left)" if controller.may_throw else "No throw left"


def remarks(controller: Controller, category: str) -> str:
    """Return a message, what the category under the cursor pays, or who has which place; and what was done lately."""
    session, question = controller.session, controller.session.question
    said = [controller.message] if controller.message else []
    if question is None:
        said += [f"{place}. {name} {total}" for place, name, total in session.standings()]
    elif category:
        said.append(f"{category}: {in_words(session.game.categories[category].rule)}")
        if controller.open and (why_not := controller.why_not(category)):
            said += [why_not] if why_not not in said else []
        elif session.game.categories[category].is_upper and (missing := missing_for_bonus(question.card)):
            said.append(f"The upper bonus is {missing} points away.")
    said += [f"> {done}" for done in reversed(session.transcript[-LAST_LINES:])]
    return "\n".join(said)
