"""Evenings: the program from the greeting to the good night, as the people at the keyboard see it.

The tests control all input: keys, dice, the date, a folder. They record all output: the screen and
the hall of fame.
"""

from collections.abc import Callable, Iterable
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.golden_master.documents import Document, story
from tests.golden_master.machine import CTRL_C, HALL, THE_END, Machine, lines_of
from tests.golden_master.table import seeded_faces

YATZY_FROM_TWOS_ON = (
    "22213", "33312", "44412", "55512", "66612",
    "66125", "55443", "44416", "33335", "12345", "23456", "55522", "65643", "66666",
)  # fmt: skip
FACES_OF_AN_EVENING = 2000


def seeded(seed: int) -> Iterable[int]:
    """Return enough dice for an evening."""
    return seeded_faces(seed, FACES_OF_AN_EVENING)


def loaded(*throws: str) -> Iterable[int]:
    """Return these throws, such as 11123, and random ones for categories that a game may get."""
    return [*map(int, "".join(throws)), *seeded(0)]


def whole(machine: Machine, yatzy: Any, hall: bytes | None = None) -> list[str]:
    """Show an evening: the screen, and the hall of fame afterwards."""
    after = machine.evening(yatzy, hall)
    return [*machine.screen, "", *lines_of(after)]


def in_the_way(machine: Machine, yatzy: Any) -> list[str]:
    """Show an evening where a folder stands in the place of the hall of fame."""
    with TemporaryDirectory() as folder, chdir(folder):
        Path(HALL).mkdir()
        machine.run(yatzy())
    return without_turns(machine.screen)


def without_turns(screen: list[str]) -> list[str]:
    """Leave the turns and the score sheet out; the documents of whole evenings have them."""
    begun = next((number for number, line in enumerate(screen) if ", round " in line), len(screen))
    over = max((number for number, line in enumerate(screen) if " win" in line), default=begun)
    return [*screen[:begun], *(["[...]"] if over > begun else []), *screen[over:]]


def begin_and_end(machine: Machine, yatzy: Any, hall: bytes | None = None) -> list[str]:
    """Show an evening without its turns, and the hall of fame afterwards."""
    after = machine.evening(yatzy, hall)
    return [*without_turns(machine.screen), "", *lines_of(after)]


def test_an_evening_of_yatzy(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    keys = ["yatzy", "Ann", "1 2", "-", "on", *yatzy.categories("yatzy")[1:]]
    machine = Machine(keys, loaded("11456", "123", "11123", *YATZY_FROM_TWOS_ON))
    verify_document(
        story("evening_of_yatzy", "One evening, one player.", {"Ann": whole(machine, yatzy)})
    )


def test_an_evening_of_yahtzee(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    keys = ["", "Ann, Bob"]
    dice: list[str] = []
    turns = [
        # Ann, with luck: a yahtzee, and jokers wherever they may go
        ("66666", ["yahtzee"]), ("11234", ["yahtzee", "n", "ya", "y"]),
        ("66666", ["chance", "sixes"]), ("55555", ["fives"]),
        ("66666", ["ones", "full house"]), ("55555", ["small"]),
        ("66666", ["small straight"]), ("22222", ["twos"]),
        ("66666", ["large"]), ("22222", ["full"]),
        ("55555", ["fives"]), ("22222", ["large straight"]),
        ("44444", ["fours"]), ("11112", ["aces"]),
        ("33333", ["threes"]), ("66612", ["sixes"]),
        ("66666", ["three"]), ("33345", ["threes"]),
        ("66666", ["four"]), ("44456", ["fours"]),
        ("66666", ["chance"]), ("22223", ["three of a kind"]),
        ("66666", ["twos", "y"]), ("33334", ["four of a kind"]),
        ("11134", ["ones"]), ("66655", ["chance"]),
    ]  # fmt: skip
    for throw, answers in turns:
        dice.append(throw)
        keys += answers
    machine = Machine([*keys, "n"], loaded(*dice))
    verify_document(
        story(
            "evening_of_yahtzee",
            "One evening, two players.",
            {"Ann and Bob": whole(machine, yatzy)},
        )
    )


def test_an_evening_of_yacht(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    categories = yatzy.categories("yacht")
    takes = [
        key
        for down, up in zip(categories, categories[::-1], strict=True)
        for key in (down, "", up[:8], down)
    ]
    keys = ["yacht", " Ann ,Bob,computer, Cy", *(key for key in takes if key)]
    machine = Machine(keys, seeded(1), yes=True)
    scenes = {"Ann, Bob, Cy and the computer": whole(machine, yatzy)}
    verify_document(
        story("evening_of_yacht", "One evening, three people and the computer.", scenes)
    )


@pytest.mark.parametrize("game", ["yatzy", "yahtzee", "yacht"])
def test_the_computer_plays_by_itself(
    yatzy: Any, game: str, verify_document: Callable[[Document], None]
) -> None:
    machine = Machine([game.upper(), "computer"], seeded(2))
    scenes = {"The computer, alone": whole(machine, yatzy)}
    verify_document(story(f"evening_of_the_computer_{game}", f"The computer plays {game}.", scenes))


def test_wrong_answers(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {
        "To the first questions": [
            "poker", "yatzy yahtzee", " YATZY ",
            "", " ", "Ann,", ",Ann", "Ann,Bob,Ann", "Ann",
        ],
        "To a throw": [
            "yatzy", "Ann",
            "", " ", "0", "6", "1 1", "1 2 3 4 5 6", "12", "1,2", "1 -", "--", "ones twos",
            "x" * 70, "t", "s", "pair2", "aces", "²", "2 1",
        ],
        "To the last throw": [
            "yacht", "Ann",
            "1 2 3 4 5", "-", "1", "-", "f", "fu", "n", "yacht", "", "full", "Y ",
        ],
        "Second thoughts": [
            "yatzy", "Ann",
            "yatzy", "n", "1", "chance", "chance", "1 2", "large", "", "-", "choice",
        ],
        "A category that is taken": [
            "yahtzee", "Ann",
            "chance", "chance", "ch", "three", "aces", "Aces", "ones", "o",
        ],
        "The beginning of what is left": [
            "yatzy", "Ann",
            "chance", "tw", "twos", "tw", "two", "y", "th",
        ],
    }  # fmt: skip
    verify_document(
        story(
            "evening_wrong_answers",
            "What people type, and what they are told. No input is left at the end of each scene.",
            {title: whole(Machine(keys, seeded(3)), yatzy) for title, keys in scenes.items()},
        )
    )


def test_the_end_of_the_input(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    before = {
        "which game": [],
        "who plays": ["yatzy"],
        "what to keep": ["yatzy", "Ann"],
        "which category": ["yatzy", "Ann", "-", "-"],
        "whether it is meant": ["yatzy", "Ann", "large"],
        "once more": ["yacht", "computer"],
    }
    verify_document(
        story(
            "evening_ends",
            "The end of the input, and Ctrl-C, at each question. "
            "What stands in the hall of fame stays.",
            {
                f"Asked {question}: {end}": begin_and_end(
                    Machine([*keys, key], seeded(4)), yatzy, b"98, Ann, yacht, 2025-12-31\n"
                )
                for question, keys in before.items()
                for end, key in (("no more input", THE_END), ("Ctrl-C", CTRL_C))
            },
        )
    )


HALLS = {
    "There is none": None,
    "It is empty": b"",
    "Sorted as text": b"230, Ann, yahtzee, 2025-01-01\n98, Bob, yatzy, 2025-01-02\n"
    b"1000, Cy, yacht, 2025-01-03\n",
    "A long one": "".join(
        f"{points}, Ann, yacht, 2025-01-01\n" for points in range(95, 107)
    ).encode(),
    "Twice the same line": b"101, computer, yacht, 2026-11-21\n98, Bob, yatzy, 2025-01-02\n"
    b"101, computer, yacht, 2026-11-21\n",
    "One line makes no sense": b"230, Ann, yahtzee, 2025-01-01\nBob had 300!\n",
    "Lines make no sense": b"\n1, 2, 3\n-5, Ann, yacht, 2025-01-01\n"
    b"5, Ann, poker, 2025-01-01\n5, Ann, yacht, a, b\n"
    b"5, Ann,yacht, 2025-01-01\n5, \x1b[7mAnn, yacht, 2025-01-01\n7, Ann, yatzy, 2025-01-01\n",
    "A byte that is no text": b"7, Ann\xff, yatzy, 2025-01-01\n",
    "A name with letters from elsewhere": "7, Åsa, yatzy, 2025-01-01\n".encode(),
    "Its last line has no end": b"7, Ann, yatzy, 2025-01-01",
    "One letter stands there": b"7",
}


def test_the_hall_of_fame(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    scenes = {
        title: begin_and_end(Machine(["yacht", "computer"], seeded(5)), yatzy, hall)
        for title, hall in HALLS.items()
    }
    locked = Machine(["yacht", "computer"], seeded(5), locked=1)
    scenes["It cannot be written"] = begin_and_end(locked, yatzy, b"7, Ann, yatzy, 2025-01-01\n")
    letters = Machine(
        [
            "yacht",
            "\u00c5sa,\u0141ukasz",
            *(key for each in yatzy.categories("yacht") for key in (each, each)),
        ],
        [6] * 300,
        yes=True,
    )
    scenes["Names with letters from elsewhere"] = begin_and_end(letters, yatzy)
    scenes["It is a folder"] = in_the_way(Machine(["yacht", "computer"], seeded(5)), yatzy)
    verify_document(
        story(
            "evening_hall_of_fame", "What the hall of fame holds, before and after a game.", scenes
        )
    )


def test_once_more(yatzy: Any, verify_document: Callable[[Document], None]) -> None:
    categories = yatzy.categories("yacht")
    keys = [
        "yacht", "Ann, Bob",
        *(key for category in categories for key in (category, category)), " Y ",
        *(key for category in categories for key in (category, category)), "yes",
    ]  # fmt: skip
    machine = Machine(
        keys, [6] * 300, "2026-12-31", "2026-12-31", "2026-12-31", "2027-01-01", yes=True
    )
    scenes = {"Both win, twice, the second time after midnight": begin_and_end(machine, yatzy)}
    machine = Machine(
        ["yacht", "computer", "y"], seeded(7), "2026-12-31", "2027-01-01", "2027-01-02", locked=1
    )
    scenes["Nothing can be written the first time; nobody looks at the calendar then"] = (
        begin_and_end(machine, yatzy)
    )
    verify_document(
        story("evening_once_more", "The same people once more, and who wins together.", scenes)
    )


def test_the_table_stays_as_it_was(yatzy: Any) -> None:
    table = yatzy()
    table.start("yatzy", ["Ann"])
    table.place("Ann", "chance", [1, 2, 3, 4, 5])
    before = table.sheet()
    with TemporaryDirectory() as folder, chdir(folder):
        Machine(["yacht", "computer"], seeded(6)).run(table)
    assert table.sheet() == before
