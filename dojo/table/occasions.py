"""What is worth a celebration, found in a game: what it asked, the move that was the answer, and how it stands then.

occasion: five dice alike thrown, a joker placed, a bonus won, or the end of a game. headline: the word for it that is
written large; the end of a game has none. when: the seed of the game, and how many moves it had; so the same luck,
twice at a table, is two occasions, and the same move, seen twice, is one.
No rule stands here: `refactored` is asked for jokers and sums, and which category is for five dice alike.
"""

from enum import Enum
from typing import NamedTuple

from dojo.games import PERSON
from dojo.table.rules import for_five_alike
from dojo.table.session import Session
from refactored import Move, Question, listed, roll_of


class Kind(Enum):
    """What there is to celebrate."""

    FIVE_ALIKE = "five alike"
    JOKER = "joker"
    BONUS = "bonus"
    END = "end"


class Occasion(NamedTuple):
    """Something to celebrate with a player, who may be a person; and the words for it."""

    kind: Kind
    player: str
    words: str
    headline: str
    by_person: bool
    when: tuple[int, int]


def of_move(asked: Question, move: Move, session: Session) -> list[Occasion]:
    """Find what a move was worth, given the question that it answered and the session after it."""
    if isinstance(move, str):
        return [*of_placement(asked, move, session), *of_end(session)]
    return of_throw(session) if len(move) < len(asked.dice) else []


def of_throw(session: Session) -> list[Occasion]:
    """Find five dice alike, as somebody has just thrown them."""
    question, box = session.question, for_five_alike(session.game)
    if question is None or box is None:
        return []
    roll = roll_of(question.dice)
    faces = [each.name for each in session.game.categories.values() if each.is_upper and each.points(roll)]
    words = f"{question.name} throws five {' '.join(faces)}: {box.name}!"
    return [_occasion(Kind.FIVE_ALIKE, question.name, words, box.name, session)] if box.rule.fits(roll) else []


def of_placement(asked: Question, called: str, session: Session) -> list[Occasion]:
    """Find a joker that brought points, and bonuses."""
    game, name, before, sums = session.game, asked.name, asked.view, asked.card.sums
    category = game.category(called)
    points = asked.card.taken()[category]
    jokers = game.jokers_for(roll_of(asked.dice), [game.categories[free] for free in before.free()])
    found = []
    if jokers and points:
        words = f"{name} places a joker: {category.name} for {points}."
        found.append(_occasion(Kind.JOKER, name, words, "joker", session))
    if upper := sums.upper_bonus - before.upper_bonus():
        found.append(_bonus(name, "the upper bonus", upper, session))
    if jokers and (more := sums.joker_bonus - before.yahtzee_bonus()):
        found.append(_bonus(name, f"a {jokers.box.name} bonus", more, session))
    return found


def of_end(session: Session) -> list[Occasion]:
    """Find the end of the game, one occasion for each winner."""
    if session.question is not None:
        return []
    return [_occasion(Kind.END, name, result(session), "", session) for name in winners(session)]


def winners(session: Session) -> list[str]:
    """Return who stands in the first place."""
    return [name for place, name, _ in session.standings() if place == 1]


def result(session: Session) -> str:
    """Say how the game ended; to people whom a computer has beaten, in a friendly way."""
    (_, first, most), *others = session.standings()
    if not others:
        return f"{first} ends with {most} points."
    won = winners(session)
    said = f"{listed(won)} {'wins' if len(won) == 1 else 'share the win'} with {most}."
    people = [(name, total) for _, name, total in session.standings() if session.record.kinds[name] == PERSON]
    if not people or people[0][1] == most:
        return said
    (name, total), *_ = people
    return f"{said} Well played, {name}: {most - total} short."


def _bonus(name: str, what: str, points: int, session: Session) -> Occasion:
    return _occasion(Kind.BONUS, name, f"{name} wins {what} of {points}.", f"+{points}", session)


def _occasion(kind: Kind, name: str, words: str, headline: str, session: Session) -> Occasion:
    record = session.record
    return Occasion(kind, name, words, headline, record.kinds[name] == PERSON, (record.seed, len(record.moves)))
