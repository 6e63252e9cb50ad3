"""Rules of the values that are tried."""

import inspect
from random import Random

import pytest

from dojo.inside.values import Values, hints_in


def values_for(text: str) -> Values:
    return Values(text, Random(0), {})


def chosen(text: str, function: object) -> set[str]:
    """Return the first arguments that are chosen for a function."""
    values = values_for(text)
    parameters = inspect.signature(function).parameters.values()  # type: ignore[arg-type]
    return {(values.for_parameters(parameters) or [""])[0] for _ in range(200)}


def test_the_code_tells_with_what_a_name_is_compared():
    assert hints_in("if day == 'Sat' or day in ('Sun', 7):\n    pass") == {
        "day": ["'Sat'", "'Sun'", "7"]
    }


def test_the_annotation_chooses_the_kind():
    def wait(days: int) -> None: ...

    assert all(each.lstrip("-").isdecimal() for each in chosen("", wait))


def test_the_default_chooses_the_kind():
    def wait(days: "object" = "x") -> None: ...

    assert all(each[0] in "'\"" for each in chosen("", wait) if each)


def test_words_of_comments_and_numbers_of_the_code_are_tried():
    pools = values_for("fine = 333  # like 08:15\n").pools
    assert "'08:15'" in pools["str"]
    assert {"332", "333", "334"} <= set(pools["int"])


def test_examples_of_docstrings_are_tried():
    assert "'quiz'" in values_for('"""\n>>> plural("quiz")\n"""').pools["str"]


def test_docstrings_are_no_values():
    pools = values_for('def wait():\n    """Wait a bit."""\n    return "soon"\n').pools
    assert "'soon'" in pools["str"]
    assert "'Wait a bit.'" not in pools["str"]


def test_a_plainer_value_takes_the_place_of_another_but_not_of_an_example():
    values = values_for('"""\n>>> plural("quiz")\n"""\nif kind == "book":\n    pass\n')
    assert values.plainer_than("kind='zzz'")[:2] == [[], ["kind='Ann'"]]
    assert values.plainer_than("3") == [[], ["1"], ["2"]]
    assert values.plainer_than("'quiz'") == [[]]
    assert values.plainer_than("'book'") == [[]]


@pytest.mark.parametrize(
    ("pattern", "like"),
    [("(?:b|c)at$", "bat"), ("[x-z]\\d+", "x7"), ("a{2}b?", "aa")],
)
def test_texts_that_a_pattern_matches_are_tried(pattern: str, like: str):
    found = values_for(f"PATTERN = {pattern!r}").pools["str"]
    assert any(len(each.strip("'")) >= len(like) and each[1] in "bcaxyz" for each in found)


def test_dates_are_tried_where_the_code_has_them():
    assert any("datetime.date(" in each for each in values_for("import date").pools["date"])


def test_a_kind_that_fails_is_chosen_less_often():
    values = values_for("")
    for _ in range(30):
        values.chosen = [("days", "str", "'x'")]
        values.note(failed=True)

    def wait(days) -> None: ...  # type: ignore[no-untyped-def] # noqa: ANN001

    parameters = [*inspect.signature(wait).parameters.values()]
    sources = [values.for_parameters(parameters)[0] for _ in range(100)]
    assert sum(source[0] in "'\"" for source in sources) < 10


def test_one_or_two_arguments_vary():
    values = values_for("")
    varied = [values.vary(["1", "kind='book'"]) for _ in range(20)]
    assert all(each[1].startswith("kind=") for each in varied)
    assert any(each[0] != "1" for each in varied)
