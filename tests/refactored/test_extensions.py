"""Apply the diffs of docs/smells.md to copies of the clean version, and test the extensions."""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from inspect import signature
from itertools import product
from pathlib import Path
from typing import Any

import pytest

WORKSPACE = Path(__file__).resolve().parents[2]
DIFF = re.compile(r"^```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMES = ("sides", "category", "bonus", "game")  # of the extensions, in their order
UPPER = ("ones", "twos", "threes", "fours", "fives", "sixes")

Extend = Callable[[str], Any]


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the folder where the copies are; they are packages, each with a name of its own."""
    folder = tmp_path_factory.mktemp("extensions")
    sys.path.insert(0, str(folder))
    yield folder
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def extended(copies: Path) -> Extend:
    """Return a function that returns the extended class Yatzy, by the extension's name."""
    diffs = dict(
        zip(
            NAMES,
            DIFF.findall((WORKSPACE / "docs/smells.md").read_text(encoding="utf-8")),
            strict=True,
        )
    )
    made: dict[str, Any] = {}

    def extend(name: str) -> Any:
        if name not in made:
            made[name] = copy_with(diffs[name], copies, f"refactored_with_{name}")
        return made[name]

    return extend


def copy_with(diff: str, folder: Path, package: str) -> Any:
    """Apply a diff to a copy of `refactored`, unless it is applied already; return its class Yatzy.

    One line of context must match, so that an added category or game does not break the diff.
    """
    copy = folder / package
    shutil.copytree(WORKSPACE / "refactored", copy, ignore=shutil.ignore_patterns("__pycache__"))
    apply = partial(subprocess.run, input=diff, text=True, cwd=copy, capture_output=True)
    if apply(["git", "apply", "-p2", "-C1", "--reverse", "--check"]).returncode:
        apply(["git", "apply", "-p2", "-C1"], check=True)
    for module in copy.glob("*.py"):
        module.write_text(
            module.read_text(encoding="utf-8").replace("refactored", package), encoding="utf-8"
        )
    return import_module(f"{package}.yatzy").Yatzy


def table_with(yatzy: Any, game: str, **placed: list[int]) -> Any:
    """Return a table where Ann has placed dice."""
    table = yatzy()
    table.start(game, ["Ann"])
    for category, dice in placed.items():
        table.place("Ann", category, dice)
    return table


def upper_section(count: int) -> dict[str, list[int]]:
    """Return dice for the upper section: so many of each face, and ones or twos."""
    return {
        name: [face] * count + [1 + (face == 1)] * (5 - count) for face, name in enumerate(UPPER, 1)
    }


def test_dice_with_eight_sides_change_one_function(extended: Extend):
    dice = [8, 8, 8, 7, 7]
    scores = {
        category: extended("sides").score("yatzy", category, dice)
        for category in ("pair", "two pairs", "three of a kind", "full house", "large straight")
    }
    assert scores == {
        "pair": 16,
        "two pairs": 30,
        "three of a kind": 24,
        "full house": 38,
        "large straight": 0,
    }


@pytest.mark.parametrize(("dice", "points"), [([2, 4, 4, 6, 6], 22), ([2, 4, 4, 6, 5], 0)])
def test_a_new_category_is_one_line(dice: list[int], points: int, extended: Extend):
    assert extended("category").score("yatzy", "all even", dice) == points


def test_a_new_category_stands_where_it_was_put_on_the_score_sheet(extended: Extend):
    assert extended("category").categories("yatzy")[-2:] == ["yatzy", "all even"]


def test_a_new_game_is_one_definition(extended: Extend):
    assert extended("game").matching("poker dice", [3, 3, 3, 3, 1])[6:] == ["pair", "poker"]


@pytest.mark.parametrize(("count", "bonus"), [(2, 0), (3, 30)])
def test_a_new_game_may_have_an_upper_bonus(count: int, bonus: int, extended: Extend):
    assert (
        table_with(extended("game"), "poker dice", **upper_section(count)).upper_bonus("Ann")
        == bonus
    )


def test_a_new_game_may_have_jokers(extended: Extend):
    table = table_with(extended("game"), "poker dice", grande=[4] * 5)
    with pytest.raises(ValueError, match="joker misplaced: 'pair'; five alike have to go to fours"):
        table.place("Ann", "pair", [4] * 5)
    assert table.place("Ann", "fours", [4] * 5) == 20
    assert table.place("Ann", "full house", [4] * 5) == 40  # in full, though they are none
    assert table.place("Ann", "pair", [4] * 5) == 8
    assert table.total("Ann") == 60 + (20 + 80) + (40 + 80) + (8 + 80)


def test_what_a_new_game_has_stands_on_its_score_sheet(extended: Extend):
    labels = [
        line.split("  ")[0]
        for line in table_with(extended("game"), "poker dice").sheet().splitlines()
    ]
    assert labels == [
        *("poker dice", *UPPER, "upper score", "upper bonus"),
        *("pair", "full house", "poker", "grande", "grande bonus", "total"),
    ]


def test_an_upper_bonus_is_a_word(extended: Extend):
    assert table_with(extended("bonus"), "yatzy", **upper_section(4)).upper_bonus("Ann") == 50


def scenarios() -> Iterator[Callable[..., None]]:
    """Yield the scenarios of the golden master with their parameters, except every order."""
    for path in sorted((WORKSPACE / "tests" / "golden_master").glob("test_*.py")):
        tests = vars(import_module(f"tests.golden_master.{path.stem}"))
        for name, test in tests.items() if path.stem != "test_every_order" else ():
            if name.startswith("test_"):
                parameters = [mark.args for mark in getattr(test, "pytestmark", [])]
                for values in product(*(each for _, each in parameters)):
                    yield partial(
                        test, **dict(zip((names for names, _ in parameters), values, strict=True))
                    )


# With eight sides, the bad dice of some scenarios are good ones.
@pytest.mark.parametrize("name", [name for name in NAMES if name != "sides"])
def test_what_an_extension_changes_stands_in_documents_alone(name: str, extended: Extend):
    """Check that no assertion breaks: only a change in a document can be approved."""
    documents: list[str] = []
    handed_in = {
        "yatzy": extended(name),
        "verify_document": lambda document: documents.append(document.name),
    }
    for scenario in scenarios():
        scenario(
            **{each: handed_in[each] for each in signature(scenario).parameters.keys() & handed_in}
        )
    assert len(set(documents)) == len(documents) > 25
