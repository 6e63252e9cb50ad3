"""The page of a report: what comes first, what each line tells, and that nothing in it can act."""

import json
import re
from dataclasses import replace

import pytest

from dojo.mutation import Survivor
from dojo.report.highlight import highlighted
from dojo.report.page import TEMPLATE, page_of
from dojo.report.report import EARLY
from tests.dojo.policy import allows_its_own_script_alone
from tests.dojo.report.reports import ALIVE, DEAD, REASON, RUDE, SAME, UNREACHED, report
from tests.dojo.table.contrast import contrast

PAGE = page_of(report())
STYLE = TEMPLATE.read_text(encoding="utf-8").partition("</style>")[0]
TEXT_ON = (
    *(("ink", "paper"), ("soft", "paper"), ("line", "paper"), ("out", "out-paper"), ("in", "in-paper")),
    *((status, "paper") for status in ("survived", "unreached", "equivalent", "late", "killed")),
    *(
        (shade, paper)
        for shade in ("word", "text", "number", "soft", "ink")
        for paper in ("paper", "out-paper", "here")
    ),
    *((status, "here") for status in ("survived", "unreached", "equivalent", "late", "killed")),
)


def section(heading: str) -> str:
    """Return what stands below a heading of the page."""
    return PAGE.partition(f"<h2>{heading}")[2].partition("<h2")[0]


# What a reader sees.


def test_the_first_lines_say_how_it_stands_and_where_to_begin() -> None:
    head = PAGE.partition("<nav")[0]
    counts = "3 killed, 1 survived, 1 in functions that no test runs, 1 equivalent, 1 without a result."
    assert f"7 mutants: {counts}" in head
    assert re.search('Begin with <a href="#survivors-.*?">Yatzy.pair</a>: 1 change of it would go unseen.', head)


def test_with_nothing_but_functions_that_no_test_runs_one_of_them_is_the_begin() -> None:
    head = page_of(report([UNREACHED, DEAD], [replace(report().found.survivors[2])])).partition("<nav")[0]
    assert 'Begin with <a href="#unreached">Yatzy.other</a>: no test runs it.' in head


def test_whom_most_survived_in_comes_first() -> None:
    one, other = (replace(mutant, function="Yatzy.one", name=mutant.name + "one") for mutant in (ALIVE, SAME))
    alive = [Survivor(number, mutant, "") for number, mutant in enumerate([ALIVE, one, other], start=1)]
    page = page_of(report([ALIVE, one, other, DEAD], alive))
    assert re.findall("<h3>(.*?) <small>.*?, (.*?)</small>", page) == [
        ("Yatzy.one", "2 of 2 mutants survived"),
        ("Yatzy.pair", "1 of 2 mutants survived"),
    ]


def test_each_part_says_of_which_status_it_is() -> None:
    parts = re.findall(r'<section[^>]* data-of="(.*?)">\n<h2>(\w+)', PAGE)
    assert parts == [
        ("Survived", "Survivors"),
        ("NoCoverage", "No"),
        ("Ignored", "Equivalent"),
        ("all", "What"),
        ("all", "Figures"),
    ]


def test_a_survivor_shows_its_change_who_ran_it_and_what_to_do_next() -> None:
    found = section("Survivors")
    assert "<del>- if first &lt; second:</del><ins>+ if first &lt;= second:</ins>" in found
    assert "Run by test_a (2 times), test_b; and they do not notice" in found
    assert "<b>Next:</b> write a test that tries the boundary, where both sides of <code>&lt;</code>" in found
    assert 'dojo mutants --equivalent NUMBER "why"' in found.replace("&quot;", '"')


def test_of_many_tests_some_are_named_at_once_and_the_others_on_request() -> None:
    many = replace(ALIVE, tests=tuple(f"tests/test_a.py::test_{letter}" for letter in "abcdef"))
    page = page_of(report([many], [replace(report().found.survivors[0], mutant=many)]))
    assert "do not notice: test_a, test_b, test_c, test_d</p>" in page
    assert "<details><summary>and 2 more tests</summary>test_e, test_f</details>" in page


def test_what_no_test_runs_is_told_apart_from_what_survived() -> None:
    assert "Yatzy.other" not in section("Survivors")
    assert "<b>Next:</b> write a test that calls Yatzy.other." in section("No test runs")


def test_an_equivalent_mutant_has_its_reason() -> None:
    assert REASON.replace("<", "&lt;").replace(">", "&gt;") in section("Equivalent")


def test_code_that_runs_at_import_is_told_apart() -> None:
    assert "<b>⊘</b> 1 statement outside of plain functions" in section("What mutmut never")
    assert re.search(r'<li id="practice/yatzy.py:1"><span title="mutmut never changes this">⊘</span>', PAGE)


def test_a_survivor_in_a_function_that_an_import_runs_says_so() -> None:
    early = replace(ALIVE, early=True)
    assert EARLY not in PAGE
    assert EARLY in page_of(report([early], [replace(report().found.survivors[0], mutant=early)]))


def test_a_line_has_what_came_of_its_mutants_in_signs_and_in_words() -> None:
    [button] = re.findall(r'<li id="practice/yatzy.py:6">(<button.*?</button>)', PAGE)
    assert re.sub("<.*?>", "", button) == "line 6: ✗1 survived ?1 no result yet"
    assert 'aria-expanded="false"' in button


def test_a_line_that_is_opened_names_the_killer_and_the_reason() -> None:
    data = json.loads(re.findall(r'id="data">(.*?)</script>', PAGE, re.DOTALL)[0])
    [dead, crashed] = [each for each in data["files"]["practice/yatzy.py"] if each[0] == 9]
    assert [data["tests"][each[6]] for each in (dead, crashed)] == ["test_a[2]", f"test_b[{RUDE}]"]
    assert crashed[7] == "By a crash, not by an assertion."


def test_figures_are_by_file_and_by_function() -> None:
    rows = re.findall(r'<tr><th scope="row"><a href=".*?">(.*?)</a></th>(.*?)</tr>', section("Figures"))
    cells = {name: re.findall(">([^<]*)</td>", row) for name, row in rows}
    assert cells == {
        "practice/yatzy.py": ["1", "1", "1", "1", "1", "2"],
        "Yatzy.pair": ["1", "", "1", "1", "1", "2"],
        "Yatzy.other": ["", "1", "", "", "", ""],
    }


def test_every_link_leads_somewhere_on_the_page() -> None:
    ids = set(re.findall(r'\bid="(.*?)"', PAGE))
    assert [link for link in re.findall(r'href="#(.*?)"', PAGE) if link not in ids] == []


def test_every_key_that_is_said_has_something_to_do() -> None:
    keys = PAGE.partition("const keys = {")[2].partition("};")[0]
    assert [key for key in ("n:", "p:", "Escape:") if key not in keys] == []  # Enter presses a button anyway


# What the page can do, and what somebody else's text in it can not.


def test_what_somebody_wrote_is_shown_and_not_obeyed() -> None:
    assert RUDE not in PAGE
    assert "Mutants of &lt;/script&gt;&lt;b&gt;&amp;amp;" in PAGE
    assert PAGE.count("</script>") == 2


def test_it_asks_nothing_of_anybody() -> None:
    assert re.findall(r'(?:src|href)="(?!#)', PAGE) == []
    assert "http:" not in PAGE
    assert "https:" not in PAGE


def test_nothing_runs_but_its_own_script() -> None:
    assert allows_its_own_script_alone(PAGE)


# What can be read by whom.


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("pair", TEXT_ON)
def test_text_can_be_read_on_what_is_behind_it(pair: tuple[str, str], *, dark: bool) -> None:
    light_theme, dark_theme = STYLE.split("@media (prefers-color-scheme: dark)")
    names = dict(re.findall(r"--([\w-]+): (#[0-9a-f]+)", dark_theme.partition("} }")[0] if dark else light_theme))
    assert contrast(*(names[each] for each in pair)) >= 4.5


def test_letters_grow_with_the_screen_and_when_the_browser_enlarges_the_page() -> None:
    assert re.findall(r"font-size: ([^;]*v[hw][^;]*);", STYLE) == ["calc(90% + 0.85vh)"]


# Colours of code.


def test_code_is_shaded_by_what_it_is() -> None:
    assert highlighted('return 1 + f("a")  # <b>') == [
        '<i class="k">return</i> <i class="m">1</i> + f(<i class="t">"a"</i>)  <i class="c"># &lt;b&gt;</i>'
    ]


def test_a_text_of_several_lines_is_shaded_in_each() -> None:
    assert highlighted('a = """b\n  c\n"""') == [
        'a = <i class="t">"""b</i>',
        '<i class="t">  c</i>',
        '<i class="t">"""</i>',
    ]


@pytest.mark.parametrize("source", ["def f(:\n  '", "(\n", "  a\n b\n", "\x00"])
def test_what_python_cannot_read_is_shown_all_the_same(source: str) -> None:
    plain = [re.sub("<.*?>", "", line) for line in highlighted(source)]
    assert plain == source.replace("<", "&lt;").split("\n")
