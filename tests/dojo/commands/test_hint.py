"""Test `dojo hint`: the order of the hints, and when each one applies."""

import pytest

from dojo.errors import WorkspaceError
from dojo.kata.hints import next_hint
from dojo.practice.code import read_code
from dojo.practice.model import Practice
from tests.dojo import small_steps
from tests.dojo.practising import YATZY, checked, git, started, write_files
from tests.dojo.small_kata import SmallKata
from tests.dojo.small_steps import LOOK, NO_ZERO, TANGLE, TITLES

SMELL, NEXT_SMELL = "Dead Code", "Temporary Field"
ADDS = "        total = first\n        total += second\n"
PAIR = NO_ZERO.partition("class Yatzy:\n")[2].partition("    @staticmethod\n    def triple")[0]


@pytest.fixture
def practice(kata: SmallKata) -> Practice:
    small_steps.lay_out(kata)
    return started(kata)


@pytest.fixture
def of_level_2(kata: SmallKata) -> Practice:
    small_steps.lay_out(kata)
    return started(kata, level=2)


def asked(kata: SmallKata, times: int, *options: str) -> str:
    """Ask so often, and return what is said at last."""
    return [kata.dojo("hint", *options).stdout for _ in range(times)][-1]


def test_another_smell_begins_with_the_smell_and_a_check_that_was_not_green_comes_first(
    kata: SmallKata, practice: Practice
) -> None:
    asked(kata, 3)
    assert git(practice.folder, "status", "--porcelain") == ""
    checked(practice, "green")
    kata.write(YATZY, NO_ZERO)
    checked(practice, "red")
    shown = " ".join(asked(kata, 1).split())
    assert shown.startswith(
        "The last check was not green: correct the code now, or restore the last green"
    )
    assert (NEXT_SMELL in shown, TITLES[3] in shown) == (True, False)


@pytest.mark.usefixtures("practice")
def test_when_nothing_else_applies_what_was_skipped_comes_again(kata: SmallKata) -> None:
    asked(kata, 1)
    shown = asked(kata, 2, "--skip")
    assert shown == "Only the 2 hints that you skipped are left. `dojo hint` shows them again.\n"
    assert SMELL in asked(kata, 1)


@pytest.mark.parametrize(("level", "following"), [(1, "--level 2"), (4, "--blind")])
def test_where_nothing_applies_it_names_the_wish(
    level: int, following: str, kata: SmallKata
) -> None:
    small_steps.lay_out(kata)
    write(started(kata, level=level), small_steps.STATES[5 if level == 1 else 7])
    wish = f"implement the wish of level {level} in KATA.md"
    then = f"then run `dojo start --again {following}`"
    assert asked(kata, 1).endswith(f"Next: {wish}, {then}.\n")


def hinted(practice: Practice, *left_out: str, method: str | None = None) -> str | None:
    """Return the title of the step that is hinted at."""
    step, _ = next_hint(
        practice.workspace, practice.level.number, read_code(practice), left_out, method
    )
    return step and step.title


def write(practice: Practice, files: dict[str, str]) -> None:
    (practice.folder / "yatzy.py").unlink(missing_ok=True)
    write_files(practice.folder, files)


@pytest.mark.parametrize(("at", "title"), [(0, TITLES[0]), (1, TITLES[3]), (5, None)])
def test_on_the_way_the_next_step_is_hinted_but_no_trap_and_no_revert_and_no_later_level(
    at: int, title: str | None, practice: Practice
) -> None:
    write(practice, small_steps.STATES[at])
    assert hinted(practice) == title


@pytest.mark.parametrize(("at", "title"), [(0, TITLES[5]), (6, None)])
def test_the_smells_of_the_own_level_come_first(
    at: int, title: str | None, of_level_2: Practice
) -> None:
    write(of_level_2, small_steps.STATES[at])
    assert hinted(of_level_2) == title
    assert at > 0 or hinted(of_level_2, *TITLES[5:]) == TITLES[0], "then those of a lower one"


def test_a_method_may_be_asked_about(of_level_2: Practice) -> None:
    assert [hinted(of_level_2, method=name) for name in ("total", "pair", "triple")] == [
        TITLES[5],
        TITLES[0],
        None,
    ]


@pytest.mark.parametrize(
    "changed",
    [
        TANGLE.replace("total", "points").replace("first", "one"),
        TANGLE.replace("return best if", "return max(0, best) if"),
        TANGLE.replace('"""A game of pairs."""', "import math\n"),
        TANGLE.replace("first == 0:", "first == 0:  # who rolls that?"),
    ],
    ids=["locals renamed", "another method", "imports", "comments"],
)
def test_code_that_does_it_still_is_hinted_at(
    changed: str, kata: SmallKata, practice: Practice
) -> None:
    kata.write(YATZY, changed)
    assert hinted(practice) == TITLES[0]


def test_what_is_gone_is_not_hinted_at_however_it_went_and_in_any_order(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write(YATZY, TANGLE.replace(ADDS, "        total = sum((first, second))\n"))
    assert (hinted(practice), hinted(practice, TITLES[0])) == (TITLES[0], None)
    kata.write(YATZY, NO_ZERO.replace(ADDS, "        total = 2 * first\n"))
    assert hinted(practice) is None


def test_a_method_is_found_wherever_it_stands(practice: Practice) -> None:
    facade = "from rules import Rules\n\n\nclass Yatzy:\n    pair = Rules.pair\n"
    write(practice, {"yatzy.py": facade, "rules.py": f"class Rules:\n{PAIR}"})
    assert (
        hinted(practice),
        [*next_hint(practice.workspace, practice.level.number, read_code(practice))[1]],
    ) == (
        TITLES[3],
        [("pair", "rules.py")],
    )


def test_what_somebody_moved_to_a_class_of_their_own_need_not_move(of_level_2: Practice) -> None:
    triple = small_steps.TRIPLE
    facade = small_steps.CLEAN.replace(triple, "    triple = Rules.triple\n\n")
    write(of_level_2, {"yatzy/yatzy.py": facade, "yatzy/rules.py": f"class Rules:\n{triple}"})
    assert hinted(of_level_2) is None


THREE = "class Yatzy:\n" + "".join(
    f"    def {name}(self, dice):\n"
    "        if not dice:\n"
    "            return 0\n"
    f"        return self.{name}_of(dice)\n\n"
    for name in ("ones", "twos", "threes")
)
GUARD = "        if not dice:\n            return 0\n"


@pytest.mark.parametrize(
    ("done", "there"),
    [(0, [("ones", 3), ("twos", 8), ("threes", 13)]), (1, [("twos", 6), ("threes", 11)]), (2, [])],
)
def test_it_is_hinted_at_while_most_of_it_is_there(
    done: int, there: list[tuple[str, int]], kata: SmallKata
) -> None:
    small_steps.lay_out_one(kata, "1, ones, twos, threes", THREE, THREE.replace(GUARD, ""))
    practice = started(kata)
    kata.write(YATZY, THREE.replace(GUARD, "", done))
    _, places = next_hint(practice.workspace, practice.level.number, read_code(practice))
    assert [(name, lines[0]) for (name, _), lines in places.items()] == there


@pytest.mark.parametrize("owner", ["self.", "Yatzy.", ""])
def test_a_call_is_the_same_whoever_owns_what_it_calls(owner: str, kata: SmallKata) -> None:
    small_steps.lay_out_one(
        kata, "1, ones", THREE, THREE.replace("return self.ones_of(dice)", "return dice.count(1)")
    )
    practice = started(kata)
    kata.write(YATZY, THREE.replace("self.", owner))
    assert hinted(practice) is not None


def test_names_alone_may_be_a_smell(kata: SmallKata) -> None:
    code = "class Yatzy: ...\n\n\ndef of(dice):\n    points = sum(dice)\n    return points\n"
    small_steps.lay_out_one(kata, "1, of", code.replace("points", "s"), code)
    practice = started(kata)
    assert hinted(practice) is not None
    kata.write(YATZY, code)
    assert hinted(practice) is None


@pytest.mark.parametrize(
    ("text", "line"), [("class Yatzy:\n    def (\n", "line 2"), ("x = '\0'\n", "null bytes")]
)
def test_code_that_does_not_parse_is_named_in_a_line(
    text: str, line: str, kata: SmallKata, practice: Practice
) -> None:
    kata.write(YATZY, text)
    with pytest.raises(WorkspaceError, match=rf"^practice/yatzy\.py[^\n]*{line}[^\n]*$"):
        read_code(practice)


CHECKED = """class Yatzy:
    def ones(self, dice):
        Yatzy.check(dice)
        return {ones}

    def twos(self, dice):
        Yatzy.check(dice)
        return dice.count(2)

    def check(dice):
        dice.pop()
"""


@pytest.mark.parametrize(
    ("ones", "title"),
    [("dice.count(1)", "Extract Function: ones"), ("sum(d for d in dice if d == 1)", None)],
)
def test_lines_that_call_a_shared_function_are_no_duplicated_code(
    ones: str, title: str | None, kata: SmallKata
) -> None:
    before = CHECKED.format(ones="dice.count(1)")
    after = "class Yatzy:\n    def ones(self, *dice):\n        pass\n"
    after += before.partition("dice.count(1)\n")[2]
    step = ("Extract Function: ones", "Duplicated Code", "1, ones", LOOK, {"yatzy.py": after})
    small_steps.lay_out(kata, [step], before)
    practice = started(kata)
    kata.write(YATZY, CHECKED.format(ones=ones))
    assert hinted(practice) == title
