"""`dojo progress`: what it prints, and how its table looks at any length."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.cells import cell_len

from dojo.commands import main
from dojo.commands.progress import summary, table
from dojo.practice import RED, Choices, Practice, Repository, Story, append_score
from dojo.practice.snapshots import AGAIN
from dojo.progress.timeline import Step, timeline_of
from tests.dojo.progress.timelines import ONE, THREE, TWO, amber, checked, green, lost, never_checked, plain, red


def shown(steps: list[Step], *, every: bool = False) -> list[str]:
    return plain(table(timeline_of(steps), every=every))


# The table.


def test_the_table_of_a_small_timeline() -> None:
    assert shown([green(0, score=0.998), red(1), green(12.9, lines=1096), lost(13)]) == [
        "              complexity",
        " time    min  worst  mean  dup.  design  longest  class  lines  methods   killed",
        "19:30      0      9   2.2     4      12       31     80    100        7   99.8 %",
        "    x 1 red check, 11 min",
        "19:42     12      9   2.2     4      12       31     80   1096        7",
        "19:43     13      -     -     -       -        -      -      -        -",
    ]


def test_no_column_for_scores_when_there_are_none() -> None:
    assert not any("killed" in line for line in shown([green(0), green(1)]))


def test_a_new_day_is_named_once() -> None:
    lines = shown([green(0), red(269), red(270), green(271), green(24 * 60)])
    assert [line for line in lines if line.startswith("2026")] == ["2026-11-22"]


def test_a_day_is_named_before_its_first_row() -> None:
    lines = shown([green(0), red(270), green(271)])
    assert lines.index("2026-11-22") == lines.index("    x 1 red check, 1 min") - 1


def test_thirty_rows_are_all_shown() -> None:
    assert len(shown([green(minute) for minute in range(30)])) == 2 + 30


def test_of_more_the_first_five_and_the_last_twenty_are_shown() -> None:
    lines = shown([green(minute) for minute in range(35)])
    rows = [line.split()[1] for line in lines[2:]]
    assert rows == ["0", "1", "2", "3", "4", "10", *map(str, range(15, 35))]
    assert lines[7] == "  ... 10 more rows (--all shows them)"


def test_every_row_on_request() -> None:
    assert len(shown([green(minute) for minute in range(200)], every=True)) == 2 + 200


def test_the_table_fits_80_columns() -> None:
    assert cell_len(shown([green(0, score=1.0)])[2]) == 80


def test_amber_is_amber() -> None:
    [*_, line] = table(timeline_of([green(0), amber(1)]), every=False)
    assert (line.plain, line.style) == ("    ? 1 amber check, still amber", "yellow")


def test_the_summary_counts_amber(tmp_path: Path) -> None:
    practice = Practice(tmp_path, Choices(1, blind=False))
    story = Story([step.entry for step in (green(0), red(1), amber(2))])
    assert summary(practice, story).endswith(": 3 checks, 1 red, 1 amber")


def test_the_summary_names_who_practises(tmp_path: Path) -> None:
    story = Story([green(0).entry], name="Ada and Bob")
    assert ", scoring, Ada and Bob, since " in summary(Practice(tmp_path, Choices(1, blind=False)), story)


def test_red_is_red() -> None:
    assert table(timeline_of([green(0), red(1)]), every=False)[-1].style == "red"


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
    assert (done.exit_code, done.stdout) == (1, "No check yet: run `dojo check`, and look here again.\n")


def test_what_a_person_sees(practice: Practice) -> None:
    graded = checked(practice, 0, ONE).snapshot
    checked(practice, 2, "def one(:", RED)
    checked(practice, 5, "import os\n" + TWO)
    append_score(Repository(practice.folder), str(graded), 25.0, {"Mutants": 4})
    done = run()
    assert (done.exit_code, done.stdout.splitlines()[:7]) == (
        0,
        [
            "Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red",
            "",
            "              complexity",
            " time    min  worst  mean  dup.  design  longest  class  lines  methods   killed",
            "19:30      0      0   0.0     0       0        2      0      2        1   25.0 %",
            "    x 1 red check, 3 min",
            "19:35      5      1   1.0     0       0        2      0      3        1",
        ],
    )


def test_a_page_on_request(practice: Practice, tmp_path: Path) -> None:
    checked(practice, 0, ONE)
    page = tmp_path / "way.html"
    assert run("--html", page).stdout.splitlines()[-1] == f"The same as a page: {page}"
    assert '<th scope="col">longest method</th>' in page.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_all_that_is_said(practice: Practice, tmp_path: Path) -> None:
    checked(practice, 0, ONE)
    done = run("--html", tmp_path / "nowhere" / "way.html")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "could not be written" in done.stderr


def test_the_letters_of_a_poor_terminal_are_enough(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, THREE)
    printed = run(charset="ascii").stdout
    assert "####" in printed


def test_without_its_repository_it_says_how_to_go_on(practice: Practice) -> None:
    checked(practice, 0, ONE)
    (practice.folder / ".git").rename(practice.home / "git")
    done = run()
    assert (done.exit_code, done.stderr.splitlines()) == (
        1,
        [
            "Error: practice/.git is gone, and with it the level and all checks.",
            AGAIN,
        ],
    )
