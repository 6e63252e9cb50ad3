"""`dojo progress`: which checks get a row, what it says of red ones, how it looks at any length."""

import io
import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.text import Text

from dojo import check_log, history
from dojo.check_log import GREEN, RED, Entry
from dojo.history import Step, Streak, charts, read_scores, show, steps_of, table, way_of
from dojo.measures import Longest, Measures
from dojo.page import Band
from dojo.practice import Choices, Practice
from dojo.repository import Repository
from dojo.workspace import WorkspaceError

START = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
LAST_COLUMN = 72
ONE, TWO, THREE = "def one():\n    return 1\n", "def one():\n    return 1 if one else 0\n", "one = 1\n"


def entry(minute: float, colour: str = GREEN, snapshot: str | None = None) -> Entry:
    when = (START + timedelta(minutes=minute)).isoformat()
    return Entry(when, 1, False, colour, 1.0, 0 if colour == GREEN else 3, "", {}, snapshot)


def green(minute: float, code: str | None = None, *, lines: int = 100, score: float | None = None) -> Step:
    """Return a green check of code that nobody saw before, unless it is given."""
    measures = Measures(lines, 7, 9, 2.25, Longest(31, "yahtzee_score"), 12)
    return Step(entry(minute), {"yatzy.py": str(minute) if code is None else code}, measures, score)


def red(minute: float) -> Step:
    return Step(entry(minute, RED), None, None, None)


def lost(minute: float, snapshot: str | None = None) -> Step:
    return Step(entry(minute, snapshot=snapshot), None, None, None)


def minutes(steps: list[Step]) -> list[float]:
    """Return the minutes of the green rows."""
    moments = [each.entry.moment for each in way_of(steps) if isinstance(each, Step)]
    return [(moment - START).total_seconds() / 60 for moment in moments]


def streaks(steps: list[Step]) -> list[str]:
    return [str(each) for each in way_of(steps) if isinstance(each, Streak)]


def shown(steps: list[Step], *, every: bool = False) -> list[str]:
    return plain(table(way_of(steps), every=every))


def plain(lines: list[Text]) -> list[str]:
    return [line.plain for line in lines]


# Which checks get a row.


def test_a_green_check_with_new_code_gets_a_row() -> None:
    assert minutes([green(0), green(1), green(2)]) == [0, 1, 2]


def test_a_green_check_with_the_code_before_gets_none() -> None:
    assert minutes([green(0, "a"), green(1, "a"), green(2, "b"), green(3, "b"), green(4, "a")]) == [0, 2, 4]


def test_nor_does_it_after_a_red_one() -> None:
    assert minutes([green(0, "a"), red(1), green(2, "a")]) == [0]


def test_a_new_score_gets_a_row_though_the_code_is_the_same() -> None:
    steps = [green(0, "a"), green(1, "a", score=0.5), green(2, "a", score=0.5), green(3, "a")]
    assert minutes(steps) == [0, 1]


def test_code_that_is_lost_gets_a_row() -> None:
    assert minutes([green(0), lost(1), lost(2), green(3)]) == [0, 1, 2, 3]


def test_the_same_lost_snapshot_gets_one_row() -> None:
    assert minutes([lost(0, "a"), lost(1, "a"), lost(2, "b")]) == [0, 2]


# What is said of red checks.


def test_a_streak_lasts_from_its_first_check_to_green() -> None:
    assert streaks([green(0), red(1), red(2), red(5), green(7)]) == ["3 red checks, 6 min"]


def test_a_streak_that_ends_where_it_began_was_taken_back() -> None:
    assert streaks([green(0, "a"), red(1), green(2.5, "a")]) == ["1 red check, 1 min, taken back"]


def test_nothing_is_taken_back_where_nobody_knows_the_code() -> None:
    assert streaks([lost(0), red(1), lost(2)]) == ["1 red check, 1 min"]


def test_a_streak_without_end_is_still_red() -> None:
    assert streaks([green(0), red(1), red(63)]) == ["2 red checks, 1 h 2 min, still red"]


def test_one_red_check_at_the_end_has_not_lasted() -> None:
    assert streaks([green(0), red(1)]) == ["1 red check, still red"]


def test_less_than_a_minute_is_told_in_seconds() -> None:
    assert streaks([red(0), green(0.7)]) == ["1 red check, 42 s"]


def test_a_clock_put_back_takes_no_time() -> None:
    assert streaks([green(0), red(9), green(4)]) == ["1 red check"]


def test_red_is_red() -> None:
    assert table(way_of([green(0), red(1)]), every=False)[-1].style == "red"


# The table.


def test_the_table_of_a_small_way() -> None:
    assert shown([green(0, score=0.998), red(1), green(12.9, lines=1096), lost(13)]) == [
        "                              complexity",
        " time    min  lines  methods  worst  mean  longest method           lint  killed",
        "19:30      0    100        7      9   2.2   31 yahtzee_score          12    99 %",
        "    x 1 red check, 11 min",
        "19:42     12   1096        7      9   2.2   31 yahtzee_score          12",
        "19:43     13      -        -      -     -  -                           -",
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


@pytest.mark.parametrize("name", ["a" * 60, "骰" * 30])
def test_a_long_name_is_cut(name: str) -> None:
    step = green(0, score=1.0)
    assert step.measures is not None
    step = replace(step, measures=replace(step.measures, longest=Longest(99, name)))
    assert cell_len(shown([step])[2]) == 80


# The charts.


@pytest.mark.parametrize("steps", [[green(0)], [green(0), red(1)], [red(0), red(1)], [lost(0), lost(1)]])
def test_no_chart_of_less_than_two_values(steps: list[Step]) -> None:
    assert charts(steps) == []


def test_the_chart_of_lines() -> None:
    # 40 eighths high: 100 is all of them, 50 are 20 = 2 blocks and a half, 5 are 2 = a quarter of a block.
    steps = [green(0, lines=100), green(1, lines=50), red(2), green(3, lines=5)]
    assert plain(charts(steps))[7:] == [
        "",
        "lines: 100 at first, 5 now",
        "   100 ████",
        "       ████",
        "       ████▄▄▄▄",
        "       ████████",
        "     0 ████████    ▂▂▂▂",
        "   red         xxxx",
        "               4 checks",
    ]


def test_no_red_marks_without_a_red_check() -> None:
    assert not any("red" in line for line in plain(charts([green(0), green(1)])))


@pytest.mark.parametrize("checks", [3, 17, 18, 71, 72, 73, 145, 1000])
def test_a_chart_fits_80_columns(checks: int) -> None:
    lines = plain(charts([red(0), *(green(minute) for minute in range(checks - 2)), green(0), red(1)]))
    assert 0 < max(map(cell_len, lines)) <= 80


def test_checks_that_share_a_column_show_their_last_value() -> None:
    steps = [green(minute, lines=100 if minute % 2 else 50) for minute in range(2 * LAST_COLUMN)]
    assert plain(charts(steps))[9] == "   100 " + "█" * LAST_COLUMN


def test_a_red_check_that_shares_a_column_is_seen() -> None:
    steps = [green(minute) for minute in range(400)]
    steps[100] = red(100)
    assert plain(charts(steps))[-2].count("x") == 1


def test_what_a_chart_began_with_is_said_though_it_shares_a_column() -> None:
    steps = [green(minute, lines=1000 - minute) for minute in range(400)]
    assert plain(charts(steps))[8] == "lines: 1000 at first, 601 now"


# Scores.


def test_no_scores_without_a_file(tmp_path: Path) -> None:
    assert read_scores(tmp_path) == {}


def test_the_latest_score_of_a_snapshot_counts(tmp_path: Path) -> None:
    scores = [{"snapshot": "a", "killed": 1, "made": 4}, {"snapshot": "a", "killed": 3, "made": 4}]
    (tmp_path / "scores.jsonl").write_text("\n".join(map(json.dumps, scores)), encoding="utf-8")
    assert read_scores(tmp_path) == {"a": 0.75}


@pytest.mark.parametrize("line", ['{"snapshot": "b", "kil', "7", "{}", '{"snapshot": "b", "killed": 0, "made": 0}'])
def test_a_score_that_cannot_be_read_counts_for_nothing(tmp_path: Path, line: str) -> None:
    good = '{"when": "2026-11-21T19:30:00+00:00", "snapshot": "a", "killed": 1, "made": 2}'
    (tmp_path / "scores.jsonl").write_text(f"{line}\n{good}\n", encoding="utf-8")
    assert read_scores(tmp_path) == {"a": 0.5}


# A practice, as it is.


@pytest.fixture
def practice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Practice:
    """Give a practice that was never checked, and a terminal that is none."""
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    (tmp_path / "pyproject.toml").write_text('[tool.ruff.lint]\nselect = ["F"]\n', encoding="utf-8")
    made = Practice(tmp_path, Choices(1, blind=False))
    made.home.mkdir(parents=True)
    (made.folder / ".gitignore").write_text(".dojo/\n", encoding="utf-8")
    Repository(made.folder).create("begun")
    return made


def checked(practice: Practice, minute: float, code: str, colour: str = GREEN, file: str = "yatzy.py") -> str:
    """Save code, note a check of it, return the snapshot."""
    path = practice.folder / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(code, encoding="utf-8")
    snapshot = Repository(practice.folder).snapshot("checked")
    check_log.append(practice.home, entry(minute, colour, snapshot))
    return snapshot


def test_without_a_check_it_says_what_to_do(practice: Practice, capsys: pytest.CaptureFixture[str]) -> None:
    code = show(practice)
    assert (code, capsys.readouterr().out) == (1, "No check yet: run `dojo check`, and look here again.\n")


def test_what_a_person_sees(practice: Practice, capsys: pytest.CaptureFixture[str]) -> None:
    snapshot = checked(practice, 0, ONE)
    checked(practice, 2, "def one(:", RED)
    checked(practice, 5, "import os\n" + TWO)
    (practice.home / "scores.jsonl").write_text(
        json.dumps({"when": START.isoformat(), "snapshot": snapshot, "killed": 1, "made": 4}) + "\n", encoding="utf-8"
    )
    code = show(practice)
    assert (code, capsys.readouterr().out.splitlines()[:7]) == (
        0,
        [
            "Level 1, scoring, since 2026-11-21 19:30: 3 checks, 1 red",
            "",
            "                              complexity",
            " time    min  lines  methods  worst  mean  longest method           lint  killed",
            "19:30      0      2        1      1   1.0    2 one                     0    25 %",
            "    x 1 red check, 3 min",
            "19:35      5      3        1      1   1.0    2 one                     1",
        ],
    )


def test_tests_are_no_code(practice: Practice) -> None:
    checked(practice, 0, ONE)
    checked(practice, 1, TWO, file="tests/test_yatzy.py")
    assert len(way_of(steps_of(practice, check_log.read(practice.home)))) == 1


def test_a_lost_snapshot_leaves_the_others(practice: Practice) -> None:
    checked(practice, 0, ONE)
    check_log.append(practice.home, entry(1, snapshot="0" * 40))
    check_log.append(practice.home, entry(2))
    checked(practice, 3, THREE)
    steps = steps_of(practice, check_log.read(practice.home))
    assert [step.measures and step.measures.lines for step in steps] == [2, None, None, 1]


def test_code_that_was_red_is_not_measured_though_another_check_was_green(practice: Practice) -> None:
    snapshot = checked(practice, 0, ONE)
    check_log.append(practice.home, entry(1, RED, snapshot))
    steps = steps_of(practice, check_log.read(practice.home))
    assert [step.measures is None for step in steps] == [False, True]


def test_a_page_on_request(practice: Practice, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    checked(practice, 0, ONE)
    page = tmp_path / "way.html"
    show(practice, page)
    assert capsys.readouterr().out.splitlines()[-1] == f"The same as a page: {page}"
    assert "<td>2 one</td>" in page.read_text(encoding="utf-8").replace("  ", "")


def test_a_page_that_cannot_be_written_is_all_that_is_said(
    practice: Practice, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    checked(practice, 0, ONE)
    with pytest.raises(WorkspaceError):
        show(practice, tmp_path / "nowhere" / "way.html")
    assert capsys.readouterr().out == ""


def test_the_letters_of_a_poor_terminal_are_enough(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(practice, 0, "def größe():\n    return 1\n")
    checked(practice, 1, THREE)
    written = io.BytesIO()
    terminal = io.TextIOWrapper(written, encoding="ascii", write_through=True)
    monkeypatch.setattr("sys.stdout", terminal)
    show(practice)
    monkeypatch.undo()
    printed = written.getvalue().decode()
    assert "2 gr??e" in printed
    assert "####" in printed


# What the page is made of.


def test_a_pause_is_cut_short() -> None:
    entries = [entry(minute) for minute in (0, 10, 40, 500, 510)]
    assert history.minutes_at_work(entries) == [0, 10, 40, 70, 80]


def test_the_page_says_so(practice: Practice) -> None:
    steps = [green(0), green(31)]
    assert "a pause counts as 30 minutes at most" in history.page_of(practice, steps, way_of(steps)).axis


def test_nothing_is_said_of_pauses_when_none_is_cut(practice: Practice) -> None:
    steps = [green(minute / 3) for minute in range(100)]
    assert history.page_of(practice, steps, way_of(steps)).axis == "minutes; shaded while red"


def test_a_page_of_several_days_says_which(practice: Practice) -> None:
    steps = [green(0), green(24 * 60)]
    page = history.page_of(practice, steps, way_of(steps))
    assert [row[0] for row in page.rows] == ["2026-11-21 19:30", "2026-11-22 19:30"]


def test_a_page_without_scores_has_no_column_for_them(practice: Practice) -> None:
    steps = [green(0)]
    page = history.page_of(practice, steps, way_of(steps))
    assert (page.headings[-1], page.rows[0][-1]) == ("lint findings", "12")


def test_curves_have_the_values_that_are_known(practice: Practice) -> None:
    steps = [green(0, lines=50), red(1), lost(2), green(3, lines=40)]
    lines = history.page_of(practice, steps, way_of(steps)).curves[1]
    assert (lines.title, lines.points) == ("lines", [(0, 50), (3, 40)])


def test_bands_reach_from_red_to_green_or_to_the_end() -> None:
    steps = [red(0), green(2), red(3), red(4), green(6), green(7), red(9), red(10)]
    entries = [step.entry for step in steps]
    assert history.red_bands(entries, history.minutes_at_work(entries)) == [Band(0, 2), Band(3, 6), Band(9, 10)]
