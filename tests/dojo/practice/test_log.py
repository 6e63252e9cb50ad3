"""The log of a practice: nothing in it is lost, and nothing damaged in it does harm."""

from dataclasses import replace
from pathlib import Path

import pytest

from dojo.practice import append_check, read_checks
from tests.dojo.practising import entry


def test_what_is_written_is_read(tmp_path: Path) -> None:
    written = [replace(entry("green", "abc"), changed={"yatzy.py": (3, 1)}), entry("red", None)]
    for each in written:
        append_check(tmp_path, each)
    assert read_checks(tmp_path) == written


def test_there_is_no_log_before_the_first_check(tmp_path: Path) -> None:
    assert read_checks(tmp_path) == []


@pytest.mark.parametrize("kept", [1, 40, -2])
def test_a_line_that_was_cut_short_costs_no_other(kept: int, tmp_path: Path) -> None:
    append_check(tmp_path, entry("green", "first"))
    append_check(tmp_path, entry("green", "second"))
    first, second = (tmp_path / "log.jsonl").read_text().splitlines()
    (tmp_path / "log.jsonl").write_text(f"{first}\n{second[:kept]}")
    append_check(tmp_path, entry("green", "third"))
    assert [each.snapshot for each in read_checks(tmp_path)] == ["first", "third"]


@pytest.mark.parametrize("line", ["[]", "{}", "null", '"text"', "\x00\xff", '{"when": "yesterday"}'])
def test_a_line_that_is_no_entry_is_passed_over(line: str, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(line + "\n", encoding="utf-8")
    assert read_checks(tmp_path) == []


def test_a_moment_without_a_time_zone_is_no_entry(tmp_path: Path) -> None:
    append_check(tmp_path, entry("green", "first", "2026-01-02T10:00:00"))
    assert read_checks(tmp_path) == []
