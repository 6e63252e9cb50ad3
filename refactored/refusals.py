"""The form of all errors for bad input: `problem: given; allowed`.

For example: `not a die: 7; a die is a whole number from 1 to 6`. The words are in the checks.
external code: code of a player, or of a given value. It may raise anything, even SystemExit.
"""

from collections.abc import Callable
from typing import TypeVar

Outcome = TypeVar("Outcome")


def outcome(
    external_code: Callable[[], Outcome], instead: Callable[[BaseException], Outcome]
) -> Outcome:
    """Call external code. If it fails, return the result of `instead`."""
    try:
        return external_code()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - external code may raise anything
        return instead(error)


def refusal(problem: str, given: object, allowed: str) -> ValueError:
    """Return the error for a bad value. `allowed` says which values are valid."""
    return ValueError(f"{problem}: {shown(given)}; {allowed}")


def shown(given: object) -> str:
    """Return the repr of any value, cut to 60 characters."""
    text = outcome(
        lambda: repr(given),
        lambda _: f"something of type {type(given).__name__} that cannot be shown",
    )
    if len(text) > 60:
        return text[:57] + "..."
    return text
