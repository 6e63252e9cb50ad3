"""What is worth a celebration at the table, and what is not; in all three games, on dice that fall as a test says."""

from collections.abc import Callable
from itertools import chain, cycle
from pathlib import Path

import pytest

from dojo.games.seats import PERSON
from dojo.table.host import Host
from dojo.table.occasions import Kind, Occasion, of_move, of_throw, result
from dojo.table.session import Record, Session
from refactored import Move

FOR_FIVE_ALIKE = {"yatzy": "yatzy", "yahtzee": "yahtzee", "yacht": "yacht"}
GAMES = list(FOR_FIVE_ALIKE)
UPPER = {"sixes": "66661", "fives": "55551", "fours": "44441", "threes": "33312"}  # the last reaches 63
LOWER = ["three of a kind", "four of a kind", "full house", "small straight", "large straight", "chance"]
Fall = Callable[..., None]


@pytest.fixture
def fall(monkeypatch: pytest.MonkeyPatch) -> Fall:
    """Let dice fall as they are written, one throw after the other; then nothing that is worth much."""

    def loaded(*throws: str) -> None:
        def source(_seed: int) -> Callable[[int], list[int]]:
            faces = chain("".join(throws), cycle("12346"))
            return lambda count: [int(next(faces)) for _ in range(count)]

        monkeypatch.setattr("dojo.table.session.dice", source)

    return loaded


def session(game: str, **kinds: str) -> Session:
    return Session(Record(game, kinds or {"Ann": PERSON}, seed=1))


def worth(at_table: Session, *moves: Move) -> list[Occasion]:
    """Make moves, and return what the last of them was worth."""
    found: list[Occasion] = []
    for move in moves:
        found = of_move(at_table.move(move), move, at_table)
    return found


def kinds_of(found: list[Occasion]) -> list[Kind]:
    return [occasion.kind for occasion in found]


@pytest.mark.parametrize("game", GAMES)
def test_five_alike_in_the_first_throw_are_an_occasion_named_as_their_category(game: str, fall: Fall) -> None:
    fall("66666")
    (found,) = of_throw(session(game))
    assert (found.kind, found.player, found.headline) == (Kind.FIVE_ALIKE, "Ann", FOR_FIVE_ALIKE[game])
    assert found.words == f"Ann throws five sixes: {FOR_FIVE_ALIKE[game]}!"


@pytest.mark.parametrize("game", GAMES)
def test_five_alike_are_an_occasion_when_kept_dice_make_them(game: str, fall: Fall) -> None:
    fall("33331", "3")
    assert kinds_of(worth(session(game), [0, 1, 2, 3])) == [Kind.FIVE_ALIKE]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dice", ["66665", "66655", "23456", "11112"])
def test_other_dice_are_none(game: str, dice: str, fall: Fall) -> None:
    fall(dice)
    assert of_throw(session(game)) == []


@pytest.mark.parametrize("game", GAMES)
def test_five_alike_of_which_none_was_thrown_again_are_none(game: str, fall: Fall) -> None:
    fall("66666")
    assert worth(session(game), [0, 1, 2, 3, 4]) == []


@pytest.mark.parametrize("game", GAMES)
def test_five_alike_are_celebrated_as_thrown_not_again_as_placed(game: str, fall: Fall) -> None:
    fall("66666")
    assert worth(session(game), FOR_FIVE_ALIKE[game]) == []


def test_a_joker_is_an_occasion_and_so_is_its_bonus(fall: Fall) -> None:
    fall("66666", "66666")
    found = worth(session("yahtzee"), "yahtzee", "sixes")
    assert kinds_of(found) == [Kind.JOKER, Kind.BONUS]
    assert [occasion.words for occasion in found] == [
        "Ann places a joker: sixes for 30.",
        "Ann wins a yahtzee bonus of 100.",
    ]


def test_a_joker_has_no_bonus_where_the_box_was_sacrificed(fall: Fall) -> None:
    fall("12346", "66666")
    assert kinds_of(worth(session("yahtzee"), "yahtzee", "sixes")) == [Kind.JOKER]


def test_a_joker_that_brings_nothing_is_none(fall: Fall) -> None:
    fall(*["12346"] * 8, "66666")
    assert worth(session("yahtzee"), "yahtzee", "sixes", *LOWER, "ones") == []


@pytest.mark.parametrize("game", ["yatzy", "yacht"])
def test_a_game_without_jokers_has_no_such_occasion(game: str, fall: Fall) -> None:
    fall("66666", "66666")
    assert worth(session(game), FOR_FIVE_ALIKE[game], "sixes") == []


def test_the_upper_bonus_is_an_occasion_in_the_move_that_wins_it(fall: Fall) -> None:
    fall(*UPPER.values())
    at_table = session("yahtzee")
    found = [worth(at_table, category) for category in (*UPPER, "twos")]
    assert [kinds_of(each) for each in found] == [[], [], [], [Kind.BONUS], []]
    assert found[3][0].words == "Ann wins the upper bonus of 35."
    assert found[3][0].headline == "+35"


@pytest.mark.parametrize("game", ["yatzy", "yacht"])
def test_a_game_without_bonus_has_no_such_occasion(game: str, fall: Fall) -> None:
    fall(*UPPER.values())
    at_table = session(game)
    assert [worth(at_table, category) for category in UPPER] == [[]] * len(UPPER)


@pytest.mark.parametrize("game", GAMES)
def test_the_end_is_an_occasion_for_who_has_won(game: str, fall: Fall) -> None:
    fall("11112")
    at_table = session(game, Ann=PERSON, Cy="greedy")
    categories = [category for category in at_table.categories for _ in at_table.cards]
    assert worth(at_table, *categories[:-1]) == []
    found = worth(at_table, categories[-1])
    assert [(end.kind, end.player, end.by_person) for end in found] == [(Kind.END, "Ann", True)]


def test_who_shares_the_win_shares_the_occasion(fall: Fall) -> None:
    fall()
    at_table = session("yacht", Ann=PERSON, Cy="greedy")
    found = worth(at_table, *(category for category in at_table.categories for _ in at_table.cards))
    assert [(end.player, end.by_person) for end in found] == [("Ann", True), ("Cy", False)]
    assert result(at_table).startswith("Ann and Cy share the win with ")


def test_the_end_has_a_friendly_word_for_the_best_of_those_whom_a_computer_has_beaten(fall: Fall) -> None:
    fall("11112", "12346", "11111")
    at_table = session("yacht", Ann=PERSON, Bob=PERSON, Cy="greedy")
    worth(at_table, *(category for category in at_table.categories for _ in at_table.cards))
    cy, ann = (at_table.cards[name].sums.total for name in ("Cy", "Ann"))
    assert result(at_table) == f"Cy wins with {cy}. Well played, Ann: {cy - ann} short."


def test_who_plays_alone_is_compared_with_nobody(fall: Fall) -> None:
    fall()
    at_table = session("yacht")
    worth(at_table, *at_table.categories)
    assert result(at_table) == f"Ann ends with {at_table.cards['Ann'].sums.total} points."


# The host has each celebrated once.


def host(folder: Path, game: str = "yahtzee") -> Host:
    seated = Host(folder, Record(game, {"Ann": PERSON}, seed=1))
    seated.begin()
    return seated


def test_dice_are_celebrated_when_their_cover_is_lifted(tmp_path: Path, fall: Fall) -> None:
    fall("66666")
    seated = host(tmp_path)
    assert seated.occasions() == []
    seated.throw()
    assert kinds_of(seated.occasions()) == [Kind.FIVE_ALIKE]


def test_the_words_stay_until_a_person_goes_on(tmp_path: Path, fall: Fall) -> None:
    fall("66666")
    seated = host(tmp_path)
    seated.throw()
    seated.occasions()
    assert seated.moment().message == "Ann throws five sixes: yahtzee!"
    seated.take("yahtzee")
    assert seated.moment().message == ""


def test_what_a_computer_does_leaves_the_words_to_be_read(tmp_path: Path, fall: Fall) -> None:
    fall("12346", "66666")
    seated = Host(tmp_path, Record("yahtzee", {"Ann": PERSON, "Cy": "greedy"}, seed=1))
    seated.begin()
    seated.throw()
    seated.take("ones")
    seated.occasions()
    seated.step()
    assert seated.moment().message == "Cy throws five sixes: yahtzee!"


def test_what_was_undone_and_is_done_again_is_celebrated_once(tmp_path: Path, fall: Fall) -> None:
    fall(*UPPER.values())
    seated = host(tmp_path)
    for category in UPPER:
        seated.throw()
        seated.take(category)
    assert kinds_of(seated.occasions()) == [Kind.BONUS]
    seated.undo()
    assert "bonus" not in seated.moment().message
    seated.take("threes")
    assert seated.occasions() == []


def test_the_same_luck_in_the_next_game_is_celebrated_again(tmp_path: Path, fall: Fall) -> None:
    fall("66666")
    seated = host(tmp_path)
    for seed in (2, 3):
        seated.again(seed)
        seated.throw()
        assert kinds_of(seated.occasions()) == [Kind.FIVE_ALIKE]


def test_a_game_that_is_gone_on_with_brings_no_old_occasions(tmp_path: Path, fall: Fall) -> None:
    fall("66666", "66666", "66666")
    left = Session(Record("yahtzee", {"Ann": PERSON, "Cy": "greedy"}, seed=1, moves=["yahtzee"]))
    seated = host(tmp_path)
    seated.go_on(left)
    assert seated.occasions() == []
