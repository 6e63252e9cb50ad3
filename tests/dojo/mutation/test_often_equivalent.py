"""Test which survivors are said to be often equivalent."""

import pytest

from dojo.mutation.often_equivalent import often_equivalent
from dojo.mutation.results import SURVIVED, Mutant
from tests.dojo.mutation.reports import rows

# A line, its mutant, and the explanation; then the lines of the function, if they matter.
EXPLAINED = rows("""
for a in range(1, 7):      for a in range(7):         missing iteration
a = [0] * 7                a = [0] * 8                nothing uses the additional item
return a[0] - 1            return a[1] - 1            both items are always equal
return f(a, 0)             return f(a, None)          distinguishes true from false
open(a, encoding="utf-8")  open(a, encoding="UTF-8")  ignores the case
zip(a, b, strict=True)     zip(a, b, strict=False)    lengths are always the same
print("dice", a)           print("XXdiceXX", a)       a print for debugging?
break                      return                     nothing follows the loop
continue                   break                      later iterations change nothing
if a > best:               if a >= best:              the value stays the same   \
    def f(self):; if a > best:; best = a
best = 0                   best = 1                   replaces this one before it is read   \
    def f(self):; best = 0; best = max(self.dice)
""")
# A line, its mutant, and the lines of the function.
NOT_EXPLAINED = rows("""
if total >= 63:    if total > 63:  if total >= 63:; bonus = 50
return [1, 2]      return [1, 3]   return [1, 2]
return True        return False    return True
return "a-b"       return "A-B"    return "a-b"
bonus = 50         bonus = 51      bonus = 50; bonus += 1
text = text + sep  text = None     text = ''; text = text + sep; text = 1
best = 0           best = 1        best = 0; if a > best:; best = a
fits = False       fits = None     fits = False; return fits
""")


def explanation(removed: str, added: str, lines: str = "", function: str = "") -> str:
    """Return the explanation of a survivor in these lines, which `; ` separates."""
    code = tuple(lines.split("; "))
    offset = code.index(removed) if lines else 0
    # The lines of a mutant are indented.
    changed = (f" {removed}",), (f" {added}",)
    mutant = Mutant("", "a.py", function, 1, *changed, SURVIVED, code=code, offset=offset)
    return often_equivalent(mutant)


@pytest.mark.parametrize("row", EXPLAINED)
def test_a_kind_that_is_often_equivalent_is_explained(row: list[str]):
    removed, added, expected, *lines = row
    assert expected in explanation(removed, added, *lines)


@pytest.mark.parametrize("row", NOT_EXPLAINED)
def test_a_change_that_a_test_can_kill_has_no_excuse(row: list[str]):
    assert not explanation(*row)


def test_a_first_value_of_an_attribute_may_be_read_by_nothing():
    found = explanation("self.names = []", "self.names = None", function="Yatzy.__init__")
    assert "nothing reads this attribute" in found
