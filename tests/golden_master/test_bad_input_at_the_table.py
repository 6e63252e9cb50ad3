"""Bad input at a table with cards: every bad call gets a ValueError, and changes nothing."""

from collections.abc import Callable
from typing import Any

from tests.golden_master.bad_values import (
    ALMOST_LISTS,
    GOOD,
    ODD_TEXT,
    PRETENDER,
    UNPRINTABLE,
    Name,
    enum_member,
    explained,
    words,
)
from tests.golden_master.calls import on_table, outcomes
from tests.golden_master.documents import Document, call_list

BEFORE_A_GAME = [
    on_table("place", "Ann", "ones", GOOD),
    on_table("free", "Ann"),
    on_table("total", "Ann"),
    on_table("upper_score", "Ann"),
    on_table("upper_bonus", "Ann"),
    on_table("yahtzee_bonus", "Ann"),
    on_table("sheet"),
]
STARTS = [
    on_table("start", "chess", ["Ann"]),
    on_table("start", None, []),
    on_table("start", "yatzy", []),
    on_table("start", "yatzy", ()),
    on_table("start", "yatzy", None),
    on_table("start", "yatzy", "Ann"),
    *(on_table("start", "yatzy", nobody) for nobody in (b"Ann", 7, *ALMOST_LISTS)),
    *(on_table("start", "yatzy", [almost]) for almost in (b"Ann", ("Ann",), {"Ann"})),
    on_table("start", "yatzy", {"Ann": "Bob"}),
    on_table("start", "yatzy", ["Ann", "Bob", "Ann"]),
    on_table("start", "yatzy", ["Ann", 5]),
    on_table("start", "yatzy", [None]),
    on_table("start", "yatzy", [["Ann"]]),
    on_table("start", "yatzy", {"Ann"}),
    on_table("start", "yatzy", [words("Ann")]),
    on_table("start", enum_member(Name.YATZY), [enum_member(Name.ACES)]),
    on_table("start", "yatzy", [PRETENDER]),
    on_table("start", "yatzy", [UNPRINTABLE, None]),
]
ALMOST_A_GAME = [
    on_table("start", game, ["Ann"])
    for game in ("YACHT", " yacht", "yacht ", "yach", b"yacht", ["yacht"], ("yacht",))
]
SEVERAL_WRONG_NAMES = [
    on_table("start", "yatzy", ["Bob", "Bob", 5]),
    on_table("start", "yatzy", [5, "Bob", "Bob"]),
    on_table("start", "yatzy", ["Bob", 5, "Bob"]),
    on_table("start", "yatzy", ["Cy", "Bob", "Ann", "Ann", "Bob"]),
    on_table("start", "yatzy", ["Cy", 7, 5]),
    on_table("start", "chess", [5, "Bob", "Bob"]),
]
AT_THE_TABLE = [
    *(
        on_table(method, "Cy")
        for method in ("free", "total", "upper_score", "upper_bonus", "yahtzee_bonus")
    ),
    *(
        on_table(method, None)
        for method in ("free", "total", "upper_score", "upper_bonus", "yahtzee_bonus")
    ),
    on_table("free", 1),
    on_table("free", ["Ann"]),
    on_table("free", PRETENDER),
    on_table("place", "Cy", "sevens", [7]),
    on_table("place", None, "ones", GOOD),
    on_table("place", PRETENDER, "ones", GOOD),
    on_table("place", "Ann", "sevens", [7]),
    on_table("place", "Ann", None, GOOD),
    on_table("place", "Ann", "ones", [1, 1, 1, 1]),
    on_table("place", "Ann", "ones", [1, 1, 1, 1, 7]),
    on_table("place", "Ann", "ones", None),
    on_table("place", "Bob", "twos", [1, 1, 1, 1]),
    on_table("place", "Bob", "twos", GOOD),
    on_table("place", "Ann", "ones", [1, 1, 1, 1, [1]]),
    on_table("place", "Bob", "twos", [1, 1, 1, 1, {}]),
    on_table("place", "Ann", words("twos "), GOOD),
    on_table("place", words("Ann"), "ones", GOOD),
    on_table("place", "Ann ", "ones", GOOD),
    on_table("place", {"Ann"}, "sevens", [7]),
    on_table("place", "Ann", {"ones"}, [7]),
    on_table("place", "Bob", words("twos"), GOOD),
    on_table("place", "Bob", UNPRINTABLE, GOOD),
    *(
        on_table("place", "Ann", almost, GOOD)
        for almost in ("SIXES", " sixes", "sixes ", "six", ("sixes",), b"sixes")
    ),
    *(
        on_table("place", almost, "sixes", GOOD)
        for almost in (ODD_TEXT, "ANN", " Ann", "Ann ", "An", ("Ann",), b"Ann")
    ),
    on_table("place", "Ann", "sixes", [1, 1, 1, 1, 1, 1]),
    on_table("place", "Ann", "sixes", (1, 1, 1, 1, "1")),
    on_table("place", "Ann", "sixes", {1, 2, 3, 4, 5}),
    *(
        on_table(method, words("Ann"))
        for method in ("free", "total", "upper_score", "upper_bonus", "yahtzee_bonus")
    ),
    *(
        on_table(method, "")
        for method in ("free", "total", "upper_score", "upper_bonus", "yahtzee_bonus")
    ),
]


def test_bad_calls_at_the_table_are_refused_as_approved(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    table = yatzy()
    sections = {
        "Before a game is started": outcomes(table, BEFORE_A_GAME),
        "No game to start": outcomes(table, STARTS),
    }
    sections["Almost a game"] = outcomes(table, ALMOST_A_GAME)
    sections["Several names that are wrong: the first is the one told"] = outcomes(
        table, SEVERAL_WRONG_NAMES
    )
    table.start("yahtzee", ["Ann", "Bob"])
    table.place("Bob", "twos", [2, 2, 2, 2, 2])
    before = table.sheet()
    sections["With Ann and Bob at a table of yahtzee"] = outcomes(table, AT_THE_TABLE)
    sections["Starts that leave Ann and Bob at the table"] = outcomes(table, STARTS)
    unchanged = table.sheet() == before
    heading = "Bad input at a table with cards: what each call gets."
    document = call_list("bad_input_at_the_table", explained(heading, sections), sections)
    assert unchanged
    verify_document(document)
