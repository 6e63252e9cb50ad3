"""Which step of the worked way still applies to code that went a way of its own."""

import pytest

from dojo.errors import WorkspaceError
from dojo.practice import Practice
from dojo.progress import Hint, functions_of_practice, longest_function, next_hint, not_in_clean_code
from tests.dojo import small_steps
from tests.dojo.practising import YATZY, started
from tests.dojo.small_kata import SmallKata
from tests.dojo.small_steps import NO_ZERO, SUMMED, TANGLE, TITLES

ADDS = "        total = first\n        total += second\n"
PAIR = NO_ZERO.partition("class Yatzy:\n")[2].partition("    @staticmethod\n    def triple")[0]
FACADE = "from rules import Rules\n\n\nclass Yatzy:\n    {}\n"


@pytest.fixture
def practice(kata: SmallKata) -> Practice:
    small_steps.lay_out(kata)
    return started(kata, level=2)


def hinted(practice: Practice) -> str | None:
    """Return the title of the step that is hinted at."""
    found = next_hint(practice, functions_of_practice(practice))
    return found and found.step.title


def hint(practice: Practice, *left_out: str, method: str | None = None) -> Hint:
    """Return the hint, which there is."""
    found = next_hint(practice, functions_of_practice(practice), left_out, method)
    assert found is not None
    return found


def write(practice: Practice, files: dict[str, str]) -> None:
    (practice.folder / "yatzy.py").unlink()
    for name, text in files.items():
        (practice.folder / name).parent.mkdir(exist_ok=True)
        (practice.folder / name).write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("at", "title"), [(0, TITLES[0]), (1, TITLES[3]), (4, TITLES[4]), (5, TITLES[5]), (6, TITLES[6]), (7, None)]
)
def test_on_the_way_the_next_step_is_hinted_but_no_trap_and_no_revert(
    at: int, title: str | None, practice: Practice
) -> None:
    write(practice, small_steps.STATES[at])
    assert hinted(practice) == title


def test_a_step_that_only_moves_a_file_is_hinted_at_where_that_file_is(practice: Practice) -> None:
    write(practice, small_steps.STATES[4])
    found = hint(practice)
    assert [(each.name, each.file) for each in found.places] == [("Yatzy", "yatzy.py")]


def test_in_a_method_the_first_step_that_applies_there_is_hinted(practice: Practice) -> None:
    assert hint(practice, method="total").step.title == TITLES[5]


def test_a_method_may_be_called_as_it_is_in_the_worked_way(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, TANGLE.replace("def total", "def of_all"))
    assert [hint(practice, method=name).step.title for name in ("total", "of_all")] == [TITLES[5]] * 2


def test_what_the_clean_code_has_so_is_not_among_the_rest(kata: SmallKata, practice: Practice) -> None:
    kata.write(
        "refactored/rules.py", small_steps.TRIPLE.replace("    @staticmethod\n    def", "def").replace("\n    ", "\n")
    )
    names = [each.name for each in not_in_clean_code(practice, functions_of_practice(practice))]
    assert names == ["pair", "total"]


def test_a_later_level_is_not_hinted(kata: SmallKata) -> None:
    small_steps.lay_out(kata)
    practice = started(kata, level=1)
    write(practice, small_steps.STATES[5])
    assert hinted(practice) is None


@pytest.mark.parametrize(
    "changed",
    [
        TANGLE.replace("total", "points").replace("first", "one"),
        TANGLE.replace("first == 0", "(first == 0)").replace("    ", "  "),
        TANGLE.replace("return best if", "return max(0, best) if"),
        TANGLE.replace('"""A game of pairs."""', "import math\n"),
        TANGLE.replace("first == 0:", "first == 0:  # who rolls that?"),
    ],
    ids=["locals renamed", "formatted", "another method", "imports", "comments"],
)
def test_code_that_does_it_still_is_hinted_at(changed: str, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, changed)
    assert hinted(practice) == TITLES[0]


def test_steps_may_come_in_another_order(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, TANGLE.replace(ADDS, "        total = sum((first, second))\n"))
    assert hinted(practice) == TITLES[0]
    kata.write(YATZY, SUMMED)
    assert hinted(practice) == TITLES[4]


def test_what_is_gone_is_not_hinted_at_however_it_went(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, NO_ZERO.replace(ADDS, "        total = 2 * first\n"))
    assert hinted(practice) == TITLES[4]


def test_a_method_is_found_wherever_it_stands_by_now(practice: Practice) -> None:
    facade = FACADE.format("@staticmethod\n    def pair(first, second):\n        return Rules.pair(first, second)")
    write(practice, {"yatzy.py": facade, "rules.py": f"class Rules:\n{PAIR}"})
    found = hint(practice)
    assert (found.step.title, [(each.name, each.file) for each in found.places]) == (TITLES[3], [("pair", "rules.py")])


def test_a_method_is_found_under_another_name(practice: Practice) -> None:
    rules = f"class Rules:\n{PAIR.replace('def pair', 'def of_two')}"
    write(practice, {"yatzy.py": FACADE.format("pair = Rules.of_two"), "rules.py": rules})
    found = hint(practice)
    assert (found.step.title, found.places[0].name) == (TITLES[3], "of_two")


def test_what_somebody_moved_to_a_class_of_their_own_need_not_move(practice: Practice) -> None:
    triple = small_steps.TRIPLE
    facade = small_steps.CLEAN.replace(triple, "    triple = Rules.triple\n\n")
    write(practice, {"yatzy/yatzy.py": facade, "yatzy/rules.py": f"class Rules:\n{triple}"})
    assert hinted(practice) is None


def test_what_is_half_done_is_hinted_at_where_it_is_not(kata: SmallKata, practice: Practice) -> None:
    kata.write(
        YATZY, TANGLE.replace("            points = points + cards[name]\n", "            points += cards[name]\n")
    )
    found = hint(practice, *TITLES[:5])
    assert (found.step.title, found.places[0].name) == (TITLES[5], "total")


THREE = "class Yatzy:\n" + "".join(
    f"    def {name}(self, dice):\n        if not dice:\n            return 0\n        return self.{name}_of(dice)\n\n"
    for name in ("ones", "twos", "threes")
)
GUARD = "        if not dice:\n            return 0\n"


@pytest.mark.parametrize(("done", "places"), [(0, ["ones", "twos", "threes"]), (1, ["twos", "threes"]), (2, [])])
def test_it_is_hinted_at_while_most_of_it_is_there(done: int, places: list[str], kata: SmallKata) -> None:
    small_steps.lay_out_one(kata, "1, ones, twos, threes", THREE, THREE.replace(GUARD, ""))
    practice = started(kata)
    kata.write(YATZY, THREE.replace(GUARD, "", done))
    found = next_hint(practice, functions_of_practice(practice))
    assert [each.name for each in (found.places if found else [])] == places


HELPED = THREE.replace(GUARD, "        self.check(dice)\n", 1)


@pytest.mark.parametrize(
    ("where", "twins"),
    [("1, ones, twos", ["twos"]), ("1, ones, sixes", None), ("1, ones", [])],
    ids=["its twin is there", "its twin is not", "it has none"],
)
def test_duplicated_code_in_one_place_is_like_another(where: str, twins: list[str] | None, kata: SmallKata) -> None:
    described = ("Extract Function: check", "Duplicated Code", where, small_steps.LOOK, {"yatzy.py": HELPED})
    small_steps.lay_out(kata, [described], THREE)
    practice = started(kata)
    found = next_hint(practice, functions_of_practice(practice))
    assert (found and found.twins) == twins


def test_a_twin_that_is_mended_is_none(kata: SmallKata) -> None:
    after = {"yatzy.py": HELPED.replace(GUARD, "        self.check(dice)\n", 1)}
    described = ("Extract Function: check", "Duplicated Code", "1, ones, twos", small_steps.LOOK, after)
    small_steps.lay_out(kata, [described], THREE)
    practice = started(kata)
    assert hinted(practice) is not None
    kata.write(YATZY, HELPED)
    assert hinted(practice) is None


def test_a_smell_of_a_class_has_the_class(practice: Practice) -> None:
    write(practice, small_steps.STATES[6])
    found = hint(practice)
    assert (found.owner, found.places[0].name) == ("Yatzy", "triple")


@pytest.mark.parametrize("owner", ["self.", "Yatzy.", ""])
def test_a_call_is_the_same_whoever_owns_what_it_calls(owner: str, kata: SmallKata) -> None:
    small_steps.lay_out_one(kata, "1, ones", THREE, THREE.replace("return self.ones_of(dice)", "return dice.count(1)"))
    practice = started(kata)
    kata.write(YATZY, THREE.replace("self.", owner))
    assert hinted(practice) is not None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    a = 1\n    b = 2\n    return a + b\n", "    b = 2\n    a = 1\n    return a + b\n"),
        ("    s = sum(dice)\n    return s\n", "    total = sum(dice)\n    return total\n"),
        ("    if dice:\n        f()\n        g()\n", "    if dice:\n        f()\n    g()\n"),
    ],
    ids=["order", "names", "nesting"],
)
def test_what_changes_in_no_statement_may_be_hinted_at(before: str, after: str, kata: SmallKata) -> None:
    head = "class Yatzy: ...\n\n\ndef of(dice):\n"
    small_steps.lay_out_one(kata, "1, of", head + before, head + after)
    practice = started(kata)
    assert hinted(practice) is not None
    kata.write(YATZY, head + after)
    assert hinted(practice) is None


def test_a_step_that_only_adds_is_hinted_at_until_that_is_there(kata: SmallKata) -> None:
    added = "    def best(self, dice):\n        faces = set(dice)\n        faces.add(0)\n        return max(faces)\n\n"
    small_steps.lay_out_one(kata, "1, ones", THREE, THREE + added)
    practice = started(kata)
    assert hinted(practice) is not None
    kata.write(YATZY, THREE + added.replace("faces", "there").replace("best", "highest"))
    assert hinted(practice) is None


def test_places_are_lines_of_the_persons_own_file(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"\n\n\n{TANGLE}")
    found = hint(practice)
    assert found.places == [("pair", "yatzy.py", 9, 16)]


def test_a_step_that_is_left_out_makes_room_for_the_next(practice: Practice) -> None:
    assert hint(practice, TITLES[0]).step.title == TITLES[3]


NESTED = f"class Yatzy:\n    def of(self):\n        return {'+'.join('1' * 900)}\n"


@pytest.mark.parametrize(
    ("text", "line"),
    [("class Yatzy:\n    def (\n", "line 2"), ("x = '\0'\n", "null bytes"), (NESTED, "maximum recursion depth")],
    ids=["no name", "no text", "too deep"],
)
def test_code_that_does_not_parse_is_named_in_a_line(text: str, line: str, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, text)
    with pytest.raises(WorkspaceError, match=rf"^practice/yatzy\.py[^\n]*{line}[^\n]*$"):
        functions_of_practice(practice)


def test_the_longest_function_is_counted_from_def_to_its_end(practice: Practice) -> None:
    assert longest_function(functions_of_practice(practice)) == ("pair", "yatzy.py", 6, 13)


def test_code_without_functions_has_no_longest_one(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, "from elsewhere import Yatzy\n")
    assert longest_function(functions_of_practice(practice)) is None
