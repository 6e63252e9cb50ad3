"""mutmut's browser, to look at mutants and no more.

mutmut offers to test a mutant again and to write one to disk. Both would be done in the copy that mutmut works on, and
`practice/` would see nothing of it; so neither is offered here.
"""

import sys
from typing import TypeVar

import mutmut.__main__
import textual.app

NOT_OFFERED = ("retest_mutant", "retest_function", "retest_module", "apply_mutant")

Result = TypeVar("Result")


class LookingApp(textual.app.App[Result]):
    """An app whose keys only look."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Take the actions that change something away from the keys, and from the list of keys."""
        return action not in NOT_OFFERED and super().check_action(action, parameters)


if __name__ == "__main__":
    setattr(textual.app, "App", LookingApp)  # noqa: B010 - mypy would have the whole signature
    sys.argv = ["-m", "mutmut", "browse"]  # so mutmut calls itself, to list the tests of a mutant
    mutmut.__main__.cli(["browse"])
