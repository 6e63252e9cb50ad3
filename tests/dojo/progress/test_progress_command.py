"""`dojo progress`: what it prints, and how its table and its chart look at any length."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from dojo.diffs import unified_diff
from dojo.main import main
from dojo.practice.model import RED, Practice
from dojo.practice.snapshots import CHECKS, START_OVER_ADVICE, Repository
from dojo.progress import steps as steps_module
from dojo.progress.chart import chart_lines, chart_of
from dojo.progress.text import HINTS, timeline_lines
from dojo.progress.timeline import Timeline
from tests.dojo.practising import git, scored
from tests.dojo.progress.timelines import (
    ONE,
    TWO,
    Planned,
    amber,
    checked,
    green,
    never_checked,
    red,
    swap,
    timeline,
)


def printed(of: Timeline, *, every: bool = False) -> list[str]:
    return [line.plain for line in timeline_lines(of, "Level 1", every=every)]


def shown(of: Timeline, *, every: bool = False) -> list[str]:
    """Return the rows."""
    lines = printed(of, every=every)
    return lines[2 : lines.index(HINTS[0]) - 1]


def drawn(*steps: Planned) -> list[str]:
    return [line.plain for line in chart_lines(chart_of(timeline(*steps)))]


# The table.


def test_a_new_day_is_named_once() -> None:
    lines = shown(timeline(green(0), red(269), red(270), green(271), green(24 * 60)))
    assert [line for line in lines if line.startswith("2026")] == ["2026-11-22"]


@pytest.mark.parametrize(
    ("every", "numbers"), [(False, [1, 2, 3, 4, *range(24, 36)]), (True, list(range(1, 36)))]
)
def test_a_long_table_has_a_middle_on_request(numbers: list[int], *, every: bool) -> None:
    lines = shown(timeline(*(green(minute) for minute in range(35))), every=every)
    rows = [line.split()[0] for line in lines if ":" in line]
    assert rows == list(map(str, numbers))
    assert ("... 19 more rows (--all shows them)" in lines) is not every


@pytest.mark.parametrize("name", ["a" * 99, "骰" * 99, "word " * 40])
def test_the_table_fits_80_columns(name: str) -> None:
    greens = [replace(green(minute, score=0.5), name=name) for minute in (0, 2)]
    lines = shown(timeline(greens[0], red(1, name, name=name), greens[1], swaps=[swap(0, 2, name)]))
    assert max(map(cell_len, lines)) <= 80


# The chart.


@pytest.mark.parametrize("steps", [[green(0)], [green(0), red(1)], [red(0), red(1)]])
def test_no_chart_of_less_than_two_values(steps: list[Planned]) -> None:
    assert drawn(*steps) == []


def test_the_chart_of_lines() -> None:
    # The chart is 40 eighths of a block high: 100 lines fill all 40, 50 lines fill 20 (2.5 blocks),
    # 5 lines fill 2 (a quarter of a block).
    steps = [
        green(0, lines=100),
        green(2, lines=50),
        red(3),
        amber(5),
        green(6),
        amber(7),
        green(8, lines=5),
    ]
    assert drawn(*steps) == [
        "",
        "lines: 100 at first, 5 now",
        "   100 ████████                ████████",
        "       ████████                ████████",
        "       ████████▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄████████",
        "       ████████████████████████████████",
        "     0 ████████████████████████████████▂",
        "                   xxxxxxxxxxxx    ????",
        "       0 to 8 minutes",
    ]


@pytest.mark.parametrize("checks", [19, 145, 1000])
def test_a_chart_fits_80_columns_and_ends_with_the_last_value_and_red(checks: int) -> None:
    lines = drawn(
        red(0),
        *(green(minute) for minute in range(checks - 2)),
        green(checks, lines=50),
        red(checks),
    )
    assert max(map(cell_len, lines)) == 80
    assert [line[-1] for line in lines[4:6] + lines[-2:-1]] == ["▄", "█", "x"]


# A practice, as it is.


@pytest.fixture
def practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Give a practice that was never checked, and a terminal that is none."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)
    return never_checked(tmp_path)


@pytest.fixture
def repository(practice: Practice) -> Repository:
    """Make three checks: a green one with a score, a red one, and another green one."""
    graded = checked(practice, 0, ONE).commit
    checked(practice, 2, "def one(:", RED)
    checked(practice, 5, "import os\n" + TWO)
    repository = Repository(practice.folder)
    scored(repository, graded, 25.0)
    return repository


def run(*options: str | Path) -> Result:
    return CliRunner().invoke(main, ["progress", *map(str, options)])


@pytest.mark.usefixtures("practice")
def test_without_a_check_it_says_what_to_do() -> None:
    done = run("--json")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr == "Error: There are no checks yet. `dojo check` runs the first one.\n"


@pytest.mark.usefixtures("repository")
@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["0"], "There is no step 0. The practice has 3 checks so far."),
        (["4"], "There is no step 4. The practice has 3 checks so far."),
        *(
            (words.split(), "at most one STEP and one PATH")
            for words in ("1 2", "practice practice", "1 --all", "--name Panda")
        ),
    ],
)
def test_what_cannot_be_is_refused(words: list[str], error: str) -> None:
    done = run(*words)
    assert (done.exit_code, error in done.stderr) == (2, True)


def test_what_differs_is_told_as_git_writes_it_and_a_terminal_obeys_none_of_it(
    practice: Practice,
) -> None:
    repository = Repository(practice.folder)
    (practice.folder / "yatzy.py").write_text(
        'größe = "\x1b[2J\u202e"\ttwo\r\n', encoding="utf-8", newline=""
    )
    lines = unified_diff(repository.patches(None, repository.tree(), renames=True)).splitlines()
    assert r'+größe = "\x1b[2J\u202e"        two\r' in lines
    assert not any(line.startswith("index ") for line in lines)


# Another practice.


def test_a_practice_that_was_put_aside_is_shown_and_of_several_pairs_in_a_room_one_that_is_named(
    repository: Repository, tmp_path: Path
) -> None:
    room = tmp_path / "room.git"
    git(tmp_path, "init", "--quiet", "--bare", str(room))
    ends = (f"{CHECKS}:refs/heads/dojo/{name}" for name in ("Panda", "Otter"))
    git(repository.folder, "push", "--quiet", str(room), *ends)
    assert run("3", room, "--name", "Panda").stdout.startswith("Step 3 of 3")
    done = run(room)
    assert (done.exit_code, "Otter, Panda" in done.stderr) == (2, True)
    repository.folder.rename(tmp_path / "practice-2026")
    assert run("practice-2026").stdout.startswith(
        "Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red"
    )


def test_no_password_of_a_place_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.commands.progress.find_workspace", lambda: tmp_path)
    done = run("http://me:secret@127.0.0.1:1/room.git")
    assert ("http://127.0.0.1:1/room.git" in done.stderr, "secret" in done.output) == (True, False)


# A page, and what is gone.


@pytest.mark.usefixtures("repository")
def test_a_page_on_request_unless_it_would_be_refused_which_costs_no_measuring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, mine = tmp_path / "way.html", tmp_path / "mine.html"
    assert f"Page written: {page}" in run("--html", page).stdout.splitlines()
    written = page.read_text(encoding="utf-8")
    assert "<p>Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red</p>" in written
    assert '<ins>+<i class="k">def</i> one' in written
    mine.write_text("mine", encoding="utf-8")
    monkeypatch.setattr(steps_module, "measure_states", None)
    assert "was not written by the dojo" in run("--html", mine).stderr


def test_without_its_repository_it_says_how_to_go_on(practice: Practice) -> None:
    (practice.folder / ".git").rename(practice.folder / "git")
    done = run()
    missing = "Error: practice/.git is missing, and with it the level and all checks."
    assert (done.exit_code, done.stderr.splitlines()) == (1, [missing, START_OVER_ADVICE])


@pytest.mark.usefixtures("repository")
def test_without_an_earlier_practice_it_says_so() -> None:
    assert "The history has no practice before this one" in run("--earlier").stderr
