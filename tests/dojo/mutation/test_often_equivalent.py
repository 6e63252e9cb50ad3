"""Test which survivors are said to be often equivalent."""

import pytest

from dojo.mutation.often_equivalent import often_equivalent
from dojo.mutation.results import SURVIVED, Mutant

BEST = ("def best(self):", "if die > best:", "best = die")
FIRST = ("def best(self):", "best = 0", "best = max(self.dice)")


def survivor(removed: str, added: str, code: tuple[str, ...] = (), function: str = "") -> Mutant:
    offset = code.index(removed.strip()) if removed.strip() in code else 0
    lines = (removed,), (added,)
    return Mutant(removed, "a.py", function, 1, *lines, SURVIVED, code=code, offset=offset)


@pytest.mark.parametrize(
    ("removed", "added", "code", "explanation"),
    [
        ("for a in range(1, 7):", "for a in range(7):", (), "missing iteration"),
        ("a = [0] * 7", "a = [0] * 8", (), "nothing uses the additional item"),
        ("return a[0] - 1", "return a[1] - 1", (), "both items are always equal"),
        ("return f(a, 0)", "return f(a, None)", (), "distinguishes true from false"),
        ('open(a, encoding="utf-8")', 'open(a, encoding="UTF-8")', (), "ignores the case"),
        ("zip(a, b, strict=True)", "zip(a, b, strict=False)", (), "lengths are always the same"),
        ('print("dice", a)', 'print("XXdiceXX", a)', (), "a print for debugging?"),
        ("break", "return", (), "nothing follows the loop"),
        ("continue", "break", (), "later iterations change nothing"),
        (" if die > best:", " if die >= best:", BEST, "the value stays the same"),
        (" best = 0", " best = 1", FIRST, "replaces this one before it is read"),
    ],
)
def test_a_kind_that_is_often_equivalent_is_explained(
    removed: str, added: str, code: tuple[str, ...], explanation: str
) -> None:
    assert explanation in often_equivalent(survivor(removed, added, code))


@pytest.mark.parametrize(
    ("removed", "added", "code"),
    [
        ("if total >= 63:", "if total > 63:", ("if total >= 63:", "bonus = 50")),
        ("return [1, 2]", "return [1, 3]", ()),
        ("return True", "return False", ()),
        ('return "a-b"', 'return "A-B"', ()),
        ("bonus = 50", "bonus = 51", ("bonus = 50", "bonus += 1")),
        (" text = text + sep", " text = None", ("text = ''", "text = text + sep", "text = 1")),
        (" best = 0", " best = 1", ("best = 0", "if a > best:", "best = a")),
        (" fits = False", " fits = None", ("fits = False", "return fits")),
    ],
)
def test_a_change_that_a_test_can_kill_has_no_excuse(
    removed: str, added: str, code: tuple[str, ...]
) -> None:
    assert not often_equivalent(survivor(removed, added, code))


def test_a_first_value_of_an_attribute_may_be_read_by_nothing() -> None:
    first_value = survivor("self.names = []", "self.names = None", function="Yatzy.__init__")
    assert "nothing reads this attribute" in often_equivalent(first_value)
