"""Cards: free categories, points, bonuses and jokers, placement by placement.

The expected results are in approved_files/card_*.approved.txt, score_sheets.approved.txt and
table_answers.approved.txt.
"""

from typing import Any

import pytest

from dojo.documents.documents import Verify, call_list, story

from .calls import copy_of, error_text, exact_repr, exact_text, parse, results
from .table import ODD_NAMES

GAMES = ("yatzy", "yahtzee", "yacht")
NOTHING_SPECIAL = "12346"
LOWER = [
    "three of a kind",
    "four of a kind",
    "full house",
    "small straight",
    "large straight",
    "chance",
]


class Card:
    """Ann's card in a game. It records placements as lines of a document."""

    def __init__(self, yatzy: Any, game: str):
        self.table = yatzy()
        self.table.start(copy_of(game), ["Ann"])
        self.lines: list[str] = []

    def fill(self, category: str, faces: str):
        """Place dice, for example `66612`, without a record."""
        self.table.place("Ann", category, [int(face) for face in faces])

    def place(self, category: str, faces: str):
        """Place dice. Records the points or the error, and the sums of the card."""
        dice = [int(face) for face in faces]
        placement = f"{' '.join(faces)} in {category}".ljust(30)
        try:
            points = exact_repr(self.table.place(copy_of("Ann"), copy_of(category), dice))
        except ValueError as error:
            self.lines.append(f"{placement} refused      {self.sums()}")
            self.lines.append(f"    {error_text(error)}")
        else:
            self.lines.append(f"{placement} {points:>3} points   {self.sums()}")

    def sums(self) -> str:
        """Show the sums of the card."""
        upper = exact_repr(self.table.upper_score("Ann"))
        upper_bonus = exact_repr(self.table.upper_bonus("Ann"))
        yahtzee_bonus = exact_repr(self.table.yahtzee_bonus("Ann"))
        total = exact_repr(self.table.total("Ann"))
        return (
            f"upper {upper:>2} + {upper_bonus:>2}   "
            f"yahtzee bonus {yahtzee_bonus:>3}   total {total:>3}"
        )

    def show_sheet(self):
        """Record the score sheet."""
        self.lines += ["", *sheet_of(self.table)]


def sheet_of(table: Any) -> list[str]:
    """Return the lines of a score sheet."""
    return exact_text(table.sheet()).splitlines()


def place_62_points(card: Card):
    """Fill the upper section, except ones, with 62 points."""
    card.place("twos", "22213")
    card.place("threes", "33312")
    card.place("fours", "44412")
    card.place("fives", "55512")
    card.place("sixes", "66612")


def test_the_upper_bonus(yatzy: Any, verify_document: Verify):
    scenes = {}
    for total, ones in (("62", "11234"), ("63", "11123"), ("64", "11112")):
        card = Card(yatzy, "yahtzee")
        place_62_points(card)
        card.place("ones", ones)
        scenes[f"{total} points in yahtzee"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.place("yahtzee", NOTHING_SPECIAL)
    card.place("sixes", "66666")
    card.place("fives", "55555")
    card.place("fours", "44444")
    card.show_sheet()
    scenes["63 points before the section is full"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.place("sixes", "66666")
    card.place("fives", "55512")
    card.place("three of a kind", "66665")
    card.place("four of a kind", "66665")
    scenes["45 points, and many more below the upper section"] = card.lines

    for game in ("yatzy", "yacht"):
        card = Card(yatzy, game)
        place_62_points(card)
        card.place("ones", "11123")
        card.show_sheet()
        scenes[f"63 points in {game}"] = card.lines

    heading = "The upper bonus: 35 from 63 points on, in yahtzee alone."
    verify_document(story("card_upper_bonus", heading, scenes))


def test_the_yahtzee_bonus(yatzy: Any, verify_document: Verify):
    scenes = {}
    card = Card(yatzy, "yahtzee")
    card.place("yahtzee", "55555")
    card.place("fives", "55555")
    card.place("full house", "55555")
    card.place("twos", "22222")
    card.place("chance", "22222")
    card.show_sheet()
    scenes["The first, second, third, fourth and fifth five alike"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.place("yahtzee", NOTHING_SPECIAL)
    card.place("fives", "55555")
    card.place("full house", "55555")
    card.place("yahtzee", "55555")
    card.show_sheet()
    scenes["Yahtzee sacrificed, then thrown"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.place("chance", "33333")
    card.place("full house", "33333")
    card.place("yahtzee", "33333")
    card.place("threes", "33333")
    scenes["Five alike placed elsewhere while yahtzee is free"] = card.lines

    for game in ("yatzy", "yacht"):
        card = Card(yatzy, game)
        card.place(game, "55555")
        card.place("full house", "55555")
        card.place("fives", "55555")
        scenes[f"Five alike twice in {game}"] = card.lines

    heading = "The yahtzee bonus: 100 for each five alike after yahtzee was filled with 50."
    verify_document(story("card_yahtzee_bonus", heading, scenes))


def test_the_jokers_duties(yatzy: Any, verify_document: Verify):
    scenes: dict[str, list[str]] = {}
    add_duties(scenes, yatzy, "after a yahtzee for 50", yahtzee="66666")
    add_duties(scenes, yatzy, "after a yahtzee for 0", yahtzee=NOTHING_SPECIAL)

    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", "11111")
    card.fill("ones", NOTHING_SPECIAL)
    for category in LOWER:
        if category != "chance":
            card.fill(category, NOTHING_SPECIAL)
    card.place("twos", "11111")
    card.place("chance", "11111")
    scenes["One lower category is left"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", "66666")
    card.fill("fives", NOTHING_SPECIAL)
    card.place("fives", "55555")
    card.place("fours", "55555")
    card.place("full house", "55555")
    card.place("small straight", "55555")
    card.show_sheet()
    scenes["The upper category of the face holds 0: it is taken"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", "11111")
    card.place("twos", "11111")
    card.place("aces", "11111")
    card.place("aces", "11123")
    scenes["By its other name"] = card.lines

    heading = (
        "The joker: five alike while yahtzee is filled go where their duty lies, and nowhere else."
    )
    verify_document(story("card_jokers", heading, scenes))


def add_duties(scenes: dict[str, list[str]], yatzy: Any, title: str, yahtzee: str):
    """Place five fours where they have to go, and where they must not."""
    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", yahtzee)
    card.place("chance", "44444")
    card.place("fives", "44444")
    card.place("large straight", "44444")
    card.place("yahtzee", "44444")
    card.place("fours", "44444")
    scenes[f"First the upper category of the face, {title}"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", yahtzee)
    card.fill("fours", NOTHING_SPECIAL)
    for category in ["fives", "sixes", "aces", "fours", *LOWER]:
        card.place(category, "44444")
    scenes[f"Then any free lower category, in full, {title}"] = card.lines

    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", yahtzee)
    card.fill("fours", NOTHING_SPECIAL)
    for category in LOWER:
        card.fill(category, NOTHING_SPECIAL)
    card.place("chance", "44444")
    card.place("sixes", "44444")
    card.place("aces", "44444")
    card.show_sheet()
    scenes[f"Else a free upper category, for nothing, {title}"] = card.lines


def test_a_refused_placement_leaves_the_card_as_it_was(yatzy: Any, verify_document: Verify):
    scenes = {}
    for game in GAMES:
        card = Card(yatzy, game)
        card.fill("ones", "11123")
        card.fill("sixes", NOTHING_SPECIAL)
        sheet = card.table.sheet()
        card.place("ones", "11111")
        card.place("sixes", "66666")
        card.place("sevens", "11111")
        card.place("twos", "2222")
        card.place("twos", "22227")
        card.lines.append(f"free: {', '.join(card.table.free('Ann'))}")
        assert card.table.sheet() == sheet
        card.lines.append("the score sheet is as it was")
        scenes[game] = card.lines

    card = Card(yatzy, "yacht")
    for category in yatzy.categories("yacht"):
        card.fill(category, NOTHING_SPECIAL)
    card.place("choice", NOTHING_SPECIAL)
    card.lines.append(f"free: {card.table.free('Ann')}")
    scenes["A full card"] = card.lines

    verify_document(story("card_refusals", "Refused placements change nothing.", scenes))


def test_the_score_sheet(yatzy: Any, verify_document: Verify):
    scenes = {}
    for game in GAMES:
        table = yatzy()
        table.start(game, ["Ann", "Bo", "Cassandra"])
        scenes[f"{game}: three empty cards"] = sheet_of(table)
        table.place("Cassandra", "sixes", [6, 6, 6, 1, 2])
        table.place("Bo", "full house", [1, 2, 3, 4, 5])
        table.place("Ann", "full house", [2, 2, 5, 5, 5])
        scenes[f"{game}: a score, a sacrifice, and free categories"] = sheet_of(table)

    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", "11111")
    card.fill("ones", "11111")
    card.fill("chance", "11111")
    card.fill("full house", "11111")
    scenes["A total of three digits"] = sheet_of(card.table)

    card.table.start("yacht", ("Dora",))
    scenes["A new game on the same table"] = sheet_of(card.table)

    table = yatzy()
    table.start("yahtzee", ["Zacharias", "B", ""])
    table.place("B", "yahtzee", [4, 4, 4, 4, 4])
    table.place("B", "fours", [4, 4, 4, 4, 4])
    table.place("", "chance", [6, 6, 6, 6, 5])
    table.place("Zacharias", "ones", [2, 3, 4, 5, 6])
    title = "A column is as wide as its name or its total, whichever is wider; a name may be empty"
    scenes[title] = sheet_of(table)

    verify_document(story("score_sheets", "Score sheets: blank is free, 0 is a sacrifice.", scenes))


def test_where_five_alike_may_go(yatzy: Any, verify_document: Verify):
    upper = yatzy.categories("yahtzee")[:6]
    filled = ["yahtzee"]
    scenes = {}

    scenes["While the upper category of their face is free: there"] = [
        places_of_five_alike(yatzy, face, filled) for face in "123456"
    ]
    scenes["With that one taken: to any lower category"] = [
        places_of_five_alike(yatzy, face, [*filled, upper[int(face) - 1]]) for face in "146"
    ]
    lines = []
    for left in LOWER:
        taken = [category for category in LOWER if category != left]
        lines.append(places_of_five_alike(yatzy, "3", [*filled, "threes", *taken]))
    scenes["With one lower category left: to that"] = lines
    scenes["With none left: to any other upper category, for nothing"] = [
        places_of_five_alike(yatzy, face, [*filled, upper[int(face) - 1], *LOWER]) for face in "146"
    ]
    scenes["While yahtzee is free they are no joker: anywhere, and they pay what they are"] = [
        places_of_five_alike(yatzy, "2", []),
        places_of_five_alike(yatzy, "2", ["twos"]),
    ]

    heading = "Where five alike may go while yahtzee is filled, and what they pay there."
    verify_document(story("card_joker_duties", heading, scenes))


def places_of_five_alike(yatzy: Any, face: str, filled: list[str]) -> str:
    """Place five alike in every category of a card. Shows which accept them, and the points."""
    dice = [int(face) for _ in range(5)]
    accepted = []
    card = filled_card(yatzy, filled)
    for category in yatzy.categories("yahtzee"):
        try:
            points = card.table.place("Ann", category, dice)
        except ValueError:
            continue
        accepted.append(f"{category} for {exact_repr(points)}")
        card = filled_card(yatzy, filled)
    return f"five {face}s: {', '.join(accepted)}"


def filled_card(yatzy: Any, categories: list[str]) -> Card:
    """Return a card with a yahtzee, if that is among the categories, and nothing special else."""
    card = Card(yatzy, "yahtzee")
    for category in categories:
        card.fill(category, "66666" if category == "yahtzee" else NOTHING_SPECIAL)
    return card


TABLE_CALLS = {
    "A table is laid out": parse("""
        table.start(game='yahtzee', names=['Zoe', 'Bob', 'Ann'])
    """),
    "Dice are placed": parse("""
        table.place(name='Zoe', category='yahtzee', dice=[6, 6, 6, 6, 6])
        table.place(name='Zoe', category='sixes', dice=[6, 6, 6, 6, 6])
        table.place(name='Zoe', category='full house', dice=[6, 6, 6, 6, 6])
        table.place(name='Bob', category='sixes', dice=[6, 6, 6, 6, 6])
        table.place(name='Ann', category='ones', dice=[2, 2, 2, 2, 2])
    """),
    "Zoe has a yahtzee bonus": parse("""
        table.free(name='Zoe')
        table.upper_score(name='Zoe')
        table.upper_bonus(name='Zoe')
        table.yahtzee_bonus(name='Zoe')
        table.total(name='Zoe')
        table.sheet()
    """),
    "Bob has an upper score": parse("""
        table.free(name='Bob')
        table.upper_score(name='Bob')
        table.upper_bonus(name='Bob')
        table.yahtzee_bonus(name='Bob')
        table.total(name='Bob')
    """),
    "Ann has a sacrifice": parse("""
        table.free(name='Ann')
        table.upper_score(name='Ann')
        table.upper_bonus(name='Ann')
        table.yahtzee_bonus(name='Ann')
        table.total(name='Ann')
    """),
    "Names in a tuple": parse("""
        table.start('yacht', ('Bob', 'Ann'))
        table.sheet()
    """),
    "Any plain text is a name, and a blank or a capital makes another": parse(f"""
        table.start('yatzy', ['ann', 'Ann', 'Ann ', '', 'Zoë'])
        table.place('ann', 'chance', [1, 1, 1, 1, 2])
        table.place('Ann', 'chance', [1, 1, 1, 1, 3])
        table.place('Ann ', 'chance', [1, 1, 1, 1, 4])
        table.place('', 'chance', [1, 1, 1, 1, 5])
        table.total('ann')
        table.total('Ann')
        table.total('Ann ')
        table.total('')
        table.total('Zoë')
        table.total(' ann')
        table.start('yacht', {ODD_NAMES})
        table.total({ODD_NAMES[0]!r})
        table.total({ODD_NAMES[1]!r})
        table.total({ODD_NAMES[2]!r})
        table.total({ODD_NAMES[3]!r})
        table.total('100 %')
    """),
    "Dice in a tuple, and a category by its other name": parse("""
        table.start('yahtzee', ['Ann'])
        table.place('Ann', 'fives', (5, 5, 5, 5, 5))
        table.place('Ann', 'aces', [1, 1, 2, 3, 3])
        table.free('Ann')
    """),
}


def test_a_table_answers_as_approved(yatzy: Any, verify_document: Verify):
    table = yatzy(1, 2, 3, 4, 5)
    sections = {}
    for title, calls in TABLE_CALLS.items():
        sections[title] = results(calls, table=table)
    heading = "A table with cards: what it answers, exactly."
    verify_document(call_list("table_answers", heading, sections))


def test_two_tables_have_nothing_in_common(yatzy: Any):
    yahtzee = Card(yatzy, "yahtzee")
    yahtzee.fill("yahtzee", "66666")
    yacht = Card(yatzy, "yacht")
    yacht.fill("fours", "44444")
    yahtzee.fill("sixes", "66666")
    assert yahtzee.table.total("Ann") == 50 + 30 + 100
    assert yacht.table.total("Ann") == 20
    assert yahtzee.table.free("Ann")[-1] == yatzy.categories("yahtzee")[-1]
    assert yacht.table.free("Ann")[-1] == yatzy.categories("yacht")[-1]
    assert yahtzee.table.sheet().startswith("yahtzee ")
    assert yacht.table.sheet().startswith("yacht ")


def test_a_card_is_laid_out_anew_for_each_game(yatzy: Any):
    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", "66666")
    card.fill("sixes", "66666")
    card.table.start("yahtzee", ["Ann"])
    assert card.table.total("Ann") == 0
    assert card.table.yahtzee_bonus("Ann") == 0
    assert card.table.free("Ann") == yatzy.categories("yahtzee")


def test_the_list_of_free_categories_is_the_callers_to_keep(yatzy: Any):
    card = Card(yatzy, "yacht")
    before = card.table.free("Ann")
    card.table.free("Ann").clear()
    card.fill("ones", "11111")
    assert before == yatzy.categories("yacht")
    assert card.table.free("Ann") == yatzy.categories("yacht")[1:]


def test_the_list_of_one_players_free_categories_is_not_anothers(yatzy: Any):
    table = yatzy()
    table.start("yacht", ["Ann", "Bob"])
    table.place("Ann", "ones", [1, 1, 1, 1, 1])
    of_ann = table.free("Ann")
    of_bob = table.free("Bob")
    assert of_ann[0] == "twos"
    assert of_bob[0] == "ones"


def test_placing_leaves_the_dice_as_they_were(yatzy: Any):
    dice = [5, 3, 1, 4, 2]
    table = yatzy()
    table.start("yahtzee", ["Ann"])
    table.place("Ann", "chance", dice)
    assert dice == [5, 3, 1, 4, 2]


def test_a_sheet_changes_nothing_however_often_it_is_shown(yatzy: Any):
    card = Card(yatzy, "yahtzee")
    card.fill("yahtzee", "66666")
    card.fill("sixes", "66666")
    assert card.table.sheet() == card.table.sheet()
    assert card.table.total("Ann") == 180
    assert card.table.yahtzee_bonus("Ann") == 100


def test_the_list_of_names_is_the_callers_to_keep(yatzy: Any):
    names = ["Ann"]
    table = yatzy()
    table.start("yacht", names)
    names.append("Bob")
    with pytest.raises(ValueError, match="unknown player: 'Bob'; the players are Ann"):
        table.free("Bob")
