"""Test `dojo watch`: a line for each check, and *test && commit || revert*."""

from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner

from dojo.commands import watch
from dojo.errors import WorkspaceError
from dojo.main import main
from dojo.practice.branch import Branch
from dojo.practice.history import read_history
from dojo.practice.model import GREEN, RED, Practice, Status
from dojo.practice.recording import NOT_REVERTED, REVERTED, SAVED_AGAIN, restore_snapshot
from dojo.practice.reverting import COMMITTED, NOT_COMMITTED, Tcr
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY, checked, git, started
from tests.dojo.small_kata import RULE, SmallKata

BROKEN = RULE.replace("return first", "return last")
CLEANER = RULE.replace("return 0", "return  0")


# Test && commit || revert.


@pytest.fixture
def tcr(practice: Practice) -> Tcr:
    """Return TCR that began from green."""
    begun = Tcr(practice)
    follow(begun, GREEN)
    return begun


def follow(tcr: Tcr, status: Status) -> str:
    """Record a check of the present files, and let TCR follow it."""
    step = checked(tcr.practice, status)
    return tcr.follow(step, str(step.tree))


def committed(practice: Practice) -> str:
    return git(practice.folder, "show", "HEAD:yatzy.py") + "\n"


def test_green_is_committed(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, CLEANER)
    assert follow(tcr, GREEN) == COMMITTED
    assert committed(tcr.practice) == CLEANER


def test_red_is_reverted_to_the_last_green_commit(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, CLEANER)
    follow(tcr, GREEN)
    kata.write(YATZY, BROKEN)
    assert follow(tcr, RED) == REVERTED
    assert kata.read(YATZY) == CLEANER
    assert read_history(Repository(tcr.practice.folder)).steps[-1].reverted


def test_reverted_code_can_be_restored(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, BROKEN)
    follow(tcr, RED)
    restore_snapshot(tcr.practice, None)
    assert kata.read(YATZY) == BROKEN


def test_files_that_a_check_writes_are_reverted(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, BROKEN)
    red = checked(tcr.practice, RED)
    kata.write("practice/debug.log", "here")
    assert tcr.follow(red, Repository(tcr.practice.folder).tree()) == REVERTED
    assert not (tcr.practice.folder / "debug.log").exists()


def test_a_file_that_is_saved_after_the_check_stays(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, BROKEN)
    red = checked(tcr.practice, RED)
    kata.write(YATZY, CLEANER)
    assert tcr.follow(red, str(red.tree)) == SAVED_AGAIN
    assert kata.read(YATZY) == CLEANER


def test_files_that_were_not_checked_are_not_committed(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, CLEANER)
    green = checked(tcr.practice, GREEN)
    kata.write(YATZY, BROKEN)
    assert tcr.follow(green, str(green.tree)) == NOT_COMMITTED
    assert committed(tcr.practice) == RULE


def test_green_files_that_were_not_committed_come_back(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, CLEANER)
    green = checked(tcr.practice, GREEN)
    kata.write(YATZY, BROKEN)
    tcr.follow(green, str(green.tree))
    follow(tcr, RED)
    assert kata.read(YATZY) == CLEANER


def test_a_commit_of_the_person_stays(kata: SmallKata, tcr: Tcr):
    kata.write(YATZY, BROKEN)
    Branch(tcr.practice.folder).commit("on my way")
    follow(tcr, RED)
    assert committed(tcr.practice) == BROKEN
    assert kata.read(YATZY) == RULE


def test_tcr_begins_from_green(kata: SmallKata, practice: Practice):
    kata.write(YATZY, BROKEN)
    with pytest.raises(WorkspaceError, match=r"has to start green, .* so nothing was reverted"):
        follow(Tcr(practice), RED)
    assert kata.read(YATZY) == BROKEN


# Watching.


def watch_during(
    saves: list[Callable[[], object]],
    practice: Practice,
    monkeypatch: pytest.MonkeyPatch,
    *options: str,
) -> list[str]:
    """Watch a practice while files are saved, then press Ctrl-C. Return the output."""

    def happen(*_: object, **__: object) -> Iterator[set[tuple[str, str]]]:
        for save in saves:
            save()
            yield {("changed", "a file")}
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "watch_files", happen)
    monkeypatch.chdir(practice.workspace)
    return CliRunner().invoke(main, ["watch", *options]).output.splitlines()


def test_a_save_without_a_change_is_not_checked(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    saves = [(practice.folder / "yatzy.py").touch, lambda: kata.write(YATZY, BROKEN)]
    shown = watch_during(saves, practice, monkeypatch)
    assert "2 checks: 1 green, 0 amber, 1 red." in shown


def test_a_fault_of_the_kata_reverts_nothing(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    def lose():
        (kata.folder / "approved_files/pairs.approved.txt").unlink()
        kata.write(YATZY, CLEANER)

    shown = watch_during([lose], practice, monkeypatch, "--tcr")
    assert NOT_REVERTED in shown[2]
    assert kata.read(YATZY) == CLEANER


def test_a_reverted_check_is_named_by_its_number(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    shown = watch_during([lambda: kata.write(YATZY, BROKEN)], practice, monkeypatch, "--tcr")
    assert "          to undo this: Ctrl-C, then `dojo restore 2`" in shown


def test_a_new_practice_is_not_reverted(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    def start_again():
        started(kata, again=True)
        kata.write(YATZY, BROKEN)

    shown = watch_during([start_again], practice, monkeypatch, "--tcr")
    assert "A new practice was started" in shown[-1]
    assert kata.read(YATZY) == BROKEN


# Mutants after a green check.


class Mutants:
    """Stands for the process that tests mutants, and notes what the watch asks of it."""

    def __init__(self, *_: object) -> None:
        self.asked: list[str] = []
        self.is_running = False

    def prepare(self, since: str) -> None:
        self.asked.append(f"prepare {since}")

    def follow(self, *, is_green: bool) -> None:
        self.asked.append("test" if is_green else "stop")

    def close(self) -> None:
        self.asked.append("close")


def test_mutants_are_tested_after_green_since_the_last_green(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    mutants = Mutants()
    monkeypatch.setattr(watch, "Background", lambda *_: mutants)
    saves = [lambda: kata.write(YATZY, BROKEN), lambda: kata.write(YATZY, CLEANER)]
    watch_during(saves, practice, monkeypatch, "--mutants")
    history = read_history(Repository(practice.folder))
    first, second = history.start, history.steps[0].commit
    begun = [f"prepare {first}", "test", f"prepare {second}", "stop"]
    assert mutants.asked == [*begun, f"prepare {second}", "test", "close"]


def test_lines_about_mutants_fit_the_terminal(capsys: pytest.CaptureFixture[str]):
    watch.print_survivor("survivor 1  " + "x" * 100)
    [line] = capsys.readouterr().out.splitlines()
    assert (len(line), line[-3:]) == (80, "...")
