"""Whole games, told as they happen."""

from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from io import StringIO
from typing import Any

import pytest

from tests.golden_master.bad_values import (
    ALMOST_LISTS,
    ODD_NAMES,
    Face,
    Name,
    Pair,
    Row,
    Spots,
    Unprintable,
    Words,
    errors,
)
from tests.golden_master.calls import exactly, plain, refusal, same_letters, value_of
from tests.golden_master.documents import Document, story
from tests.golden_master.table import (
    OutOfDiceError,
    Person,
    Renamed,
    collector,
    dice_from,
    first_free,
    kept_in,
    last_free,
    rounds,
    scripted,
    seeded_dice,
    seeded_faces,
    sixes,
    tamperer,
)


def play(
    yatzy: Any, game: str, players: list[Person], roll: Callable[[int], list[int]]
) -> list[str]:
    """Play a game; return its transcript, what it returns, and the score sheet."""
    table, lines = yatzy(), []
    try:
        lines.append(
            f"returns {exactly(table.play(same_letters(game), players, roll, kept_in(lines)))}"
        )
    except ValueError as error:
        lines.append(refusal(error))
    except OutOfDiceError:
        lines.append("(here the dice run out)")
    return [*lines, "", *table.sheet().splitlines()]


def a_person(name: str) -> Person:
    """Return a player with a script for a whole game of yacht."""
    return scripted(
        name,
        *([0, 3], [4], "sixes"),
        *([], "choice"),
        *([0, 1, 2, 3, 4], [1, 2], "ones"),
        *("twos", "threes", "fours"),
        *([4, 0], "fives"),
        *([2], [2, 3], "full house"),
        *("four of a kind", "little straight", "big straight", "yacht"),
    )


def test_a_game_of_yatzy_alone(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    told = play(yatzy, "yatzy", [collector("Ann", yatzy, "yatzy")], seeded_dice(1, 15))
    verify_document(
        story("game_of_yatzy", "A game of yatzy for one.", {"Ann keeps what shows most": told})
    )


def test_a_game_of_yahtzee_for_four(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    players = [
        collector("Ann", yatzy, "yahtzee"),
        first_free("Bob"),
        last_free("Cy"),
        collector("Dora", yatzy, "yahtzee"),
    ]
    told = play(yatzy, "yahtzee", players, seeded_dice(2, 13 * 4))
    heading = "A game of yahtzee for four."
    verify_document(
        story(
            "game_of_yahtzee", heading, {"Ann and Dora collect, Bob and Cy take what comes": told}
        )
    )


def test_a_game_of_yacht_with_a_person(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    players = [a_person("Eve"), collector("Ann", yatzy, "yacht")]
    told = play(yatzy, "yacht", players, seeded_dice(3, 12 * 2))
    heading = "A game of yacht for two."
    verify_document(
        story("game_of_yacht", heading, {"Eve plays from a script, Ann collects": told})
    )


def test_games_with_loaded_dice(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    mostly_alike = [face for face in seeded_faces(5, 13) for _ in range(5)] * 3
    joker_script = [
        "yahtzee",
        "fours",
        "full house",
        "small straight",
        "large straight",
        "sevens",
    ]
    scenes = {
        "Yahtzee with dice that fall alike": play(
            yatzy, "yahtzee", [collector("Ann", yatzy, "yahtzee")], dice_from(mostly_alike)
        ),
        "Jokers that pay in full": play(
            yatzy,
            "yahtzee",
            [scripted("Eve", *joker_script)],
            dice_from([4] * 30),
        ),
        "Jokers that pay in full, though their own category holds 0": play(
            yatzy,
            "yahtzee",
            [scripted("Eve", *joker_script)],
            dice_from([4, 4, 4, 4, 4, 1, 2, 3, 5, 6] + [4] * 20),
        ),
        "Three players share the win, on dice that always fall the same": play(
            yatzy,
            "yacht",
            [first_free("Ann"), first_free("Bob"), first_free("Cy")],
            dice_from([1, 2, 3, 4, 5] * 3 * rounds(yatzy, "yacht")),
        ),
        "Two of three share it": play(
            yatzy,
            "yacht",
            [first_free("Ann"), first_free("Bob"), first_free("Cy")],
            dice_from(([6] * 5 * 2 + [1] * 5) * rounds(yatzy, "yacht")),
        ),
    }
    scenes |= bonuses_of_ones_own(yatzy) | what_is_no_joker(yatzy)
    verify_document(story("games_with_loaded_dice", "Games with loaded dice.", scenes))


def bonuses_of_ones_own(yatzy: Any) -> dict[str, list[str]]:
    """Tell of three players that get bonuses at different times, or never."""
    collects = ["sixes", "fives", "fours"]
    players = [
        scripted("Zoe", *collects, "chance", "yahtzee"),
        scripted("", "chance", *collects, "yahtzee"),
        scripted("Bob", "yahtzee", "sixes", "threes", "twos", "chance"),
    ]
    faces = [6, 6, 6, 5, 6, 6, 4, 5, 3, 3, 4, 2, 2, 2, 2]
    return {
        "Everybody's bonus is their own, and names are in no order": play(
            yatzy, "yahtzee", players, dice_from(face for face in faces for _ in range(5))
        )
    }


def what_is_no_joker(yatzy: Any) -> dict[str, list[str]]:
    """Tell of dice that look like a joker, and are paid as what they are."""
    like_a_joker = [4] * 5 + [4, 4, 4, 4, 1] + [4, 4, 4, 4, 3] * 2 + [4, 1, 2, 3, 6]
    too_early = [4, 4, 4, 4, 1] + [4] * 20
    return {
        "Four alike are no joker": play(
            yatzy,
            "yahtzee",
            [scripted("Ann", "yahtzee", "fours", "full house", "small straight", "large straight")],
            dice_from(like_a_joker),
        ),
        "Five alike are none while yahtzee is free": play(
            yatzy,
            "yahtzee",
            [scripted("Ann", "fours", "full house", "small straight", "large straight", "yahtzee")],
            dice_from(too_early),
        ),
        "After a yahtzee for nothing they are one, and bring no bonus": play(
            yatzy,
            "yahtzee",
            [
                scripted(
                    "Ann",
                    "yahtzee",
                    "fours",
                    "full house",
                    "small straight",
                    "large straight",
                    "chance",
                )
            ],
            dice_from([4, 4, 4, 4, 1] + [4] * 25),
        ),
        "There is none in yatzy": play(
            yatzy,
            "yatzy",
            [
                scripted(
                    "Ann",
                    "large straight",
                    "sixes",
                    "yatzy",
                    "three of a kind",
                    "four of a kind",
                    "small straight",
                )
            ],
            dice_from([6] * 30),
        ),
        "And none in yacht": play(
            yatzy,
            "yacht",
            [
                scripted(
                    "Ann",
                    "yacht",
                    "sixes",
                    "little straight",
                    "big straight",
                    "choice",
                    "full house",
                )
            ],
            dice_from([6] * 30),
        ),
    }


class Unspeakable(Exception):  # noqa: N818 - it is a player's own
    """An exception whose text fails."""

    def __repr__(self) -> str:
        """Fail."""
        message = "no text"
        raise RuntimeError(message)


ILLEGAL = {
    "a category that is used": [["ones", "twos", "ones"]],
    "a category that is unknown": [["sevens"]],
    "a hold after the third roll": [[[0], [0, 1], [0, 1, 2]]],
    "a position above 4": [[[0, 5]]],
    "a position below 0": [[[-1]]],
    "a position named twice": [[[], [2, 2]]],
    "a position that is no whole number": [
        [[1.0]],
        [[True]],
        [["1"]],
        [[None]],
        [[b"1"]],
        [[Spots(1)]],
        [[Face.ONE]],
        [[0, "1"]],
        [[None, 3]],
        [[[0]]],
    ],
    "no move at all": [
        [None],
        [7],
        [(0, 1)],
        [{"ones"}],
        [b"ones"],
        [Unprintable()],
        *([[value_of(move)] for move in ALMOST_LISTS]),
    ],
    "an exception": [
        [ZeroDivisionError("division by zero")],
        [[0], KeyError("ones")],
        [Unspeakable()],
    ],
    "an exception, whatever its type": [[error] for error in errors()],
    "an attempt to end the program": [
        [SystemExit(3)],
        [BaseException("that is all")],
        [GeneratorExit()],
    ],
    "a script that is too short": [[]],
}


def test_illegal_moves_end_a_game(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for kind, scripts in ILLEGAL.items():
        told = []
        for script in scripts:
            lines: list[str] = []
            try:
                yatzy().play(
                    "yatzy",
                    [scripted("Eve", *script)],
                    dice_from([1, 2, 3, 4, 6] * 45),
                    lines.append,
                )
            except (ValueError, SystemExit) as error:
                told += [*lines[1:], refusal(error), ""]
        scenes[kind] = told[:-1]
    jokers = ["yahtzee", "chance"]
    scenes["a joker misplaced"] = play(
        yatzy, "yahtzee", [scripted("Eve", *jokers)], dice_from([4] * 10)
    )
    players = [*map(first_free, ODD_NAMES[:3]), scripted(ODD_NAMES[3], "ones", "ones")]
    scenes["names are written as they are"] = play(yatzy, "yacht", players, seeded_dice(10, 8))
    verify_document(
        story("illegal_moves", "Illegal moves: each ends the game, and says whose it was.", scenes)
    )


def test_what_a_player_sees(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    seen: list[str] = []
    faces = [6] * 5 + [5] * 5 + [1] * 5 + [6] * 5 + [1, 2, 3, 4, 6] * 40

    def from_below(stage: int, view: Any) -> object:
        return [1, 2] if stage == 0 and len(view.free()) == 10 else view.free()[-1]

    players = [looker(name, seen, from_below) for name in ("Ann", "Bob")]
    yatzy().play("yahtzee", players, dice_from(faces), lambda _: None)
    heading = (
        "What a player sees: its total, upper score and both bonuses; "
        "the totals of all; its free categories."
    )
    scenes = {
        "Ann and Bob look around": seen,
        "Both bonuses, and all totals from the highest down": rich(yatzy),
    }
    verify_document(story("what_a_player_sees", heading, scenes))


def looker(name: str, seen: list[str], plan: Callable[[int, Any], object]) -> Person:
    """Return a player with a plan who tells what it sees, exactly."""

    def turn(dice: list[int], stage: int, view: Any) -> object:
        sums = ", ".join(
            map(
                exactly,
                (view.total(), view.upper_score(), view.upper_bonus(), view.yahtzee_bonus()),
            )
        )
        seen.append(
            f"{name} sees {exactly(dice)} at stage {exactly(stage)}; {sums}; "
            f"all {exactly(view.totals())}"
        )
        seen[-1] += f"; free {', '.join(map(plain, view.free()))}"
        return plan(stage, view)

    return Person(name, turn)


def rich(yatzy: Any) -> list[str]:
    """Tell what three players see in a game that makes two of them rich, the last one most."""
    seen: list[str] = []
    turns = {
        "Zoe": [("chance", 1), ("ones", 2), ("twos", 3), ("threes", 3), ("fours", 1)],
        "Bob": [("chance", 2), ("yahtzee", 6), ("sixes", 6), ("fives", 5), ("ones", 1)],
        "Cy": [("yahtzee", 6), ("sixes", 6), ("fives", 5), ("fours", 4), ("ones", 1)],
    }
    plans = {name: iter([category for category, _ in taken]) for name, taken in turns.items()}
    faces = [face for taken in zip(*turns.values(), strict=True) for _, face in taken]
    players = [looker(name, seen, lambda *_, plan=plan: next(plan)) for name, plan in plans.items()]
    with suppress(OutOfDiceError):
        yatzy().play(
            "yahtzee", players, dice_from(face for face in faces for _ in range(5)), lambda _: None
        )
    return seen


def test_a_player_that_tampers_changes_nothing(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    told = play(yatzy, "yahtzee", [tamperer("Mallory"), first_free("Ann")], seeded_dice(7, 13 * 2))
    heading = "Mallory tries to change all that it is given, and plays as if it had not."
    verify_document(story("game_with_a_tamperer", heading, {"Mallory and Ann": told}))


def test_the_transcript_goes_to_the_screen_unless_told_otherwise(yatzy: Any) -> None:
    with redirect_stdout(StringIO()) as screen:
        yatzy().play("yacht", [first_free("Ann")], seeded_dice(8, 12))
    assert screen.getvalue().splitlines()[:2] == ["yacht: Ann", "round 1"]


def test_a_view_that_is_kept_does_not_follow_the_game(yatzy: Any) -> None:
    views: list[Any] = []

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        views.append(view)
        return view.free()[0]

    yatzy().play("yacht", [Person("Ann", turn)], sixes(12), lambda _: None)
    assert (views[0].total(), views[0].totals(), views[0].free()) == (
        0,
        [0],
        yatzy.categories("yacht"),
    )


def test_a_view_answers_the_same_however_late_it_is_asked(yatzy: Any) -> None:
    answers = []

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        answers.append((view, answers_of(view)))
        return view.free()[0]

    yatzy().play(
        "yahtzee", [Person("Bob", turn), Person("Ann", turn)], sixes(2 * 13), lambda _: None
    )
    assert [answers_of(view) for view, _ in answers] == [then for _, then in answers]


def answers_of(view: Any) -> str:
    """Return all that a view answers, as text: nothing done to its lists later changes that."""
    sums = view.total(), view.upper_score(), view.upper_bonus(), view.yahtzee_bonus()
    return exactly([view.free(), *sums, view.totals()])


def test_what_a_view_hands_out_is_the_players_to_keep(yatzy: Any) -> None:
    views = []

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        before = answers_of(view)
        view.free().reverse()
        view.totals().append(1000)
        views.append((before, answers_of(view)))
        return view.free()[0]

    yatzy().play("yacht", [Person("Bob", turn), Person("Ann", turn)], sixes(2 * 12), lambda _: None)
    assert [before for before, _ in views] == [after for _, after in views]


def test_a_player_is_asked_for_its_name_once(yatzy: Any) -> None:
    player = Renamed()
    assert yatzy().play("yacht", [player], sixes(12), lambda _: None).keys() == {"Eve 1"}
    assert player.asked == 1


def test_the_cards_of_a_game_stay_on_the_table_and_take_the_place_of_others(yatzy: Any) -> None:
    table = yatzy()
    table.start("yatzy", ["Old", "Ann"])
    table.place("Ann", "ones", [1] * 5)
    table.play("yacht", [first_free("Ann")], sixes(12), lambda _: None)
    assert (table.free("Ann"), table.total("Ann")) == ([], 30 + 24 + 30 + 50)
    with pytest.raises(ValueError, match="unknown player: 'Old'; the players are Ann"):
        table.total("Old")


def test_the_sheet_may_be_asked_for_while_the_game_goes_on(yatzy: Any) -> None:
    table, shown = yatzy(), []
    table.play(
        "yacht",
        [first_free("Ann")],
        sixes(12),
        lambda line: shown.append((line, table.total("Ann"))),
    )
    before_rounds = [total for line, total in shown if line.startswith("round")]
    assert before_rounds[:9] == [0] * 6 + [30, 30, 54]
    assert all(line.endswith(f", {total} in all") for line, total in shown if " takes " in line)


def test_the_most_that_yahtzee_can_bring_is_1575_points_and_two_may_share_it(yatzy: Any) -> None:
    best = ["yahtzee", *yatzy.categories("yahtzee")[:11], "chance"]
    faces = [6, 1, 2, 3, 4, 5, 6, 6, 6, 6, 6, 6, 6]
    seen: list[str] = []
    plans = {"Ann": iter(best), "Bob": iter(best)}
    players = [looker(name, seen, lambda *_, plan=plan: next(plan)) for name, plan in plans.items()]
    table, lines = yatzy(), []
    table.play(
        "yahtzee", players, dice_from(face for face in faces for _ in range(10)), lines.append
    )
    assert lines[-1] == "Ann and Bob share the win with 1575"
    sums = (
        table.total("Bob"),
        table.upper_score("Bob"),
        table.upper_bonus("Bob"),
        table.yahtzee_bonus("Bob"),
    )
    assert exactly(list(sums)) == "[1575, 105, 35, 1200]"
    assert (
        seen[-1]
        == "Bob sees [6, 6, 6, 6, 6] at stage 0; 1445, 105, 35, 1100; all [1575, 1445]; free chance"
    )


def test_a_short_name_stands_as_it_is(yatzy: Any) -> None:
    lines: list[str] = []
    yatzy().play("yacht", [first_free("A")], sixes(12), lines.append)
    assert lines[-1] == "A wins with 134"
    yatzy().tournament("yacht", [scripted("A", "sevens")], dice_from([6] * 5), 1, lines.append)
    assert lines[-2].startswith("A is disqualified in game 1, round 1, roll 1: unknown category")
    with pytest.raises(
        ValueError, match=r"^illegal move by A in round 1, roll 1: unknown category"
    ):
        yatzy().play("yacht", [scripted("A", "sevens")], dice_from([6] * 5), lines.append)


def test_kept_dice_are_not_thrown(yatzy: Any) -> None:
    asked: list[int] = []

    def roll(count: int) -> list[int]:
        asked.append(count)
        return [1] * count

    moves = [[0, 4], [0, 1, 2], "ones"], [[], [0, 1, 2, 3, 4], "twos"]
    with pytest.raises(ValueError, match="illegal move by Ann in round 3, roll 1"):
        yatzy().play("yatzy", [scripted("Ann", *moves[0], *moves[1])], roll, lambda _: None)
    assert exactly(asked) == "[5, 3, 2, 5, 5, 5]"


@pytest.mark.parametrize(
    "thrown", [[1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 7], None, "12345", [1, 2, 3, 4, True]]
)
def test_a_source_that_gives_no_dice_is_refused_and_no_player_is_blamed(
    thrown: object, yatzy: Any
) -> None:
    with pytest.raises(ValueError, match=r"^not (the dice asked for|a die): ") as refused:
        yatzy().tournament("yatzy", [first_free("Ann")], lambda _: thrown, 1, lambda _: None)
    assert "Ann" not in str(refused.value)


def test_an_interruption_is_no_move(yatzy: Any) -> None:
    with pytest.raises(KeyboardInterrupt):
        yatzy().tournament(
            "yacht", [scripted("Ann", KeyboardInterrupt())], seeded_dice(9, 1), 1, lambda _: None
        )


@pytest.mark.parametrize("move", [Words("ones"), Row([0]), Name.CHOICE, Pair([0])])
def test_a_move_is_a_list_or_a_text_and_of_no_other_type(move: object, yatzy: Any) -> None:
    with pytest.raises(ValueError, match="neither a hold nor a category"):
        yatzy().play("yatzy", [scripted("Ann", move)], seeded_dice(9, 1), lambda _: None)
