"""How much work a look at a room is: as much as there is news, whatever there was before."""

import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import psutil
import pytest

from dojo.board import Room, mirror
from dojo.board.copy import HOME
from dojo.board.strangers import Limit, StoppedError, StrangersGit
from dojo.practice import run_git
from tests.dojo.board import rooms
from tests.dojo.board.rooms import check

PAIRS, CHECKS = 12, 20
KNOWN = ("ls-remote", "fetch", "log", "for-each-ref", "rev-list", "init", "config", "repack")  # commands of git
ME = psutil.Process()

AtWork = Callable[[], list[psutil.Process]]


class Work:
    """What git was asked to do, and how many commits were read of what it printed."""

    def __init__(self) -> None:
        """Begin to count."""
        self.commands: list[str] = []
        self.commits = 0

    def took(self) -> tuple[list[str], int]:
        """Return the commands and the commits since the last time."""
        taken = sorted(self.commands), self.commits
        self.commands, self.commits = [], 0
        return taken


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Work:
    """Count what git does."""
    counted, run, records_in = Work(), StrangersGit.run, mirror.records_in

    def counting(self: StrangersGit, folder: Path, *arguments: str, **more: Any) -> Any:
        counted.commands.append(next(each for each in arguments if each in KNOWN))
        return run(self, folder, *arguments, **more)

    def counting_records(printed: bytes) -> Any:
        found = list(records_in(printed))
        counted.commits += len(found)
        return found

    monkeypatch.setattr(StrangersGit, "run", counting)
    monkeypatch.setattr(mirror, "records_in", counting_records)
    return counted


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fill a room, once."""
    room = rooms.new_room(tmp_path_factory.mktemp("filled") / "room.git")
    rooms.fill(room, PAIRS, CHECKS)
    return room


@pytest.fixture
def place(tmp_path: Path, filled: Path) -> Path:
    """Give a room with some pairs, to push to."""
    run_git(tmp_path, "clone", "--quiet", "--mirror", "--", str(filled), "room.git", GIT_ALLOW_PROTOCOL="file")
    run_git(tmp_path / "room.git", "config", "uploadpack.allowFilter", "true")
    return tmp_path / "room.git"


def test_all_is_fetched_in_one_go_and_each_story_read_once(tmp_path: Path, filled: Path, work: Work) -> None:
    Room(tmp_path, [str(filled)]).refresh()
    commands, commits = work.took()
    assert (commands.count("fetch"), commands.count("log"), commits) == (1, PAIRS, PAIRS * (CHECKS + 1))


def test_no_files_are_fetched(tmp_path: Path, filled: Path) -> None:
    Room(tmp_path, [str(filled)]).refresh()
    [copy] = (tmp_path / HOME).iterdir()
    kinds = run_git(copy, "cat-file", "--batch-all-objects", "--batch-check=%(objecttype)").stdout.split()
    assert set(kinds) == {b"commit"}


def test_a_look_without_news_is_one_question(tmp_path: Path, filled: Path, work: Work) -> None:
    room = Room(tmp_path, [str(filled)])
    room.refresh()
    work.took()
    room.refresh()
    assert work.took() == (["ls-remote"], 0)


def test_after_a_push_only_what_was_pushed_is_read(tmp_path: Path, place: Path, work: Work) -> None:
    room = Room(tmp_path, [str(place)])
    room.refresh()
    work.took()
    rooms.push(place, "refs/heads/dojo/pair-003", [check("red"), check("red")])
    room.refresh()
    assert work.took() == (["fetch", "for-each-ref", "log", "ls-remote"], 2 + 1)  # and the one that they come after


def test_the_next_board_fetches_nothing_again(tmp_path: Path, filled: Path, work: Work) -> None:
    Room(tmp_path, [str(filled)]).refresh()
    work.took()
    room = Room(tmp_path, [str(filled)])
    room.refresh()
    assert ("fetch" in work.took()[0], len(room.pairs)) == (False, PAIRS)


def test_two_boards_at_once_see_the_same(tmp_path: Path, place: Path) -> None:
    boards = [Room(tmp_path, [str(place)]) for _ in range(2)]
    for _ in range(2):
        threads = [Thread(target=board.refresh) for board in boards]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert boards[0].pairs == boards[1].pairs
        rooms.push(place, "refs/heads/dojo/pair-003", [check("red")])
    assert len(boards[0].pairs["pair-003"].lights) == CHECKS + 1


def test_packs_do_not_pile_up(tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mirror, "MOST_PACKS", 2)
    room = Room(tmp_path, [str(place)])
    for _ in range(5):
        room.refresh()
        rooms.push(place, "refs/heads/dojo/pair-003", [check("red")])
    assert len(list((tmp_path / HOME).glob("*/.git/objects/pack/*.pack"))) <= 2
    room.refresh()
    assert len(room.pairs["pair-003"].lights) == CHECKS + 5


# What was killed, or is broken.


def break_pack(copy: Path) -> None:
    """Let a file be cut short."""
    [pack] = copy.glob(".git/objects/pack/*.pack")
    pack.chmod(0o644)
    pack.write_bytes(pack.read_bytes()[:1_000])


def leave_locks(copy: Path) -> None:
    """Leave what a git that was killed leaves."""
    for name in (
        "packed-refs.lock",
        "config.lock",
        "shallow.lock",
        "refs/pairs/x.lock",
        "objects/pack/tmp_pack_x",
        "objects/pack/pack-x.keep",
    ):
        (copy / ".git" / name).parent.mkdir(exist_ok=True)
        (copy / ".git" / name).touch()


def lose_settings(copy: Path) -> None:
    """Lose what makes it a repository."""
    (copy / ".git" / "HEAD").unlink()


def lose_all(copy: Path) -> None:
    """Lose everything but an empty folder."""
    (copy / ".git").rename(copy.parent / "aside")
    (copy / ".git").mkdir()


def be_no_folder(copy: Path) -> None:
    """Be a file where a folder was."""
    (copy / ".git").rename(copy.parent / "aside")
    (copy / ".git").touch()


def lock_by_a_folder(copy: Path) -> None:
    """Have a folder where git would have a lock."""
    (copy / ".git" / "config.lock").mkdir()


@pytest.mark.parametrize("harm", [break_pack, leave_locks, lose_settings, lose_all, be_no_folder, lock_by_a_folder])
def test_a_copy_that_is_broken_is_made_anew(harm: Callable[[Path], None], tmp_path: Path, place: Path) -> None:
    Room(tmp_path, [str(place)]).refresh()
    [copy] = (tmp_path / HOME).iterdir()
    harm(copy)
    rooms.push(place, "refs/heads/dojo/pair-003", [check("red")])
    room = Room(tmp_path, [str(place)])
    room.refresh()
    assert not [each for ending in ("lock", "keep") for each in copy.glob(f".git/**/*.{ending}")]
    assert (len(room.pairs), len(room.pairs["pair-003"].lights), room.problems) == (PAIRS, CHECKS + 1, {})


def test_a_copy_may_be_removed_while_the_board_looks(tmp_path: Path, place: Path) -> None:
    room = Room(tmp_path, [str(place)])
    room.refresh()
    (tmp_path / HOME).rename(tmp_path / "aside")
    rooms.push(place, "refs/heads/dojo/pair-003", [check("red")])
    room.refresh()
    assert len(room.pairs["pair-003"].lights) == CHECKS + 1


def test_where_nothing_can_be_written_that_is_what_is_said(tmp_path: Path, filled: Path) -> None:
    (tmp_path / HOME).write_text("")
    room = Room(tmp_path, [str(filled)])
    room.refresh()
    assert [why for _, why in room.unreachable.values()] == [f"{HOME}/ cannot be written: Not a directory."]


# Who waits for whom.


@pytest.fixture
def deaf() -> Iterator[str]:
    """Give a room that takes calls, and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"git://127.0.0.1:{listener.getsockname()[1]}/room"


@pytest.fixture
def at_work() -> AtWork:
    """Give a query for the processes that were started since; what other tests share may be at work before."""
    before = ME.children(recursive=True)
    return lambda: [each for each in ME.children(recursive=True) if each not in before]


def test_a_room_that_never_answers_is_given_up(
    tmp_path: Path, deaf: str, at_work: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mirror, "LOOK", Limit(seconds=0.1))
    room = Room(tmp_path, [deaf])
    room.refresh()
    assert [why for _, why in room.unreachable.values()] == ["not done in 0.1 s"]
    assert at_work() == []


def test_no_room_waits_for_another(tmp_path: Path, filled: Path, deaf: str) -> None:
    with Room(tmp_path, [deaf, str(filled)]) as room:
        while not room.pairs:
            room.refresh(0.1)
        assert (len(room.pairs), room.unreachable) == (PAIRS, {})


def test_a_board_that_is_closed_leaves_nothing_at_work(tmp_path: Path, deaf: str, at_work: AtWork) -> None:
    with Room(tmp_path, [deaf]) as room:
        while not at_work():
            room.refresh(0.1)
    assert at_work() == []
    assert room.refresh() == []


def test_ctrl_c_leaves_nothing_at_work(
    tmp_path: Path, deaf: str, at_work: AtWork, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        monkeypatch.undo()
        while not at_work():
            pass
        raise KeyboardInterrupt

    monkeypatch.setattr("dojo.board.room.wait", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Room(tmp_path, [deaf]).refresh()
    assert at_work() == []


def is_at_work(number: int) -> bool:
    """Tell whether a process is there, and no corpse."""
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(number).status() != psutil.STATUS_ZOMBIE
    return False


def test_what_git_has_started_ends_with_it(tmp_path: Path) -> None:
    def linger() -> None:
        with suppress(StoppedError):
            git.run(tmp_path, "-c", f"alias.linger=!echo $$ > {file}; sleep 600", "linger", limit=Limit(seconds=60))

    git, file = StrangersGit(), tmp_path / "number"
    thread = Thread(target=linger)
    thread.start()
    while not (file.exists() and file.read_text().endswith("\n")):
        pass
    git.stop()
    thread.join()
    assert not all(is_at_work(int(file.read_text())) for _ in range(10_000))


def test_nothing_is_begun_once_it_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git = StrangersGit()
    git.stop()
    monkeypatch.setattr(subprocess, "Popen", lambda *_: pytest.fail("begun"))
    with pytest.raises(StoppedError):
        git.run(tmp_path, "version", limit=Limit(1))
