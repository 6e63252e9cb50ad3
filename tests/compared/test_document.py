"""Test what the document says of a run."""

import pytest

from tests.compared.document import Comparison, Result, compare_orders, figures, remarks, scope
from tests.compared.measuring import Usage
from tests.compared.mutants import KILLED, NOT_RUN, SURVIVED, Mutant
from tests.compared.projects import KATA, PROJECTS
from tests.compared.tools import COSMIC_RAY, DOJO, GREMLINS, Tool
from tests.compared.verdicts import Checked

MUTANTS = [Mutant("a", "f", KILLED), Mutant("b", "f", SURVIVED), Mutant("c", "f", NOT_RUN)]
USAGE = Usage(seconds=4.0, cpu_seconds=6.2, largest=81.4)


def compared(*tools: Tool) -> Comparison:
    """Return a comparison in which each tool takes a second more than the one before."""
    results: list[Result] = []
    for seconds, tool in enumerate(tools, start=1):
        results.append(Result(tool, Usage(seconds=seconds), MUTANTS))
    return Comparison(KATA, 1.0, results)


def test_mutants_that_were_not_run_do_not_make_a_tool_faster():
    cells = figures(Result(DOJO, USAGE, MUTANTS, Checked(right=2, wrong=["b"])))
    assert cells == ["dojo", "3", "1", "1", "0", "1", "0.5", "4", "6", "81", "1 of 3"]


def test_a_tool_that_did_not_finish_says_so():
    usage = Usage(seconds=420.0, finished=False)
    assert figures(Result(COSMIC_RAY, usage, MUTANTS))[7] == "not finished in 420"


def test_a_tool_that_tells_no_changes_is_not_checked():
    assert figures(Result(GREMLINS, USAGE, MUTANTS))[-1] == "not told"


def test_a_run_of_one_project_is_a_part():
    assert scope(PROJECTS) == "This run was of all of them."
    assert "only a part: `refactored/scorecard.py` of the kata." in scope([KATA])


def test_a_failure_is_shown_with_what_the_tool_printed():
    lines = remarks(Result(DOJO, USAGE, (), failure=["Error: no tests"]))
    assert "  Error: no tests" in lines


def test_the_tools_are_ordered_by_mutants_a_second():
    assert compared(COSMIC_RAY, DOJO).order == "cosmic-ray 2.0, dojo 1.0"


@pytest.mark.parametrize(
    ("before", "said"),
    [
        (
            "dojo 2.0, cosmic-ray 1.0",
            "In the run before this one, no two tools had clearly another",
        ),
        (
            "cosmic-ray 1.1, dojo 1.0",
            "In the run before this one, no two tools had clearly another",
        ),
        ("cosmic-ray 1.3, dojo 1.0", "another order: dojo was slower than cosmic-ray on the kata."),
        ("-", "In the run before this one, no two tools had clearly another"),
    ],
)
def test_the_order_is_compared_with_that_of_the_document_before(before: str, said: str):
    document = f"text\n\nOrder on the kata: {before}\n\ntext"
    assert said in compare_orders([compared(DOJO, COSMIC_RAY)], document)


def test_without_a_document_before_there_is_no_order_to_compare():
    assert "no earlier run" in compare_orders([compared(DOJO)], "")
