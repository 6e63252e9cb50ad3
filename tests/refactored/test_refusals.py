"""Refusals: bad input is named, in few words, whatever it is."""

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
