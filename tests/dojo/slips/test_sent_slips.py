"""Test slips that pairs send to each other: `dojo slips --send` and `--from-room`."""

import shutil
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest
from click.testing import CliRunner, Result

from dojo.commands import slips_from_room as command
from dojo.errors import WrongUsageError
from dojo.main import main
from dojo.practice.code import is_python_code
from dojo.practice.find import practice_in
from dojo.practice.history import History, SlipsOfOthers, read_history
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.room.git import RefusedError
from dojo.room.hosting import make_room
from dojo.room.membership import read_membership_file, write_membership
from dojo.room.pairs import Clone
from dojo.room.remote import BRANCHES, SLIPS, read_room
from dojo.room.sharing import join_room
from dojo.slips.grade import ASSERTION, CRASH, MISSED, UNCOUNTED, grade_sent_slip
from dojo.slips.sent import SentSlip, fetch_slips, send_slip
from tests.dojo.practising import YATZY, checked
from tests.dojo.room.rooms import BEGAN, check, left, push, started
from tests.dojo.small_kata import RULE, SmallKata

OTTER = f"{SLIPS}Otter/1"
SLIP = RULE.replace("first + second", "first")
TEST = "practice/tests/test_yatzy.py"


@pytest.fixture(scope="module")
def joined(templates: dict[bool, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Let a practice, whose last check was green, join a room, for all tests."""
    folder = tmp_path_factory.mktemp("joined")
    kata = SmallKata(folder)
    shutil.copytree(templates[False], kata.folder / "practice")
    practice = practice_in(kata.folder / "practice")
    checked(practice, "green")
    make_room(folder / "room.git")
    join_room(practice.folder, str(folder / "room.git"), "Panda")
    return folder


@pytest.fixture
def panda(
    joined: Path,
    kata: SmallKata,
    room: Path,
    pushed_at_once: None,  # noqa: ARG001 - it pushes
) -> Practice:
    """Give a practice in a room, whose last check was green."""
    shutil.copytree(joined / "room.git", room, dirs_exist_ok=True)
    folder = shutil.copytree(joined / "practice", kata.folder / "practice")
    membership = read_membership_file(folder)
    assert membership
    write_membership(replace(membership, url=str(room), folder=str(folder)))
    return practice_in(folder)


def offer(room: Path, story: str, sender: str = "Otter", began: int = BEGAN):
    """Let a pair that is in the room send a slip."""
    push(room, f"{BRANCHES}{sender}", [started(practice=sender)])
    push(room, f"{SLIPS}{sender}/1", ["green", story], began=began)


def history_of(practice: Practice) -> History:
    return read_history(Repository(practice.folder))


def sent(before: str = RULE, after: str = SLIP, **more: str) -> SentSlip:
    """Return a slip of another pair. `more`: other files of theirs."""
    files = {name.replace("__", "/") + ".py": text for name, text in more.items()}
    return SentSlip("Otter", "Why", "", {"yatzy.py": before, **files}, {"yatzy.py": after, **files})


# Sending.


def test_a_slip_is_the_change_since_the_last_green_check(kata: SmallKata, panda: Practice):
    kata.write(YATZY, SLIP)
    diff, _ = send_slip(panda, "Why")
    assert [line for line in diff.splitlines() if line.startswith(("-  ", "+  "))] == [
        "-        return first + second",
        "+        return first",
    ]


def test_a_sent_slip_is_in_the_room(kata: SmallKata, panda: Practice, room: Path):
    kata.write(YATZY, SLIP)
    send_slip(panda, "Why")
    [ref] = read_room(str(room)).slips
    assert ref.startswith(f"{SLIPS}Panda/")


@pytest.mark.parametrize("file", [YATZY, TEST])
def test_without_a_change_of_code_there_is_no_slip(file: str, kata: SmallKata, panda: Practice):
    kata.write(file, RULE)
    with pytest.raises(WrongUsageError, match="there is no slip to send"):
        send_slip(panda, "Why")


def test_a_slip_begins_at_a_green_check(practice: Practice, room: Path):
    join_room(practice.folder, str(room), "Panda")
    with pytest.raises(WrongUsageError, match=r"No check was green yet, .* run `dojo check` first"):
        send_slip(practice, "Why")


def test_the_check_without_the_slip_is_named(kata: SmallKata, panda: Practice):
    kata.write(YATZY, SLIP)
    _, check = send_slip(panda, "Why")
    kata.dojo("check")
    kata.dojo("restore", f"{check}")
    assert kata.read(YATZY) == RULE


def test_a_slip_with_a_syntax_error_is_refused(kata: SmallKata, panda: Practice):
    kata.write(YATZY, f"{RULE}return = 1\n")
    with pytest.raises(WrongUsageError, match=r"practice/yatzy\.py has a syntax error"):
        send_slip(panda, "Why")


def test_a_slip_stays_in_the_code_if_nobody_answers(kata: SmallKata, panda: Practice, room: Path):
    kata.write(YATZY, SLIP)
    shutil.rmtree(room)
    with pytest.raises(RefusedError, match="Leave the mistake in your code"):
        send_slip(panda, "Why")
    assert kata.read(YATZY) == SLIP


def test_in_no_room_nothing_is_sent(practice: Practice):
    with pytest.raises(WrongUsageError, match="is in no room"):
        send_slip(practice, "Why")


@pytest.mark.usefixtures("panda")
def test_a_slip_has_no_row_on_the_board(room: Path):
    push(room, OTTER, ["green", "Why"])
    clone = Clone(str(room))
    clone.refresh()
    assert [pair.name for pair in clone.pairs] == ["Panda"]


# Fetching.


def test_a_slip_of_another_pair_is_fetched(panda: Practice, room: Path):
    offer(room, "Why")
    [slip] = list(fetch_slips(panda))
    assert (slip.sender, slip.story) == ("Otter", "Why")


def test_the_code_with_the_slip_differs_from_the_code_before(panda: Practice, room: Path):
    offer(room, "Why")
    [slip] = list(fetch_slips(panda))
    assert slip.before["yatzy.py"] != slip.after["yatzy.py"]


def test_the_oldest_slip_comes_first(panda: Practice, room: Path):
    offer(room, "second", "Heron", BEGAN + 60)
    offer(room, "first")
    assert [slip.story for slip in fetch_slips(panda)] == ["first", "second"]


def test_an_own_slip_is_not_fetched(panda: Practice, room: Path):
    push(room, f"{SLIPS}Panda/1", ["green", "Why"])
    assert list(fetch_slips(panda)) == []


def test_a_slip_of_a_pair_that_left_is_not_fetched(panda: Practice, room: Path):
    offer(room, "Why")
    push(room, f"{BRANCHES}Otter", [left("Otter")])
    assert list(fetch_slips(panda)) == []


def test_a_slip_of_a_pair_that_was_removed_is_not_fetched(panda: Practice, room: Path):
    push(room, OTTER, ["green", "Why"])
    assert list(fetch_slips(panda)) == []


def test_a_slip_of_a_pair_with_a_new_name_is_fetched(panda: Practice, room: Path):
    offer(room, "Why")
    push(room, f"{BRANCHES}Heron", [started(practice="Otter"), left("Otter"), check("green")])
    push(room, f"{BRANCHES}Otter", [left("Otter")])
    assert [slip.sender for slip in fetch_slips(panda)] == ["Heron"]


def test_a_commit_that_cannot_be_a_slip_is_skipped(panda: Practice, room: Path):
    push(room, f"{BRANCHES}Otter", [started()])
    push(room, OTTER, ["no parent"])
    assert list(fetch_slips(panda)) == []


def test_the_story_cannot_control_the_terminal(panda: Practice, room: Path):
    offer(room, "\x1b[31mWhy")
    [slip] = list(fetch_slips(panda))
    assert slip.story == r"\x1b[31mWhy"


# Their code with my tests.


@pytest.mark.parametrize(
    ("after", "grade"),
    [(SLIP, ASSERTION), (RULE.replace("+ second", "+ x"), CRASH), (RULE, MISSED)],
)
def test_own_tests_notice_a_slip_or_miss_it(after: str, grade: str, blind: Practice):
    assert grade_sent_slip(blind, sent(after=after), ()) == (grade, "")


def test_the_golden_master_notices_a_slip(practice: Practice):
    assert grade_sent_slip(practice, sent(), ()) == (ASSERTION, "")


def test_a_test_that_fails_without_the_slip_is_named_and_does_not_count(blind: Practice):
    grade, finding = grade_sent_slip(blind, sent(before=SLIP), ())
    assert grade == UNCOUNTED
    assert finding.startswith("practice/tests/test_yatzy.py:5, in test_a_pair_of_sixes()")


def test_tests_of_the_sender_do_not_run(blind: Practice):
    slip = sent(tests__test_theirs="def test_theirs(): assert False\n")
    assert grade_sent_slip(blind, slip, ())[0] == ASSERTION


def test_own_code_does_not_run_and_stays_as_it_is(kata: SmallKata, blind: Practice):
    kata.write("practice/yatzy/__init__.py", "raise SystemExit\n")
    before = sorted(kata.folder.rglob("*"))
    assert grade_sent_slip(blind, sent(), ())[0] == ASSERTION
    assert sorted(kata.folder.rglob("*")) == before


@pytest.mark.parametrize("path", ["/etc/x.py", "../x.py", "a/../../x.py", ".git/x.py"])
def test_code_outside_the_practice_is_not_written(path: str):
    assert not is_python_code(PurePosixPath(path))


# The command.


@pytest.fixture
def at_terminal(monkeypatch: pytest.MonkeyPatch, panda: Practice, room: Path) -> list[SentSlip]:
    """Let a person at a terminal find a slip in the room. Returns the slips that are run."""
    offer(room, "Why")
    run: list[SentSlip] = []

    def grade(_: Practice, slip: SentSlip, *__: object) -> tuple[str, str]:
        run.append(slip)
        return MISSED, ""

    monkeypatch.setattr(command, "is_at_terminal", lambda: True)
    monkeypatch.setattr(command, "grade_sent_slip", grade)
    monkeypatch.chdir(panda.workspace)
    return run


def from_room(answer: str) -> Result:
    return CliRunner().invoke(main, ["slips", "--from-room"], input=f"{answer}\n")


def test_without_a_terminal_nothing_is_asked(panda: Practice, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(panda.workspace)
    assert from_room("y").exit_code == 2


def test_the_sender_is_shown_before_the_question(at_terminal: list[SentSlip]):
    shown, _, _ = from_room("y").output.partition("Run it")
    assert at_terminal
    assert "Slip 1 of 1, from Otter: Why" in shown


def test_the_diff_is_shown_before_the_question(at_terminal: list[SentSlip]):
    shown, _, _ = from_room("y").output.partition("Run it")
    assert at_terminal[0].diff in shown


@pytest.mark.parametrize("answer", ["n", "q", ""])
def test_no_code_runs_unless_the_answer_is_yes(answer: str, at_terminal: list[SentSlip]):
    from_room(answer)
    assert at_terminal == []


@pytest.mark.usefixtures("at_terminal")
@pytest.mark.parametrize(("answer", "exit_code"), [("y", 1), ("n", 3)])
def test_a_missed_slip_fails(answer: str, exit_code: int):
    assert from_room(answer).exit_code == exit_code


@pytest.mark.usefixtures("at_terminal")
def test_a_crash_notices_a_slip(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(command, "grade_sent_slip", lambda *_: (CRASH, ""))
    assert from_room("y").output.endswith("Noticed 1 of 1 slip.\n")


@pytest.mark.usefixtures("at_terminal")
def test_slips_that_were_not_run_are_named(room: Path):
    offer(room, "second", "Heron", BEGAN + 60)
    shown = from_room("y\nn").output
    assert "Noticed 0 of 1 slip. 1 more of 2 did not count, or was not run.\n" in shown


def test_a_sent_slip_is_in_the_history(kata: SmallKata, panda: Practice):
    kata.write(YATZY, SLIP)
    kata.dojo("slips", "--send", "Why")
    assert history_of(panda).slips_of_others == SlipsOfOthers(sent=1)


@pytest.mark.usefixtures("at_terminal")
def test_slips_of_others_that_were_run_are_in_the_history(panda: Practice):
    from_room("y")
    assert history_of(panda).slips_of_others == SlipsOfOthers(noticed=0, tried=1)


@pytest.mark.parametrize(
    "options", ["--send why --json", "--send why --from-room", "--from-room --json"]
)
def test_options_that_cannot_work_are_wrong_usage(options: str):
    assert CliRunner().invoke(main, ["slips", *options.split()]).exit_code == 2
