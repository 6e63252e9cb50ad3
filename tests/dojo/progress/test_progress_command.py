"""`dojo progress`: what it prints, and how its table looks at any length."""

import json
from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from dojo.commands import main
from dojo.commands.progress import summary
from dojo.commands.timeline_rows import table, tabled
from dojo.practice import (
    CHECKS,
    RED,
    Practice,
    Repository,
    Story,
    Swap,
    append_check,
    append_revert,
    append_score,
    append_swap,
    run_git,
)
from dojo.practice.snapshots import AGAIN
from dojo.progress import steps as steps_module
from dojo.progress.metrics import Longest, Measures
from dojo.progress.steps import Step
from dojo.progress.timeline import timeline_of
from tests.dojo.progress.timelines import (
    ONE,
    START,
    THREE,
    TWO,
    amber,
    checked,
    entry,
    green,
    lost,
    never_checked,
    plain,
    red,
)


def numbered(steps: list[Step]) -> list[Step]:
    return [replace(step, number=number) for number, step in enumerate(steps, start=1)]


def shown(steps: list[Step], *swaps: Swap, every: bool = False) -> list[str]:
    return plain(table(timeline_of(numbered(steps), swaps), every=every))


# The table.


def test_the_table_of_a_small_timeline() -> None:
    tried = replace(red(1), name="~ Yatzy.pair", entry=replace(red(1).entry, message="expected 4 got 3"))
    named = replace(green(8, lines=96), name="Extract Function: a pair is two of a kind")
    swap = Swap(START + timedelta(minutes=8), "Ann and Cem", 4)
    assert shown([green(0, score=0.998), tried, red(2), named, lost(9)], swap) == [
        "  1  19:30  as at the start",
        "            mutants killed 99.8 %, lines 100",
        "2-3  19:31  x 2 red checks, 7 min: ~ Yatzy.pair",
        "            expected 4 got 3",
        "  4  19:38  Extract Function: a pair is two of a kind",
        "            lines 100 → 96",
        "     --- swap: Ann and Cem, 19:38 ---",
        "  5  19:39  as before",
    ]


def test_of_what_changed_a_line_is_shown() -> None:
    first, second = green(0), green(1)
    worse = replace(second, measures=Measures(8, 2.0, 3, {}, Longest(30, "run"), Longest(79, "Yatzy"), 99, 6))
    assert shown([first, worse])[-1] == "          design findings 12 → 0, duplicated lines 4 → 3, ..."


def test_what_failed_has_a_second_line_where_one_is_too_short() -> None:
    failed = "Yatzy.score('yatzy', 'threes', [1, 1, 1, 1, 2]) expected 0, a match got 3"
    lines = shown([green(0), replace(red(1), entry=replace(red(1).entry, message=failed))])
    assert " ".join(line.strip() for line in lines[-2:]) == failed


def test_what_is_as_it_was_is_not_said_again_though_a_state_between_is_lost() -> None:
    steps = [green(0, score=0.5), green(1, lines=99, score=0.5), lost(2), green(3, lines=98, score=0.5)]
    below = [line.strip() for line in shown(steps) if not line[:1].isdigit()]
    assert below == ["mutants killed 50.0 %, lines 100", "lines 100 → 99", "lines 99 → 98"]


def test_a_new_day_is_named_once() -> None:
    lines = shown([green(0), red(269), red(270), green(271), green(24 * 60)])
    assert [line for line in lines if line.startswith("2026")] == ["2026-11-22"]


def test_a_day_is_named_before_its_first_row() -> None:
    lines = shown([green(0), red(270), green(271)])
    assert lines.index("2026-11-22") == lines.index("   --- round 2, after 4 h 30 min without a check ---") - 1


@pytest.mark.parametrize(("every", "numbers"), [(False, [1, 2, 3, 4, *range(24, 36)]), (True, range(1, 36))])
def test_a_long_table_has_a_middle_on_request(numbers: Iterable[int], *, every: bool) -> None:
    lines = shown([green(minute) for minute in range(35)], every=every)
    rows = [line.split()[0] for line in lines if ":" in line]
    assert rows == list(map(str, numbers))
    assert ("... 19 more rows (--all shows them)" in lines) is not every


def test_twenty_rows_are_all_shown() -> None:
    assert not any("more" in line for line in shown([green(minute) for minute in range(20)]))


@pytest.mark.parametrize("name", ["a" * 99, "骰" * 99, "word " * 40])
def test_the_table_fits_80_columns(name: str) -> None:
    failed = replace(red(1), name=name, entry=replace(red(1).entry, message=name))
    swap = Swap(START, name, 2)
    lines = shown([replace(green(0, score=0.5), name=name), failed, replace(green(2, lines=1), name=name)], swap)
    assert max(map(cell_len, lines)) <= 80


@pytest.mark.parametrize(("step", "style"), [(red(1), "red"), (amber(1), "yellow")])
def test_a_streak_has_the_colour_of_its_status(step: Step, style: str) -> None:
    assert table(timeline_of([green(0), step]), every=False)[-1].style == style


def test_the_summary_counts_amber() -> None:
    story = Story([step.entry for step in (green(0), red(1), amber(2))])
    assert summary(story).endswith(": 3 checks, 1 red, 1 amber")


def test_the_summary_names_who_practises() -> None:
    assert ", scoring, Ada and Bob, since " in summary(Story([green(0).entry], name="Ada and Bob"))


# A practice, as it is.


@pytest.fixture
def practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Give a practice that was never checked, and a terminal that is none."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return never_checked(tmp_path)


def run(*options: str | Path) -> Result:
    return CliRunner().invoke(main, ["progress", *map(str, options)])


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


def test_what_a_person_sees(practice: Practice) -> None:
    walked(practice)
    done = run()
    assert (done.exit_code, done.stdout.splitlines()[:8]) == (
        0,
        [
            "Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red",
            "",
            "1  19:30  + one, + yatzy.py",
            "          mutants killed 25.0 %, worst complexity 0, mean complexity 0.0",
            "          lines 2",
            "2  19:32  x 1 red check, 3 min: ~ one",
            "3  19:35  ~ one, ~ yatzy.py",
            "          worst complexity 0 → 1, mean complexity 0.0 → 1.0, lines 2 → 3",
        ],
    )


# A step.


def test_a_step_is_shown_with_what_it_changed(practice: Practice) -> None:
    walked(practice)
    assert [line for line in run(3).stdout.splitlines() if not line.startswith("diff")] == [
        "Step 3 of 3, 2026-11-21 19:35, level 1: green, 0.5 s",
        "~ one, ~ yatzy.py",
        "worst complexity 0 → 1, mean complexity 0.0 → 1.0, lines 2 → 3",
        "",
        *("--- a/yatzy.py", "+++ b/yatzy.py", "@@ -1 +1,3 @@"),
        *("-def one(:", r"\ No newline at end of file", "+import os", "+def one():", "+    return 1 if one else 0", ""),
    ]


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
    blob = Repository(practice.folder).git("rev-parse", f"{checked(practice, 0, ONE).tree}:yatzy.py")
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


def test_a_step_has_no_page(practice: Practice, tmp_path: Path) -> None:
    walked(practice)
    assert run(1, "--html", tmp_path / "way.html").exit_code == 2


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
    run_git(tmp_path, "init", "--quiet", "--bare", str(folder))
    ends = (f"{CHECKS}:refs/heads/dojo/{name}" for name in ("Panda", "Otter"))
    walked(practice).git("push", "--quiet", str(folder), *ends, GIT_ALLOW_PROTOCOL="file")
    return folder


def test_a_pair_in_a_room_is_shown(room: Path) -> None:
    assert run(3, room, "--name", "Panda").stdout.startswith("Step 3 of 3")


def test_of_several_pairs_one_has_to_be_named(room: Path) -> None:
    done = run(room)
    assert (done.exit_code, "Otter, Panda" in done.stderr) == (2, True)


def test_a_pair_has_no_name_without_a_room(practice: Practice) -> None:
    walked(practice)
    assert run("--name", "Panda").exit_code == 2


def test_a_bundle_is_shown(practice: Practice, tmp_path: Path) -> None:
    walked(practice).git("bundle", "create", "--quiet", str(tmp_path / "panda.bundle"), CHECKS)
    assert run("panda.bundle").stdout.startswith("Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red")


@pytest.mark.usefixtures("practice")
def test_a_place_that_is_none_is_refused() -> None:
    assert run("nowhere").exit_code == 2


def test_a_link_to_itself_is_no_place(practice: Practice, tmp_path: Path) -> None:
    walked(practice)
    (tmp_path / "loop.bundle").symlink_to("loop.bundle")
    done = run("loop.bundle")
    assert (done.exit_code, "loop.bundle" in done.stderr) == (2, True)


# A program.


def test_a_program_is_told_all_that_is_known(practice: Practice) -> None:
    append_swap(walked(practice), "Ann and Cem")
    checked(practice, 45, THREE)
    found = json.loads(run("--json").stdout)
    first, red, third, last = found.pop("steps")
    assert found == {"level": 1, "blind": False, "name": "Ann and Cem"}
    assert (first["killed"], first["measures"]["lines"], first["swap"], first["round"]) == (0.25, 2, None, 1)
    assert (red["number"], red["status"], red["name"], red["measures"]) == (2, "red", "~ one", None)
    assert third["swap"] is None
    assert (last["moment"], last["swap"]["name"], last["round"]) == ("2026-11-21T20:15:00+00:00", "Ann and Cem", 2)


def test_a_program_is_told_of_a_step_with_its_diff(practice: Practice) -> None:
    walked(practice)
    found = json.loads(run(3, "--json").stdout)
    assert (found["number"], "+import os" in found["diff"].splitlines()) == (3, True)


@pytest.mark.usefixtures("practice")
def test_a_program_is_told_that_there_is_no_check() -> None:
    assert list(json.loads(run("--json").stdout)) == ["error"]


# What is measured: only what is shown, for it takes most of the time.


@pytest.mark.parametrize("rows", [20, 21, 40])
def test_a_table_needs_the_steps_that_it_shows_and_the_one_before_each(rows: int) -> None:
    timeline = timeline_of(numbered([green(minute, lines=rows - minute) for minute in range(rows)]))
    needed = tabled(timeline)
    bare = [step if step.number in needed else replace(step, measures=None) for step in timeline.steps]
    assert plain(table(timeline_of(bare), every=False)) == plain(table(timeline, every=False))
    assert len(needed) == (rows if rows == 20 else 4 + 1 + 12)


def test_a_row_of_a_table_without_its_middle_knows_the_step_before_a_streak() -> None:
    steps = [green(minute, lines=100 - minute) if minute % 2 else red(minute) for minute in range(40)]
    assert 27 not in tabled(timeline_of(numbered(steps)))
    assert tabled(timeline_of(numbered(steps))) == {2, 4, 28, 30, 32, 34, 36, 38, 40}


def test_a_page_that_would_be_refused_costs_no_measuring(
    practice: Practice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked(practice, 0, ONE)
    page = tmp_path / "mine.html"
    page.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(steps_module, "measure", None)
    assert "was not made by `dojo progress`" in run("--html", page).stderr


# A page, and poor terminals.


def test_a_page_on_request(practice: Practice, tmp_path: Path) -> None:
    checked(practice, 0, ONE)
    page = tmp_path / "way.html"
    assert f"The same as a page: {page}" in run("--html", page).stdout.splitlines()
    written = page.read_text(encoding="utf-8")
    assert "<p>Level 1, scoring, since 2026-11-21 19:30: 1 check, 0 red</p>" in written
    assert "<ins>+    return 1\n</ins>" in written


def test_a_page_that_cannot_be_written_is_all_that_is_said(practice: Practice, tmp_path: Path) -> None:
    checked(practice, 0, ONE)
    done = run("--html", tmp_path / "nowhere" / "way.html")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "could not be written" in done.stderr


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
