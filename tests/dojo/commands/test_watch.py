"""Test `dojo watch`: a check on every save, and *test && commit || revert*."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.commands import watch
from dojo.commands.watch import Tcr
from dojo.errors import WorkspaceError
from dojo.main import main
from dojo.practice.history import read_history
from dojo.practice.model import Practice
from dojo.practice.recording import restore_snapshot
from dojo.practice.snapshots import Repository
from dojo.room.pushing import ACTIVITY_FILE
from dojo.room.sharing import join_room
from tests.dojo.practising import YATZY, checked, started
from tests.dojo.small_kata import RULE, SmallKata

BROKEN = RULE.replace("return first", "return last")
CLEANER = RULE.replace("return 0", "return  0")
Saves = Iterator[set[tuple[str, str]]]


def follow(
    practice: Practice,
    monkeypatch: pytest.MonkeyPatch,
    *saves: Callable[[], object],
    tcr: bool = False,
) -> list[str]:
    """Watch the practice during these saves; return the output without the next step."""
    left = iter(saves)

    def happen(*_: object, **__: object) -> Saves:
        for save in left:
            save()
            yield {("changed", "a file")}
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "watch_files", happen)
    monkeypatch.chdir(practice.workspace)
    said = CliRunner().invoke(main, ["watch", *["--tcr"] * tcr]).output
    return said.removesuffix("Next: `dojo progress` shows the timeline.\n").splitlines()


def test_the_first_check_and_each_save_that_changes_something_is_a_line_as_wide_as_the_terminal(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    saves = (
        (practice.folder / "yatzy.py").touch,
        lambda: kata.write(YATZY, BROKEN),
        lambda: kata.write(YATZY, RULE),
    )
    _, *told, end = follow(practice, monkeypatch, *saves)
    assert [line.split()[1] for line in told if line] == ["green", "red", "green"]
    assert "practice/yatzy.py:12, in pair() NameError: name 'last" in told[1]
    assert (len(told[1]), end) == (80, "3 checks: 2 green, 0 amber, 1 red.")


def test_tcr_commits_green_and_reverts_red(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    saves = (lambda: kata.write(YATZY, CLEANER), lambda: kata.write(YATZY, BROKEN))
    told = follow(practice, monkeypatch, *saves, tcr=True)
    assert ["committed" in line for line in told[1:3]] == [False, True]
    assert "reverted" in told[3]
    assert re.fullmatch(r" +to undo this: Ctrl-C, then `dojo restore \w{7}`", told[4])
    assert (kata.read(YATZY), Repository(practice.folder).files("HEAD")["yatzy.py"]) == (
        CLEANER,
        CLEANER,
    )
    history = read_history(Repository(practice.folder))
    assert [step.commit for step in history.steps if step.reverted] == [history.steps[-1].commit]


def test_tcr_reverts_nothing_for_what_the_kata_lacks(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lose() -> None:
        (kata.folder / "approved_files/pairs.approved.txt").unlink()
        kata.write(YATZY, CLEANER)

    told = follow(practice, monkeypatch, lose, tcr=True)
    assert ("not reverted" in told[2], kata.read(YATZY)) == (True, CLEANER)


def test_tcr_reverts_code_that_writes_a_file_in_each_check(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = "open('debug.log', 'a').write('here')\n"
    kata.write(YATZY, writes + RULE)
    told = follow(practice, monkeypatch, lambda: kata.write(YATZY, writes + BROKEN), tcr=True)
    assert ("reverted" in told[2], kata.read(YATZY)) == (True, writes + RULE)
    restore_snapshot(practice, None)
    assert kata.read("practice/debug.log") == "herehere"


def test_another_practice_in_the_place_of_the_first_is_not_taken_for_it(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again() -> None:
        started(kata, again=True)
        kata.write(YATZY, BROKEN)

    assert "A new practice was started" in follow(practice, monkeypatch, again, tcr=True)[-1]
    assert kata.read(YATZY) == BROKEN


@pytest.fixture
def tcr(practice: Practice) -> Tcr:
    """Give a game that began from green."""
    game = Tcr(practice)
    follow_as(game, "green")
    return game


def follow_as(game: Tcr, status: str) -> str:
    """Check the files as they are, let the game follow, and return what it says."""
    entry = checked(game.practice, status)
    return game.follow(entry, str(entry.tree))


def test_what_is_saved_after_the_check_is_not_reverted(
    kata: SmallKata, practice: Practice, tcr: Tcr
) -> None:
    kata.write(YATZY, BROKEN)
    red = checked(practice, "red")
    kata.write(YATZY, CLEANER)
    assert (tcr.follow(red, str(red.tree)), kata.read(YATZY)) == (
        "not reverted, because a file was saved meanwhile",
        CLEANER,
    )


def test_what_is_saved_after_a_green_check_is_not_committed(
    kata: SmallKata, practice: Practice, tcr: Tcr
) -> None:
    kata.write(YATZY, CLEANER)
    green = checked(practice, "green")
    kata.write(YATZY, BROKEN)
    tcr.follow(green, str(green.tree))
    assert (Repository(practice.folder).files("HEAD")["yatzy.py"], kata.read(YATZY)) == (
        CLEANER,
        BROKEN,
    )


def test_a_commit_of_the_persons_own_stays(kata: SmallKata, practice: Practice, tcr: Tcr) -> None:
    repository = Repository(practice.folder)
    kata.write(YATZY, BROKEN)
    own = repository.commit(repository.tree(), "on my way")
    follow_as(tcr, "red")
    assert (repository.find_commit("HEAD"), kata.read(YATZY)) == (own, RULE)


def test_the_game_begins_from_green(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, BROKEN)
    with pytest.raises(WorkspaceError, match=r"has to start green, .* so nothing was reverted"):
        follow_as(Tcr(practice), "red")
    assert kata.read(YATZY) == BROKEN


@pytest.mark.usefixtures("pushed_at_once")
def test_a_room_that_is_away_is_a_warning_once(
    kata: SmallKata, practice: Practice, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join_room(practice.folder, str(room), "Panda")
    room.rename(room.with_name("away"))
    saves = (
        lambda: kata.write(YATZY, BROKEN),
        lambda: None,
        lambda: None,
    )
    said = "\n".join(follow(practice, monkeypatch, *saves))
    assert said.count("Not pushed: 2 checks, the first from") == 1


@pytest.mark.usefixtures("pushed_at_once")
def test_a_watch_keeps_a_pair_active(
    practice: Practice, room: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join_room(practice.folder, str(room), "Panda")
    file = practice.state_directory / ACTIVITY_FILE
    follow(practice, monkeypatch, lambda: os.utime(file, (0, 0)))
    assert file.stat().st_mtime > 0
