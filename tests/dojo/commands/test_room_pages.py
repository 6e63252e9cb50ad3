"""`dojo room --html`: what is written, what is said, and what does not go together."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main
from dojo.room.pages import Pages
from tests.dojo.room import rooms
from tests.dojo.room.rooms import check, started
from tests.dojo.small_kata import SmallKata


@pytest.fixture
def here(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Be in a small kata with a room, which has one pair."""
    place = rooms.new_room(kata.folder / "room.git")
    rooms.push(place, "refs/heads/dojo/Panda", [started(), check("green"), check("red")])
    monkeypatch.chdir(kata.folder)
    return kata.folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["room", *arguments])


def test_a_name_leads_to_the_steps_of_the_pair(here: Path) -> None:
    done = run("room.git", "--html", "board.html")
    assert (done.exit_code, done.stdout.splitlines()[0].partition(". ")[0]) == (0, "board.html: 1 pair")
    [link] = re.findall('<a href="(.*?)"><bdi>Panda</bdi>', (here / "board.html").read_text(encoding="utf-8"))
    assert "Yatzy.pair(2, 2) expected 4 got 3" in (here / link).read_text(encoding="utf-8")


@pytest.mark.usefixtures("here")
def test_a_round_is_counted_down_on_the_page() -> None:
    run("room.git", "--html", "board.html", "--minutes", "25")
    assert '<p id="timer"' in Path("board.html").read_text(encoding="utf-8")


def test_following_ends_well_with_ctrl_c(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(pages: Pages, *_: object) -> None:
        pages.refresh(0)
        raise KeyboardInterrupt

    monkeypatch.setattr("dojo.commands.room.follow", interrupted)
    done = run("room.git", "--html", "board.html", "--follow")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "board.html stays as it is: 1 pair.")
    assert (here / "board.html").exists()


@pytest.mark.usefixtures("here")
def test_what_somebody_else_made_is_left_alone_and_told() -> None:
    Path("board.html").write_text("my notes", encoding="utf-8")
    done = run("room.git", "--html", "board.html")
    assert (done.exit_code, "board.html is there, and was not made by `dojo room`" in done.stderr) == (1, True)


@pytest.mark.usefixtures("here")
def test_a_room_that_does_not_answer_is_on_the_page_and_is_no_success() -> None:
    Path("empty").mkdir()
    done = run("room.git", "empty", "--html", "board.html")
    page = Path("board.html").read_text(encoding="utf-8")
    assert (done.exit_code, "<bdi>Panda</bdi>" in page, "<li>empty: not heard since" in page) == (1, True, True)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["room.git", "--follow"], "--follow goes with --html FILE"),
        (["room.git", "--html", "board.html", "--json"], "--html and --json do not go together"),
        (["--html", "board.html"], "`dojo room SOURCE` shows a room"),
    ],
)
def test_what_does_not_go_together_is_wrong_usage(here: Path, arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert (done.exit_code, words in done.output, (here / "board.html").exists()) == (2, True, False)
