"""Refusals: bad input is named, in few words, whatever it is."""

import pytest

from refactored.refusals import refusal, short_repr


def test_a_refusal_names_the_problem_what_was_given_and_what_is_allowed():
    assert (
        str(refusal("not a die", 7, "a die is a number from 1 to 6"))
        == "not a die: 7; a die is a number from 1 to 6"
    )


def test_text_of_sixty_characters_is_shown_whole():
    assert short_repr("x" * 58) == repr("x" * 58)


def test_longer_text_is_cut_to_sixty_characters():
    assert short_repr("x" * 59) == "'" + "x" * 56 + "..."


def test_a_number_that_python_refuses_to_print_is_shown_by_its_type():
    assert short_repr(10**5000) == "something of type int that cannot be shown"


class Unprintable:
    """Something that cannot be shown."""

    def __init__(self, error: BaseException):
        """Take what is raised instead."""
        self._error = error

    def __repr__(self) -> str:
        """Raise it."""
        raise self._error


def test_what_cannot_be_shown_says_so_whatever_it_raises():
    assert (
        short_repr(Unprintable(RuntimeError()))
        == "something of type Unprintable that cannot be shown"
    )


def test_an_interruption_while_something_is_shown_stays_one():
    with pytest.raises(KeyboardInterrupt):
        short_repr(Unprintable(KeyboardInterrupt()))
