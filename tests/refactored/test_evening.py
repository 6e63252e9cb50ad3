"""The evening, rule by rule, in an environment of lists and functions: nothing is patched."""

from collections.abc import Iterable
from typing import Any, NoReturn

import pytest

from refactored import evening
from refactored.evening import Environment, Evening
from refactored.games import game_named, games
from refactored.hall_of_fame import Hall

ALONE = ("yacht", "Ann")
KEEP_ALL = "1 2 3 4 5"
PAYING = ("sixes", "four of a kind", "choice", "yacht")  # with five sixes in yacht


class Keyboard:
    """Types a script, then says that the input ends, or whatever it was given to raise."""

    def __init__(self, answers: Iterable[str], end: type[BaseException] = EOFError):
        """Take the script."""
        self._answers, self._end = list(answers), end
        self.prompts: list[str] = []

    def ask(self, prompt: str) -> str:
        self.prompts.append(prompt)
        if not self._answers:
            raise self._end
        return self._answers.pop(0)


class PaperHall(Hall):
    """A hall of fame on a sheet of paper; there is none before its first entry."""

    def __init__(self, *entries: str):
        """Write entries on it."""
        self.entries = list(entries)

    def lines(self) -> list[str]:
        if not self.entries:
            raise FileNotFoundError
        return self.entries

    def add(self, entries: Iterable[str]):
        self.entries += entries


class ShutHall(Hall):
    """A hall of fame that cannot be read or written."""

    def lines(self) -> NoReturn:
        raise PermissionError

    def add(self, entries: Iterable[str]) -> NoReturn:  # noqa: ARG002 - it takes none of them
        raise PermissionError


def sixes(count: int) -> list[int]:
    return [6] * count


def falling(*faces: int) -> Any:
    """Return dice that fall as told, one after the other, and then as sixes."""
    coming = iter(faces)
    return lambda count: [next(coming, 6) for _ in range(count)]


def screen_after(*answers: str, source: Any = sixes, hall: Hall | None = None) -> list[str]:
    """Return what an evening with these answers tells."""
    screen: list[str] = []
    environment = Environment(
        Keyboard(answers).ask, screen.append, source, lambda: "2026-11-21", hall or PaperHall()
    )
    Evening(environment).run()
    return screen


def prompts_of(*answers: str) -> list[str]:
    """Return what an evening with these answers asks."""
    keyboard = Keyboard(answers)
    Evening(Environment(keyboard.ask, [].append, sixes, lambda: "2026-11-21", PaperHall())).run()
    return keyboard.prompts


def test_it_greets_with_the_date():
    assert screen_after()[0] == "Good evening! It is 2026-11-21."


def test_it_shows_the_hall_of_fame():
    entry = "98, Bob, yatzy, 2026-11-20"
    assert screen_after(hall=PaperHall(entry))[1:3] == ["Hall of fame:", f"  {entry}"]


def test_it_says_nothing_of_a_hall_that_nobody_began():
    assert screen_after(hall=PaperHall())[1:] == ["", "Good night!"]


def test_a_hall_that_cannot_be_read_is_told():
    assert screen_after(hall=ShutHall())[1] == "The hall of fame cannot be read."


def test_a_hall_that_cannot_be_written_does_not_end_the_evening():
    screen: list[str] = []
    keys = iter(["yacht", "computer", "n"])
    environment = Environment(
        ask=lambda _: next(keys),
        tell=screen.append,
        source=sixes,
        today=lambda: "2026-11-21",
        hall=ShutHall(),
    )
    Evening(environment).run()
    assert screen[-2:] == ["The hall of fame cannot be written.", "Good night!"]


@pytest.mark.parametrize(
    ("answer", "cell"), [("", "small straight"), (" YATZY ", "two pairs"), ("yacht", "choice")]
)
def test_a_game_is_asked_for_and_no_answer_is_yahtzee(answer: str, cell: str):
    assert any(cell in line for line in screen_after(answer, "Ann"))


def test_the_first_question_offers_every_game(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(evening, "games", lambda: [*games(), "poker dice"])
    assert evening.game_prompt() == "yatzy, yahtzee, yacht or poker dice? (Enter is yahtzee) "


def test_an_unknown_game_is_told_in_the_words_of_the_library_and_asked_for_again():
    told = "unknown game: 'poker'; the games are yatzy, yahtzee, yacht"
    assert screen_after("poker", "yacht")[1] == told


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("", "A name is missing."),
        ("Ann,,Bob", "A name is missing."),
        ("Ann, Ann", "two players of one name: 'Ann'; every name is another"),
    ],
)
def test_names_are_there_and_all_different(answer: str, told: str):
    assert screen_after("yacht", answer)[1] == told


def test_names_are_taken_without_the_space_around_them():
    assert "Bob, round 1, throw 1" in screen_after("yacht", " Ann , Bob ", "sixes")


def test_a_throw_is_shown_with_what_every_free_category_would_pay():
    screen = screen_after(*ALONE, source=falling(1, 1, 1, 1, 2))
    assert screen[screen.index("Ann, round 1, throw 1") :][1:7] == [
        "  number 1 2 3 4 5",
        "  dice   1 1 1 1 2",
        "  ones 4                  twos 2                  threes 0",
        "  fours 0                 fives 0                 sixes 0",
        "  full house 0            four of a kind 4        little straight 0",
        "  big straight 0          choice 6                yacht 0",
    ]


def test_of_a_joker_only_the_categories_are_shown_where_it_may_go():
    assert screen_after("yahtzee", "Ann", "yahtzee")[-3] == "  sixes 30"


@pytest.mark.parametrize(
    ("answer", "dice"),
    [("1 3", "1 6 3 6 6"), ("3 1", "1 6 3 6 6"), ("-", "6 6 6 6 6"), (KEEP_ALL, "1 2 3 4 5")],
)
def test_the_dice_that_are_named_by_their_numbers_stay(answer: str, dice: str):
    throws = [
        line
        for line in screen_after(*ALONE, answer, source=falling(1, 2, 3, 4, 5))
        if line.startswith("  dice")
    ]
    assert throws[-1] == f"  dice   {dice}"


@pytest.mark.parametrize("answer", ["", "0", "6", "1 1", "12", "1 -", "sevens"])
def test_anything_else_is_not_understood(answer: str):
    assert f"Not understood: {answer!r}" in screen_after(*ALONE, answer)


def test_there_are_three_throws():
    assert "There is no fourth throw. Take a category." in screen_after(*ALONE, "-", "-", "-")


def test_after_the_third_throw_only_a_category_is_asked_for():
    assert prompts_of(*ALONE, "-", "-")[-1] == "A category: "


def test_the_beginning_of_a_category_is_enough():
    assert "Ann takes sixes for 30, 30 in all" in screen_after(*ALONE, "si")


def test_a_beginning_that_fits_several_is_too_short():
    told = "Too short: it fits fours, fives, full house, four of a kind"
    assert told in screen_after(*ALONE, "f")


def test_a_beginning_counts_among_the_free_categories_alone():
    assert "Ann takes threes for 0, 0 in all" in screen_after(*ALONE, "twos", "y", "t", "y")


def test_what_the_rules_do_not_allow_is_told_in_the_words_of_the_library():
    told = "joker misplaced: 'chance'; five alike have to go to sixes"
    assert told in screen_after("yahtzee", "Ann", "yahtzee", "chance")


def test_before_a_category_is_taken_for_nothing_it_asks():
    assert prompts_of(*ALONE, "ones")[-1] == "ones pays nothing. Take it? (y) "


def test_a_category_for_nothing_is_taken_when_it_is_meant():
    assert "Ann takes ones for 0, 0 in all" in screen_after(*ALONE, "ones", " Y ")


def test_a_category_for_nothing_is_not_taken_when_it_is_not_meant():
    assert not any("takes" in line for line in screen_after(*ALONE, "ones", "yes"))


@pytest.mark.parametrize(
    ("faces", "kept"), [((1, 1, 2, 3, 4), "1 1"), ((1, 1, 2, 2, 6), "2 2"), ((1, 2, 3, 4, 6), "6")]
)
def test_the_computer_keeps_what_shows_most_the_highest_of_several(
    faces: tuple[int, ...], kept: str
):
    assert screen_after("yacht", "computer", source=falling(*faces))[3].endswith(f", keeps {kept}")


def test_the_computer_takes_what_pays_most():
    assert "computer takes yacht for 50, 50 in all" in screen_after("yacht", "computer")


def test_the_computer_takes_the_first_of_those_that_pay_alike():
    screen = screen_after("yacht", "computer", source=lambda count: [1] * count)
    assert [line.split(" for ")[0] for line in screen if "takes" in line][1:3] == [
        "computer takes ones",
        "computer takes choice",
    ]


def test_at_the_end_stand_the_sheet_and_who_won():
    screen = screen_after("yacht", "computer", "n")
    sheet, _, winner, _ = screen[-4:]
    assert (sheet.split()[-1], winner) == ("134", "computer wins with 134")


def test_every_winner_gets_an_entry_below_what_stands_there():
    hall = PaperHall("98, Bob, yatzy, 2026-11-20")
    turns = [[name] if name in PAYING else [name, "y"] for name in game_named("yacht").categories]
    screen_after("yacht", "Ann, Bob", *(answer for turn in turns for answer in turn * 2), hall=hall)
    assert hall.entries[1:] == ["134, Ann, yacht, 2026-11-21", "134, Bob, yacht, 2026-11-21"]


def test_the_same_people_play_once_more():
    assert screen_after("yacht", "computer", " Y ", "n").count("computer, round 1, throw 1") == 2


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
@pytest.mark.parametrize("answers", [(), ("yacht",), ALONE, (*ALONE, "ones")])
def test_the_end_of_the_input_ends_the_evening(answers: tuple[str, ...], end: type[BaseException]):
    screen: list[str] = []
    hall = PaperHall()
    Evening(
        Environment(Keyboard(answers, end).ask, screen.append, sixes, lambda: "2026-11-21", hall)
    ).run()
    assert (screen[-2:], hall.entries) == (["", "Good night!"], [])
