"""The documents hold together: links lead somewhere, tests that are shown pass, plans fit into their time."""

import re
from importlib import import_module
from typing import Any

import pytest

from dojo.practice import make_room
from tests.dojo.commands.documents import DOCUMENTS, WORKSPACE, code_in, headings_of, section_of, text_of
from tests.dojo.small_kata import SmallKata

FACILITATING = "docs/facilitating.md"
PLANS = {"Two hours": 120, "A first hour": 60, "The second session, blind": 60}
GUARDED = ("Two hours", "A first hour")
ROW = re.compile(r"^\| (\d):(\d\d) \| (\d+) \| ([\w ]+) \| (.*) \|$", re.MULTILINE)
NEEDS_A_PERSON = ("dojo watch", "dojo table")


def rows_of(plan: str) -> list[tuple[int, int, str, str]]:
    """Return a plan row by row: the minute it begins at, how many it has, its part, and what happens."""
    found = ROW.findall(section_of(FACILITATING, plan))
    return [(60 * int(hours) + int(at), int(minutes), part, text) for hours, at, minutes, part, text in found]


def commands_of(plan: str) -> list[str]:
    return [command for *_, text in rows_of(plan) for command in re.findall(r"`(dojo [^`]+)`", text)]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", text_of(name)):
        path, _, heading = target.partition("#")
        place = (WORKSPACE / name).parent / path if path else WORKSPACE / name
        assert place.exists(), target
        assert not heading or heading in headings_of(place.resolve().relative_to(WORKSPACE).as_posix()), target


@pytest.mark.parametrize("name", sorted({*DOCUMENTS} - {"README.md", "KATA.md"}))
def test_the_exercise_leads_to_every_other_document(name: str) -> None:
    assert f"({name})" in text_of("KATA.md")


def test_the_test_that_patches_passes_on_the_tangle(monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {"Yatzy": import_module("legacy.yatzy").Yatzy}
    exec(code_in("KATA.md")[0], names)  # noqa: S102 - a document shows it
    [test] = (function for name, function in names.items() if name.startswith("test_"))
    test(monkeypatch)


def test_the_test_that_patches_nothing_is_one_of_the_clean_version() -> None:
    assert code_in("KATA.md")[1] in text_of("tests/refactored/test_evening.py")


@pytest.mark.parametrize(("plan", "minutes"), PLANS.items())
def test_a_plan_fits_into_its_time(plan: str, minutes: int) -> None:
    end = 0
    for begin, length, *_ in rows_of(plan):
        assert begin == end
        end = begin + length
    assert end == minutes


@pytest.mark.parametrize("plan", PLANS)
def test_there_is_as_much_time_for_looking_back_as_for_coding(plan: str) -> None:
    spent = dict.fromkeys(("Code", "Look back"), 0)
    for _, minutes, part, _ in rows_of(plan):
        if part in spent:
            spent[part] += minutes
    assert spent["Code"] == spent["Look back"] > 0


@pytest.mark.parametrize("plan", PLANS)
def test_a_plan_starts_a_practice_before_it_is_about_one(plan: str) -> None:
    about = [each for each in commands_of(plan) if not each.startswith("dojo table")]
    assert about[0].startswith("dojo start")


@pytest.mark.parametrize("plan", GUARDED)
def test_the_commands_of_a_plan_work_in_their_order(plan: str, kata: SmallKata) -> None:
    make_room(kata.folder / "URL")
    for command in commands_of(plan):
        if not command.startswith(NEEDS_A_PERSON):
            done = kata.dojo(*command.split()[1:])
            assert done.returncode == 0, (command, done.stderr)
