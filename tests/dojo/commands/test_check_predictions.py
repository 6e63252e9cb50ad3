"""`dojo check --expect`, with `--or-revert` and `--json`, and `dojo watch --expect`."""

import json
from collections.abc import Iterator

import pytest
from click.testing import CliRunner

from dojo.checking.runner import PREDICTED_LATE
from dojo.commands import watch
from dojo.main import main
from dojo.practice.history import History, read_history
from dojo.practice.model import GREEN, RED, Practice
from dojo.practice.snapshots import Repository
from tests.dojo.practising import YATZY, checked
from tests.dojo.small_kata import RULE, SmallKata

BROKEN = RULE.replace("first + second", "first")


def history_of(practice: Practice) -> History:
    return read_history(Repository(practice.folder))


@pytest.mark.usefixtures("practice")
def test_text_and_json_of_a_check_say_the_same(kata: SmallKata):
    kata.dojo("check")
    kata.write(YATZY, BROKEN)
    text = kata.dojo("check", "-e", "green").stdout
    kata.write(YATZY, RULE)
    kata.dojo("check")
    kata.write(YATZY, BROKEN)
    done = kata.dojo("check", "-e", "green", "--or-revert", "--json")
    report = json.loads(done.stdout)
    right, made = report["predictions"].values()
    surprise, headline, *rest = text.splitlines()
    expected = f"You expected {report['expected']}, but the check is {report['status']}."
    assert surprise == f"{expected} So far, {right} of {made - 1} came as expected."
    assert headline.startswith(f"{report['status']}: {report['guard']}, ")
    assert "\n".join(rest).startswith(report["findings"][0])
    assert (report["number"], report["action"], done.returncode) == (4, "reverted", 1)


@pytest.mark.parametrize("other", ["--twins", "--mutants", "-m note"])
@pytest.mark.usefixtures("practice")
def test_json_is_one_object(other: str, kata: SmallKata):
    done = kata.dojo("check", "--json", *other.split())
    assert "--json prints one object" in done.stderr


def test_a_right_prediction_is_said_behind_the_result(kata: SmallKata, practice: Practice):
    done = kata.dojo("check", "-e", "green")
    assert done.stdout.splitlines()[0].endswith(" s, as expected")
    assert history_of(practice).steps[0].check.expected == GREEN


@pytest.mark.parametrize("expected", [GREEN, RED])
def test_a_prediction_of_a_known_result_does_not_count(
    expected: str, kata: SmallKata, practice: Practice
):
    kata.dojo("check")
    done = kata.dojo("check", "-e", expected, "--or-revert")
    assert done.stdout.splitlines()[0] == PREDICTED_LATE
    assert "expected" not in done.stdout.replace(PREDICTED_LATE, "")
    [step] = history_of(practice).steps
    assert step.check.expected == ""


def test_a_surprise_is_reverted_to_the_last_check_as_expected(kata: SmallKata, practice: Practice):
    red = BROKEN + "# as expected\n"
    kata.write(YATZY, red)
    checked(practice, RED, expected=RED)
    kata.write(YATZY, BROKEN)
    done = kata.dojo("check", "-e", "green", "--or-revert")
    assert (kata.read(YATZY), done.stdout.count("\nReverted.\n")) == (red, 1)
    assert history_of(practice).steps[-1].reverted


@pytest.mark.usefixtures("practice")
def test_a_surprise_in_the_first_check_is_reverted_to_the_start(kata: SmallKata):
    kata.write(YATZY, BROKEN)
    kata.dojo("check", "-e", "green", "--or-revert")
    assert kata.read(YATZY) == RULE


@pytest.mark.usefixtures("practice")
def test_without_a_change_nothing_is_reverted(kata: SmallKata):
    kata.dojo("check")
    kata.dojo("swap", "Ann")
    done = kata.dojo("check", "-e", "amber", "--or-revert")
    reason = "no file changed since the last green or expected check"
    assert f"\nNot reverted: {reason}.\n" in done.stdout


def test_without_a_change_since_the_start_nothing_is_reverted(kata: SmallKata, practice: Practice):
    done = kata.dojo("check", "-e", "red", "--or-revert")
    assert "\nNot reverted: no file changed since the start.\n" in done.stdout
    assert not history_of(practice).steps[0].reverted


@pytest.mark.usefixtures("practice")
def test_a_check_as_expected_is_not_reverted(kata: SmallKata):
    kata.write(YATZY, BROKEN)
    kata.dojo("check", "-e", "red", "--or-revert")
    assert kata.read(YATZY) == BROKEN


def test_a_reverted_green_check_is_not_committed(kata: SmallKata, practice: Practice):
    kata.write(YATZY, RULE + "# new\n")
    kata.dojo("check", "-e", "red", "--or-revert", "-m", "new")
    assert (practice.folder / "yatzy.py").read_text(encoding="utf-8") == RULE
    assert history_of(practice).commits == {}


@pytest.mark.usefixtures("practice")
def test_a_fault_of_the_kata_reverts_nothing(kata: SmallKata):
    (kata.folder / "approved_files/pairs.approved.txt").unlink()
    kata.write(YATZY, BROKEN)
    kata.dojo("check", "-e", "green", "--or-revert")
    assert kata.read(YATZY) == BROKEN


@pytest.mark.usefixtures("practice")
def test_nothing_is_reverted_without_a_prediction(kata: SmallKata):
    done = kata.dojo("check", "--or-revert")
    assert (done.returncode, "needs a prediction" in done.stderr) == (2, True)


def test_a_watch_asks_until_a_key_is_a_prediction(
    practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    def interrupt(*_: object, **__: object) -> Iterator[None]:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch, "watch_files", interrupt)
    monkeypatch.chdir(practice.workspace)
    printed = CliRunner().invoke(main, ["watch", "--expect"], input="xR").stdout
    assert "You expected red, but the check is green." in printed.splitlines()[1]
    assert history_of(practice).steps[0].check.expected == RED
