"""Survivors as GitHub Actions reads them: one workflow command for each line of code."""

from dataclasses import replace

import pytest

from dojo.mutation.annotations import annotation_lines, on_lines
from dojo.mutation.results import Mutant
from tests.dojo.mutation.reports import (
    ALIVE,
    DEAD,
    LATE,
    NEVER_RUN,
    OPEN_END,
    PATH,
    SAME,
    WORST,
    report,
)

ODD = "50%: a,\r\nb"


def annotations(*mutants: Mutant) -> list[str]:
    return annotation_lines(report(*mutants))


def test_a_survivor_is_a_warning_at_its_line():
    place = f"::warning file={PATH},line=6,title=1 mutant survived in Yatzy.pair::"
    change = "- if first < second:%0A+ if first <= second:%0A"
    advice = "Write a test that tries the boundary, where both sides of `<` are equal: "
    assert annotations(ALIVE) == [f"{place}{change}{advice}`<=` differs only there."]


def test_survivors_of_a_line_share_a_warning():
    [line] = annotations(*WORST)
    assert ",line=15,title=4 mutants survived in Yatzy.worst::" in line


def test_a_warning_shows_three_changes():
    [line] = annotations(*WORST)
    assert line.count("- pays = 1%0A+ pays = ") == 3
    assert line.endswith("%0A%0A... and 1 more")


def test_three_changes_are_all_of_three():
    [line] = annotations(*WORST[:3])
    assert "more" not in line


def test_each_file_has_warnings():
    found = report(NEVER_RUN)
    found.files = {"a.py": found.files[PATH], "b.py": found.files[PATH]}
    assert [line.partition(",")[0] for line in annotation_lines(found)] == [
        "::warning file=a.py",
        "::warning file=b.py",
    ]


def test_the_first_survivors_of_a_line_are_shown():
    [line] = annotations(*[replace(each, number=9 - each.number) for each in WORST])
    changes = [part.partition("%0A")[0] for part in line.split("%0A+ pays = ")[1:]]
    assert changes == ["-1", "1.0", "None"]


def test_a_warning_says_why_a_mutant_survived():
    [line] = annotations(replace(ALIVE, earlier_reason="They are never equal."))
    assert "%0AIt was equivalent in the tangle: They are never equal. Write a test" in line


def test_a_function_that_no_test_runs_has_a_single_warning():
    another = replace(NEVER_RUN, line=13, number=9)
    place = f"::warning file={PATH},line=12,title=No test runs Yatzy.other::"
    assert annotations(NEVER_RUN, another) == [f"{place}Write a test that calls Yatzy.other."]


@pytest.mark.parametrize("mutant", [DEAD, LATE, OPEN_END, SAME])
def test_no_other_mutant_has_a_warning(mutant: Mutant):
    assert annotations(mutant) == []


def test_warnings_are_in_the_order_of_their_survivors():
    lines = annotations(replace(ALIVE, number=8), replace(NEVER_RUN, number=9), *WORST)
    assert [line.partition(",")[2].partition(",")[0] for line in lines] == [
        "line=15",
        "line=6",
        "line=12",
    ]


def test_a_property_is_escaped():
    [line] = annotations(replace(NEVER_RUN, function=ODD))
    assert ",title=No test runs 50%25%3A a%2C%0D%0Ab::" in line


def test_a_path_is_escaped():
    found = report(NEVER_RUN)
    found.files = {"50%: a,b.py": found.files[PATH]}
    [line] = annotation_lines(found)
    assert line.startswith("::warning file=50%25%3A a%2Cb.py,line=12,")


def test_a_message_is_escaped_but_for_its_colons_and_commas():
    [line] = annotations(replace(NEVER_RUN, function=ODD))
    assert line.endswith("::Write a test that calls 50%25: a,%0D%0Ab.")


def test_a_warning_cannot_control_a_terminal():
    [line] = annotations(replace(NEVER_RUN, function="f\x1b[2J"))
    assert line.isprintable()


def test_only_mutants_on_chosen_lines_stay():
    found = on_lines(report(), {PATH: {6, 12}})
    assert {each.location.start.line for each in found.files[PATH].mutants} == {6, 12}


def test_a_file_without_chosen_lines_has_no_mutant():
    assert on_lines(report(), {}).files[PATH].mutants == []
