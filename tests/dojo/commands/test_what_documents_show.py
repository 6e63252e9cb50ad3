"""The documents hold together: links lead somewhere, tests that are shown pass, plans fit into their time."""

import re
import shutil
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dojo.practice import (
    CHECKS,
    GREEN,
    RED,
    Practice,
    Repository,
    append_check,
    append_revert,
    append_score,
    append_swap,
    make_room,
    records,
    restore,
    run_git,
)
from tests.dojo.commands.documents import DOCUMENTS, WORKSPACE, code_in, headings_of, section_of, text_of
from tests.dojo.practising import checked
from tests.dojo.small_kata import SmallKata

FACILITATING = "docs/facilitating.md"
PLANS = {"Two hours": 120, "A first hour": 60, "The second session, blind": 60}
GUARDED = ("Two hours", "A first hour")
ROW = re.compile(r"^\| (\d):(\d\d) \| (\d+) \| ([\w ]+) \| (.*) \|$", re.MULTILINE)
WRITTEN = re.compile(r"`dojo [^`]*--(?:html|bundle) ([\w./-]+)")
BESIDE = {"board-pairs/Panda.html"}  # a page for each pair, beside board.html
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


@pytest.mark.parametrize("room", sorted(place.parent.name for place in WORKSPACE.glob("dojo/*/__init__.py")))
def test_the_readme_names_every_room_of_the_command(room: str) -> None:
    assert f"`{room}`" in section_of("README.md", "How it is built")


@pytest.mark.parametrize(
    "path", sorted({path for name in DOCUMENTS for path in WRITTEN.findall(text_of(name))} | BESIDE)
)
def test_what_a_document_has_a_command_write_is_no_part_of_the_kata(path: str, tmp_path: Path) -> None:
    shutil.copy(WORKSPACE / ".gitignore", tmp_path)
    run_git(tmp_path, "init", "--quiet")
    assert run_git(tmp_path, "check-ignore", "--", path).returncode == 0


def test_a_story_tells_what_the_document_says_and_nothing_else(practice: Practice) -> None:
    repository = Repository(practice.folder)
    (practice.folder / "mine.py").touch()
    repository.commit(repository.tree(), "a commit of one's own")
    append_check(repository, replace(checked(practice, GREEN), message="a remark"), tcr=True)
    red = replace(checked(practice, RED), message="a finding")
    append_revert(repository, replace(red, snapshot=append_check(repository, red)))
    append_score(repository, str(red.snapshot), 50.0, {"Mutants": 2, "Killed": 1, "Equivalent": 1})
    append_swap(repository, "Ada and Bob")
    (practice.folder / "mine.py").unlink()
    restore(practice, "HEAD")
    told = {key for record in records(repository, CHECKS) for key in record.trailers if key}
    section = section_of("docs/verdict.md", "What a check keeps")
    assert told == set(re.findall("`([A-Z][A-Za-z-]+)`", section))


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
