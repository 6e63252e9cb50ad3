"""The rules that give points.

rule: a function from a roll to points, 0 where the dice do not fit.
fit: dice fit a rule that pays for them; any dice fit the rules that take whatever comes.
Sources: the published Yatzy kata, Hasbro's Yahtzee rules, Exercism's Yacht.
"""

from collections.abc import Callable

from refactored.dice import Roll

Rule = Callable[[Roll], int]

# Upper section: the sum of the dice that show the face.


def ones(roll: Roll) -> int:
    """Score 1 point for each one."""
    return 1 * roll.count(1)


def twos(roll: Roll) -> int:
    """Score 2 points for each two."""
    return 2 * roll.count(2)


def threes(roll: Roll) -> int:
    """Score 3 points for each three."""
    return 3 * roll.count(3)


def fours(roll: Roll) -> int:
    """Score 4 points for each four."""
    return 4 * roll.count(4)


def fives(roll: Roll) -> int:
    """Score 5 points for each five."""
    return 5 * roll.count(5)


def sixes(roll: Roll) -> int:
    """Score 6 points for each six."""
    return 6 * roll.count(6)


# All five dice.


def total(roll: Roll) -> int:
    """Score the sum of all five dice."""
    return sum(roll)


# Dice alike.


def pair(roll: Roll) -> int:
    """Score the sum of the two highest matching dice."""
    return 2 * highest_alike(2, roll)


def two_pairs(roll: Roll) -> int:
    """Score the sum of two pairs of different faces; four or five alike are one pair only."""
    faces = {face for face in roll if roll.count(face) >= 2}
    return 2 * sum(faces) if len(faces) == 2 else 0


def three_of_a_kind(roll: Roll) -> int:
    """Score the sum of three dice alike."""
    return 3 * highest_alike(3, roll)


def four_of_a_kind(roll: Roll) -> int:
    """Score the sum of four dice alike."""
    return 4 * highest_alike(4, roll)


def fifty_for_five_alike(roll: Roll) -> int:
    """Score 50 points for five dice alike."""
    return 50 if roll[0] == roll[4] else 0


def total_of_three_alike(roll: Roll) -> int:
    """Score the sum of all five dice when at least three are alike."""
    return sum(roll) if highest_alike(3, roll) else 0


def total_of_four_alike(roll: Roll) -> int:
    """Score the sum of all five dice when at least four are alike."""
    return sum(roll) if highest_alike(4, roll) else 0


def highest_alike(count: int, roll: Roll) -> int:
    """Return the highest face (1-6) that at least `count` dice show, or 0 when there is none."""
    for face in (6, 5, 4, 3, 2, 1):
        if roll.count(face) >= count:
            return face
    return 0


# Full house: three of one face and two of another.


def total_of_full_house(roll: Roll) -> int:
    """Score the sum of all five dice of a full house."""
    return sum(roll) if is_full_house(roll) else 0


def twenty_five_for_full_house(roll: Roll) -> int:
    """Score 25 points for a full house."""
    return 25 if is_full_house(roll) else 0


def is_full_house(roll: Roll) -> bool:
    """Tell whether each face shows twice or three times, and so one shows twice and the other three times."""
    return {roll.count(face) for face in roll} == {2, 3}


# Straights.


def fifteen_for_low_straight(roll: Roll) -> int:
    """Score 15 points for exactly 1-2-3-4-5."""
    return 15 if roll == (1, 2, 3, 4, 5) else 0


def twenty_for_high_straight(roll: Roll) -> int:
    """Score 20 points for exactly 2-3-4-5-6."""
    return 20 if roll == (2, 3, 4, 5, 6) else 0


def thirty_for_low_straight(roll: Roll) -> int:
    """Score 30 points for exactly 1-2-3-4-5."""
    return 30 if roll == (1, 2, 3, 4, 5) else 0


def thirty_for_high_straight(roll: Roll) -> int:
    """Score 30 points for exactly 2-3-4-5-6."""
    return 30 if roll == (2, 3, 4, 5, 6) else 0


def thirty_for_four_in_sequence(roll: Roll) -> int:
    """Score 30 points for any four faces in sequence."""
    faces = set(roll)
    return 30 if faces >= {1, 2, 3, 4} or faces >= {2, 3, 4, 5} or faces >= {3, 4, 5, 6} else 0


def forty_for_five_in_sequence(roll: Roll) -> int:
    """Score 40 points for any five faces in sequence."""
    return 40 if roll in ((1, 2, 3, 4, 5), (2, 3, 4, 5, 6)) else 0


# Which dice fit.


def fits(rule: Rule, roll: Roll) -> bool:
    """Tell whether the dice fit: any dice fit the upper section and the sum of all five, even for 0 points."""
    takes_any_dice = rule in (ones, twos, threes, fours, fives, sixes, total)
    return takes_any_dice or rule(roll) != 0
