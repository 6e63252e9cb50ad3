"""What the table says: whose turn it is, what may be done now, and what was done."""

from collections.abc import Sequence
from itertools import accumulate, chain

from rich.cells import cell_len
from textual.content import Content

from dojo.table.layout import Room
from dojo.table.measures import cut
from dojo.table.moment import Moment
from dojo.table.occasions import result
from dojo.table.rules import in_words
from dojo.table.sheet_rows import missing_for_bonus

LONGEST_NAME = 24  # cells
LAST_LINES = 40  # of the transcript: as many as a large screen has room for


def status(moment: Moment, columns: int) -> str:
    """Return the game, the round, whose turn it is, and how fast computers play; what does not fit is left out."""
    session, kinds = moment.session, moment.session.record.kinds
    where = f" {session.record.game}   round {session.round} of {session.rounds}   "
    whose = cut(_asked(moment) or "the end", columns - len(where))
    kind = f" ({kinds[session.asked]})" if session.question and not session.asks_a_person() else ""
    pace = f"   computers: {moment.pace}" if session.has_computers else ""
    pieces = [where + whose, kind, pace]
    ends = accumulate(map(cell_len, pieces))
    return "".join(piece for piece, end in zip(pieces, ends, strict=True) if end <= columns)


def prompt(moment: Moment) -> str:
    """Return what is to be done now."""
    session, question = moment.session, moment.session.question
    if question is None:
        return result(session)
    if not session.asks_a_person():
        return f"{_asked(moment)} is thinking."
    if not moment.open:
        return f"{_asked(moment)}, it is your turn. Space throws."
    if moment.may_throw:
        return f"Throw {question.stage + 1}: keep with 1-5, throw with space, or take a category."
    return f"Throw {question.stage + 1}, the last: take a category with arrows and Enter, or its letter."


def button(moment: Moment) -> str:
    """Return what the button beneath the dice does."""
    if moment.session.question is None:
        return "New game"
    if not moment.session.asks_a_person():
        return "Throw"
    return f"Throw ({moment.throws_left} left)" if moment.may_throw else "No throw left"


def too_small(screen: Room, least: Room) -> str:
    """Return what to do about a screen without room for a table."""
    return (
        f"The table needs {least.columns}x{least.rows} (this is {screen.columns}x{screen.rows}). "
        "`dojo play` plays without it."
    )


def remarks(moment: Moment, category: str) -> list[str]:
    """Return a message, and what the category under the cursor pays; at the end, who has which place."""
    session = moment.session
    said = [moment.message] if moment.message else []
    if session.question is None:
        return [*said, *(f"{place}. {name} {total}" for place, name, total in session.standings())]
    said.append(f"{category}: {in_words(session.game.categories[category].rule)}")
    offer = session.offers().get(category) if moment.open else None
    if offer and offer.why_not:
        said.append(f"Not now: {offer.why_not}.")
    elif session.game.categories[category].is_upper and (missing := missing_for_bonus(session.question.card)):
        said.append(f"The upper bonus is {missing} points away.")
    return said


def story(moment: Moment) -> list[str]:
    """Return what was done lately, as lines of any length."""
    return [f"> {line}" for line in moment.session.transcript[-LAST_LINES:]]


def fitted(first: Sequence[str], last: Sequence[str], columns: int, rows: int) -> str:
    """Return lines for so much room: the first, cut if need be, and below as many of the last as fit whole."""
    above = list(chain.from_iterable(_wrapped(line, columns) for line in first))
    if len(above) > rows:
        return "\n".join([*above[: rows - 1], "…"])
    below: list[str] = []
    for line in reversed(last):
        pieces = _wrapped(line, columns)
        if len(above) + len(pieces) + len(below) > rows:
            break
        below = pieces + below
    return "\n".join([*above, *below])


def _wrapped(line: str, columns: int) -> list[str]:
    return [piece.plain.rstrip() for piece in Content(line).wrap(columns)]


def _asked(moment: Moment) -> str:
    return cut(moment.session.asked, LONGEST_NAME)
