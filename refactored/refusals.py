"""How a refusal is worded; the words themselves stand where the rule is.

given: whatever a caller handed over, of any type. shown: the given thing as short text.
refusal: a ValueError that names what was given and what is allowed.
external code: an external player's, or what a given thing does of itself; it may raise anything, even to end ours.
"""

from collections.abc import Callable
from typing import TypeVar

Outcome = TypeVar("Outcome")


def outcome(external_code: Callable[[], Outcome], instead: Callable[[BaseException], Outcome]) -> Outcome:
    """Return what external code returns; when it raises anything but an interruption, what `instead` makes of that."""
    try:
        return external_code()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - external code may raise anything
        return instead(error)


def refusal(problem: str, given: object, allowed: str) -> ValueError:
    """Build the error for a `given` thing; `problem` says what it fails to be, `allowed` what would do."""
    return ValueError(f"{problem}: {shown(given)}; {allowed}")


def shown(given: object) -> str:
    """Show anything at all in 60 characters, even what Python refuses to print (a number too long, a broken repr)."""
    text = outcome(lambda: repr(given), lambda _: f"something of type {type(given).__name__} that cannot be shown")
    return text if len(text) <= 60 else text[:57] + "..."
