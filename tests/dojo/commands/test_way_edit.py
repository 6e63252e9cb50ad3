"""`dojo way --edit`, as a person sees it."""

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main
from tests.dojo.practice.way_in_git import lay_out_in_git
from tests.dojo.small_kata import SmallKata


@pytest.fixture(autouse=True)
def small(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> SmallKata:
    """Be in a small kata with a small way."""
    lay_out_in_git(kata)
    monkeypatch.chdir(kata.folder)
    return kata


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["way", "--edit", *arguments])


def test_a_way_that_fits_stays_as_it_is() -> None:
    assert run().stdout == "worked/ stays as it is: 5 steps. They are commits in .dojo-way/.\n"


def test_a_way_that_was_brought_along_is_to_be_checked(kata: SmallKata) -> None:
    kata.write("refactored/dice.py", "DICE = 2\n")
    assert run().stdout == "worked/: 5 steps, 1 file written. `pytest tests/worked`\n"


def test_what_git_cannot_do_is_said_in_lines_without_a_traceback(kata: SmallKata) -> None:
    kata.write("legacy/yatzy.py", "")
    done = run()
    assert done.exit_code == 1
    assert done.stderr.splitlines()[1].startswith("Error: legacy/yatzy.py is not what worked/ begins with")


@pytest.mark.parametrize("other", ["3", "--json", "--level=1", "--html=way.html"])
def test_it_goes_with_no_other_option(other: str) -> None:
    assert run(other).exit_code == 2
