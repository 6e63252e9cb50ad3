"""`dojo watch`: a check on every save, a line each."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from threading import Timer

import pytest
from click import unstyle

from dojo.checking import Checked, CheckResult, Finding, Tcr, Watch
from dojo.checking import watcher as watches
from dojo.commands import watch
from dojo.errors import WorkspaceError
from dojo.practice import AMBER, RED, Practice, Repository, read_story, restore
from tests.dojo.practising import TEST, YATZY, checked, started
from tests.dojo.small_kata import RULE, SmallKata

BROKEN = RULE.replace("return first", "return last")
Told = list[str]
Saves = Iterator[set[tuple[str, str]]]


def follow(
    practice: Practice, monkeypatch: pytest.MonkeyPatch, *saves: Callable[[], object], tcr: bool = False
) -> Told:
    """Watch the practice while these saves happen, one after the other; return what was said, but for the next step."""
    told: Told = []
    left = iter(saves)

    def happen(*_: object, **__: object) -> Saves:
        for save in left:
            save()
            yield {("changed", "a file")}
        raise KeyboardInterrupt

    monkeypatch.setattr(watches, "watch", happen)
    monkeypatch.setattr(watch.click, "echo", lambda text: told.append(str(text)))
    watch.follow(practice, 300, tcr=tcr)
    assert told.pop() == "Next: `dojo progress` shows the timeline."
    return told


@pytest.fixture(autouse=True)
def _no_waiting(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Believe each answer at once, but where the waiting is what is tested."""
    if "clock" not in request.fixturenames:
        monkeypatch.setattr(watches, "SETTLED_SECONDS", 0)


class Clock:
    """A clock that only sleeping moves; `saves` happen when their seconds have come."""

    def __init__(self) -> None:
        """Begin at 0, without saves."""
        self.now = 0.0
        self.saves: dict[float, Callable[[], object]] = {}

    def sleep(self, seconds: float) -> None:
        """Let time pass, and what is due happen."""
        self.now += seconds
        for due in [moment for moment in self.saves if moment <= self.now]:
            self.saves.pop(due)()


@pytest.fixture
def clock() -> Clock:
    """Give a clock of its own to a test that waits."""
    return Clock()


@pytest.fixture
def watched(practice: Practice, clock: Clock) -> Watch:
    """Give a practice that TCR watches, and that was green."""
    watched = Watch(practice, 300, Tcr(practice), print, clock=lambda: clock.now, sleep=clock.sleep)
    watched.check()
    return watched


def test_green_is_told_without_waiting(watched: Watch, clock: Clock) -> None:
    assert (watched.checks.total(), clock.now) == (1, 0)


@pytest.mark.parametrize("seconds", [0.25, 0.75, 4.5])
def test_a_save_in_two_steps_is_not_taken_for_red(
    seconds: float, kata: SmallKata, watched: Watch, clock: Clock
) -> None:
    cleaner = RULE.replace("return 0", "return  0")
    clock.saves[seconds] = lambda: kata.write(YATZY, cleaner)
    kata.write(YATZY, "")
    watched.check()
    watched.check()
    assert (watched.checks.total(), watched.checks[RED], kata.read(YATZY)) == (2, 0, cleaner)
    assert [each.status for each in read_story(Repository(watched.practice.folder)).checks] == ["green", "green"]


def test_half_a_file_is_not_taken_for_red(kata: SmallKata, watched: Watch, clock: Clock) -> None:
    cleaner = RULE.replace("return 0", "return  0")
    clock.saves[0.75] = lambda: kata.write(YATZY, cleaner)
    kata.write(YATZY, cleaner[:40])
    watched.check()
    assert (watched.checks.total(), kata.read(YATZY)) == (1, cleaner)


def test_red_is_believed_after_a_second(kata: SmallKata, watched: Watch, clock: Clock) -> None:
    kata.write(YATZY, BROKEN)
    watched.check()
    assert (watched.checks[RED], clock.now, kata.read(YATZY)) == (1, 1, RULE)


def test_a_file_that_stays_empty_is_believed_after_five(kata: SmallKata, watched: Watch, clock: Clock) -> None:
    kata.write(YATZY, "")
    watched.check()
    assert (watched.checks[AMBER], clock.now, kata.read(YATZY)) == (1, 5, RULE)


def test_the_first_check_is_made_at_once(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "  green  " in unstyle(follow(practice, monkeypatch)[1])


def test_each_save_is_a_line(kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    told = follow(practice, monkeypatch, lambda: kata.write(YATZY, BROKEN), lambda: kata.write(YATZY, RULE))
    statuses = [line.split()[1] for line in map(unstyle, told[1:-1])]
    assert statuses == ["green", "red", "green"]


def test_a_save_that_changes_nothing_is_no_check(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(follow(practice, monkeypatch, (practice.folder / "yatzy.py").touch)) == 3


def test_what_the_practice_itself_writes_is_no_save(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write(YATZY, "open('debug.log', 'a').write('here')\n" + RULE)
    assert len(follow(practice, monkeypatch, lambda: None)) == 3


@pytest.mark.parametrize(("tcr", "told"), [(True, ["yes"]), (False, [])])
def test_the_story_tells_of_tcr(
    told: list[str], practice: Practice, monkeypatch: pytest.MonkeyPatch, *, tcr: bool
) -> None:
    follow(practice, monkeypatch, tcr=tcr)
    log = Repository(practice.folder).git("log", "--format=%(trailers:key=TCR,valueonly)", "refs/dojo/checks")
    assert log.split() == told


def test_a_red_line_says_what_is_wrong(kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    told = follow(practice, monkeypatch, lambda: kata.write(YATZY, BROKEN))
    assert "practice/yatzy.py:12, in pair() NameError: name 'last' is not defined  yatzy.py +1 -1" in told[2]


def test_a_line_is_as_wide_as_the_terminal(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = follow(practice, monkeypatch, lambda: kata.write(YATZY, BROKEN))
    assert len(unstyle(told[2])) == 80


def test_a_system_that_cannot_tell_of_a_file_is_no_end(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_utf8() -> None:
        kata.write(YATZY, BROKEN)
        raise RuntimeError

    told = follow(practice, monkeypatch, not_utf8)
    assert told[-1].startswith("\n2 checks, 1 of them red.")


def test_the_end_counts_the_checks(kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    told = follow(practice, monkeypatch, lambda: kata.write(YATZY, BROKEN))
    assert told[-1].startswith("\n2 checks, 1 of them red.")


def test_tcr_commits_green_and_reverts_red(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleaner = RULE.replace("return 0", "return  0")
    saves = (lambda: kata.write(YATZY, cleaner), lambda: kata.write(YATZY, BROKEN))
    told = follow(practice, monkeypatch, *saves, tcr=True)
    assert ["committed" in told[2], "reverted" in told[3]] == [True, True]
    assert re.fullmatch(r" +Ctrl-C, then `dojo restore \w{7}` brings it back", told[4])
    assert (kata.read(YATZY), Repository(practice.folder).files("HEAD")["yatzy.py"]) == (cleaner, cleaner)


@pytest.mark.parametrize(
    "lost", ["approved_files/pairs.approved.txt", "tests/golden_master/test_scores.py", "tests/golden_master/calls.py"]
)
def test_tcr_reverts_nothing_for_what_the_kata_lacks(
    lost: str, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleaner, kept = RULE.replace("return 0", "return  0"), kata.read(lost)

    def lose() -> None:
        (kata.folder / lost).unlink()
        kata.write(YATZY, cleaner)

    told = follow(practice, monkeypatch, lose, lambda: (kata.write(lost, kept), kata.write(YATZY, cleaner)), tcr=True)
    assert [word in line for word, line in zip(("not reverted", "committed"), told[2:], strict=False)] == [True, True]
    assert kata.read(YATZY) == cleaner


def test_tcr_reverts_code_that_writes_a_file_in_each_check(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = "open('debug.log', 'a').write('here')\n"
    kata.write(YATZY, writes + RULE)
    told = follow(practice, monkeypatch, lambda: kata.write(YATZY, writes + BROKEN), tcr=True)
    assert ("reverted" in told[2], kata.read(YATZY)) == (True, writes + RULE)
    restore(practice, None)
    assert kata.read("practice/debug.log") == "herehere"


def test_a_warning_is_said_once(kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    kata.write("practice/yatzy/__init__.py", RULE)
    told = follow(practice, monkeypatch, lambda: kata.write("practice/yatzy/__init__.py", BROKEN))
    assert [line.startswith("practice/ has both") for line in told] == [False, False, True, False, False]


def test_a_save_during_a_long_check_ends_it(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("dojo.checking.process.QUIET_SECONDS", 0.1)
    kata.write(YATZY, RULE.replace("return first", "while True: pass\n        return first"))
    watched = Watch(practice, 300, Tcr(practice), print)
    monkeypatch.setattr(watched, "is_superseded", lambda: True)
    watched.check()
    assert watched.checks.total() == 0


def test_a_file_that_git_ignores_supersedes_no_check(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/.gitignore", "*.log\n")
    watched = Watch(practice, 300, None, print)
    watched.check()
    kata.write("practice/run.log", "ran")
    assert not watched.is_superseded()


def test_any_other_file_supersedes_a_check(kata: SmallKata, practice: Practice) -> None:
    watched = Watch(practice, 300, None, print)
    watched.check()
    kata.write("practice/run.py", "ran")
    assert watched.is_superseded()


def test_a_program_that_writes_a_file_in_each_check_is_told_of(kata: SmallKata, blind: Practice) -> None:
    told: list[str] = []
    program = "    import subprocess\n    subprocess.run(['sh', '-c', 'echo . >>out.txt'], check=True)\n"
    kata.write("practice/tests/test_yatzy.py", TEST + program)
    watched = Watch(blind, 300, None, told.append)
    for _ in range(6):
        watched.check()
    assert told == [
        "Files change during each check: practice/out.txt.",
        "If your code writes them, name them in practice/.gitignore.",
    ]


@pytest.mark.parametrize(("level", "blind"), [(2, False), (1, True), (1, False)])
def test_another_practice_in_the_place_of_the_first_is_taken_for_what_it_is(
    level: int, kata: SmallKata, practice: Practice, *, blind: bool
) -> None:
    watched = Watch(practice, 300, None, print)
    watched.look_who_is_there()
    started(kata, level=level, blind=blind, again=True)
    assert watched.is_another()
    watched.look_who_is_there()
    assert (watched.practice.choices.level, watched.practice.choices.blind) == (level, blind)


def test_tcr_begins_anew_with_another_practice(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def again() -> None:
        started(kata, again=True)
        kata.write(YATZY, BROKEN)

    with pytest.raises(WorkspaceError, match="TCR begins from green, so nothing was reverted"):
        follow(practice, monkeypatch, again, tcr=True)
    assert kata.read(YATZY) == BROKEN


def test_a_practice_that_is_away_for_a_moment_is_not_gone(kata: SmallKata, practice: Practice) -> None:
    away = practice.folder.rename(kata.folder / "away")
    watched = Watch(practice, 300, None, print, sleep=lambda _: away.rename(practice.folder))
    assert not watched.is_gone()


def answered(monkeypatch: pytest.MonkeyPatch, practice: Practice, *statuses: str) -> list[bool]:
    """Let checks give these answers; return, once they were given, whether each had twice the time."""
    asked: list[bool] = []

    def check(*_: object, patient: bool = False, **__: object) -> Checked:
        asked.append(patient)
        status = statuses[len(asked) - 1]
        late = [Finding("did not end in 5 s")] if status == "amber" else []
        return Checked(CheckResult(late, seconds=0.5, unasked=bool(late), late=bool(late)), checked(practice, status))

    monkeypatch.setattr(watches, "check_and_log", check)
    return asked


def test_without_an_answer_tcr_asks_again_with_twice_the_time(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = answered(monkeypatch, practice, "amber", "green")
    told = follow(practice, monkeypatch, tcr=True)
    assert asked == [False, True]
    assert ["amber  0.5 s  asking again, with twice" in told[1], "green  0.5 s" in told[2]] == [True, True]


def test_without_an_answer_a_second_time_tcr_reverts(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered(monkeypatch, practice, "green", "amber", "amber")
    told = follow(practice, monkeypatch, lambda: kata.write(YATZY, BROKEN), tcr=True)
    assert ("amber  0.5 s  reverted" in told[3], kata.read(YATZY)) == (True, RULE)


def test_without_tcr_nobody_asks_again(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answered(monkeypatch, practice, "amber")
    assert follow(practice, monkeypatch)[-1].startswith("\n1 checks, 0 of them red, 1 amber.")
    assert asked == [False]


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way")
def test_a_save_is_noticed_and_an_interruption_ends_it_cleanly(kata: SmallKata, practice: Practice) -> None:
    environment = {**os.environ, "COLUMNS": "80", "PYTHONUNBUFFERED": "1"}
    running = subprocess.Popen(
        [sys.executable, "-m", "dojo", "watch"],
        cwd=kata.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stdout is not None
    for_good_measure = Timer(300, running.kill)
    for_good_measure.start()
    lines = [running.stdout.readline() for _ in range(2)]
    kata.write(YATZY, BROKEN)
    lines.append(running.stdout.readline())
    running.send_signal(signal.SIGINT)
    rest, errors = running.communicate()
    for_good_measure.cancel()
    assert [" green " in lines[1], " red " in lines[2], "2 checks, 1 of them red" in rest] == [True, True, True]
    assert (running.returncode, errors, practice.folder.is_dir()) == (0, "", True)
