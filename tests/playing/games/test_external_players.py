"""Players in their own processes: their moves, their output and their end."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playing.games.tournament import Contest, ExternalPlayer, PlayerError
from refactored.players import View
from refactored.scorecard import Sums

Start = Callable[..., ExternalPlayer]


@pytest.fixture
def start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Start]:
    """Yield a function that starts a player from its turn. All players are closed in the end."""
    monkeypatch.chdir(tmp_path)
    started = []

    def start(turn: str, limit: float = 60) -> ExternalPlayer:
        source = f"import os\nclass Me:\n    def turn(self, dice, stage, view): {turn}\n"
        Path("random.py").write_text(source, encoding="utf-8")  # like a module of Python
        player = ExternalPlayer("Eve", "random.py", limit)
        started.append(player)
        return player

    yield start
    for player in started:
        player.close()


def move_of(player: ExternalPlayer) -> object:
    return player.turn([], 1, View(["ones", "twos"], Sums(0, 0, 0, 0), [0]))


def test_a_player_makes_moves(start: Start):
    player = start("return view.free()[stage]")
    assert [move_of(player), move_of(player)] == ["twos", "twos"]


@pytest.mark.parametrize(
    ("turn", "blame"),
    [
        ("input()", "it raised EOFError: EOF when reading a line (random.py:3)"),
        ("os._exit(3)", "its process ended with exit code 3"),
        ("\n        while True: pass", "no answer after 0.5 s"),
    ],
)
def test_a_player_without_a_move_is_blamed(turn: str, blame: str, start: Start):
    player = start(turn, limit=0.5)
    with pytest.raises(PlayerError):
        move_of(player)
    assert player.blame == blame


def test_a_player_that_cannot_be_loaded_is_named(start: Start):
    expected = "Could not load Eve=random.py: its process ended with exit code 4"
    with pytest.raises(PlayerError, match=expected):
        start("...\nos._exit(4)")


def test_a_disqualification_has_the_blame_of_the_player(start: Start):
    player = start("...")
    player.blame = "it raised ZeroDivisionError"
    contest = Contest("yacht", [player], 1)
    contest.read("Eve is disqualified in game 1, round 2, roll 3: PlayerError(...)")
    assert contest.disqualified == {"Eve": f"game 1, round 2, roll 3: {player.blame}"}
