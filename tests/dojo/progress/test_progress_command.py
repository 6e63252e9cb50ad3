"""`dojo progress`: what it prints, and how its table looks at any length."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from dojo.commands import main
from dojo.commands.timeline_rows import table
from dojo.practice.model import RED, Choices, Practice
from dojo.practice.snapshots import AGAIN, CHECKS, Repository
from dojo.practice.story import Story, Swap, append_check, append_revert, append_score, append_swap
from dojo.progress import steps as steps_module
from dojo.progress.steps import Step
from dojo.progress.timeline import summary, timeline_of
from tests.dojo.practising import git
from tests.dojo.progress.timelines import (
    ONE,
    START,
    THREE,
    TWO,
    checked,
    entry,
    green,
    never_checked,
    plain,
    red,
)


def numbered(steps: list[Step]) -> list[Step]:
    return [replace(step, number=number) for number, step in enumerate(steps, start=1)]


def shown(steps: list[Step], *swaps: Swap, every: bool = False) -> list[str]:
    return plain(table(timeline_of(numbered(steps), swaps), every=every))


# The table.


def test_of_what_changed_a_line_is_shown() -> None:
    better = green(1, worst_complexity=8, mean_complexity=2.0, duplicated_lines=3, design_findings={}, lines=99)
    assert shown([green(0), better])[-1] == "          design findings 12 → 0, duplicated lines 4 → 3, ..."


def test_a_new_day_is_named_once() -> None:
    lines = shown([green(0), red(269), red(270), green(271), green(24 * 60)])
    assert [line for line in lines if line.startswith("2026")] == ["2026-11-22"]


@pytest.mark.parametrize(("every", "numbers"), [(False, [1, 2, 3, 4, *range(24, 36)]), (True, range(1, 36))])
def test_a_long_table_has_a_middle_on_request(numbers: Iterable[int], *, every: bool) -> None:
    lines = shown([green(minute) for minute in range(35)], every=every)
    rows = [line.split()[0] for line in lines if ":" in line]
    assert rows == list(map(str, numbers))
    assert ("... 19 more rows (--all shows them)" in lines) is not every


@pytest.mark.parametrize("name", ["a" * 99, "骰" * 99, "word " * 40])
def test_the_table_fits_80_columns(name: str) -> None:
    failed = replace(red(1), name=name, entry=replace(red(1).entry, message=name))
    swap = Swap(START, name, 2)
    lines = shown([replace(green(0, score=0.5), name=name), failed, replace(green(2, lines=1), name=name)], swap)
    assert max(map(cell_len, lines)) <= 80


def test_the_summary_names_who_practises_and_that_it_began_blind() -> None:
    story = Story([green(0).entry], name="Ada and Bob", choices=Choices(1, blind=True))
    assert summary(story).startswith("Level 1, scoring, blind, Ada and Bob, since ")


# A practice, as it is.


@pytest.fixture
def practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Give a practice that was never checked, and a terminal that is none."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return never_checked(tmp_path)


def run(*options: str | Path, charset: str = "utf-8") -> Result:
    return CliRunner(charset=charset).invoke(main, ["progress", *map(str, options)])


@pytest.mark.usefixtures("practice")
def test_without_a_check_it_says_what_to_do() -> None:
    done = run()
    assert (done.exit_code, done.stderr) == (1, "Error: No check yet: run `dojo check`, and look here again.\n")


def walked(practice: Practice) -> Repository:
    """Make three checks: a green one with a score, a red one, and another green one."""
    graded = checked(practice, 0, ONE).snapshot
    checked(practice, 2, "def one(:", RED)
    checked(practice, 5, "import os\n" + TWO)
    repository = Repository(practice.folder)
    append_score(repository, str(graded), 25.0, {"Mutants": 4})
    return repository


# A step.


def test_a_step_says_what_failed_and_that_it_was_reverted(practice: Practice) -> None:
    checked(practice, 0, ONE)
    repository = Repository(practice.folder)
    failed = replace(entry(1, RED, tree=repository.tree()), message="expected 4 got 3", findings=3)
    append_revert(repository, replace(failed, snapshot=append_check(repository, failed)))
    lines = run(2).stdout.splitlines()
    assert lines[1] == "expected 4 got 3 (and 2 more)"
    assert lines[2].startswith("TCR reverted it at ")
    assert lines[4] == "No file changed."


def test_a_step_whose_files_are_lost_says_so(practice: Practice) -> None:
    blob = git(practice.folder, "rev-parse", f"{checked(practice, 0, ONE).tree}:yatzy.py")
    (practice.folder / ".git/objects" / blob[:2] / blob[2:]).unlink()
    assert run(1).stdout.splitlines()[-2] == "The files are lost."


@pytest.mark.parametrize("number", [0, 4, 10**30])
def test_a_step_that_is_none_is_refused(number: int, practice: Practice) -> None:
    walked(practice)
    done = run(number)
    assert (done.exit_code, done.stderr) == (2, f"Error: There is no step {number}: 3 checks so far.\n")


@pytest.mark.parametrize("words", [("1", "2"), ("practice", "practice"), ("1", "practice", "2")])
def test_one_step_and_one_practice_at_most(words: tuple[str, ...], practice: Practice) -> None:
    walked(practice)
    assert run(*words).exit_code == 2


# Another practice.


def test_a_practice_that_was_put_aside_is_shown(practice: Practice, tmp_path: Path) -> None:
    walked(practice)
    practice.folder.rename(tmp_path / "practice-2026")
    assert run("practice-2026").stdout.startswith("Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red")
    assert run(3, "practice-2026").stdout.startswith("Step 3 of 3")


@pytest.fixture
def room(practice: Practice, tmp_path: Path) -> Path:
    """Give a room with the stories of two pairs."""
    folder = tmp_path / "room.git"
    git(tmp_path, "init", "--quiet", "--bare", str(folder))
    ends = (f"{CHECKS}:refs/heads/dojo/{name}" for name in ("Panda", "Otter"))
    git(walked(practice).folder, "push", "--quiet", str(folder), *ends)
    return folder


def test_a_pair_in_a_room_is_shown_of_several_one_that_is_named(room: Path) -> None:
    assert run(3, room, "--name", "Panda").stdout.startswith("Step 3 of 3")
    done = run(room)
    assert (done.exit_code, "Otter, Panda" in done.stderr) == (2, True)


def test_a_bundle_is_shown(practice: Practice, tmp_path: Path) -> None:
    git(walked(practice).folder, "bundle", "create", "--quiet", str(tmp_path / "panda.bundle"), CHECKS)
    assert run("panda.bundle").stdout.startswith("Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red")


@pytest.mark.usefixtures("practice")
def test_a_place_that_is_none_is_refused() -> None:
    assert run("nowhere").exit_code == 1


# A program.


def test_a_program_is_told_all_that_is_known(practice: Practice) -> None:
    append_swap(walked(practice), "Ann and Cem")
    checked(practice, 45, THREE)
    found = json.loads(run("--json").stdout)
    first, red, third, last = found.pop("steps")
    assert found == {"level": 1, "blind": False, "name": None}
    assert [step["who"] for step in (first, red, third, last)] == [None, None, None, "Ann and Cem"]
    assert (first["killed"], first["measures"]["lines"], first["swap"], first["round"]) == (0.25, 2, None, 1)
    assert (red["number"], red["status"], red["name"], red["measures"]) == (2, "red", "~ yatzy.py", None)
    assert third["swap"] is None
    assert (last["moment"], last["swap"]["name"], last["round"]) == ("2026-11-21T20:15:00+00:00", "Ann and Cem", 2)


# A page, and poor terminals.


def test_a_page_that_would_be_refused_costs_no_measuring(
    practice: Practice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(practice, 0, ONE)
    page = tmp_path / "mine.html"
    page.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(steps_module, "measure", None)
    assert "was not made by `dojo progress`" in run("--html", page).stderr


def test_a_page_on_request(practice: Practice, tmp_path: Path) -> None:
    checked(practice, 0, THREE)
    page = tmp_path / "way.html"
    assert f"The same as a page: {page}" in run("--html", page).stdout.splitlines()
    written = page.read_text(encoding="utf-8")
    assert "<p>Level 1, scoring, since 2026-11-21 19:30: 1 check, 0 red</p>" in written
    assert "<ins>+one" in written


@pytest.mark.parametrize("words", [[], ["practice"]])
def test_without_its_repository_it_says_how_to_go_on(practice: Practice, words: list[str]) -> None:
    checked(practice, 0, ONE)
    (practice.folder / ".git").rename(practice.home / "git")
    done = run(*words)
    assert (done.exit_code, done.stderr.splitlines()) == (
        1,
        [
            "Error: practice/.git is gone, and with it the level and all checks.",
            AGAIN,
        ],
    )


def test_no_password_of_a_place_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.commands.progress.find_workspace", lambda: tmp_path)
    done = run("http://me:secret@127.0.0.1:1/room.git")
    assert ("http://127.0.0.1:1/room.git" in done.stderr, "secret" in done.output) == (True, False)


@pytest.mark.usefixtures("practice")
def test_without_a_check_there_is_nothing_to_print() -> None:
    done = run("--json")
    assert (done.exit_code, done.stdout) == (1, "")
