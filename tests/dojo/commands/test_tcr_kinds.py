"""Test the gentler kinds of TCR, and the limit for red: `dojo watch --keep-tests --red 2`."""

from datetime import datetime, timedelta
from pathlib import PurePath
from typing import Any

import pytest
from click.testing import CliRunner

from dojo.commands.watch import Watcher, print_title
from dojo.main import main
from dojo.practice.code import is_python_code, is_test_or_document
from dojo.practice.events import RedLimitSet
from dojo.practice.history import History, read_history
from dojo.practice.model import Practice
from dojo.practice.recording import NOT_REVERTED, REVERTED
from dojo.practice.reverting import RedLimit, Tcr
from dojo.practice.snapshots import Repository
from tests.dojo.practising import MOMENT, YATZY, check_of, checked, entry_of
from tests.dojo.small_kata import RULE, SmallKata

BROKEN = RULE.replace("return first", "return last")
TEST = "practice/tests/test_pairs.py"
APPROVED = "practice/approved_files/pairs.approved.txt"
LATE = MOMENT + timedelta(minutes=2, seconds=1)


def green_then(practice: Practice, tcr: Tcr, status: str) -> str:
    """Save a broken rule, a test and a document after a green check, and follow the next check."""
    tcr.follow(checked(practice, "green"), "")
    for name, text in ((YATZY, BROKEN), (TEST, "new"), (APPROVED, "new")):
        path = practice.workspace / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    step = checked(practice, status)
    return tcr.follow(step, step.tree)


# What is reverted.


@pytest.mark.parametrize(
    ("path", "is_kept"),
    [
        ("yatzy.py", False),
        ("yatzy/rules.py", False),
        ("pyproject.toml", False),
        ("tests/helpers.py", True),
        ("shop/tests/prices.csv", True),
        ("test_yatzy.py", True),
        ("approved_files/pairs.approved.txt", True),
        ("shop/prices.approved.txt", True),
    ],
)
def test_tests_and_their_documents_are_kept(path: str, *, is_kept: bool):
    assert is_test_or_document(PurePath(path)) == is_kept


@pytest.mark.parametrize("name", ["conftest.py", "test_yatzy.py", "data.csv", ".venv/yatzy.py"])
def test_other_files_are_no_python_code(name: str):
    assert not is_python_code(PurePath(name))


def test_with_keep_tests_code_is_reverted(kata: SmallKata, practice: Practice):
    assert green_then(practice, Tcr(practice, keep_tests=True), "red") == REVERTED
    assert kata.read(YATZY) == RULE


@pytest.mark.parametrize("file", [TEST, APPROVED])
def test_with_keep_tests_a_new_file_of_the_tests_stays(
    file: str, kata: SmallKata, practice: Practice
):
    green_then(practice, Tcr(practice, keep_tests=True), "red")
    assert kata.read(file) == "new"


def test_a_test_that_is_written_first_is_not_reverted(practice: Practice):
    tcr = Tcr(practice, keep_tests=True)
    tcr.follow(checked(practice, "green"), "")
    (practice.folder / "test_first.py").write_text("new", encoding="utf-8")
    step = checked(practice, "red")
    assert tcr.follow(step, step.tree) == NOT_REVERTED


def test_without_keep_tests_a_new_test_is_reverted(practice: Practice):
    green_then(practice, Tcr(practice), "red")
    assert not (practice.workspace / TEST).exists()


@pytest.mark.parametrize(("status", "text"), [("amber", BROKEN), ("red", RULE)])
def test_with_keep_amber_only_red_is_reverted(
    status: str, text: str, kata: SmallKata, practice: Practice
):
    green_then(practice, Tcr(practice, keep_amber=True), status)
    assert kata.read(YATZY) == text


# The defaults.


def begun(monkeypatch: pytest.MonkeyPatch, practice: Practice, options: str) -> tuple[Watcher, str]:
    """Return a watch that ends before its first check, and its first line."""
    watches: list[Watcher] = []

    def end(watcher: Watcher):
        watches.append(watcher)

    monkeypatch.setattr(Watcher, "run", end)
    monkeypatch.chdir(practice.workspace)
    output = CliRunner().invoke(main, ["watch", *options.split()]).output
    return watches[0], output.replace("\n", " ").strip()


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ("", "red and amber are reverted. Tests and approved files stay."),
        ("--revert-tests", "red and amber are reverted."),
    ],
)
def test_a_blind_practice_keeps_its_tests_unless_asked(
    options: str, rule: str, blind: Practice, monkeypatch: pytest.MonkeyPatch
):
    assert begun(monkeypatch, blind, f"--tcr {options}")[1].endswith(rule)


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        ("", "red and amber are reverted."),
        ("--keep-tests", "red and amber are reverted. Tests and approved files stay."),
        ("--keep-amber", "red is reverted."),
    ],
)
def test_beside_the_golden_master_all_is_reverted_unless_asked(
    options: str, rule: str, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    assert begun(monkeypatch, practice, f"--tcr {options}")[1].endswith(rule)


def test_the_end_of_a_round_may_be_silent(practice: Practice, monkeypatch: pytest.MonkeyPatch):
    watcher, _ = begun(monkeypatch, practice, "--no-bell")
    assert not watcher.has_bell


def test_a_watch_limits_its_checks(practice: Practice, monkeypatch: pytest.MonkeyPatch):
    watcher, _ = begun(monkeypatch, practice, "--limit 5")
    assert watcher.limit == 5


@pytest.mark.parametrize(
    "options",
    [
        "--keep-amber",
        "--keep-tests",
        "--revert-tests --red 2",
        "--revert-late",
        "--red 0",
        "--red 61",
    ],
)
def test_options_that_cannot_work_are_wrong_usage(options: str):
    assert CliRunner().invoke(main, ["watch", *options.split()]).exit_code == 2


# The limit for red.


def red_limit(practice: Practice, minutes: float = 2, **options: Any) -> RedLimit:
    """Return the limit of a practice whose only check is red."""
    limit = RedLimit(practice, minutes, **options)
    checked(practice, "red")
    limit.note_check()
    return limit


@pytest.mark.parametrize(
    ("minutes", "moment", "lines"), [(2, LATE, 1), (2, MOMENT, 0), (3, LATE, 0)]
)
def test_a_pair_is_told_after_its_limit(
    minutes: float, moment: datetime, lines: int, practice: Practice
):
    assert len(red_limit(practice, minutes).tell_if_late(moment)) == lines


def test_a_pair_is_told_once(practice: Practice):
    limit = red_limit(practice)
    limit.tell_if_late(LATE)
    assert limit.tell_if_late(LATE) == []


def test_a_pair_is_told_again_after_a_green_check(practice: Practice):
    limit = red_limit(practice)
    limit.tell_if_late(LATE)
    for status, moment in (("green", LATE), ("red", LATE + timedelta(minutes=1))):
        checked(practice, status, moment)  # type: ignore[arg-type]
        limit.note_check()
    assert limit.tell_if_late(LATE + timedelta(minutes=4)) != []


def test_the_title_says_so_until_green(practice: Practice):
    titles: list[str] = []
    limit = red_limit(practice, show_title=titles.append)
    limit.tell_if_late(LATE)
    checked(practice, "green", LATE)
    limit.note_check()
    assert titles == ["RED for more than 2 min: practice", ""]


def test_a_title_comes_with_a_bell(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_title("RED")
    print_title("")
    assert capsys.readouterr().out == "\x1b]2;RED\a\a\x1b]2;\a"


def test_without_a_terminal_there_is_no_bell(capsys: pytest.CaptureFixture[str]):
    print_title("RED")
    assert capsys.readouterr().out == ""


def test_nothing_is_restored_unless_asked(kata: SmallKata, practice: Practice):
    checked(practice, "green")
    kata.write(YATZY, BROKEN)
    red_limit(practice).tell_if_late(LATE)
    assert kata.read(YATZY) == BROKEN


def test_the_last_green_check_is_restored_if_asked(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    checked(practice, "green")
    kata.write(YATZY, BROKEN)
    checked(practice, "red")
    watcher, _ = begun(monkeypatch, practice, "--red 2 --revert-late")
    assert watcher.red_limit is not None
    told = watcher.red_limit.tell_if_late(LATE)
    assert kata.read(YATZY) == RULE
    assert told[0].endswith(": restored the last green check (1).")


def test_a_late_restore_can_keep_tests(kata: SmallKata, practice: Practice):
    checked(practice, "green")
    kata.write(YATZY, BROKEN)
    kata.write(TEST, "new")
    red_limit(practice, revert=True, keep_tests=True).tell_if_late(LATE)
    assert kata.read(TEST) == "new"


def test_the_limit_for_red_keeps_tests_if_asked(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    watcher, _ = begun(monkeypatch, practice, "--red 2 --revert-late --keep-tests")
    assert watcher.red_limit is not None
    assert watcher.red_limit.keep_tests


def test_without_a_green_check_it_says_so(practice: Practice):
    [line] = red_limit(practice, revert=True).tell_if_late(LATE)
    assert "No check was green yet" in line


# The limit on the board.


@pytest.mark.parametrize(("minutes", "is_too_long"), [(1, True), (2, True), (5, False)])
def test_the_board_takes_the_limit_of_the_pair(minutes: float, *, is_too_long: bool):
    history = History(started_at=MOMENT)
    for event in (RedLimitSet(minutes=minutes), check_of("red")):
        history.apply(event, entry_of(event, MOMENT, "1"))
    assert history.is_red_too_long(LATE.timestamp()) == is_too_long


def test_the_limit_is_recorded_when_it_changes(practice: Practice, monkeypatch: pytest.MonkeyPatch):
    begun(monkeypatch, practice, "--red 5")
    assert read_history(Repository(practice.folder)).max_red_seconds == 300


def test_the_usual_limit_is_not_recorded(practice: Practice):
    repository = Repository(practice.folder)
    before = repository.find_commit("refs/dojo/checks")
    RedLimit(practice, 2)
    assert repository.find_commit("refs/dojo/checks") == before
