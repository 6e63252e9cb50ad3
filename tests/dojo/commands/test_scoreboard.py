"""How a tournament is shown, to people and to a program."""

from io import StringIO
from pathlib import Path

import pytest
from rich.cells import cell_len
from rich.console import Console

from dojo.commands.scoreboard import as_data, board, remarks, report
from dojo.games import INTERRUPTED, OUT_OF_TIME, Plan, Results

PLAN, SAME_DICE = Plan("yacht", games=1000, seed=1), Plan("yacht", games=2, seed=1, same_dice=True)
LONG = "A name [bold] that goes on and on 王小明"


def shown(renderable: object) -> str:
    console = Console(width=80, file=StringIO(), highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(renderable)
    return capture.get()


def test_a_program_gets_margins_too() -> None:
    results = Results(SAME_DICE, {"Ann": 2, "Bob": 0}, totals={"Ann": [9, 9] * 20, "Bob": [7, 8] * 20})
    ann, bob = as_data(results)["standings"]
    assert (ann["to_leader"], ann["mean_margin"]) == (None, 0.0)
    assert (bob["to_leader"], bob["to_leader_margin"], bob["mean_margin"]) == (-1.5, 0.2, 0.2)


def test_everything_shown_fits_eighty_columns() -> None:
    totals = [-(number % 2) or 1575 for number in range(1000)]
    points = {LONG: 1_000_000, "B": 0}
    results = Results(SAME_DICE, points, {}, {LONG: totals, "B": totals[::-1]}, games=1_000_000, seconds=1e5)
    results.disqualified = {LONG: f"game 1,000, round 1, roll 1: it raised {'E ' * 100}"}
    results.outputs = {LONG: Path(__file__)}
    results.cut_short = OUT_OF_TIME
    lines = [*shown(report(results)).splitlines(), *shown(board(results)).splitlines()]
    assert max(map(cell_len, lines)) <= 80


def test_brackets_in_a_name_are_shown_as_they_are() -> None:
    results = Results(PLAN, {"[red]": 1}, {}, {"[red]": [9]}, {"[b]": "game 1"})
    assert shown(report(results)).count("[red]") == 2


def test_how_it_stands_is_shown_while_it_runs() -> None:
    results = Results(PLAN, {"Ann": 3}, totals={"Ann": [100, 102]}, games=2)
    text = shown(board(results))
    assert " ".join(text.split()) == "yacht points mean ± 95 % best worst Ann 3 101.0 102 100 game 2 of 1,000"


@pytest.mark.parametrize(
    ("cut_short", "words"),
    [
        ("", "1 game in 2.0 s, 0.5 games a second"),
        (INTERRUPTED, "stopped after 1 game in 2.0 s, 0.5 games a second"),
        (OUT_OF_TIME, "The time is up, before all 1,000 games: 1 game in 2.0 s, 0.5 games a second"),
    ],
)
def test_the_last_line_says_why_a_tournament_ended(cut_short: str, words: str) -> None:
    results = Results(PLAN, {"Ann": 1}, games=1, seconds=2.0, cut_short=cut_short)
    assert remarks(results)[-1] == words


def test_several_may_share_the_lead_and_nobody_may_be_left() -> None:
    shared = Results(PLAN, {"Ann": 1, "Bob": 1}, totals={"Ann": [9], "Bob": [9]}, games=1)
    assert remarks(shared)[0] == "Ann and Bob share the lead."
    assert remarks(Results(PLAN, {}))[0] == "Nobody is left."


def test_a_tournament_without_a_game_has_no_standings() -> None:
    results = Results(SAME_DICE, {"Ann": 0}, seconds=2.0, cut_short=INTERRUPTED)
    heading, *_, ending = shown(report(results)).splitlines()
    assert (heading.split()[0], ending) == ("yacht", "stopped after 0 games in 2.0 s, 0.0 games a second")
    assert as_data(results)["standings"] == []
