"""Findings about design: by which rules, in what order, and what may stand around them."""

import json
import subprocess
import sys
from typing import Any

import pytest

from dojo.errors import WorkspaceError
from dojo.progress import findings
from dojo.progress.findings import RULES, findings_of

COLLAPSIBLE = "if a:\n    if b:\n        c = 1\n"
DEEP = "def f(a):\n" + "".join(f"{'  ' * depth}if a:\n{'  ' * depth}  x()\n" for depth in range(1, 9))


def test_the_rules_are_called_as_ruff_calls_them() -> None:
    command = [sys.executable, "-m", "ruff", "rule", "--all", "--output-format=json"]
    known = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603 - words of our own
    assert RULES.items() <= {rule["code"]: rule["name"] for rule in known}.items()


def test_findings_are_by_text() -> None:
    found = findings_of([COLLAPSIBLE, "", "def f(a=[]): ...\n"])
    assert list(found.values()) == [{"collapsible-if": 1}, {}, {"mutable-argument-default": 1}]


def test_a_place_counts_once_whatever_is_wrong_there() -> None:
    assert findings_of([DEEP])[DEEP]["too-many-nested-blocks"] == 1


def test_no_comment_hides_a_finding() -> None:
    text = f"# ruff: noqa\n{COLLAPSIBLE}".replace(":\n", ":  # noqa\n")
    assert findings_of([text])[text] == {"collapsible-if": 1}


@pytest.mark.parametrize("text", ["def f(:\n", "x = 1\0\n", 'x = "\udce9"\n', "(" * 200_000])
def test_what_does_not_parse_has_none(text: str) -> None:
    assert findings_of([text, COLLAPSIBLE]) == {text: {}, COLLAPSIBLE: {"collapsible-if": 1}}


@pytest.mark.parametrize("variable", ["FORCE_COLOR", "CLICOLOR_FORCE", "RUFF_OUTPUT_FILE", "RUFF_NO_CACHE"])
def test_findings_are_counted_whatever_is_set_around_them(monkeypatch: pytest.MonkeyPatch, variable: str) -> None:
    monkeypatch.setenv(variable, "1")
    assert findings_of([COLLAPSIBLE])[COLLAPSIBLE] == {"collapsible-if": 1}


def test_without_code_ruff_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", None)
    assert findings_of([]) == {}


def test_a_ruff_that_cannot_is_a_matter_for_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "OPTIONS", ("check", "--select=X999"))
    with pytest.raises(WorkspaceError, match=r"^ruff could not measure the code: "):
        findings_of([COLLAPSIBLE])


def test_a_ruff_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_long(*_: Any, timeout: float, **_options: Any) -> None:
        raise subprocess.TimeoutExpired("ruff", timeout)

    monkeypatch.setattr(subprocess, "run", too_long)
    with pytest.raises(WorkspaceError, match=r"^ruff took more than 60 s"):
        findings_of([COLLAPSIBLE])
