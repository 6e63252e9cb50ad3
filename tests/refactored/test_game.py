"""Turns, games and tournaments of the clean version."""

import pytest

from refactored.dice import checked_hold, throw
from refactored.game import IllegalMoveError, checked_move, play_rounds, seats_for, unheard, winners_of
from refactored.players import View, by_name
from refactored.tournament import Tournament


class FirstFree:
    """Goes down the score sheet; and breaks the rules in one round, if told to."""

    def __init__(self, name: str, break_rules_in: int = 0) -> None:
        """Sit down."""
        self.name = name
        self._turns_to_come = break_rules_in

    def turn(self, dice: list[int], stage: int, view: View) -> str:  # noqa: ARG002 - it looks at its card only
        """Take the first free category."""
        self._turns_to_come -= 1
        return "sevens" if self._turns_to_come == 0 else view.free()[0]


def sixes(count: int) -> list[int]:
    return [6] * count


def test_kept_dice_stay_in_their_places() -> None:
    assert throw(lambda count: [1, 2, 3][:count], {1: 6, 4: 5}) == [1, 6, 2, 3, 5]


def test_when_all_dice_are_kept_none_is_thrown() -> None:
    assert throw(lambda _: pytest.fail("thrown"), dict(enumerate([1, 2, 3, 4, 5]))) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("positions", [[5], [-1], [1, 1], [True], [1.0], ["1"], [None]])
def test_a_hold_names_different_positions_from_0_to_4(positions: list[object]) -> None:
    with pytest.raises(ValueError, match="not a hold: "):
        checked_hold(positions)


def test_after_the_third_roll_a_category_is_due() -> None:
    with pytest.raises(ValueError, match="a hold after the third roll"):
        checked_move([0], 2)


def test_equal_totals_share_the_win() -> None:
    assert winners_of({"Ann": 5, "Bob": 7, "Cy": 7}) == ["Bob", "Cy"]


def test_a_game_is_over_when_all_cards_are_full() -> None:
    seats = seats_for("yacht", by_name([FirstFree("Ann"), FirstFree("Bob")]))
    play_rounds(seats, sixes, unheard, pytest.fail)
    assert [seat.card.free() for seat in seats] == [[], []]


def test_who_breaks_a_rule_leaves_the_table_and_the_others_go_on() -> None:
    dismissed: list[IllegalMoveError] = []
    seats = seats_for("yacht", by_name([FirstFree("Eve", 3), FirstFree("Ann")]))
    totals = play_rounds(seats, sixes, unheard, dismissed.append)
    assert (list(totals), dismissed[0].name, dismissed[0].reason[:16]) == (["Ann"], "Eve", "round 3, roll 1:")


def test_everybody_with_the_highest_total_gets_a_point_and_a_tie_is_played_off() -> None:
    lines: list[str] = []
    dice = iter([6] * 5 * 24 + [6] * 5 + [1] * 5 + [6] * 5 * 22)
    players = [FirstFree("Ann"), FirstFree("Bob")]
    tournament = Tournament("yacht", players, lambda count: [next(dice) for _ in range(count)], lines.append)
    assert sum(tournament.play(1).values()) == 2 + 1
    assert "Ann and Bob are tied for the lead: one more game" in lines


def test_a_disqualified_player_has_no_place_in_the_standings() -> None:
    tournament = Tournament("yacht", [FirstFree("Eve", 1), FirstFree("Ann")], sixes, unheard)
    assert tournament.play(3) == {"Ann": 3}


def test_a_tournament_can_be_watched_game_by_game() -> None:
    tournament = Tournament("yacht", [FirstFree("Ann")], sixes, unheard)
    tournament.open(2)
    totals = []
    while tournament.goes_on():
        totals.append(tournament.play_one())
    assert totals == [{"Ann": 30 + 24 + 30 + 50}] * 2


def test_players_of_one_name_cannot_play_together() -> None:
    with pytest.raises(ValueError, match="two players of one name: 'Ann'; every name is another"):
        by_name([FirstFree("Ann"), FirstFree("Ann")])
