"""Games that were left in the middle: saved after every move; what others saved, and what is damaged, is kept."""

import json
from pathlib import Path

import pytest

from dojo.table import saves
from dojo.table.saves import Save
from dojo.table.session import Record, Session

GOOD = {"game": "yacht", "kinds": {"Ann": "person"}, "seed": 5, "moves": ["ones"]}


def left(moves: int = 2) -> Session:
    at_table = Session(Record("yacht", {"Ann": "person", "Cy": "greedy"}, 5))
    for _ in range(moves):
        at_table.move(at_table.question.view.free()[0] if at_table.question else "")
    return at_table


def a_record(seed: int) -> Record:
    return Record("yacht", {"Ann": "person"}, seed, moves=["ones"])


def seeds(folder: Path) -> list[int]:
    """Return the seeds of all games that are kept in a workspace."""
    return sorted(json.loads(path.read_text())["seed"] for path in (folder / saves.FOLDER).iterdir())


def test_what_is_saved_is_read(tmp_path: Path) -> None:
    at_table = left()
    Save(tmp_path, "yacht").write(at_table.record)
    again = Save(tmp_path, "yacht").read()
    assert again is not None
    assert (again.record, again.transcript) == (at_table.record, at_table.transcript)
    Save(tmp_path, "yacht").path.write_text(json.dumps(GOOD))
    assert Save(tmp_path, "yacht").read() is not None


def test_a_game_that_is_over_is_none_to_go_on_with(tmp_path: Path) -> None:
    Save(tmp_path, "yacht").write(left(24).record)
    assert Save(tmp_path, "yacht").read() is None


@pytest.mark.parametrize(
    "text",
    [
        '{"game": "ya',
        *map(
            json.dumps,
            (
                [1, 2],
                GOOD | {"game": "yatzy"},
                GOOD | {"kinds": {}},
                GOOD | {"kinds": {"Ann": "genius"}},
                GOOD | {"moves": ["ones", "ones"]},
                GOOD | {"moves": [3]},
                GOOD | {"seed": None},
            ),
        ),
    ],
)
def test_a_damaged_save_is_said_to_be_so_and_kept_beside_the_next(text: str, tmp_path: Path) -> None:
    Save(tmp_path, "yacht").path.parent.mkdir()
    Save(tmp_path, "yacht").path.write_text(text, encoding="utf-8")
    save = Save(tmp_path, "yacht")
    with pytest.raises(ValueError, match=r"."):
        save.read()
    assert (tmp_path / save.write(a_record(seed=1)).split()[-1]).read_text() == text


def test_the_table_that_saves_last_keeps_what_the_other_has_saved_beside(tmp_path: Path) -> None:
    tables = [Save(tmp_path, "yacht") for _ in range(2)]
    for _ in range(2):
        for seed, table in enumerate(tables):
            table.write(a_record(seed))
    found = Save(tmp_path, "yacht").read()
    assert found is not None
    assert found.record.seed == 1
    assert {*seeds(tmp_path)} == {0, 1}


def test_each_game_that_gives_way_is_kept(tmp_path: Path) -> None:
    save = Save(tmp_path, "yacht")
    for seed in range(3):
        save.write(a_record(seed))
        save.set_free()
    assert seeds(tmp_path) == [0, 1, 2]


def test_a_game_that_is_over_leaves_that_of_another_table_alone(tmp_path: Path) -> None:
    first, second = Save(tmp_path, "yacht"), Save(tmp_path, "yacht")
    first.write(a_record(seed=1))
    second.read()
    second.write(a_record(seed=2))
    first.remove()
    assert seeds(tmp_path) == [2]
