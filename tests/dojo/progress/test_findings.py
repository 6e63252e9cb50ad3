"""Findings about design: by which rules, in what order, and what may stand around them."""

import json
import subprocess
import sys
import tempfile
from itertools import pairwise
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.way import states, worked_steps
from dojo.kata.workspace import LAST, tangle
from dojo.progress import findings
from dojo.progress.findings import RULES, findings_of
from tests.dojo.small_kata import WORKSPACE

COLLAPSIBLE = "if a:\n    if b:\n        c = 1\n"
DEEP = "def f(a):\n" + "".join(f"{'  ' * depth}if a:\n" for depth in range(1, 6))


def test_the_rules_are_called_as_ruff_calls_them() -> None:
    command = [sys.executable, "-m", "ruff", "rule", "--all", "--output-format=json"]
    known = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)  # noqa: S603 - words of our own
    assert RULES.items() <= {rule["code"]: rule["name"] for rule in known}.items()


def test_no_function_that_the_worked_way_extracts_adds_a_finding() -> None:
    steps = worked_steps(WORKSPACE)
    changes = zip(steps, pairwise(states({"yatzy.py": tangle(WORKSPACE, LAST)}, steps)), strict=True)
    extracted = [(step.title, *both) for step, both in changes if step.refactoring == "Extract Function"]
    found = findings_of(text for _, *both in extracted for state in both for text in state.values())
    count = {text: findings.total() for text, findings in found.items()}
    worse = [
        title
        for title, before, after in extracted
        if sum(count[text] for text in after.values()) > sum(count[text] for text in before.values())
    ]
    assert (len(extracted) > 50, worse) == (True, [])


def test_findings_are_by_text() -> None:
    found = findings_of([COLLAPSIBLE, "", "def f(a=[]): ...\n"])
    assert list(found.values()) == [{"collapsible-if": 1}, {}, {"mutable-argument-default": 1}]


def test_a_place_counts_once_however_often_it_is_reported() -> None:
    text = (
        f"{DEEP}            if a:\n              if a:\n                x()\n            while a:\n              x()\n"
    )
    assert findings_of([text])[text]["too-many-nested-blocks"] == 1


@pytest.mark.parametrize("text", ["def f(:\n", "x = 1\0\n", 'x = "\udce9"\n', "(" * 200_000])
def test_what_does_not_parse_has_none(text: str) -> None:
    assert findings_of([text, COLLAPSIBLE]) == {text: {}, COLLAPSIBLE: {"collapsible-if": 1}}


def test_what_lies_around_a_temporary_folder_makes_no_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("*", encoding="utf-8")
    (tmp_path / "ruff.toml").write_text('lint.per-file-ignores = {"*" = ["ALL"]}\n', encoding="utf-8")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert findings_of([COLLAPSIBLE])[COLLAPSIBLE] == {"collapsible-if": 1}


def test_a_ruff_that_cannot_is_a_matter_for_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "OPTIONS", ("check", "--select=X999"))
    with pytest.raises(WorkspaceError, match=r"^ruff could not measure the code: "):
        findings_of([COLLAPSIBLE])


def test_no_comment_hides_a_finding() -> None:
    text = f"# ruff: noqa\n{COLLAPSIBLE}".replace(":\n", ":  # noqa\n")
    assert findings_of([text])[text] == {"collapsible-if": 1}
