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
    question = session.question
    box = for_five_alike(session.game)
    if question is None or box is None:
        return []
    roll = roll_of(question.dice)
    if not box.rule.fits(roll):
        return []
    categories = session.game.categories.values()
    faces = " ".join(each.name for each in categories if each.is_upper and each.points(roll))
    return [f"{question.name} throws five {faces}: {box.name}!"]


def of_placement(asked: Question, called: str, session: Session) -> list[str]:
    """Cheer a joker that brought points, and bonuses."""
    game, name, before, sums = session.game, asked.name, asked.view, asked.card.sums
    category = game.category(called)
    points = asked.card.taken()[category]
    upper_bonus = sums.upper_bonus - before.upper_bonus()
    joker_bonus = sums.joker_bonus - before.yahtzee_bonus()
    free = [game.categories[free] for free in before.free()]
    jokers = game.jokers_for(roll_of(asked.dice), free)
    cheers = []
    if jokers and points:
        cheers.append(f"{name} places a joker: {category.name} for {points}.")
    if upper_bonus:
        cheers.append(f"{name} wins the upper bonus of {upper_bonus}.")
    if jokers and joker_bonus:
        cheers.append(f"{name} wins a {jokers.box.name} bonus of {joker_bonus}.")
    return cheers


def result(session: Session) -> str:
    """Say how the game ended; to people whom a computer has beaten, in a friendly way."""
    standings = session.standings()
    (_, first, most), *others = standings
    if not others:
        return f"{first} ends with {most} points."
    won = [name for place, name, _ in standings if place == 1]
    win = "wins" if len(won) == 1 else "share the win"
    said = f"{listed(won)} {win} with {most}."
    people = [(name, total) for _, name, total in standings if session.record.kinds[name] == PERSON]
    if not people:
        return said
    (best_person, total), *_ = people
    if total == most:
        return said
    return f"{said} Well played, {best_person}: {most - total} short."
