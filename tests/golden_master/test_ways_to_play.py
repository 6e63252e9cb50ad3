"""Ways to start a game: by position and by name, with lists and tuples, with any type of text.

way: how the same four arguments are passed. plain: the game as everybody asks for it.
"""

from collections.abc import Callable
from typing import Any

from tests.golden_master.bad_values import Name, OldName, Pair, Row, Words
from tests.golden_master.calls import exactly
from tests.golden_master.documents import Document, story
from tests.golden_master.table import Person, dice_from, first_free, kept_in, last_free, seeded_dice

Roll = Callable[[int], Any]
Play = Callable[
    [Any, list[Person], Roll, Callable[[object], None]], object
]  # from the method play or tournament


def thrown_as(make: Callable[[list[int]], Any], roll: Roll) -> Roll:
    """Return a source whose throws are of another type."""
    return lambda number: make(roll(number))


def in_one_list(roll: Roll) -> Roll:
    """Return a source that hands out the same list each time, with new dice in it."""
    hand: list[int] = []

    def again(number: int) -> list[int]:
        hand[:] = roll(number)
        return hand

    return again


def forgetting(players: list[Person], roll: Roll) -> Roll:
    """Return a source that empties the list of players as soon as the game asks for dice."""

    def throw(number: int) -> list[int]:
        players.clear()
        return roll(number)

    return throw


WAYS: dict[str, Play] = {
    "by position": lambda ask, players, roll, write: ask("yacht", players, roll, write=write),
    "by name": lambda ask, players, roll, write: ask(
        write=write, roll=roll, players=players, game="yacht"
    ),
    "players in a tuple": lambda ask, players, roll, write: ask(
        "yacht", tuple(players), roll, write=write
    ),
    "players in a list of another type": lambda ask, players, roll, write: ask(
        "yacht", Row(players), roll, write=write
    ),
    "a list of players that the caller empties": lambda ask, players, roll, write: ask(
        "yacht", players, forgetting(players, roll), write=write
    ),
    "dice thrown in a tuple": lambda ask, players, roll, write: ask(
        "yacht", players, thrown_as(tuple, roll), write=write
    ),
    "dice thrown in a list of another type": lambda ask, players, roll, write: ask(
        "yacht", players, thrown_as(Row, roll), write=write
    ),
    "dice thrown in a tuple of another type": lambda ask, players, roll, write: ask(
        "yacht", players, thrown_as(Pair, roll), write=write
    ),
    "dice thrown in one list again and again": lambda ask, players, roll, write: ask(
        "yacht", players, in_one_list(roll), write=write
    ),
    "the game as a member of an enumeration": lambda ask, players, roll, write: ask(
        Name.YACHT, players, roll, write=write
    ),
    "the game as a member of an older kind of enumeration": lambda ask, players, roll, write: ask(
        OldName.YACHT, players, roll, write=write
    ),
    "the game as a text of another type": lambda ask, players, roll, write: ask(
        Words("yacht"), players, roll, write=write
    ),
}


def keeper(name: str) -> Person:
    """Return a player who keeps three dice in no order, twice, and takes the last category."""
    return Person(
        name,
        lambda _dice, stage, view: [[3, 0, 4], [4, 1, 2]][stage] if stage < 2 else view.free()[-1],
    )


WHOLE = 10  # lines; of more, the first and the last are shown


def two_players() -> list[Person]:
    """Seat two, in no order of their names."""
    return [keeper("Zoe"), first_free("Ann")]


def held(way: Play, ask: Callable[..., object]) -> tuple[list[str], str]:
    """Ask for a game in a way; return the transcript, and what it returns."""
    lines: list[str] = []
    return lines, exactly(way(ask, two_players(), seeded_dice(22, 2 * 12), kept_in(lines)))


def test_a_game_is_the_same_in_whatever_way_it_is_asked_for(
    yatzy: Any, verify_document: Callable[[Document], None]
) -> None:
    scenes = {}
    for title, ask in (("A game", yatzy().play), ("A tournament of one game", one_game(yatzy))):
        plain = held(WAYS["by position"], ask)
        same = [
            f"{name}: {'the same' if held(way, ask) == plain else 'another'}"
            for name, way in WAYS.items()
        ]
        shown = plain[0] if len(plain[0]) < WHOLE else [plain[0][0], "...", *plain[0][-4:]]
        scenes[title] = [*shown, f"returns {plain[1]}", "", *same]
    heading = (
        "Ways to ask for a game: how it begins, ends, and what it returns; "
        "then each way, and whether it was the same."
    )
    verify_document(story("ways_to_play", heading, scenes))


def one_game(yatzy: Any) -> Callable[..., object]:
    """Return the method tournament, for one game."""
    return lambda *by_position, **by_name: yatzy().tournament(*by_position, games=1, **by_name)


def thoughtful(yatzy: Any, name: str) -> Person:
    """Return a player who plays a game and a tournament of its own during two of its turns."""

    def turn(_dice: list[int], _stage: int, view: Any) -> object:
        if len(view.free()) in (12, 7):
            for ask in (yatzy().play, one_game(yatzy)):
                ask(
                    "yatzy",
                    [last_free(name)],
                    dice_from([1, 2, 2, 3, 3] * 20),
                    write=lambda _: None,
                )
        return view.free()[0]

    return Person(name, turn)


def test_a_player_may_play_games_in_its_head(yatzy: Any) -> None:
    for ask in (yatzy().play, one_game(yatzy)):
        transcripts: list[list[str]] = []
        for player in (first_free("Ann"), thoughtful(yatzy, "Ann")):
            transcripts.append([])
            ask(
                "yacht",
                [player, last_free("Zoe")],
                seeded_dice(23, 2 * 12),
                write=kept_in(transcripts[-1]),
            )
        assert transcripts[0] == transcripts[1]
