"""How long a check may take, and what is said meanwhile."""

import sys

import pytest

from dojo.checking.runner import Caller, check
from dojo.commands.options import notice
from dojo.practice.model import Practice
from tests.dojo.practising import outcome_of
from tests.dojo.small_kata import SmallKata


@pytest.mark.skipif(sys.platform == "win32", reason="there, only the clock ends a check")
def test_each_test_has_its_time(kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.checking.subject.COMPUTING_SECONDS", 0.9)
    computes = "    import time\n    end = time.process_time() + 0.6\n    while time.process_time() < end: pass\n"
    kata.write("practice/tests/test_slow.py", "".join(f"def test_{each}():\n{computes}" for each in "ab"))
    assert outcome_of(blind, None).findings == ()


def test_who_waits_for_long_is_told_so(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("dojo.checking.runner.QUIET_SECONDS", 0)
    check(practice, caller=Caller(tell=told.append))
    assert told == ["still running; it may take 60 s", ""]


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
