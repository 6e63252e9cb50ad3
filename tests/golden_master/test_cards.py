"""Cards: what is free, what it is worth, and what a joker must do; storyboards, placement by placement."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.golden_master.documents import Document, story

Placement = tuple[str, str]  # a category and five dice, such as ("ones", "11123")

SIXTY_TWO_BEFORE_ONES = [
    ("twos", "22213"),
    ("threes", "33312"),
    ("fours", "44412"),
    ("fives", "55512"),
    ("sixes", "66612"),
]
FIVE_LOWER = ["three of a kind", "four of a kind", "full house", "small straight", "large straight"]
SOMETHING = "12346"


def tell(table: Any, placements: Iterable[Placement], name: str = "Ann") -> list[str]:
    """Make placements on a player's card, legal or not; a line or two for each, with what the card says then."""
    lines = []
    for category, faces in placements:
        dice = [int(face) for face in faces]
        shown = f"{' '.join(faces)} in {category}"
        try:
            lines.append(f"{shown:<30} {table.place(name, category, dice):>3} points   {standing(table, name)}")
        except ValueError as error:
            lines += [f"{shown:<30} refused      {standing(table, name)}", f"    {error}"]
    return lines


def standing(table: Any, name: str) -> str:
    """Show the sums of a player's card."""
    upper = f"upper {table.upper_score(name):>2} + {table.upper_bonus(name):>2}"
    return f"{upper}   yahtzee bonus {table.yahtzee_bonus(name):>3}   total {table.total(name):>3}"


def laid_out(yatzy: Any, game: str, *placements: Placement) -> Any:
    """Return a table with Ann's card in a game, after some placements."""
    table = yatzy()
    table.start(game, ["Ann"])
    for category, faces in placements:
        table.place("Ann", category, [int(face) for face in faces])
    return table


def sheet_of(table: Any) -> list[str]:
    """Return the score sheet, a line each."""
    return ["", *table.sheet().splitlines()]


def test_the_upper_bonus(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for total, ones in (("62", "11234"), ("63", "11123"), ("64", "11112")):
        table = laid_out(yatzy, "yahtzee")
        scenes[f"{total} points in yahtzee"] = tell(table, [*SIXTY_TWO_BEFORE_ONES, ("ones", ones)])
    table = laid_out(yatzy, "yahtzee")
    early = [("sixes", "66666"), ("fives", "55555"), ("fours", "44444")]
    scenes["63 points before the section is full"] = tell(table, [("yahtzee", SOMETHING), *early]) + sheet_of(table)
    for game in ("yatzy", "yacht"):
        table = laid_out(yatzy, game)
        scenes[f"63 points in {game}"] = tell(table, [*SIXTY_TWO_BEFORE_ONES, ("ones", "11123")]) + sheet_of(table)
    verify_document(story("card_upper_bonus", "The upper bonus: 35 from 63 points on, in yahtzee alone.", scenes))


def test_the_yahtzee_bonus(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    table = laid_out(yatzy, "yahtzee")
    filled = [("yahtzee", "55555"), ("fives", "55555"), ("full house", "55555"), ("twos", "22222"), ("chance", "22222")]
    scenes = {"The first, second, third, fourth and fifth five alike": tell(table, filled) + sheet_of(table)}
    table = laid_out(yatzy, "yahtzee")
    sacrificed = [("yahtzee", SOMETHING), ("fives", "55555"), ("full house", "55555"), ("yahtzee", "55555")]
    scenes["Yahtzee sacrificed, then thrown"] = tell(table, sacrificed) + sheet_of(table)
    table = laid_out(yatzy, "yahtzee")
    elsewhere = [("chance", "33333"), ("full house", "33333"), ("yahtzee", "33333"), ("threes", "33333")]
    scenes["Five alike placed elsewhere while yahtzee is free"] = tell(table, elsewhere)
    for game, box in (("yatzy", "yatzy"), ("yacht", "yacht")):
        table = laid_out(yatzy, game)
        scenes[f"Five alike twice in {game}"] = tell(
            table, [(box, "55555"), ("full house", "55555"), ("fives", "55555")]
        )
    heading = "The yahtzee bonus: 100 for each five alike after yahtzee was filled with 50."
    verify_document(story("card_yahtzee_bonus", heading, scenes))


def test_the_jokers_duties(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for box in ("66666", SOMETHING):
        after = f"after a yahtzee for {50 if box == '66666' else 0}"
        table = laid_out(yatzy, "yahtzee", ("yahtzee", box))
        tries = [("chance", "44444"), ("fives", "44444"), ("large straight", "44444"), ("yahtzee", "44444")]
        scenes[f"First the upper category of the face, {after}"] = tell(table, [*tries, ("fours", "44444")])
        table = laid_out(yatzy, "yahtzee", ("yahtzee", box), ("fours", SOMETHING))
        tries = [("fives", "44444"), ("sixes", "44444"), ("aces", "44444"), ("fours", "44444")]
        lower = [(category, "44444") for category in [*FIVE_LOWER, "chance"]]
        scenes[f"Then any free lower category, in full, {after}"] = tell(table, [*tries, *lower])
        full = [(category, SOMETHING) for category in [*FIVE_LOWER, "chance"]]
        table = laid_out(yatzy, "yahtzee", ("yahtzee", box), ("fours", SOMETHING), *full)
        tries = [("chance", "44444"), ("sixes", "44444"), ("aces", "44444")]
        scenes[f"Else a free upper category, for nothing, {after}"] = tell(table, tries) + sheet_of(table)
    table = laid_out(
        yatzy, "yahtzee", ("yahtzee", "11111"), ("ones", SOMETHING), *[(box, SOMETHING) for box in FIVE_LOWER]
    )
    scenes["One lower category is left"] = tell(table, [("twos", "11111"), ("chance", "11111")])
    table = laid_out(yatzy, "yahtzee", ("yahtzee", "11111"))
    scenes["By its other name"] = tell(table, [("twos", "11111"), ("aces", "11111"), ("aces", "11123")])
    heading = "The joker: five alike while yahtzee is filled go where their duty lies, and nowhere else."
    verify_document(story("card_jokers", heading, scenes))


def test_a_refused_placement_leaves_the_card_as_it_was(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for game in ("yatzy", "yahtzee", "yacht"):
        table = laid_out(yatzy, game, ("ones", "11123"), ("sixes", SOMETHING))
        before = table.sheet()
        refused = [("ones", "11111"), ("sixes", "66666"), ("sevens", "11111"), ("twos", "2222"), ("twos", "22227")]
        told = tell(table, refused)
        told.append(f"free: {', '.join(table.free('Ann'))}")
        told.append(f"the score sheet is {'as it was' if table.sheet() == before else 'another'}")
        scenes[game] = told
    every_category = [(category, SOMETHING) for category in yatzy.categories("yacht")]
    table = laid_out(yatzy, "yacht", *every_category)
    scenes["A full card"] = [*tell(table, [("choice", SOMETHING)]), f"free: {table.free('Ann')}"]
    verify_document(story("card_refusals", "Refused placements change nothing.", scenes))


def test_the_score_sheet(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for game in ("yatzy", "yahtzee", "yacht"):
        table = yatzy()
        table.start(game, ["Ann", "Bo", "Cassandra"])
        empty = sheet_of(table)
        table.place("Cassandra", "sixes", [6, 6, 6, 1, 2])
        table.place("Bo", "full house", [1, 2, 3, 4, 5])
        table.place("Ann", "full house", [2, 2, 5, 5, 5])
        scenes[f"{game}: three empty cards"] = empty[1:]
        scenes[f"{game}: a score, a sacrifice, and free categories"] = sheet_of(table)[1:]
    table = laid_out(
        yatzy, "yahtzee", ("yahtzee", "11111"), ("ones", "11111"), ("chance", "11111"), ("full house", "11111")
    )
    scenes["A total of three digits"] = sheet_of(table)[1:]
    table.start("yacht", ("Dora",))
    scenes["A new game on the same table"] = sheet_of(table)[1:]
    verify_document(story("score_sheets", "Score sheets: blank is free, 0 is a sacrifice.", scenes))


def test_the_list_of_names_is_the_callers_to_keep(yatzy: Any) -> None:
    names, table = ["Ann"], yatzy()
    table.start("yacht", names)
    names.append("Bob")
    with pytest.raises(ValueError, match="unknown player: 'Bob'; the players are Ann"):
        table.free("Bob")


class Words(str):
    """A text of another type."""

    __slots__ = ()


def test_a_name_is_a_text_and_of_no_other_type(yatzy: Any) -> None:
    table = laid_out(yatzy, "yacht")
    with pytest.raises(ValueError, match="unknown player: 'Ann'"):
        table.total(Words("Ann"))
