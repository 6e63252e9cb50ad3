"""Reading the error of a test."""

import pytest


def is_assertion(error: BaseException) -> bool:
    """Return whether a test compared two results. Any other error came before it could."""
    is_approval = type(error).__name__ == "ApprovalException"
    return is_approval or isinstance(error, (AssertionError, pytest.fail.Exception))
