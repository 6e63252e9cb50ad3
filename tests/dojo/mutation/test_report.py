"""Test the report of mutants, in the standard format and as a page."""

import json
import operator
import re
from collections.abc import Callable

import msgspec
import pytest

from dojo.mutation.replacement import Replacement, kind_and_test, replacement_of
from dojo.mutation.report_files import report_page
from dojo.mutation.results import KILLED, Mutant
from tests.dojo.mutation.reports import DEAD, NEVER_RUN, RUDE, report
from tests.dojo.printed import page_as_text, verify_document

REPORT = report()
REPORT_AS_JSON = msgspec.to_builtins(REPORT)
PAGE = report_page(REPORT)


def test_each_mutant_in_the_standard_form() -> None:
    verify_document(
        "report_of_mutants", json.dumps(REPORT_AS_JSON, indent=1, ensure_ascii=False) + "\n"
    )


def test_each_mutant_on_the_page() -> None:
    verify_document("page_of_mutants", page_as_text(PAGE))


def test_without_survivors_start_with_functions_that_no_test_runs() -> None:
    page = report_page(report(NEVER_RUN, DEAD))
    assert 'Start with <a href="#unreached">Yatzy.other</a>: no test runs it.' in page


def test_a_line_that_is_opened_reads_the_report_itself() -> None:
    [data] = re.findall(r'id="data">(.*?)</script>', PAGE, re.DOTALL)
    assert json.loads(data) == REPORT_AS_JSON


def test_every_link_leads_somewhere_on_the_page() -> None:
    ids = set(re.findall(r'\bid="(.*?)"', PAGE))
    assert [link for link in re.findall(r'href="#(.*?)"', PAGE) if link not in ids] == []


def test_text_is_escaped_without_links_to_other_hosts() -> None:
    assert (RUDE in PAGE, PAGE.count("</script>")) == (False, 2)
    assert re.findall(r'(?:src|href)="(?!#)|https?:', PAGE) == []


# The replaced text, the kind of change, and the advice for a test that notices it.


def replacement(removed: list[str], added: list[str]) -> Replacement:
    return replacement_of(Mutant("", "yatzy.py", "f", 1, tuple(removed), tuple(added), KILLED))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("    if a < b:", "    if a <= b:", ("    if a ", "<", "<=")),
        ("    n += 1", "    n = 1", ("    n ", "+=", "=")),
        ("    return 'a b'", "    return 'XXa bXX'", ("    return ", "'a b'", "'XXa bXX'")),
        ("    return f(a, b)", "    return f(b)", ("    return f(", "a, ", "")),
        ("    return a in b", "    return a not in b", ("    return a ", "in", "not in")),
        ("    x = 'it'  # isn't 1", "    x = None  # isn't 1", ("    x = ", "'it'", "None")),
    ],
)
def test_a_change_is_the_smallest_run_of_whole_tokens(
    before: str, after: str, expected: tuple[str, ...]
) -> None:
    assert replacement([before], [after]) == expected


def test_a_case_that_is_dropped_goes_with_its_lines() -> None:
    assert replacement(["    case 1:", "        b()"], []) == ("", "    case 1:\n        b()\n", "")


@pytest.mark.parametrize(
    ("before", "removed", "replacement", "name"),
    [
        ("if a ", "<", "<=", "EqualityOperator"),
        ("if a ", "and", "or", "LogicalOperator"),
        ("n ", "+=", "-=", "ArithmeticOperator"),
        ("n = ", "1", "2", "NumericLiteral"),
        ("n = ", '"a"', '"XXaXX"', "StringLiteral"),
        ("n = ", "True", "False", "BooleanLiteral"),
        ("if a ", "in", "not in", "Condition"),
        ("n = a if ", "b", "(b) and False", "Condition"),
        ("", "continue", "break", "ControlFlow"),
        ("", "    case 1:\n        a()\n", "", "MatchCase"),
        ("a.", "lower", "upper", "MethodExpression"),
        ("n[f(a)]: int = ", "f(a)", "None", "Assignment"),
        ("n = f(key=", "a", "None", "Value"),
        ("", "a", "f(a)", "Other"),
    ],
)
def test_a_kind_shows_in_what_is_changed(
    before: str, removed: str, replacement: str, name: str
) -> None:
    assert kind_and_test(Replacement(before, removed, replacement))[0] == name


@pytest.mark.parametrize(
    ("sign", "compare", "edge"),
    [(">", operator.gt, 4), ("<=", operator.le, 4), (">=", operator.ge, 3), ("<", operator.lt, 3)],
)
def test_a_changed_number_asks_for_the_value_that_differs(
    sign: str, compare: Callable[[int, int], bool], edge: int
) -> None:
    words = f"reaches this line with `{edge}` on the left of `{sign}`: the two differ only there"
    assert kind_and_test(Replacement(f"if a {sign} ", "3", "4"))[1] == words
    assert [number for number in range(10) if compare(number, 3) != compare(number, 4)] == [edge]


@pytest.mark.parametrize(
    ("before", "removed", "says"),
    [
        (
            "if a == ",
            "3",
            "reaches this line with `3` or `4` on the left of `==`: the two differ only there",
        ),
        ("f(", f"{'long' * 20}, ", f"checks something that depends on `{'long' * 9 + 'l'}...`"),
    ],
)
def test_the_advice_for_a_test_is_short(before: str, removed: str, says: str) -> None:
    assert kind_and_test(Replacement(before, removed, "4"))[1] == says
