"""Games that were left in the middle: saved after every move, and damaged ones put aside."""

import json
from pathlib import Path

import pytest

from dojo.table import saves
from dojo.table.session import Record, Session


def left(moves: int = 2) -> Session:
    at_table = Session(Record("yacht", {"Ann": "person", "Cy": "greedy"}, 5))
    for _ in range(moves):
        at_table.move(at_table.question.view.free()[0] if at_table.question else "")
    return at_table


def test_what_is_saved_is_read(tmp_path: Path) -> None:
    at_table = left()
    saves.write(tmp_path, at_table.record)
    again = saves.read(tmp_path, "yacht")
    assert again is not None
    assert (again.record, again.transcript) == (at_table.record, at_table.transcript)


def test_there_is_no_save_at_first(tmp_path: Path) -> None:
    assert saves.read(tmp_path, "yacht") is None


def test_each_game_has_a_save_of_its_own(tmp_path: Path) -> None:
    saves.write(tmp_path, left().record)
    assert saves.read(tmp_path, "yatzy") is None


def test_a_game_that_is_over_is_none_to_go_on_with(tmp_path: Path) -> None:
    saves.write(tmp_path, left(24).record)
    assert saves.read(tmp_path, "yacht") is None


def damaged(text: str) -> str:
    """Return a save with something wrong, by name."""
    good = {"game": "yacht", "kinds": {"Ann": "person"}, "seed": 5, "moves": ["ones"]}
    wrong: dict[str, object] = {
        "of another game": {**good, "game": "yatzy"},
        "of no game": {**good, "game": "chess"},
        "of no players": {**good, "kinds": {}},
        "of an unknown kind of player": {**good, "kinds": {"Ann": "genius"}},
        "with an illegal move": {**good, "moves": ["ones", "ones"]},
        "with a move that is none": {**good, "moves": [3]},
        "with too many moves": {**good, "moves": ["ones"] * 40},
        "with a hold of nonsense": {**good, "moves": [[7]]},
        "without a seed": {**good, "seed": None},
        "of another shape": [1, 2],
    }
    return {"empty": "", "cut short": '{"game": "ya', "noise": "\x00\x01"}.get(text) or json.dumps(wrong.get(text, ""))


@pytest.mark.parametrize(
    "what",
    [
        *("cut short", "noise", "of another game", "of no game", "of no players", "of an unknown kind of player"),
        *("with an illegal move", "with a move that is none", "with too many moves", "with a hold of nonsense"),
        *("without a seed", "of another shape"),
    ],
)
def test_a_damaged_save_is_said_to_be_so(what: str, tmp_path: Path) -> None:
    saves.path_of(tmp_path, "yacht").parent.mkdir()
    saves.path_of(tmp_path, "yacht").write_text(damaged(what), encoding="utf-8")
    with pytest.raises(ValueError, match="damaged: "):
        saves.read(tmp_path, "yacht")


def test_what_is_put_aside_is_kept_each_time(tmp_path: Path) -> None:
    for seed in range(3):
        saves.write(tmp_path, Record("yacht", {"Ann": "person"}, seed))
        saves.put_aside(tmp_path, "yacht", "left")
    kept = sorted(json.loads(path.read_text())["seed"] for path in (tmp_path / saves.FOLDER).iterdir())
    assert kept == [0, 1, 2]
