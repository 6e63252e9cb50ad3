"""Equivalent mutants of a practice: the kata's, known again wherever they went, and a person's own."""

from pathlib import Path

import pytest

from dojo.mutation.equivalent import DOCUMENT, OF_A_PRACTICE, Explained, explain, mark, read_document
from dojo.mutation.results import SURVIVED, Mutant
from dojo.mutation.shapes import of_the_tangle
from dojo.practice.model import Choices, Practice

TANGLE = """class Yatzy:
    def best(self, d):
        best = 0
        for die in d:
            if die > best:
                best = die
        return best
"""
EXPLAINED = """legacy/yatzy.py Yatzy.best
    - if die > best:
    + if die >= best:
    Why: When they are equal, the best is replaced by the same number.
"""
REASON = "When they are equal, the best is replaced by the same number."
MARK = """practice/yatzy.py Yatzy.best
    - if die > best:
    + if die >= best:
    Why: The same number again.
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    for name, text in {"legacy/yatzy.py": TANGLE, DOCUMENT: f"Survivors.\n\n\n{EXPLAINED}"}.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "practice").mkdir()
    return tmp_path


def survivor(line: int = 5, function: str = "Yatzy.best", path: str = "practice/yatzy.py") -> Mutant:
    return Mutant(path, function, line, ("if die > best:",), ("if die >= best:",), SURVIVED, 0.1)


def known(workspace: Path, code: str, mutant: Mutant) -> str:
    (workspace / mutant.path).write_text(code, encoding="utf-8")
    [reason] = of_the_tangle(workspace, workspace, [mutant])
    return reason


def test_an_equivalent_mutant_of_the_tangle_is_known_in_a_practice(workspace: Path) -> None:
    assert known(workspace, TANGLE, survivor()) == REASON


def test_it_is_known_under_another_name(workspace: Path) -> None:
    assert known(workspace, TANGLE.replace("def best", "def highest"), survivor(function="Yatzy.highest")) == REASON


def test_it_is_known_in_another_file_and_outside_of_a_class(workspace: Path) -> None:
    code = "".join(line[4:] for line in TANGLE.splitlines(keepends=True)[1:])
    assert known(workspace, code, survivor(4, "best", "practice/dice.py")) == REASON


def test_it_is_known_with_types_and_a_docstring(workspace: Path) -> None:
    head = 'def best(self, d: list[int]) -> int:\n        """Find it."""'
    assert known(workspace, TANGLE.replace("def best(self, d):", head), survivor(6)) == REASON


def test_it_is_not_known_when_anything_else_in_the_function_is_another(workspace: Path) -> None:
    assert known(workspace, TANGLE.replace("best = die\n", "best = die + 1\n"), survivor()) == ""


BRANCHES = """class Yatzy:
    def worth(self, what, d):
        if what == 0:
            return 0
        best = d[0]
        if what == 1:
            return 1
        elif what == 2:
            for die in d:
                if die > best:
                    best = die
            return best
        return what
"""


def known_after(workspace: Path, old: str, new: str) -> str:
    """Return what is known of the mutant of a branch, after something in its function has changed."""
    document = EXPLAINED.replace("Yatzy.best", "Yatzy.worth")
    (workspace / "legacy/yatzy.py").write_text(BRANCHES, encoding="utf-8")
    (workspace / DOCUMENT).write_text(f"Survivors.\n\n\n{document}", encoding="utf-8")
    assert old in BRANCHES
    code = BRANCHES.replace(old, new)
    line = next(number for number, text in enumerate(code.split("\n"), 1) if "die > best" in text)
    return known(workspace, code, survivor(line, "Yatzy.worth"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return 1\n", "return sum(d)\n"),
        ("            return 1\n", "            total = sum(d)\n            return total\n"),
        ("            return 0\n", "            raise ValueError(what)\n"),
        ("        return what\n", "        return self.other(what)\n"),
        ("        return what\n", "        while d:\n            d.pop()\n"),
    ],
)
def test_it_is_known_when_only_a_branch_has_changed_that_no_run_through_it_is_in(
    old: str, new: str, workspace: Path
) -> None:
    assert known_after(workspace, old, new) == REASON


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("best = d[0]", "best = d[1]"),  # in front of it
        ("            return best\n", "            return best + 1\n"),  # behind it
        ("            return best\n", "            d = best\n"),  # it goes on to what was out of reach
        ("elif what == 2", "elif what == 3"),  # on the way to it
        ("        if what == 1:", "        if what != 1:"),
        ("            return 0\n", "            what = 2\n"),  # a branch that does not end any more
        ("        if what == 0:\n            return 0\n", ""),
        ("        elif what == 2:", "        if what == 2:"),  # ... it does not matter there, but that is not sure
        ("            return 1\n", "            d = self\n            return 1\n"),  # a name of the rest
        ("            return 1\n", "            yield 1\n            return\n"),  # makes another kind of function of it
        ("            return 1\n", "            import d\n            return 1\n"),
        ("        if what == 0:", "        for d in d:\n         if what == 0:"),
    ],
)
def test_it_is_not_known_when_a_run_through_it_may_see_the_change(old: str, new: str, workspace: Path) -> None:
    assert known_after(workspace, old, new) == ""


def test_in_a_loop_every_branch_matters(workspace: Path) -> None:
    looped = BRANCHES.replace("        if what == 1:", "        while d:\n          if what == 1:").replace(
        "        elif what == 2:", "          elif what == 2:"
    )
    (workspace / "legacy/yatzy.py").write_text(looped, encoding="utf-8")
    document = EXPLAINED.replace("Yatzy.best", "Yatzy.worth")
    (workspace / DOCUMENT).write_text(f"Survivors.\n\n\n{document}", encoding="utf-8")
    line = next(number for number, text in enumerate(looped.split("\n"), 1) if "die > best" in text)
    assert known(workspace, looped, survivor(line, "Yatzy.worth")) == REASON
    assert known(workspace, looped.replace("return 1\n", "d = []\n"), survivor(line, "Yatzy.worth")) == ""
    assert known(workspace, looped.replace("return 1\n", "return 2\n"), survivor(line, "Yatzy.worth")) == ""


def test_another_change_of_the_same_function_is_not_known(workspace: Path) -> None:
    other = Mutant("practice/yatzy.py", "Yatzy.best", 3, ("best = 0",), ("best = 1",), SURVIVED, 0.1)
    assert known(workspace, TANGLE, other) == ""


def test_an_entry_whose_line_stands_twice_in_its_function_is_not_known(workspace: Path) -> None:
    twice = TANGLE + "        if die > best:\n            pass\n"
    (workspace / "legacy/yatzy.py").write_text(twice, encoding="utf-8")
    assert known(workspace, twice, survivor()) == ""


@pytest.fixture
def practice(workspace: Path) -> Practice:
    return Practice(workspace, Choices(1, blind=False))


def own(practice: Practice, survivors: list[Mutant]) -> Explained:
    """Return what the person says of some survivors."""
    return explain(survivors, read_document(practice.folder / OF_A_PRACTICE))


def marked(practice: Practice, text: str) -> None:
    (practice.folder / "equivalent.txt").write_text(text, encoding="utf-8")


def test_a_survivor_that_a_person_marked_has_their_reason(practice: Practice) -> None:
    marked(practice, MARK)
    assert own(practice, [survivor()]).reasons == ["The same number again."]


def test_a_reason_may_take_several_lines(practice: Practice) -> None:
    marked(practice, MARK.replace("same number", "same\n    number"))
    assert own(practice, [survivor()]).reasons == ["The same number again."]


def test_one_mark_is_for_one_survivor(practice: Practice) -> None:
    marked(practice, MARK)
    assert own(practice, [survivor(5), survivor(9)]).reasons == ["The same number again.", ""]


@pytest.mark.parametrize("why", ["", "    Why:\n", "    Why: \n"])
def test_a_mark_without_a_reason_counts_for_nothing_and_is_told(why: str, practice: Practice) -> None:
    marked(practice, MARK.replace("    Why: The same number again.\n", why))
    found = own(practice, [survivor()])
    assert (found.reasons, len(found.without_reason)) == ([""], 1)


def test_a_mark_without_a_survivor_is_stale(practice: Practice) -> None:
    marked(practice, MARK)
    assert [each.entry[0] for each in own(practice, []).stale] == ["practice/yatzy.py Yatzy.best"]


def test_what_is_marked_at_the_keyboard_is_found_again(practice: Practice) -> None:
    mark(practice, survivor(), "The same number again.")
    mark(practice, survivor(), "Once more.")
    assert own(practice, [survivor(), survivor()]).reasons == ["The same number again.", "Once more."]


@pytest.mark.parametrize("before", [MARK, MARK.rstrip(), f"{MARK}\n", "A note of mine.\r\n"])
def test_a_mark_leaves_what_stood_there(before: str, practice: Practice) -> None:
    document = practice.folder / "equivalent.txt"
    document.write_bytes(before.encode())
    mark(practice, survivor(), "Because.")
    assert document.read_bytes().startswith(before.encode())
    assert own(practice, [survivor()] * 2).reasons[-1 if "Yatzy" in before else 0] == "Because."
