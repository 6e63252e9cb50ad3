"""Results of calls, as the documents show them."""

from collections.abc import Callable


def result_of(call: Callable[[], object]) -> str:
    """Show the value that a call returns, or the error of one that is refused."""
    try:
        return repr(call())
    except ValueError as error:
        return f"ValueError: {error}"
