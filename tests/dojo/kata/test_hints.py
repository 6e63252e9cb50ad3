"""Test the hints: which step of the worked way fits somebody's code, and where."""

from pathlib import Path
from typing import Any

import pytest

from dojo.kata.hints import CodeLine, Places, code_lines, has_smell, next_hint, without_names
from dojo.kata.way import WorkedStep
from tests.dojo import small_steps
from tests.dojo.small_kata import SmallKata
from tests.dojo.small_steps import CLEAN, NO_ZERO, STATES, TANGLE, TITLES, TRIPLE

SMALL_FILE = """import math

# A game.
class Yatzy:
    def pair(self):
        return [  # two
            ones,
        ]

PAYS = 5
"""
ADDS = "        total = first\n        total += second\n"
PAIR = NO_ZERO.partition("class Yatzy:\n")[2].partition("    @staticmethod\n    def triple")[0]
GUARD = "        if not dice:\n            return 0\n"
METHOD = """    def {0}(self, dice):
        if not dice:
            return 0
        return self.{0}_of(dice)

"""
GUARDED = "class Yatzy:\n" + METHOD.format("ones") + METHOD.format("twos") + METHOD.format("threes")
ONES = """    def ones(self, dice):
        Yatzy.check(dice)
        return dice.count(1)
"""
CHECKED = f"""class Yatzy:
{ONES}
    def twos(self, dice):
        found = Yatzy.check(dice)
        return dice.count(2)

    def check(dice):
        dice.pop()
"""
ADDED_UP = CHECKED.replace("dice.count(1)", "sum(dice)")


@pytest.fixture(scope="module")
def way(tmp_path_factory: pytest.TempPathFactory) -> SmallKata:
    """Return a kata with the small worked way."""
    kata = SmallKata(tmp_path_factory.mktemp("way"))
    small_steps.lay_out(kata)
    return kata


def step_for(kata: SmallKata, code: dict[str, str], level: int = 1, **options: Any) -> str | None:
    step, _ = next_hint(kata.folder, level, code, **options)
    if step is None:
        return None
    return step.title


def places_for(
    folder: Path, before: str, after: str, code: str, smell: str = "Dead Code"
) -> Places:
    """Return the places of the hint for this code if the worked way has a single step."""
    kata = SmallKata(folder)
    small_steps.lay_out_one(kata, "1, ones", before, after, smell)
    return next_hint(folder, 1, {"yatzy.py": code})[1]


# Lines of code.


def test_comments_imports_and_brackets_are_no_lines_of_code():
    assert code_lines({"game/yatzy.py": SMALL_FILE}) == [
        CodeLine("game/yatzy.py", "Yatzy", 4, "class Yatzy:", "class Yatzy:"),
        CodeLine("game/yatzy.py", "Yatzy.pair", 5, "def pair(self):", "def pair(_):"),
        CodeLine("game/yatzy.py", "Yatzy.pair", 6, "return [", "return ["),
        CodeLine("game/yatzy.py", "Yatzy.pair", 7, "ones,", "_,"),
        CodeLine("game/yatzy.py", "yatzy", 10, "PAYS = 5", "PAYS = 5"),
    ]


@pytest.mark.parametrize(
    ("code", "anonymous"),
    [
        ("total = first", "_ = _"),
        ("total = self.total", "_ = _"),
        ("total = Yatzy.total", "_ = _"),
        ("return pairs(dice)", "return pairs(_)"),
        ("kind = 'pair'", "_ = 'pair'"),
        ("dice.count(1)", "_.count(1)"),
    ],
)
def test_a_line_is_compared_without_the_names_of_variables(code: str, anonymous: str):
    assert without_names(code) == anonymous


# Which step.


@pytest.mark.parametrize(
    ("level", "done", "title"),
    [(1, 0, TITLES[0]), (1, 1, TITLES[3]), (1, 5, None), (2, 0, TITLES[5]), (2, 6, None)],
    ids=["first", "trap", "later level", "own level first", "all done"],
)
def test_a_hint_is_the_next_step_with_a_smell(
    level: int, done: int, title: str | None, way: SmallKata
):
    assert step_for(way, STATES[done], level) == title


@pytest.mark.parametrize("title", ["Reformat: spaces", 'Revert "Reformat: spaces"'])
def test_formatting_removes_no_smell(title: str):
    assert not has_smell(WorkedStep(Path(), 1, title, {}, ""))


def test_a_skipped_step_is_passed_over(way: SmallKata):
    assert step_for(way, STATES[0], skipped=(TITLES[0],)) == TITLES[3]


def test_steps_of_a_lower_level_come_last(way: SmallKata):
    assert step_for(way, STATES[0], 2, skipped=(TITLES[5], TITLES[6])) == TITLES[0]


@pytest.mark.parametrize(
    ("method", "title"),
    [("total", TITLES[5]), ("pair", TITLES[0]), ("Yatzy", None), ("other", None)],
)
def test_a_hint_may_be_about_a_method(method: str, title: str | None, way: SmallKata):
    assert step_for(way, STATES[0], 2, method=method) == title


def test_a_step_is_about_each_method_that_has_its_smell(tmp_path: Path):
    kata = SmallKata(tmp_path)
    small_steps.lay_out_one(kata, "1, ones", GUARDED, GUARDED.replace(GUARD, ""))
    assert step_for(kata, {"yatzy.py": GUARDED}, method="twos")


@pytest.mark.parametrize(
    "code",
    [
        TANGLE.replace("total", "points").replace("first", "one"),
        TANGLE.replace("return best if", "return max(0, best) if"),
        TANGLE.replace('"""A game of pairs."""', "import math\n"),
        TANGLE.replace("first == 0:", "first == 0:  # who rolls that?"),
        TANGLE.replace(ADDS, "        total = sum((first, second))\n"),
    ],
    ids=["variables renamed", "another method", "imports", "comments", "later step"],
)
def test_other_changes_do_not_hide_a_smell(code: str, way: SmallKata):
    assert step_for(way, {"yatzy.py": code}) == TITLES[0]


def test_a_function_that_left_the_class_need_not_move(way: SmallKata):
    facade = CLEAN.replace(TRIPLE, "    triple = Rules.triple\n\n")
    code = {"yatzy/yatzy.py": facade, "yatzy/rules.py": f"class Rules:\n{TRIPLE}"}
    assert step_for(way, code, 2) is None


# Which places.


def test_a_method_is_found_in_another_class(way: SmallKata):
    _, places = next_hint(way.folder, 1, {"rules.py": f"class Rules:\n{PAIR}"})
    assert places == {("pair", "rules.py"): [4, 5]}


@pytest.mark.parametrize(
    ("done", "there"), [(0, ["ones", "twos", "threes"]), (1, ["twos", "threes"]), (2, [])]
)
def test_a_smell_is_there_while_most_of_it_is(done: int, there: list[str], tmp_path: Path):
    code = GUARDED.replace(GUARD, "", done)
    places = places_for(tmp_path, GUARDED, GUARDED.replace(GUARD, ""), code)
    assert [function for function, _ in places] == there


@pytest.mark.parametrize(("name", "there"), [("s", {("of", "yatzy.py"): [2, 3]}), ("points", {})])
def test_names_alone_may_be_a_smell(name: str, there: Places, tmp_path: Path):
    code = "def of(dice):\n    {0} = sum(dice)\n    return {0}\n"
    places = places_for(tmp_path, code.format("s"), code.format("points"), code.format(name))
    assert places == there


def test_lines_of_the_clean_code_are_no_smell(tmp_path: Path):
    # `return 0` is in the function `pair` of the clean code, too.
    before = "def pair():\n    odd()\n    return 0\n"
    assert places_for(tmp_path, before, "def pair():\n    pass\n", before) == {
        ("pair", "yatzy.py"): [2]
    }


def test_a_step_may_remove_only_lines_of_the_clean_code(tmp_path: Path):
    before = "def pair():\n    return 0\n"
    assert places_for(tmp_path, before, "def pair():\n    pass\n", before)


@pytest.mark.parametrize(
    ("code", "places"),
    [
        (CHECKED, {("ones", "yatzy.py"): [2, 3, 4]}),
        (ADDED_UP, {}),
        (ADDED_UP.replace("found = Yatzy.check", "found = sum"), {("ones", "yatzy.py"): [2, 3]}),
    ],
    ids=["half of its lines", "only calls", "called once"],
)
def test_calls_of_shared_functions_are_no_duplicated_code(
    code: str, places: Places, tmp_path: Path
):
    after = CHECKED.replace(ONES, "    def ones(self, *dice):\n        pass\n")
    assert places_for(tmp_path, CHECKED, after, code, "Duplicated Code") == places


def test_a_second_skip_passes_over_two_steps(kata: SmallKata):
    small_steps.lay_out(kata)
    kata.dojo("start", "--level", "2")
    first = kata.dojo("hint").stdout
    kata.dojo("hint", "--skip")
    assert kata.dojo("hint", "--skip").stdout.splitlines()[:2] != first.splitlines()[:2]


def test_a_method_without_a_hint_left_keeps_what_was_skipped(kata: SmallKata):
    small_steps.lay_out(kata)
    kata.dojo("start", "--level", "2")
    first = kata.dojo("hint").stdout
    kata.dojo("hint", "--skip")
    assert "fits Yatzy any more, apart from hints that you" in kata.dojo("hint", "Yatzy").stdout
    assert kata.dojo("hint").stdout.splitlines()[:2] != first.splitlines()[:2]
