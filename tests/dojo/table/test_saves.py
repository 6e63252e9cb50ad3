"""Games that were left in the middle: saved after every move, and damaged ones put aside."""

import json
import os
import sys
from pathlib import Path
from threading import Thread

import pytest

from dojo.kata import write_whole
from dojo.table import alone, saves
from dojo.table.saves import Save
from dojo.table.session import Record, Session


def left(moves: int = 2) -> Session:
    at_table = Session(Record("yacht", {"Ann": "person", "Cy": "greedy"}, 5))
    for _ in range(moves):
        at_table.move(at_table.question.view.free()[0] if at_table.question else "")
    return at_table


def test_what_is_saved_is_read(tmp_path: Path) -> None:
    at_table = left()
    Save(tmp_path, "yacht").write(at_table.record)
    again = Save(tmp_path, "yacht").newest()
    assert again is not None
    assert (again.record, again.transcript) == (at_table.record, at_table.transcript)


def test_there_is_no_save_at_first(tmp_path: Path) -> None:
    assert Save(tmp_path, "yacht").newest() is None


def test_each_game_has_a_save_of_its_own(tmp_path: Path) -> None:
    Save(tmp_path, "yacht").write(left().record)
    assert Save(tmp_path, "yatzy").newest() is None


def test_a_game_that_is_over_is_none_to_go_on_with(tmp_path: Path) -> None:
    Save(tmp_path, "yacht").write(left(24).record)
    assert Save(tmp_path, "yacht").newest() is None


def damaged(text: str) -> str:
    """Return a save with something wrong, by name."""
    good = {"game": "yacht", "kinds": {"Ann": "person"}, "seed": 5, "moves": ["ones"]}
    wrong: dict[str, object] = {
        "of another game": {**good, "game": "yatzy"},
        "of no game": {**good, "game": "chess"},
        "of no players": {**good, "kinds": {}},
        "of an unknown kind of player": {**good, "kinds": {"Ann": "genius"}},
        "of more players than seats": {**good, "kinds": {f"P{number}": "person" for number in range(7)}},
        "of a million players": {**good, "kinds": {f"P{number}": "careful" for number in range(10**6)}},
        "of a name that moves the cursor": {**good, "kinds": {"\x1b[2J": "person"}},
        "of a name that no line ends": {**good, "kinds": {10**6 * "x": "person"}},
        "of a name that is none": {**good, "kinds": {"": "person"}},
        "with an illegal move": {**good, "moves": ["ones", "ones"]},
        "with a move that is none": {**good, "moves": [3]},
        "with too many moves": {**good, "moves": ["ones"] * 40},
        "with a hold of nonsense": {**good, "moves": [[7]]},
        "without a seed": {**good, "seed": None},
        "of an endless seed": {**good, "seed": float("inf")},
        "of another shape": [1, 2],
    }
    return {"empty": "", "cut short": '{"game": "ya', "noise": "\x00\x01"}.get(text) or json.dumps(wrong.get(text, ""))


@pytest.mark.parametrize(
    "what",
    [
        *("of more players than seats", "of a million players", "of a name that moves the cursor"),
        *("of a name that no line ends", "of a name that is none"),
        *("cut short", "noise", "of another game", "of no game", "of no players", "of an unknown kind of player"),
        *("with an illegal move", "with a move that is none", "with too many moves", "with a hold of nonsense"),
        *("without a seed", "of an endless seed", "of another shape"),
    ],
)
def test_a_damaged_save_is_said_to_be_so(what: str, tmp_path: Path) -> None:
    saves.path_of(tmp_path, "yacht").parent.mkdir()
    saves.path_of(tmp_path, "yacht").write_text(damaged(what), encoding="utf-8")
    with pytest.raises(ValueError, match="damaged: "):
        Save(tmp_path, "yacht").newest()


def test_what_is_kept_aside_is_kept_each_time(tmp_path: Path) -> None:
    for seed in range(3):
        Save(tmp_path, "yacht").keep_aside(Record("yacht", {"Ann": "person"}, seed))
    assert seeds(tmp_path) == [0, 1, 2]


def seeds(folder: Path) -> list[int]:
    """Return the seeds of all games that are kept in a workspace."""
    return sorted(json.loads(path.read_text())["seed"] for path in (folder / saves.FOLDER).iterdir())


def a_record(seed: int) -> Record:
    return Record("yacht", {"Ann": "person"}, seed, moves=["ones"])


def test_a_second_table_saves_beside_the_first(tmp_path: Path) -> None:
    tables = [Save(tmp_path, "yacht") for _ in range(2)]
    gave_way = [table.write(a_record(seed)) for _ in range(2) for seed, table in enumerate(tables)]
    assert gave_way == [False, True, False, False]
    assert [table.name for table in tables] == [".table/yacht.json", ".table/yacht-2.json"]
    assert seeds(tmp_path) == [0, 1]


def test_of_two_tables_at_one_game_the_one_that_comes_back_later_saves_beside(tmp_path: Path) -> None:
    first, second = Save(tmp_path, "yacht"), Save(tmp_path, "yacht")
    first.write(a_record(seed=1))
    second.newest()
    second.write(a_record(seed=2))
    assert first.write(a_record(seed=3))
    assert seeds(tmp_path) == [2, 3]


def test_the_game_that_was_saved_last_is_gone_on_with_first(tmp_path: Path) -> None:
    for seed, name in enumerate(("yacht", "yacht-2", "yacht-3")):
        path = saves.path_of(tmp_path, "yacht").with_name(f"{name}.json")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(saves.as_bytes(a_record(seed)))
        os.utime(path, (seed % 2, seed % 2))
    found = Save(tmp_path, "yacht").newest()
    assert found is not None
    assert found.record.seed == 1


def test_a_game_put_aside_is_none_to_go_on_with(tmp_path: Path) -> None:
    Save(tmp_path, "yacht").keep_aside(a_record(seed=1))
    assert Save(tmp_path, "yacht").newest() is None


def test_a_game_that_is_over_leaves_that_of_another_table_alone(tmp_path: Path) -> None:
    first, second = Save(tmp_path, "yacht"), Save(tmp_path, "yacht")
    first.write(a_record(seed=1))
    second.newest()
    second.write(a_record(seed=2))
    first.forget()
    assert seeds(tmp_path) == [2]


def test_what_another_table_saves_where_a_save_was_removed_is_its_own_though_it_is_the_same(tmp_path: Path) -> None:
    first, second = Save(tmp_path, "yacht"), Save(tmp_path, "yacht")
    first.write(left(3).record)
    first.forget()
    second.write(left(3).record)
    assert (first.write(left(1).record), first.name) == (True, ".table/yacht-2.json")


def test_a_damaged_save_is_never_written_over(tmp_path: Path) -> None:
    saves.path_of(tmp_path, "yacht").parent.mkdir()
    saves.path_of(tmp_path, "yacht").write_text("{", encoding="utf-8")
    table = Save(tmp_path, "yacht")
    with pytest.raises(ValueError, match="damaged"):
        table.newest()
    table.write(a_record(seed=1))
    assert saves.path_of(tmp_path, "yacht").read_text() == "{"


def test_a_save_that_somebody_removed_is_written_again(tmp_path: Path) -> None:
    table = Save(tmp_path, "yacht")
    table.write(a_record(seed=1))
    table.path.unlink()
    table.path.parent.rmdir()
    assert not table.write(a_record(seed=2))
    assert seeds(tmp_path) == [2]


def test_a_game_is_saved_beside_a_folder_in_the_place_of_its_save(tmp_path: Path) -> None:
    save = Save(tmp_path, "yacht")
    save.path.mkdir(parents=True)
    assert (save.write(left().record), save.name) == (True, ".table/yacht-2.json")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks no folder")
def test_of_two_tables_that_save_at_the_same_moment_one_gives_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Save(tmp_path, "yacht"), Save(tmp_path, "yacht")
    first.write(a_record(seed=0))
    second.newest()
    others = Thread(target=second.write, args=[a_record(seed=2)])

    def while_the_other_saves(path: Path, content: bytes) -> None:
        monkeypatch.undo()
        others.start()
        others.join(0.1)
        write_whole(path, content)

    monkeypatch.setattr(saves, "write_whole", while_the_other_saves)
    first.write(a_record(seed=1))
    others.join()
    assert seeds(tmp_path) == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows locks no folder")
def test_nobody_waits_long_for_a_table_that_was_stopped_while_it_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alone, "PATIENCE_SECONDS", 0.1)
    save = Save(tmp_path, "yacht")
    save.path.parent.mkdir()
    with alone.alone_in(save.path.parent):
        save.write(a_record(seed=1))
    assert seeds(tmp_path) == [1]
