"""Test the report of mutants, in the standard format and as a page."""

import json
import re
from dataclasses import replace

import click
import msgspec
import pytest

from dojo.mutation.report import Replacement, kind_and_test, replacement_of, report_page
from dojo.mutation.results import KILLED, Mutant
from dojo.mutation.text import grade_lines
from tests.dojo.mutation.reports import ALIVE, DEAD, GRADE, NEVER_RUN, RUDE, WORST, report, rows
from tests.dojo.printed import page_as_text, verify_document

REPORT_AS_JSON = msgspec.to_builtins(report())
PAGE = report_page(report())


def test_each_mutant_in_the_standard_form():
    text = json.dumps(REPORT_AS_JSON, indent=1, ensure_ascii=False)
    verify_document("report_of_mutants", text)


def test_each_mutant_on_the_page():
    verify_document("page_of_mutants", page_as_text(PAGE))


def test_without_survivors_start_with_functions_that_no_test_runs():
    page = report_page(report(NEVER_RUN, DEAD))
    assert 'Start with <a href="#unreached">Yatzy.other</a>: no test runs it.' in page


def test_a_function_with_others_between_its_lines_is_shown_once():
    page = report_page(report(ALIVE, NEVER_RUN, replace(WORST[0], function=ALIVE.function)))
    assert page.count(f"<h3>{ALIVE.function} ") == 1
    assert "2 of 2 mutants survived" in page


def test_a_line_that_is_opened_reads_the_report_itself():
    [data] = re.findall(r'id="data">(.*?)</script>', PAGE, re.DOTALL)
    assert json.loads(data) == REPORT_AS_JSON


def test_every_link_leads_somewhere_on_the_page():
    links = set(re.findall(r'href="#(.*?)"', PAGE))
    assert links <= set(re.findall(r'\bid="(.*?)"', PAGE))


def test_text_is_escaped():
    assert RUDE not in PAGE
    assert PAGE.count("</script>") == 2


def test_the_page_loads_nothing_from_other_hosts():
    assert re.findall(r'(?:src|href)="(?!#)|https?:', PAGE) == []


def test_text_json_and_page_agree():
    found = msgspec.to_builtins(GRADE.report)
    text = click.unstyle("\n".join(grade_lines(GRADE, "", every=True, slips=False)))
    page = page_as_text(PAGE)
    reached = found["survived"] - found["unreached"] - found["equivalent"]
    for number, in_text, on_page in [
        (found["made"], "made:", " mutants: "),
        (found["timed_out"], "by a timeout", " timed out"),
        (found["equivalent"], "equivalent: no test", " equivalent"),
        (found["undecided"], "pending, without", " pending"),
        (found["unreached"], "survived in functions that no", " not covered"),
        (reached, "survived in functions that tests", " survived"),
    ]:
        assert re.search(rf"\b{number}  ?{in_text}", text)
        assert f"{number}{on_page}" in page
    assert f"score {found['score']} %" in text
    for each in found["survivors"]:
        assert f"  {each['number']}. {each['path']}:{each['line']}" in text
        assert f"[#{each['path']}:{each['line']}] line {each['line']}" in page
        for change in (*each["removed"], *each["added"]):
            assert change in text
            assert change in page or not each["reached"]


# The replaced text, the kind of change, and the advice for a test that notices it.


def replacement(removed: tuple[str, ...], added: tuple[str, ...]) -> Replacement:
    return replacement_of(Mutant("", "yatzy.py", "f", 1, removed, added, KILLED))


@pytest.mark.parametrize(
    "row",
    rows("""
    if a < b:           if a <= b:             <      <=
    n += 1              n = 1                  +=     =
    return 'a b'        return 'XXa bXX'       'a b'  'XXa bXX'
    return a in b       return a not in b      in     not in
    x = 'it' # isn't    x = None # isn't       'it'   None
    """),
)
def test_a_change_is_the_smallest_run_of_whole_tokens(row: list[str]):
    before, after, removed, added = row
    start = before.partition(removed)[0]
    assert replacement((before,), (after,)) == (start, removed, added)


def test_an_argument_that_is_dropped_goes_with_its_comma():
    assert replacement(("f(a, b)",), ("f(b)",)) == ("f(", "a, ", "")


def test_a_case_that_is_dropped_goes_with_its_lines():
    dropped = ("    case 1:", "        b()")
    assert replacement(dropped, ()) == ("", "    case 1:\n        b()\n", "")


@pytest.mark.parametrize(
    "row",
    rows("""
    EqualityOperator    if a _          <             <=
    LogicalOperator     if a _          and           or
    ArithmeticOperator  n _             +=            -=
    NumericLiteral      n = _           1             2
    StringLiteral       n = _           "a"           "XXaXX"
    BooleanLiteral      n = _           True          False
    Condition           if a _          in            not in
    Condition           n = a if _      b             (b) and False
    ControlFlow         _               continue      break
    MatchCase           _               case 1: a()   _
    MethodExpression    a._             lower         upper
    Assignment          n[f(a)]: int =  f(a)          None
    Value               n = f(key=_     a             None
    Other               _               a             f(a)
    """),
)
def test_a_kind_shows_in_what_is_changed(row: list[str]):
    name, *change = row
    parts = [text.replace("_", "") for text in change]
    assert kind_and_test(Replacement(*parts))[0] == name


@pytest.mark.parametrize(("sign", "edge"), [(">", 4), ("<=", 4), (">=", 3), ("<", 3)])
def test_a_changed_number_asks_for_the_value_that_differs(sign: str, edge: int):
    words = f"reaches this line with `{edge}` on the left of `{sign}`: the two differ only there"
    assert kind_and_test(Replacement(f"if a {sign} ", "3", "4"))[1] == words


def test_a_number_that_is_compared_for_equality_differs_twice():
    words = "reaches this line with `3` or `4` on the left of `==`: the two differ only there"
    assert kind_and_test(Replacement("if a == ", "3", "4"))[1] == words


def test_the_advice_for_a_test_is_short():
    words = f"checks something that depends on `{'long' * 9}l...`"
    assert kind_and_test(Replacement("f(", f"{'long' * 20}, ", "4"))[1] == words
