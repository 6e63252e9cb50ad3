"""How long a check may take: it depends on what it took here, never on how busy the machine is."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dojo.checking.process import Limit, limit_for
from dojo.commands.options import notice
from dojo.practice import AMBER, GREEN, Choices, Practice, Story
from tests.dojo.practising import entry

LEVEL_1 = Choices(1, blind=False)


def limit_after(*seconds: float, chosen: float | None = None, status: str = GREEN, choices: Choices = LEVEL_1) -> Limit:
    """Return the limit of a check at level 1, after checks that took so many seconds."""
    kind = {"level": choices.level, "blind": choices.blind}
    story = Story([replace(entry(status), seconds=each, **kind) for each in seconds])
    return limit_for(Practice(Path("anywhere"), LEVEL_1), chosen, story)


def test_a_first_check_may_take_a_minute() -> None:
    assert limit_after() == Limit(60, 60)


def test_a_check_may_take_ten_times_as_long_as_when_it_was_green() -> None:
    assert limit_after(3).computing == 30


def test_a_check_may_take_ten_seconds_however_fast_it_was() -> None:
    assert limit_after(0.2).computing == 10


def test_on_the_clock_it_may_take_longer_for_others_compute_too() -> None:
    assert limit_after(3).clock == 120


def test_one_green_check_that_had_to_wait_does_not_make_the_next_ones_wait() -> None:
    assert limit_after(3, 2, 40).before == 2


def test_code_that_became_slower_gets_more_time() -> None:
    assert limit_after(1, 5, 6, 5).before == 5


@pytest.mark.parametrize("choices", [Choices(2, blind=False), Choices(1, blind=True)])
def test_what_another_level_took_or_another_guard_does_not_count(choices: Choices) -> None:
    assert limit_after(3, choices=choices).before is None


def test_what_was_not_green_does_not_count() -> None:
    assert limit_after(3, status=AMBER).before is None


def test_what_a_person_chose_is_taken_as_it_is() -> None:
    assert limit_after(3, chosen=7) == Limit(7, 7, 3)


def test_no_answer_is_said_with_what_it_took_the_last_time() -> None:
    assert Limit(30, 120, 3.04).passed(40.2) == "did not end in 40 s; last time it took 3.0 s"


def test_without_a_last_time_nothing_is_said_of_it() -> None:
    assert Limit(60, 60).passed(60) == "did not end in 60 s"


def test_a_check_that_takes_long_is_said_to_be_running() -> None:
    assert Limit(30, 120, 3).running == "still running; last time it took 3.0 s"


def test_without_a_last_time_it_is_said_how_long_it_may_take() -> None:
    assert Limit(60, 60).running == "still running; it may take 60 s"


def test_at_a_terminal_a_result_takes_the_place_of_a_notice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("click.utils.should_strip_ansi", lambda *_: False)
    notice("still running")
    notice("")
    assert capsys.readouterr().err == "\r\x1b[Kstill running\r\x1b[K"


def test_in_a_pipe_no_notice_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    notice("still running")
    assert capsys.readouterr().err == ""
