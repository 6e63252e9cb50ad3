"""What the table says: whose turn it is, what may be done now, and what was done."""

from dojo.games import PERSON
from dojo.table.moment import Moment
from dojo.table.occasions import result
from dojo.table.rules import in_words


def status(moment: Moment) -> str:
    """Return the game, the round, and whose turn it is."""
    session = moment.session
    whose = f"{session.asked} ({session.record.kinds[session.asked]})" if session.question else "the end"
    pace = f"   computers: {moment.pace}" if set(session.record.kinds.values()) != {PERSON} else ""
    return f" {session.record.game}   round {session.round} of {session.rounds}   {whose}{pace}"


def prompt(moment: Moment) -> str:
    """Return what is to be done now."""
    session, question = moment.session, moment.session.question
    if question is None:
        return result(session)
    if not session.asks_a_person():
        return f"{session.asked} is thinking."
    if not moment.open:
        return f"{session.asked}, it is your turn.\nSpace throws."
    if session.may_throw():
        return f"Throw {question.stage + 1}: keep with 1-5,\nthrow with space, or take a category."
    return f"Throw {question.stage + 1}, the last: take a category\nwith arrows and Enter, or its letter."


def remarks(moment: Moment, category: str) -> str:
    """Return what the category under the cursor pays, a message, and the last lines of the transcript."""
    session = moment.session
    offers = session.offers() if moment.open else {}
    lines = [f"{category}: {in_words(session.game.categories[category].rule)}"]
    if category in offers and offers[category].why_not:
        lines.append(f"Not now: {offers[category].why_not}.")
    lines += [moment.message] if moment.message else []
    return "\n".join([*lines, *(f"> {line}" for line in session.transcript[-2:])])
