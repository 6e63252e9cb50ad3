"""The tool on another kata: the parking garage of `tests/katas/`. No line of `dojo/` names it."""

import re
import shutil
from pathlib import Path

import pytest

from dojo.kata.description import read_kata
from dojo.kata.way import worked_steps
from tests.dojo.forked import short_loops
from tests.dojo.small_kata import WORKSPACE, CopiedKata

PARKING = WORKSPACE / "tests/katas/parking"
STEPS = worked_steps(PARKING)
METER = "practice/meter.py"
HOUR = """
[first_hour]
title = "one fee"
sections = ["v1"]
scenarios = ["test_fees"]
"""
# The words of each kata's own domain, as whole words.
WORDS = re.compile(
    r"\b(yatzy|yahtzee|yacht|dice|rolls?|throws?|meter|parking|tariffs?)\b(?!-dojo)", re.IGNORECASE
)


@pytest.fixture
def parking(tmp_path: Path) -> CopiedKata:
    """Give a new copy of the kata to each test."""
    return CopiedKata(PARKING, tmp_path)


@pytest.fixture
def started(parking: CopiedKata) -> CopiedKata:
    """Give the kata with a practice of level 1 that was just started."""
    assert parking.dojo("start").returncode == 0
    return parking


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> CopiedKata:
    """Give the kata with the results of all mutants, for all tests."""
    kata = CopiedKata(PARKING, tmp_path_factory.mktemp("verified"))
    with short_loops():
        kata.dojo("verify", "--workers", "1")
    return kata


def test_no_line_of_the_tool_knows_a_kata():
    names = {name for folder in (WORKSPACE, PARKING) for name in read_kata(folder).implementations}
    words = re.compile(rf"{WORDS.pattern}|\b({'|'.join(names)})[/.]", re.IGNORECASE)
    found = []
    for file in sorted((WORKSPACE / "dojo").rglob("*")):
        if file.suffix in {".py", ".html", ".txt", ".css", ".tcss", ".js"}:
            lines = file.read_text(encoding="utf-8").splitlines()
            found += [f"{file.name}: {line.strip()}" for line in lines if words.search(line)]
    assert found == []


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("guard", ["", "--blind"])
def test_a_practice_begins_green(level: int, guard: str, parking: CopiedKata):
    parking.dojo("start", "--level", str(level), *guard.split())
    assert parking.dojo("check").stdout.startswith("green: ")


def test_a_first_hour_has_parts_of_the_tangle(parking: CopiedKata):
    parking.write("kata.toml", parking.read("kata.toml") + HOUR)
    assert parking.dojo("start", "--level", "hour").returncode == 0
    assert " v4\n" not in parking.read(METER)
    assert parking.dojo("check").stdout.startswith("green: the first hour, one fee")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('["v1"]', '["v1", "v7"]', "legacy/meter.py has no line `# ---- v7`"),
        ('sections = ["v1"]\n', "", "only the last level has no end"),
        ('["test_fees"]', '["test_feez"]', "there is no tests/golden_master/test_feez.py"),
    ],
)
def test_a_mistake_in_a_first_hour_is_named(old: str, new: str, problem: str, parking: CopiedKata):
    parking.write("kata.toml", parking.read("kata.toml") + HOUR.replace(old, new))
    assert f"the first hour, one fee: {problem}" in parking.dojo("start").stderr


def test_a_difference_is_named_and_can_be_approved(started: CopiedKata):
    started.change(METER, "2500", "2600")
    assert "in 'Without a ticket'" in started.dojo("check").stdout
    started.dojo("approve", "practice", "--yes")
    assert started.dojo("check").stdout.startswith("green, ")


@pytest.mark.parametrize("step", [step.number for step in STEPS if not step.is_red])
def test_each_step_of_the_way_is_green(step: int, parking: CopiedKata):
    parking.dojo("start", "--at", str(step), "--level", "2")
    assert parking.dojo("check").stdout.startswith("green: level 2, receipts")


def test_a_hint_and_the_way_show_the_same_step(started: CopiedKata):
    started.dojo("hint")
    assert STEPS[0].title in started.dojo("hint").stdout
    assert STEPS[0].title in started.dojo("way").stdout


def test_own_tests_are_graded_with_slips(parking: CopiedKata):
    parking.dojo("start", "--blind")
    assert "noticed 0 of 2 slips of level 1" in parking.dojo("slips").stdout


def test_a_level_is_graded_with_mutants(started: CopiedKata):
    graded = started.dojo("mutants", "Meter.weekend")
    assert graded.stdout.startswith("score of Meter.weekend 100.0 %")


def test_both_implementations_have_a_verdict(verified: CopiedKata):
    assert "All is well." in verified.dojo("verify").stdout


def test_a_practice_is_compared_with_both_versions(started: CopiedKata):
    lines = started.dojo("compare").stdout.splitlines()
    assert lines[0].split() == ["legacy", "practice", "refactored"]


@pytest.mark.parametrize("page", ["--pairs=Panda", "--wall", "--key"])
def test_the_handouts_are_made_from_its_documents(page: str, parking: CopiedKata):
    assert parking.dojo("handouts", page, "--html", "page.html").returncode == 0


def test_a_document_that_the_kata_does_not_have_is_named(parking: CopiedKata):
    done = parking.dojo("handouts", "--session", "--html", "page.html")
    assert done.stderr == "Error: This kata has no facilitating.md, from which the page is made.\n"


@pytest.mark.parametrize(
    ("folder", "command", "message"),
    [
        ("worked", "way", "This kata has no worked way"),
        ("tests/slips", "slips", "This kata has no slips of level 1, fees"),
        ("refactored", "verify refactored", "The clean version is missing: refactored/meter.py"),
    ],
)
def test_a_kata_need_not_have_everything(
    folder: str, command: str, message: str, started: CopiedKata
):
    shutil.rmtree(started.folder / folder)
    assert message in started.dojo(*command.split()).stderr


def test_a_document_of_statements_without_mutants_may_be_missing(
    verified: CopiedKata, tmp_path: Path
):
    kata = CopiedKata(verified.folder, tmp_path)
    (kata.folder / "approved_files/unmutated.approved.txt").unlink()
    assert "no mutant changes these" in kata.dojo("verify").stdout


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            '"test_fees"',
            '"test_feez"',
            "level 1, fees: there is no tests/golden_master/test_feez.py",
        ),
        ('"v4"', '"v9"', "level 1, fees: legacy/meter.py has no line `# ---- v9`"),
        ('"tariffs"', '"tarifs"', "level 1, fees: there is no refactored/tarifs.py"),
        ('end = "v4"', "", "level 1, fees: only the last level has no end"),
        ("offers", "offer", "kata.toml: Object contains unknown field `offer`"),
    ],
)
@pytest.mark.parametrize("command", ["start", "verify"])
def test_a_mistake_in_the_description_is_named(
    old: str, new: str, problem: str, command: str, parking: CopiedKata
):
    parking.change("kata.toml", old, new)
    assert problem in parking.dojo(command).stderr


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("\n2 receipts | ", "\n\n2: ", "the table of 'Levels' has no row for level 2, receipts"),
    ],
)
def test_a_table_that_the_handouts_need_is_named(
    old: str, new: str, problem: str, parking: CopiedKata
):
    parking.change("KATA.md", old, new)
    done = parking.dojo("handouts", "--level", "2", "--html", "page.html")
    assert problem in done.stderr


def test_a_room_shows_the_pair(started: CopiedKata):
    started.dojo("room", "new", "room.git")
    started.dojo("join", "room.git", "--name", "Panda")
    started.dojo("check")
    assert "Panda" in started.dojo("room", "room.git").stdout


def test_a_kata_has_only_its_own_commands(parking: CopiedKata):
    assert "table" not in parking.dojo("--help").stdout


def test_the_fees_follow_the_rules(parking: CopiedKata):
    assert parking.pytest("tests/review").returncode == 0
