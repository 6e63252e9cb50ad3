"""`dojo swap`: who goes on is on record, and nothing else changes."""

import pytest
from click.testing import CliRunner, Result

from dojo.commands import main
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import read_story


@pytest.fixture(autouse=True)
def _here(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(practice.workspace)


def swap(who: str) -> Result:
    return CliRunner().invoke(main, ["swap", who])


def test_a_swap_is_on_record(practice: Practice) -> None:
    swap("Ann and Cem")
    story = read_story(Repository(practice.folder))
    assert ([each.name for each in story.swaps], story.who) == (["Ann and Cem"], "Ann and Cem")


@pytest.mark.parametrize("who", ["", "  \n"])
def test_somebody_goes_on(who: str, practice: Practice) -> None:
    assert swap(who).exit_code == 2
    assert read_story(Repository(practice.folder)).swaps == []


def test_a_long_name_is_cut_and_nothing_in_it_is_obeyed() -> None:
    printed = swap("\x1b[2J" + "Ann " * 99).stdout
    assert "\x1b" not in printed
    assert len(printed) < 80
