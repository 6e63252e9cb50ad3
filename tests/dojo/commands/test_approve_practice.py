"""`dojo approve practice`: a change that is meant is kept in the practice, and nowhere else."""

import pytest

from dojo.commands import main
from dojo.practice.model import Practice
from tests.dojo.practising import YATZY, findings_of
from tests.dojo.small_kata import APPROVED, SmallKata

MEANT = ("first + second", "first * 2 + 1")
OWN = "practice/approved_files/pairs.approved.txt"


def test_a_change_that_is_meant_stays_in_the_practice_until_it_is_taken_back(
    kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, *MEANT)
    assert kata.dojo("approve", "practice", answer="y\n").returncode == 0
    assert findings_of(practice) == []
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED
    kata.change(YATZY, *reversed(MEANT))
    taken_back = kata.dojo("approve", "practice", "--yes").stdout
    assert "approved  pairs.approved.txt: as the shared golden master has it\n" in taken_back
    assert findings_of(practice) == []
    assert not (kata.folder / OWN).exists()


def test_what_is_replaced_is_kept_each_time(kata: SmallKata, practice: Practice) -> None:
    approved = []
    for _ in range(3):
        kata.write(YATZY, kata.read(YATZY).replace("first + second", "first + second + 1"))
        kata.dojo("approve", "practice", "--yes")
        approved.append(kata.read(OWN))
    kept = practice.home.glob("replaced/*/pairs.approved.txt")
    assert sorted(path.read_text(encoding="utf-8") for path in kept) == sorted(approved[:2])


def test_a_practice_that_breaks_approves_nothing(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, "first + second", "first.add(second)")
    done = kata.dojo("approve", "practice", "--yes")
    assert (done.returncode, practice.own_documents.exists()) == (1, False)
    assert "practice/yatzy.py:12, in pair" in done.stderr


def test_a_blind_practice_has_nothing_to_approve(kata: SmallKata, blind: Practice) -> None:
    done = kata.dojo("approve", "practice")
    assert (done.returncode, blind.choices.blind) == (2, True)


def test_ctrl_c_at_a_question_approves_nothing(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(_: str) -> str:
        raise KeyboardInterrupt

    kata.change(YATZY, *MEANT)
    monkeypatch.chdir(practice.workspace)
    monkeypatch.setattr("click.termui.visible_prompt_func", answer)
    code = main(["approve", "practice"], standalone_mode=False)
    assert (code, practice.own_documents.exists()) == (130, False)
