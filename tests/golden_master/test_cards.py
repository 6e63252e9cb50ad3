"""Cards: free categories, points, bonuses and jokers, placement by placement."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.golden_master.bad_values import (
    ODD_NAMES,
    Name,
    OldName,
    Words,
    enum_member,
    explained,
    row,
    words,
)
from tests.golden_master.calls import (
    Call,
    by_keyword,
    exactly,
    on_table,
    outcomes,
    plain,
    refusal,
    same_letters,
)
from tests.golden_master.documents import Document, call_list, story

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
    """Make placements, legal or not; return a line or two for each, with the card's sums."""
    lines = []
    for category, faces in placements:
        dice = [int(face) for face in faces]
        shown = f"{' '.join(faces)} in {category}"
        try:
            points = exactly(table.place(same_letters(name), same_letters(category), dice))
            lines.append(f"{shown:<30} {points:>3} points   {standing(table, name)}")
        except ValueError as error:
            lines += [f"{shown:<30} refused      {standing(table, name)}", f"    {refusal(error)}"]
    return lines


def standing(table: Any, name: str) -> str:
    """Show the sums of a player's card."""
    upper = f"upper {exactly(table.upper_score(name)):>2} + {exactly(table.upper_bonus(name)):>2}"
    bonus = f"yahtzee bonus {exactly(table.yahtzee_bonus(name)):>3}"
    return f"{upper}   {bonus}   total {exactly(table.total(name)):>3}"


def laid_out(yatzy: Any, game: str, *placements: Placement) -> Any:
    """Return a table with Ann's card in a game, after some placements."""
    table = yatzy()
    table.start(same_letters(game), ["Ann"])
    for category, faces in placements:
        table.place("Ann", category, [int(face) for face in faces])
    return table


def sheet_of(table: Any) -> list[str]:
    """Return the score sheet, a line each."""
    return ["", *plain(table.sheet()).splitlines()]


def test_the_upper_bonus(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {}
    for total, ones in (("62", "11234"), ("63", "11123"), ("64", "11112")):
        table = laid_out(yatzy, "yahtzee")
        scenes[f"{total} points in yahtzee"] = tell(table, [*SIXTY_TWO_BEFORE_ONES, ("ones", ones)])
    table = laid_out(yatzy, "yahtzee")
    early = [("sixes", "66666"), ("fives", "55555"), ("fours", "44444")]
    scenes["63 points before the section is full"] = tell(
        table, [("yahtzee", SOMETHING), *early]
    ) + sheet_of(table)
    table = laid_out(yatzy, "yahtzee")
    below = [
        ("sixes", "66666"),
        ("fives", "55512"),
        ("three of a kind", "66665"),
        ("four of a kind", "66665"),
    ]
    scenes["45 points, and many more below the upper section"] = tell(table, below)
    for game in ("yatzy", "yacht"):
        table = laid_out(yatzy, game)
        scenes[f"63 points in {game}"] = tell(
            table, [*SIXTY_TWO_BEFORE_ONES, ("ones", "11123")]
        ) + sheet_of(table)
    verify_document(
        story(
            "card_upper_bonus", "The upper bonus: 35 from 63 points on, in yahtzee alone.", scenes
        )
    )


def test_the_yahtzee_bonus(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    table = laid_out(yatzy, "yahtzee")
    filled = [
        ("yahtzee", "55555"),
        ("fives", "55555"),
        ("full house", "55555"),
        ("twos", "22222"),
        ("chance", "22222"),
    ]
    scenes = {
        "The first, second, third, fourth and fifth five alike": tell(table, filled)
        + sheet_of(table)
    }
    table = laid_out(yatzy, "yahtzee")
    sacrificed = [
        ("yahtzee", SOMETHING),
        ("fives", "55555"),
        ("full house", "55555"),
        ("yahtzee", "55555"),
    ]
    scenes["Yahtzee sacrificed, then thrown"] = tell(table, sacrificed) + sheet_of(table)
    table = laid_out(yatzy, "yahtzee")
    elsewhere = [
        ("chance", "33333"),
        ("full house", "33333"),
        ("yahtzee", "33333"),
        ("threes", "33333"),
    ]
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
        tries = [
            ("chance", "44444"),
            ("fives", "44444"),
            ("large straight", "44444"),
            ("yahtzee", "44444"),
        ]
        scenes[f"First the upper category of the face, {after}"] = tell(
            table, [*tries, ("fours", "44444")]
        )
        table = laid_out(yatzy, "yahtzee", ("yahtzee", box), ("fours", SOMETHING))
        tries = [("fives", "44444"), ("sixes", "44444"), ("aces", "44444"), ("fours", "44444")]
        lower = [(category, "44444") for category in [*FIVE_LOWER, "chance"]]
        scenes[f"Then any free lower category, in full, {after}"] = tell(table, [*tries, *lower])
        full = [(category, SOMETHING) for category in [*FIVE_LOWER, "chance"]]
        table = laid_out(yatzy, "yahtzee", ("yahtzee", box), ("fours", SOMETHING), *full)
        tries = [("chance", "44444"), ("sixes", "44444"), ("aces", "44444")]
        scenes[f"Else a free upper category, for nothing, {after}"] = tell(table, tries) + sheet_of(
            table
        )
    table = laid_out(
        yatzy,
        "yahtzee",
        ("yahtzee", "11111"),
        ("ones", SOMETHING),
        *[(box, SOMETHING) for box in FIVE_LOWER],
    )
    scenes["One lower category is left"] = tell(table, [("twos", "11111"), ("chance", "11111")])
    table = laid_out(yatzy, "yahtzee", ("yahtzee", "66666"), ("fives", SOMETHING))
    tries = [
        ("fives", "55555"),
        ("fours", "55555"),
        ("full house", "55555"),
        ("small straight", "55555"),
    ]
    scenes["The upper category of the face holds 0: it is taken"] = tell(table, tries) + sheet_of(
        table
    )
    table = laid_out(yatzy, "yahtzee", ("yahtzee", "11111"))
    scenes["By its other name"] = tell(
        table, [("twos", "11111"), ("aces", "11111"), ("aces", "11123")]
    )
    heading = (
        "The joker: five alike while yahtzee is filled go where their duty lies, and nowhere else."
    )
    verify_document(story("card_jokers", heading, scenes))


def test_a_refused_placement_leaves_the_card_as_it_was(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    scenes = {}
    for game in ("yatzy", "yahtzee", "yacht"):
        table = laid_out(yatzy, game, ("ones", "11123"), ("sixes", SOMETHING))
        before = table.sheet()
        refused = [
            ("ones", "11111"),
            ("sixes", "66666"),
            ("sevens", "11111"),
            ("twos", "2222"),
            ("twos", "22227"),
        ]
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
        yatzy,
        "yahtzee",
        ("yahtzee", "11111"),
        ("ones", "11111"),
        ("chance", "11111"),
        ("full house", "11111"),
    )
    scenes["A total of three digits"] = sheet_of(table)[1:]
    table.start("yacht", ("Dora",))
    scenes["A new game on the same table"] = sheet_of(table)[1:]
    scenes |= uneven_columns(yatzy)
    verify_document(story("score_sheets", "Score sheets: blank is free, 0 is a sacrifice.", scenes))


def uneven_columns(yatzy: Any) -> dict[str, list[str]]:
    """Show a sheet whose columns are as wide as a name, as a total, or as neither."""
    table = yatzy()
    table.start("yahtzee", ["Zacharias", "B", ""])
    for owner, category, faces in [
        *(("B", "yahtzee", "44444"), ("B", "fours", "44444")),
        *(("", "chance", "66665"), ("Zacharias", "ones", "23456")),
    ]:
        table.place(owner, category, [int(face) for face in faces])
    title = "A column is as wide as its name or its total, whichever is wider; a name may be empty"
    return {title: sheet_of(table)[1:]}


def test_where_five_alike_may_go(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    upper, lower = yatzy.categories("yahtzee")[:6], [*FIVE_LOWER, "chance"]
    filled = ("yahtzee", "66666")
    scenes = {
        "While the upper category of their face is free: there": [
            where_they_may_go(yatzy, face, filled) for face in (1, 2, 3, 4, 5, 6)
        ],
        "With that one taken: to any lower category": [
            where_they_may_go(yatzy, face, filled, (upper[face - 1], SOMETHING))
            for face in (1, 4, 6)
        ],
        "With one lower category left: to that": [
            where_they_may_go(yatzy, 3, filled, ("threes", SOMETHING), *taken(lower, left))
            for left in lower
        ],
        "With none left: to any other upper category, for nothing": [
            where_they_may_go(yatzy, face, filled, (upper[face - 1], SOMETHING), *taken(lower))
            for face in (1, 4, 6)
        ],
        "While yahtzee is free they are no joker: anywhere, and they pay what they are": [
            where_they_may_go(yatzy, 2),
            where_they_may_go(yatzy, 2, ("twos", SOMETHING)),
        ],
    }
    heading = "Where five alike may go while yahtzee is filled, and what they pay there."
    verify_document(story("card_joker_duties", heading, scenes))


def taken(categories: list[str], *left: str) -> list[Placement]:
    """Return placements that fill categories, but for those left free."""
    return [(category, SOMETHING) for category in categories if category not in left]


def where_they_may_go(yatzy: Any, face: int, *before: Placement) -> str:
    """Try five alike in every category of a card; tell which take them, and for how much."""
    found = []
    table = laid_out(yatzy, "yahtzee", *before)
    for category in yatzy.categories("yahtzee"):
        try:
            points = exactly(table.place("Ann", category, [face] * 5))
        except ValueError:
            continue
        found.append(f"{category} for {points}")
        table = laid_out(yatzy, "yahtzee", *before)
    return f"five {face}s: {', '.join(found)}"


def questions(owner: str) -> list[Call]:
    """Return every question to a table, its arguments by name."""
    sums = ("free", "upper_score", "upper_bonus", "yahtzee_bonus", "total")
    return [*(by_keyword(method, "table", name=owner) for method in sums), on_table("sheet")]


def test_a_table_answers_as_approved(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    table = yatzy(1, 2, 3, 4, 5)
    place = [
        ("Zoe", "yahtzee", 6),
        ("Zoe", "sixes", 6),
        ("Zoe", "full house", 6),
        ("Bob", "sixes", 6),
        ("Ann", "ones", 2),
    ]
    sections = {
        "A table is laid out": [
            by_keyword("start", "table", game="yahtzee", names=["Zoe", "Bob", "Ann"])
        ],
        "Dice are placed": [
            by_keyword("place", "table", name=name, category=category, dice=[face] * 5)
            for name, category, face in place
        ],
        "Zoe has a yahtzee bonus": questions("Zoe"),
        "Bob has an upper score": questions("Bob")[:5],
        "Ann has a sacrifice": questions("Ann")[:5],
        "Names in a tuple": [on_table("start", "yacht", ("Bob", "Ann")), on_table("sheet")],
        "Names in a list of another type": [
            on_table("start", "yacht", row("Bob", "Ann")),
            on_table("sheet"),
        ],
        "Any plain text is a name, and a blank or a capital makes another": [
            on_table("start", "yatzy", ["ann", "Ann", "Ann ", "", "Zoë"]),
            *(
                on_table("place", name, "chance", [1, 1, 1, 1, 2 + number])
                for number, name in enumerate(["ann", "Ann", "Ann ", ""])
            ),
            *(on_table("total", name) for name in ("ann", "Ann", "Ann ", "", "Zoë")),
            on_table("total", " ann"),
            on_table("start", "yacht", ODD_NAMES),
            *(on_table("total", name) for name in [*ODD_NAMES, "100 %"]),
        ],
        "A game and a category known by their letters, whatever text they are": [
            on_table("start", enum_member(OldName.YAHTZEE), ["Ann"]),
            on_table("place", "Ann", enum_member(Name.FULL_HOUSE), [2, 2, 2, 3, 3]),
            on_table("place", "Ann", words("chance"), [2, 2, 2, 3, 3]),
            on_table("place", "Ann", enum_member(OldName.ACES), [1, 1, 2, 3, 3]),
            on_table("place", "Ann", enum_member(Name.ACES), [1, 1, 2, 3, 3]),
            on_table("place", "Ann", "pair", [1, 1, 2, 3, 3]),
            on_table("sheet"),
        ],
        "Dice in a tuple, or in a list of another type": [
            on_table("place", "Ann", "fives", (5, 5, 5, 5, 5)),
            on_table("place", "Ann", "sixes", row(6, 6, 1, 6, 1)),
        ],
    }
    told = {title: outcomes(table, calls) for title, calls in sections.items()}
    verify_document(
        call_list(
            "table_answers", explained("A table with cards: what it answers, exactly.", told), told
        )
    )


def test_two_tables_have_nothing_in_common(yatzy: Any) -> None:
    one, other = laid_out(yatzy, "yahtzee", ("yahtzee", "66666")), laid_out(yatzy, "yacht")
    other.place("Ann", "fours", [4] * 5)
    one.place("Ann", "sixes", [6] * 5)
    assert (one.total("Ann"), other.total("Ann")) == (50 + 30 + 100, 20)
    lasts = [yatzy.categories(game)[-1] for game in ("yahtzee", "yacht")]
    assert [one.free("Ann")[-1], other.free("Ann")[-1]] == lasts
    assert (one.sheet().split()[0], other.sheet().split()[0]) == ("yahtzee", "yacht")


def test_a_card_is_laid_out_anew_for_each_game(yatzy: Any) -> None:
    table = laid_out(yatzy, "yahtzee", ("yahtzee", "66666"), ("sixes", "66666"))
    table.start("yahtzee", ["Ann"])
    assert (table.total("Ann"), table.yahtzee_bonus("Ann"), table.free("Ann")) == (
        0,
        0,
        yatzy.categories("yahtzee"),
    )


def test_the_list_of_free_categories_is_the_callers_to_keep(yatzy: Any) -> None:
    table = laid_out(yatzy, "yacht")
    before = table.free("Ann")
    table.free("Ann").clear()
    table.place("Ann", "ones", [1] * 5)
    assert (before, table.free("Ann")) == (yatzy.categories("yacht"), yatzy.categories("yacht")[1:])


def test_the_list_of_one_players_free_categories_is_not_anothers(yatzy: Any) -> None:
    table = yatzy()
    table.start("yacht", ["Ann", "Bob"])
    table.place("Ann", "ones", [1] * 5)
    free = table.free("Ann"), table.free("Bob")
    assert [each[0] for each in free] == ["twos", "ones"]


def test_placing_leaves_the_dice_as_they_were(yatzy: Any) -> None:
    dice = [5, 3, 1, 4, 2]
    laid_out(yatzy, "yahtzee").place("Ann", "chance", dice)
    assert dice == [5, 3, 1, 4, 2]


def test_a_sheet_changes_nothing_however_often_it_is_asked_for(yatzy: Any) -> None:
    table = laid_out(yatzy, "yahtzee", ("yahtzee", "66666"), ("sixes", "66666"))
    assert table.sheet() == table.sheet()
    assert (table.total("Ann"), table.yahtzee_bonus("Ann")) == (180, 100)


def test_the_list_of_names_is_the_callers_to_keep(yatzy: Any) -> None:
    names, table = ["Ann"], yatzy()
    table.start("yacht", names)
    names.append("Bob")
    with pytest.raises(ValueError, match="unknown player: 'Bob'; the players are Ann"):
        table.free("Bob")


def test_a_name_is_a_text_and_of_no_other_type(yatzy: Any) -> None:
    table = laid_out(yatzy, "yacht")
    with pytest.raises(ValueError, match="unknown player: 'Ann'"):
        table.total(Words("Ann"))
