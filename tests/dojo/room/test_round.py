"""The round of a session, as refs of a room and as times for a pair."""

from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import patch

import pytest

from dojo.practice.events import Swapped
from dojo.practice.history import History, fold
from dojo.practice.model import Practice
from dojo.room.membership import Membership, current_round, read_membership, write_membership
from dojo.room.pairs import Clone, Sources
from dojo.room.pushing import NOT_COUNTED, ask_room
from dojo.room.remote import BRANCHES, RoomRefs, Round, newest_round
from dojo.room.sharing import join_room, round_news
from tests.dojo.practising import entry_of, git, start_entry
from tests.dojo.room.boards import NOON
from tests.dojo.room.rooms import push, started

BEGAN = int(NOON)
SECONDS = 1500
ROUND = Round(BEGAN, BEGAN, BEGAN + SECONDS)


@pytest.fixture
def at_noon(monkeypatch: pytest.MonkeyPatch):
    """Stop the clock at the beginning of the round."""
    monkeypatch.setattr("time.time", lambda: NOON)


def history(name: str = "Ann & Ben", swapped_at: float | None = None) -> History:
    entries = [start_entry(name=name)]
    if swapped_at is not None:
        moment = datetime.fromtimestamp(swapped_at, UTC)
        entries.append(entry_of(Swapped(swap="yes", name="Ben and Ann"), moment))
    return fold(entries)


@pytest.mark.parametrize("name", ["", "Attack", "Über"])
def test_a_room_has_a_round_in_the_name_of_a_ref(name: str):
    named = ROUND._replace(name=name)
    refs = RoomRefs()
    refs.add(named.ref, "a commit")
    assert (newest_round(refs.rounds), refs.pairs) == (named, {})


def test_the_round_that_was_announced_last_counts():
    shorter = Round(BEGAN + 60, BEGAN, BEGAN + 600)
    assert newest_round([shorter.ref, ROUND.ref]) == shorter


@pytest.mark.parametrize("name", ["", "1-2", "a-b-c"])
def test_a_ref_that_names_no_round_is_skipped(name: str):
    refs = RoomRefs()
    refs.add(f"refs/heads/dojo/_round/{name}", "a commit")
    assert newest_round(refs.rounds) is None


@pytest.mark.parametrize(
    ("seconds", "news"),
    [
        (749, ""),
        (750, "Half of the time is over. Ben drives next: dojo swap"),
        (1499, "Half of the time is over. Ben drives next: dojo swap"),
        (1500, "The round ended at 12:25. Stop, even in the middle of a line."),
        (1799, "The round ended at 12:25. Stop, even in the middle of a line."),
        (1800, ""),
    ],
)
def test_a_pair_hears_of_half_of_a_round_then_of_its_end(seconds: int, news: str):
    assert round_news(ROUND, history(), 0, BEGAN + seconds) == news


@pytest.mark.parametrize(("seconds", "is_reminded"), [(-1, True), (0, False), (900, False)])
def test_a_pair_that_swapped_in_this_round_is_not_reminded(
    seconds: int,
    is_reminded: bool,  # noqa: FBT001
):
    swapped = history(swapped_at=BEGAN + seconds)
    assert bool(round_news(ROUND, swapped, 0, BEGAN + 1000)) is is_reminded


@pytest.mark.parametrize("name", ["", "Panda"])
def test_a_pair_without_two_names_is_asked_for_them(name: str):
    news = round_news(ROUND, history(name), 0, BEGAN + 1000)
    expected = 'Half of the time is over. Swap, the new driver first: dojo swap "DRIVER and OTHER"'
    assert news == expected


@pytest.mark.parametrize("is_start", [True, False])
def test_for_a_pair_that_came_late_half_of_the_rest_counts(*, is_start: bool):
    came = BEGAN + 1000
    joined = 0 if is_start else came
    entry = start_entry(name="Ann & Ben")._replace(moment=datetime.fromtimestamp(came, UTC))
    late = fold([entry]) if is_start else history()
    assert round_news(ROUND, late, joined, BEGAN + 1249) == ""
    assert round_news(ROUND, late, joined, BEGAN + 1250) != ""


def test_the_end_of_a_phase_has_its_name():
    attack = ROUND._replace(name="Attack")
    assert round_news(attack, history(), 0, attack.end).startswith("Attack ended at 12:25.")


@pytest.mark.parametrize(("now", "shown"), [(BEGAN, ROUND), (BEGAN + SECONDS, None)])
def test_a_round_is_current_until_its_end(tmp_path: Path, now: int, shown: Round | None):
    (tmp_path / ".dojo").mkdir()
    write_membership(Membership("room.git", "Panda", str(tmp_path), round=ROUND))
    assert current_round(tmp_path, now) == shown


def hear(practice: Practice, *moments: float) -> Membership:
    """Let a pair in the room ask for the round at moments of its own clock."""
    membership = read_membership(practice.folder)
    assert membership is not None
    for moment in moments:
        with patch("time.time", lambda moment=moment: moment):
            membership = ask_room(membership)
    return membership


@pytest.fixture
def board(room: Path, practice: Practice, pushed_at_once: None) -> Clone:  # noqa: ARG001 - pushes
    """Give the board of a room that a pair has joined."""
    join_room(practice.folder, str(room), "Panda")
    clone = Clone(str(room))
    clone.refresh()
    return clone


def announce(board: Clone, moment: float = BEGAN, seconds: int = SECONDS) -> Round:
    """Let a board begin a round, and tell it to the room."""
    with patch("time.time", lambda: moment):
        board.round = Round(0, int(moment), int(moment) + seconds).announced_now()
        board.note_round()
    return board.round


@pytest.mark.parametrize(
    ("moments", "is_counted", "has_note"),
    [
        ((-10, 10), True, False),
        ((-10, 400), False, False),
        ((410, 430), False, True),
        ((-430, -410), False, True),
        ((10,), False, False),
    ],
    ids=["at once", "away before", "ahead", "behind", "the first answer"],
)
def test_a_round_counts_for_a_pair_that_hears_it_at_once(
    moments: tuple[float, ...],
    board: Clone,
    practice: Practice,
    *,
    is_counted: bool,
    has_note: bool,
):
    before = hear(practice, *(BEGAN + moment for moment in moments[:-1]))
    write_membership(before)
    announce(board)
    found = hear(practice, BEGAN + moments[-1])
    assert (found.round is not None) == is_counted
    assert (found.clock_note == NOT_COUNTED) == has_note


def test_a_round_that_is_announced_again_goes_on(board: Clone, practice: Practice):
    write_membership(hear(practice, BEGAN - 10))
    announce(board)
    write_membership(hear(practice, BEGAN + 10))
    board.pairs_told = 0
    with patch("time.time", lambda: BEGAN + 300):
        board.note_round()
    found = hear(practice, BEGAN + 600)
    assert found.round == board.round


def test_a_round_is_announced_again_for_a_new_pair(board: Clone, room: Path):
    first = announce(board)
    push(room, f"{BRANCHES}Otter", [started()])
    board.refresh()
    with patch("time.time", lambda: BEGAN + 60):
        board.note_round()
        board.note_round()
    assert board.round == first._replace(announced=BEGAN + 60)


def test_a_round_that_is_over_is_not_announced(board: Clone, room: Path):
    with patch("time.time", lambda: BEGAN + SECONDS + 1):
        board.round = ROUND
        board.note_round()
    assert "_round" not in git(room, "for-each-ref")


def test_without_a_room_there_is_no_round(tmp_path: Path):
    assert current_round(tmp_path, BEGAN) is None


@pytest.mark.usefixtures("at_noon")
def test_another_board_counts_the_same_round_down(room: Path):
    board = Sources([str(room)])
    board.set_round(BEGAN, BEGAN + SECONDS, "Attack")
    board.refresh()
    board.clones[0].note_round()
    other = Sources([str(room)])
    other.refresh()
    assert other.round_at(BEGAN) == board.round_at(BEGAN)


@pytest.mark.usefixtures("at_noon")
def test_a_board_keeps_a_round_that_it_has_just_begun(room: Path):
    board = Sources([str(room)])
    board.set_round(BEGAN, BEGAN + SECONDS)
    board.refresh()
    board.clones[0].note_round()
    board.set_round(BEGAN, BEGAN + 60)
    board.refresh()
    shown = board.round_at(BEGAN)
    assert shown is not None
    assert shown.end == BEGAN + 60


@pytest.mark.usefixtures("at_noon")
def test_a_round_is_told_to_a_room_once(room: Path):
    board = Sources([str(room)])
    board.set_round(BEGAN, BEGAN + SECONDS)
    board.refresh()
    clone = board.clones[0]
    clone.note_round()
    git(room, "update-ref", "-d", clone.refs.rounds[0])
    clone.note_round()
    assert git(room, "for-each-ref") == ""


@pytest.mark.usefixtures("at_noon")
def test_a_practice_on_a_board_gets_no_branch(practice: Practice):
    board = Sources([str(practice.folder)])
    board.set_round(BEGAN, BEGAN + SECONDS)
    board.refresh()
    board.clones[0].note_round()
    assert "_round" not in git(practice.folder, "for-each-ref")
