"""`dojo approve practice`: a change that is meant is kept in the practice, and nowhere else."""

import pytest
from click.testing import CliRunner

from dojo.checking import run
from dojo.commands import main
from dojo.practice import Practice
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import APPROVED, SmallKata

MEANT = ("first + second", "first * 2 + 1")
OWN = "practice/approved_files/pairs.approved.txt"

MORE = """
from tests.golden_master.calls import on_class, outcomes
from tests.golden_master.documents import call_list


def test_more(yatzy, verify_document):
    calls = outcomes(yatzy, [on_class("pair", 3, 3), on_class("pair", 4, 4)])
    verify_document(call_list("more", "More.", {"Calls": calls}))
"""


def test_a_change_that_is_meant_stays_in_the_practice_until_it_is_taken_back(
    kata: SmallKata, practice: Practice
) -> None:
    kata.change(YATZY, *MEANT)
    assert kata.dojo("approve", "practice", answer="y\n").returncode == 0
    assert run(practice, 20).findings == []
    assert kata.read("approved_files/pairs.approved.txt") == APPROVED
    kata.change(YATZY, *reversed(MEANT))
    taken_back = kata.dojo("approve", "practice", "--yes").stdout
    assert "approved  pairs.approved.txt: as the shared golden master has it\n" in taken_back
    assert run(practice, 20).findings == []
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


def test_a_planted_change_stands_before_what_is_new(kata: SmallKata, practice: Practice) -> None:
    kata.write("tests/golden_master/test_by_name.py", MORE)
    kata.write("approved_files/more.approved.txt", "More.\n\n\nCalls\n-----\n\nYatzy.pair(3, 3) -> 6\n")
    kata.change(YATZY, "return first + second", "return 7")
    shown = kata.dojo("approve", "practice", answer="n\ny\n")
    assert shown.stdout.startswith(
        "What was approved changes in 2 documents:\n  more: 1 call more: 'Calls'; also changed:"
    )
    assert [path.name for path in practice.own_documents.iterdir()] == ["pairs.approved.txt"]
    assert (shown.returncode, "1 document not approved, and left as it was." in shown.stdout) == (1, True)


def test_each_time_all_of_the_difference_goes_to_a_file_of_its_own(kata: SmallKata, practice: Practice) -> None:
    kata.change(YATZY, *MEANT)
    for _ in range(2):
        kata.dojo("approve", "practice", answer="n\n")
    files = sorted(practice.home.glob("replaced/*/pairs.txt"))
    assert len(files) == 2
    assert "Yatzy.pair(6, 6)\n    expected 12\n    got      13" in files[0].read_text(encoding="utf-8")


def test_ctrl_c_at_a_question_approves_nothing(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write("tests/golden_master/test_by_name.py", MORE)
    kata.write("approved_files/more.approved.txt", "More.\n\n\nCalls\n-----\n\nYatzy.pair(3, 3) -> 6\n")
    kata.change(YATZY, *MEANT)
    answers = iter("y")

    def answer(_: str) -> str:
        for key in answers:
            return key
        raise KeyboardInterrupt

    monkeypatch.chdir(practice.workspace)
    with CliRunner().isolation():
        monkeypatch.setattr("click.termui.visible_prompt_func", answer)
        code = main(["approve", "practice"], standalone_mode=False)
    assert (code, practice.own_documents.exists()) == (130, False)
