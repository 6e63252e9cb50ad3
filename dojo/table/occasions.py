"""What is worth a cheer in a game: five dice alike thrown, a joker placed, a bonus won; and how a game ended, in words.

No rule stands here: `refactored` is asked for jokers and sums, and which category is for five dice alike.
"""

from dojo.games import PERSON
from dojo.table.rules import for_five_alike
from dojo.table.session import Session
from refactored import Move, Question, listed, roll_of


def of_move(asked: Question, move: Move, session: Session) -> list[str]:
    """Cheer a move, given the question that it answered and the session after it."""
    if isinstance(move, str):
        return of_placement(asked, move, session)
    return of_throw(session) if len(move) < len(asked.dice) else []


def of_throw(session: Session) -> list[str]:
    """Cheer five dice alike, as somebody has just thrown them."""
    question, box = session.question, for_five_alike(session.game)
    if question is None or box is None:
        return []
    roll = roll_of(question.dice)
    if not box.rule.fits(roll):
        return []
    faces = [each.name for each in session.game.categories.values() if each.is_upper and each.points(roll)]
    return [f"{question.name} throws five {' '.join(faces)}: {box.name}!"]


def of_placement(asked: Question, called: str, session: Session) -> list[str]:
    """Cheer a joker that brought points, and bonuses."""
    game, name, before, sums = session.game, asked.name, asked.view, asked.card.sums
    category = game.category(called)
    points = asked.card.taken()[category]
    jokers = game.jokers_for(roll_of(asked.dice), [game.categories[free] for free in before.free()])
    cheers = []
    if jokers and points:
        cheers.append(f"{name} places a joker: {category.name} for {points}.")
    if upper := sums.upper_bonus - before.upper_bonus():
        cheers.append(f"{name} wins the upper bonus of {upper}.")
    if jokers and (more := sums.joker_bonus - before.yahtzee_bonus()):
        cheers.append(f"{name} wins a {jokers.box.name} bonus of {more}.")
    return cheers


def result(session: Session) -> str:
    """Say how the game ended; to people whom a computer has beaten, in a friendly way."""
    standings = session.standings()
    (_, first, most), *others = standings
    if not others:
        return f"{first} ends with {most} points."
    won = [name for place, name, _ in standings if place == 1]
    said = f"{listed(won)} {'wins' if len(won) == 1 else 'share the win'} with {most}."
    people = [(name, total) for _, name, total in standings if session.record.kinds[name] == PERSON]
    if not people or people[0][1] == most:
        return said
    (name, total), *_ = people
    return f"{said} Well played, {name}: {most - total} short."
