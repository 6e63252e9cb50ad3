"""The form of all errors for bad input: `problem: given; allowed`.

For example: `not a die: 7; a die is a whole number from 1 to 6`. The words are in the checks.
"""


def refusal(problem: str, given: object, allowed: str) -> ValueError:
    """Return the error for a bad value. `allowed` says which values are valid."""
    return ValueError(f"{problem}: {short_repr(given)}; {allowed}")


def short_repr(given: object) -> str:
    """Return the repr of any value, cut to 60 characters."""
    text = repr(given)
    if len(text) > 60:
        return text[:57] + "..."
    return text
