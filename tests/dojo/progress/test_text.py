"""The timeline as text, and the command that prints it."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from dojo.main import main
from dojo.practice.history import History
from dojo.progress.timeline import timeline_lines
from tests.dojo.practice.histories import committed, green, history, new_practice, red, swapped
from tests.dojo.practising import checked, write_files
from tests.dojo.progress.timelines import timeline


def lines_of(found: History, *, every: bool = False) -> list[str]:
    return [line.plain for line in timeline_lines(timeline(found), "Level 1", every=every)]


def test_a_new_day_is_named_once():
    lines = lines_of(history(green(0), green(1), green(24 * 60), green(24 * 60 + 1)))
    assert [line for line in lines if line.startswith("2026")] == ["2026-01-03"]


def test_a_long_table_has_no_middle():
    lines = lines_of(history(*map(green, range(35))))
    middle = lines.index("... 19 more rows (--all shows them)")
    assert lines[middle - 1].startswith(" 4  10:03")
    assert lines[middle + 1].startswith("24  10:23")


@pytest.mark.parametrize("name", ["a" * 99, "骰" * 99, "word " * 40])
def test_the_table_fits_80_columns(name: str):
    failed = red(2, "b", finding=name)
    lines = lines_of(history(green(1, "a"), failed, committed(3, "a", name), swapped(4, name)))
    assert max(map(cell_len, lines)) <= 80


def test_design_findings_are_explained_if_they_are_shown():
    hint = "Design findings are places where a design rule of ruff reports a smell."
    assert hint in lines_of(history(green(0)))
    assert hint not in lines_of(history(red(0)))


# The command.


def progress(*options: str) -> Result:
    return CliRunner().invoke(main, ["progress", *options])


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the current folder, which has a practice with a green check."""
    write_files(tmp_path, {"pyproject.toml": "", "approved_files/a": "", "legacy/yatzy.py": ""})
    monkeypatch.chdir(tmp_path)
    checked(new_practice(tmp_path), "green")
    return tmp_path


def test_a_file_of_the_person_is_not_overwritten(workspace: Path):
    mine = workspace / "mine.html"
    mine.write_text("mine", encoding="utf-8")
    assert "was not written by the dojo" in progress("--html", "mine.html").stderr
    assert mine.read_text(encoding="utf-8") == "mine"


@pytest.mark.usefixtures("workspace")
def test_no_row_is_skipped_with_all(monkeypatch: pytest.MonkeyPatch):
    for limit in ("MAX_ROWS", "FIRST_ROWS", "LAST_ROWS"):
        monkeypatch.setattr(f"dojo.progress.timeline.{limit}", 0)
    assert "more rows" not in progress("--all").stdout


@pytest.mark.usefixtures("workspace")
def test_no_password_of_a_room_is_shown():
    done = progress("http://me:secret@127.0.0.1:1/room.git")
    assert "http://127.0.0.1:1/room.git" in done.stderr
    assert "secret" not in done.output
