"""The page of a report: what comes first, what each line tells, and that nothing in it can act."""

import json
import re
import sys
from dataclasses import replace

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.mutation.report import EARLY
from dojo.mutation.report_page import Page, in_colours, page_of
from dojo.mutation.results import Survivor
from tests.dojo.mutation.reports import ALIVE, DEAD, PATH, REASON, RUDE, SAME, SURVIVORS, UNREACHED, report
from tests.dojo.policy import allows_its_own_script_alone
from tests.dojo.table.contrast import contrast

MODEL, PAGE = Page(report()), page_of(report())
STATUSES = ("survived", "unreached", "equivalent", "late", "killed")


def alone(survivor: Survivor, **changes: object) -> str:
    """Return a page about one survivor, in which something is otherwise."""
    mutant = replace(survivor.mutant, **changes)
    return page_of(report([mutant], [replace(survivor, mutant=mutant)]))


# What a reader sees.


def test_it_says_how_many_mutants_came_to_what() -> None:
    assert MODEL.stands == [
        "3 killed",
        "1 survived",
        "1 in functions that no test runs",
        "1 equivalent",
        "1 without a result",
    ]


def test_the_first_lines_say_where_to_begin() -> None:
    assert re.search('Begin with <a href="#survivors-.*?">Yatzy.pair</a>: 1 change of it would go unseen.', PAGE)
    unreached = page_of(report([UNREACHED, DEAD], [SURVIVORS[2]]))
    assert 'Begin with <a href="#unreached">Yatzy.other</a>: no test runs it.' in unreached


def test_whom_most_survived_in_comes_first() -> None:
    one, other = (replace(mutant, function="Yatzy.one", name=mutant.name + "one") for mutant in (ALIVE, SAME))
    alive = [Survivor(number, mutant, "") for number, mutant in enumerate([ALIVE, one, other], start=1)]
    worst = Page(report([ALIVE, one, other, DEAD], alive)).worst_first("Survived")
    assert [(each.name, len(each.of("Survived")), len(each.mutants)) for each in worst] == [
        ("Yatzy.one", 2, 2),
        ("Yatzy.pair", 1, 2),
    ]


def test_the_tests_that_run_a_function_are_named_with_how_often() -> None:
    [function] = MODEL.worst_first("Survived")
    assert MODEL.run_by(function) == ["test_a (2 times)", "test_b"]


def test_of_many_tests_some_are_named_at_once_and_the_others_on_request() -> None:
    page = alone(SURVIVORS[0], tests=tuple(f"tests/test_a.py::test_{letter}" for letter in "abcdef"))
    assert "<p>Run by tests that do not notice: test_a, test_b, test_c, test_d</p>" in page
    assert "<details><summary>and 2 more tests</summary>test_e, test_f</details>" in page


def test_a_survivor_says_what_to_do_next() -> None:
    assert "<b>Next:</b> write a test that tries the boundary, where both sides of <code>&lt;</code>" in PAGE
    assert "<b>Next:</b> write a test that calls Yatzy.other." in PAGE


def test_a_survivor_in_a_function_that_an_import_runs_says_so() -> None:
    assert (EARLY in PAGE, EARLY in alone(SURVIVORS[0], early=True).partition("</main>")[0]) == (False, True)


def test_an_equivalent_mutant_has_its_reason() -> None:
    assert REASON.replace("<", "&lt;").replace(">", "&gt;") in PAGE


def test_each_part_says_of_which_status_it_is() -> None:
    parts = re.findall(r'<section[^>]* data-of="(.*?)">\n<h2>(\w+)', PAGE)
    headings = [("Survived", "Survivors"), ("NoCoverage", "No"), ("Ignored", "Equivalent")]
    assert parts == [*headings, ("all", "What"), ("all", "Figures")]


def test_code_that_runs_at_import_is_told_apart() -> None:
    [(sign, text)] = MODEL.never
    assert (sign, text.startswith("1 statement outside of plain functions"), MODEL.lines(PATH)[0].sign) == (
        "⊘",
        True,
        "⊘",
    )


def test_a_line_has_what_came_of_its_mutants_in_signs_and_in_words() -> None:
    [button] = re.findall(r'<li id="practice/yatzy.py:6">(<button.*?</button>)', PAGE)
    assert re.sub("<.*?>", "", button) == "line 6: ✗1 survived ?1 no result yet"
    assert 'aria-expanded="false"' in button


def test_a_line_that_is_opened_reads_the_report_itself() -> None:
    data = json.loads(re.findall(r'id="data">(.*?)</script>', PAGE, re.DOTALL)[0])
    reasons = {each["id"]: each.get("statusReason") for each in data["files"][PATH]["mutants"]}
    assert reasons[SAME.name] == REASON


def test_figures_are_by_file_and_by_function() -> None:
    figures = PAGE.partition("<h2>Figures")[2].partition("<h2")[0]
    rows = re.findall(r'<tr><th scope="row"><a href=".*?">(.*?)</a></th>(.*?)</tr>', figures, re.DOTALL)
    cells = {name: re.findall(">([^<]*)</td>", row) for name, row in rows}
    assert cells == {
        "practice/yatzy.py": ["1", "1", "1", "1", "1", "2"],
        "Yatzy.pair": ["1", "", "1", "1", "1", "2"],
        "Yatzy.other": ["", "1", "", "", "", ""],
    }


def test_every_link_leads_somewhere_on_the_page() -> None:
    ids = set(re.findall(r'\bid="(.*?)"', PAGE))
    assert [link for link in re.findall(r'href="#(.*?)"', PAGE) if link not in ids] == []


# What the page can do, and what somebody else's text in it can not.


def test_what_somebody_wrote_is_shown_and_not_obeyed() -> None:
    assert RUDE not in PAGE
    assert "Mutants of &lt;/script&gt;&lt;b&gt;&amp;amp;" in PAGE
    assert PAGE.count("</script>") == 2


def test_it_asks_nothing_of_anybody_and_runs_its_own_script_alone() -> None:
    assert re.findall(r'(?:src|href)="(?!#)|https?:', PAGE) == []
    assert allows_its_own_script_alone(PAGE)


# What can be read.


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("text", [*STATUSES, "word", "text", "number"])
@pytest.mark.parametrize("paper", ["paper", "here"])
def test_text_can_be_read_on_what_is_behind_it(text: str, paper: str, *, dark: bool) -> None:
    themes = [theme for theme in re.findall(r":root ?{(.*?)}", PAGE, re.DOTALL) if ": #" in theme]
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", "".join(themes[dark::2])))
    assert contrast(colours[text], colours[paper]) >= 4.5


# Colours of code.


def test_code_is_in_colours_line_by_line() -> None:
    first, second = in_colours('a = """b\n  <c>"""\n')
    assert re.sub("<.*?>", "", first) == 'a = """b'
    assert second == '<span class="s2">  &lt;c&gt;"""</span>'


@pytest.mark.parametrize("source", ["def f(:\n  '", "(\n", "  a\n b\n", "\n\na", "\x00", ""])
def test_what_python_cannot_read_is_shown_all_the_same(source: str) -> None:
    assert len(in_colours(source)) == len(source.rstrip("\n").split("\n"))
