"""Evenings: the program from the greeting to the good night, as the people at the keyboard see it.

The tests control all input: keys, dice, the date, a folder. They record the screen and the hall of
fame. The expected results are in approved_files/evening_*.approved.txt.
"""

from collections.abc import Iterable
from contextlib import chdir
from itertools import repeat
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from dojo.documents.documents import Verify, story

from .machine import CTRL_C, HALL, SHOWN, THE_END, Machine, lines_of
from .table import seeded_faces

FACES_OF_AN_EVENING = 2000


def seeded(seed: int) -> Iterable[int]:
    """Return random faces for an evening."""
    return seeded_faces(seed, FACES_OF_AN_EVENING)


def loaded(*throws: str) -> Iterable[int]:
    """Return these throws, for example `11123`, and random ones for categories of a wish."""
    return [*map(int, "".join(throws)), *seeded(0)]


def whole_evening(machine: Machine, yatzy: Any) -> list[str]:
    """Show an evening: the screen, and the hall of fame afterwards."""
    hall = machine.evening(yatzy)
    return [*machine.screen, "", *lines_of(hall)]


def begin_and_end(machine: Machine, yatzy: Any, hall: bytes | None = None) -> list[str]:
    """Show an evening without its turns, and the hall of fame afterwards."""
    hall_afterwards = machine.evening(yatzy, hall)
    return [*without_turns(machine.screen), "", *lines_of(hall_afterwards)]


def without_turns(screen: list[str]) -> list[str]:
    """Leave out the turns and the score sheets."""
    turns = [number for number, line in enumerate(screen) if ", round " in line]
    if not turns:
        return screen
    wins = [number for number, line in enumerate(screen) if " win" in line]
    if not wins:
        return screen
    return [*screen[: turns[0]], "[...]", *screen[wins[-1] :]]


def test_an_evening_of_yatzy(yatzy: Any, verify_document: Verify):
    keys = ["yatzy", "Ann", "1 2", "-", "on", *yatzy.categories("yatzy")[1:]]
    faces = loaded(
        "11456", "123", "11123", "22213", "33312", "44412", "55512", "66612",
        "66125", "55443", "44416", "33335", "12345", "23456", "55522", "65643", "66666",
    )  # fmt: skip
    scenes = {"Ann": whole_evening(Machine(keys, faces), yatzy)}
    verify_document(story("evening_of_yatzy", "One evening, one player.", scenes))


def test_an_evening_of_yahtzee(yatzy: Any, verify_document: Verify):
    # Ann has luck: a yahtzee, and jokers wherever they may go.
    turns = [
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
    keys = ["", "Ann, Bob"]
    for _, answers in turns:
        keys += answers
    keys.append("n")
    faces = loaded(*(throw for throw, _ in turns))
    scenes = {"Ann and Bob": whole_evening(Machine(keys, faces), yatzy)}
    verify_document(story("evening_of_yahtzee", "One evening, two players.", scenes))


def test_an_evening_of_yacht(yatzy: Any, verify_document: Verify):
    categories = yatzy.categories("yacht")
    keys = ["yacht", " Ann ,computer, Bob"]
    for down, up in zip(categories, reversed(categories), strict=True):
        keys += [down, up[:8]]
    machine = Machine(keys, seeded(1), yes=True)
    scenes = {"Ann, the computer and Bob": whole_evening(machine, yatzy)}
    heading = "One evening, two people and the computer."
    verify_document(story("evening_of_yacht", heading, scenes))


@pytest.mark.parametrize("game", ["yatzy", "yahtzee"])
def test_the_computer_plays_by_itself(game: str, yatzy: Any, verify_document: Verify):
    machine = Machine([game.upper(), "computer"], seeded(2))
    scenes = {"The computer, alone": whole_evening(machine, yatzy)}
    name = f"evening_of_the_computer_{game}"
    verify_document(story(name, f"The computer plays {game}.", scenes))


WRONG_ANSWERS = {
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


def test_wrong_answers(yatzy: Any, verify_document: Verify):
    scenes = {}
    for title, keys in WRONG_ANSWERS.items():
        scenes[title] = whole_evening(Machine(keys, seeded(3)), yatzy)
    heading = "What people type, and what they are told. No input is left at the end of each scene."
    verify_document(story("evening_wrong_answers", heading, scenes))


# The keys before each question.
QUESTIONS = {
    "which game": [],
    "who plays": ["yatzy"],
    "what to keep": ["yatzy", "Ann"],
    "which category": ["yatzy", "Ann", "-", "-"],
    "whether it is meant": ["yatzy", "Ann", "large"],
    "once more": ["yacht", "computer"],
}


def test_the_end_of_the_input(yatzy: Any, verify_document: Verify):
    hall = b"98, Ann, yacht, 2025-12-31\n"
    scenes = {}
    for question, keys in QUESTIONS.items():
        machine = Machine([*keys, THE_END], seeded(4))
        scenes[f"Asked {question}"] = begin_and_end(machine, yatzy, hall)
    heading = "The end of the input at each question. What stands in the hall of fame stays."
    verify_document(story("evening_ends", heading, scenes))


@pytest.mark.parametrize("question", QUESTIONS)
def test_ctrl_c_ends_an_evening_as_the_end_of_the_input_does(question: str, yatzy: Any):
    screens = []
    halls = []
    for end in (THE_END, CTRL_C):
        machine = Machine([*QUESTIONS[question], end], seeded(4))
        halls.append(machine.evening(yatzy))
        screens.append(machine.output.getvalue())
    assert halls[1] == halls[0]
    assert screens[1] == screens[0].replace(SHOWN[EOFError], SHOWN[KeyboardInterrupt])


HALLS = {
    "There is none": None,
    "It is empty": b"",
    "Sorted as text": b"230, Ann, yahtzee, 2025-01-01\n98, Bob, yatzy, 2025-01-02\n"
    b"1000, Cy, yacht, 2025-01-03\n",
    "A long one": b"95, Ann, yacht, 2025-01-01\n96, Ann, yacht, 2025-01-01\n"
    b"97, Ann, yacht, 2025-01-01\n98, Ann, yacht, 2025-01-01\n99, Ann, yacht, 2025-01-01\n"
    b"100, Ann, yacht, 2025-01-01\n101, Ann, yacht, 2025-01-01\n102, Ann, yacht, 2025-01-01\n"
    b"103, Ann, yacht, 2025-01-01\n104, Ann, yacht, 2025-01-01\n105, Ann, yacht, 2025-01-01\n"
    b"106, Ann, yacht, 2025-01-01\n",
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


def test_the_hall_of_fame(yatzy: Any, verify_document: Verify):
    scenes = {}
    for title, hall in HALLS.items():
        machine = Machine(["yacht", "computer"], seeded(5))
        scenes[title] = begin_and_end(machine, yatzy, hall)

    machine = Machine(["yacht", "computer"], seeded(5), locked=1)
    hall = b"7, Ann, yatzy, 2025-01-01\n"
    scenes["It cannot be written"] = begin_and_end(machine, yatzy, hall)

    keys = ["yacht", "\u00c5sa,\u0141ukasz", *moves_of_two(yatzy)]
    machine = Machine(keys, repeat(6, 300), yes=True)
    scenes["Names with letters from elsewhere"] = begin_and_end(machine, yatzy)

    machine = Machine(["yacht", "computer"], seeded(5))
    with TemporaryDirectory() as folder, chdir(folder):
        Path(HALL).mkdir()
        machine.run(yatzy())
    scenes["It is a folder"] = without_turns(machine.screen)

    heading = "What the hall of fame holds, before and after a game."
    verify_document(story("evening_hall_of_fame", heading, scenes))


def moves_of_two(yatzy: Any) -> list[str]:
    """Return the keys of two people that go down the score sheet of yacht."""
    keys: list[str] = []
    for category in yatzy.categories("yacht"):
        keys += [category, category]
    return keys


def test_once_more(yatzy: Any, verify_document: Verify):
    scenes = {}
    keys = ["yacht", "Ann, Bob", *moves_of_two(yatzy), " Y ", *moves_of_two(yatzy), "yes"]
    dates = ["2026-12-31", "2026-12-31", "2026-12-31", "2027-01-01"]
    machine = Machine(keys, repeat(6, 300), *dates, yes=True)
    scenes["Both win, twice, the second time after midnight"] = begin_and_end(machine, yatzy)

    dates = ["2026-12-31", "2027-01-01", "2027-01-02"]
    machine = Machine(["yacht", "computer", "y"], seeded(7), *dates, locked=1)
    scenes["Nothing can be written the first time; nobody looks at the calendar then"] = (
        begin_and_end(machine, yatzy)
    )

    heading = "The same people once more, and who wins together."
    verify_document(story("evening_once_more", heading, scenes))


def test_the_table_stays_as_it_was(yatzy: Any):
    table = yatzy()
    table.start("yatzy", ["Ann"])
    table.place("Ann", "chance", [1, 2, 3, 4, 5])
    sheet = table.sheet()
    with TemporaryDirectory() as folder, chdir(folder):
        Machine(["yacht", "computer"], seeded(6)).run(table)
    assert table.sheet() == sheet
