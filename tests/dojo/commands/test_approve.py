"""Test `dojo approve`: the questions, the files it writes, and the copies it keeps."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from filelock import FileLock, Timeout

from dojo.checking.outcome import Outcome
from dojo.commands import approve
from dojo.commands.approve import Archive, Change, choose_changes, replace_approved
from dojo.practice.locks import CHECK
from dojo.practice.model import Practice
from tests.dojo.practising import YATZY, findings_of
from tests.dojo.small_kata import APPROVED, SmallKata

PAYS = ("first + second", "first * 2 + 1")
SHARED = "approved_files/pairs.approved.txt"
OWN_TEST = "practice/tests/test_pairs.py"
OWN_TEST_DOCUMENT = "practice/tests/test_pairs.test_pairs.approved.txt"
VERIFIES_PAIRS = """from approvaltests import verify
from yatzy import Yatzy


def test_pairs():
    verify(Yatzy.pair(6, 6))
"""


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    return Archive(tmp_path / "kept", tmp_path)


def change(folder: Path, name: str, *places: str) -> Change:
    return Change(folder / f"{name}.approved.txt", None, b"now\n", f"{name}: changed", list(places))


# The questions.


def choose(answers: str, archive: Archive) -> tuple[list[str], str]:
    """Answer the questions about three documents. Return the chosen ones, and the output."""
    changes = [change(archive.workspace, name) for name in "abc"]
    with CliRunner().isolation("\n".join(answers)) as (output, *_):
        chosen = choose_changes(changes, "Yes?", archive, yes=False)
        shown = output.getvalue().decode()
    return [each.name for each in chosen], shown


@pytest.mark.parametrize(
    ("answers", "chosen"),
    [
        ("yny", ["a", "c"]),
        ("nay", ["b", "c"]),
        ("an", ["a"]),
        ("aa", ["a", "b", "c"]),
        ("aq", ["a"]),
        ("nna", ["c"]),
        ("yq", ["a"]),
    ],
    ids=["each", "all that are left", "not those", "all again", "stop there", "last", "stop"],
)
def test_documents_are_approved_by_answers(answers: str, chosen: list[str], archive: Archive):
    assert choose(answers, archive)[0] == chosen


def test_all_documents_are_shown_before_they_are_approved(archive: Archive):
    _, shown = choose("ay", archive)
    assert re.findall(r"\w: changed|these 2", shown) == [
        *("a: changed", "b: changed", "c: changed", "these 2")
    ]


def test_a_long_difference_is_in_a_file(archive: Archive, capsys: pytest.CaptureFixture[str]):
    places = ["\x1b]0;forged", *[f"call {number}" for number in range(19)]]
    choose_changes([change(archive.workspace, "a", *places)], "", archive, yes=True)
    assert "... and 8 more\nall differences: kept/a.txt\n" in capsys.readouterr().out
    assert "\\x1b]0;forged\ncall 0\n" in (archive.folder / "a.txt").read_text(encoding="utf-8")


# The files.


def test_a_replaced_file_is_kept(archive: Archive):
    archive.folder.mkdir()
    approval = change(archive.workspace, "a")
    approval.approved.write_text("before\n", encoding="utf-8")
    assert replace_approved(approval, archive) == "a.approved.txt"
    assert approval.approved.read_bytes() == b"now\n"
    assert (archive.folder / "a.approved.txt").read_text(encoding="utf-8") == "before\n"


def test_a_file_that_is_as_in_the_kata_again_is_removed(archive: Archive):
    archive.folder.mkdir()
    shared = archive.workspace / "shared.txt"
    shared.write_bytes(b"now\n")
    approval = change(archive.workspace, "a")._replace(shared=shared)
    approval.approved.write_text("before\n", encoding="utf-8")
    replace_approved(approval, archive)
    assert not approval.approved.exists()
    assert (archive.folder / "a.approved.txt").exists()


# The golden master of the kata.


def test_only_legacy_is_approved(kata: SmallKata):
    kata.change("legacy/yatzy.py", *PAYS)
    kata.change("refactored/yatzy.py", "return 0", "return 1")
    kata.dojo("approve", "--yes")
    assert "(6, 6) -> 13\nYatzy.pair(1, 2) -> 0\n" in kata.read(SHARED)


def test_a_new_document_is_shown(kata: SmallKata):
    (kata.folder / SHARED).unlink()
    shown = kata.dojo("approve", "--yes").stdout
    assert "pairs: a new document\n  +" in shown
    assert "  +Yatzy.pair(6, 6) -> 12\n" in shown


# A practice.


def test_a_practice_that_breaks_approves_nothing(kata: SmallKata, practice: Practice):
    kata.change(YATZY, "first + second", "first.add(second)")
    kata.dojo("approve", "practice", "--yes")
    assert not practice.own_documents.exists()


def test_a_practice_has_approved_files_of_its_own(kata: SmallKata, practice: Practice):
    kata.write(OWN_TEST, VERIFIES_PAIRS)
    kata.change(YATZY, *PAYS)
    kata.dojo("approve", "practice", "--yes")
    assert findings_of(practice) == []
    assert kata.read(SHARED) == APPROVED
    assert list(practice.folder.glob("tests/*received*")) == []


@pytest.mark.usefixtures("blind")
def test_other_failures_have_to_be_corrected_first(kata: SmallKata):
    kata.write(OWN_TEST, VERIFIES_PAIRS + "\n\ndef test_six():\n    assert False\n")
    done = kata.dojo("approve", "practice", "--yes")
    assert "practice/ is red. Correct this before you approve:" in done.stderr
    assert not (kata.folder / OWN_TEST_DOCUMENT).exists()


VERIFIES_EACH = """import pytest
from approvaltests import verify
from approvaltests.namer import NamerFactory
from yatzy import Yatzy


@pytest.mark.parametrize("die", [1.5, 1.75])
def test_each(die):
    verify(Yatzy.pair(die, die){options})
"""


@pytest.mark.usefixtures("blind")
def test_a_test_that_verifies_two_results_in_one_file_is_refused(kata: SmallKata):
    kata.write(OWN_TEST, VERIFIES_EACH.format(options=""))
    done = kata.dojo("approve", "practice", "--yes")
    assert "or pass options=NamerFactory.with_parameters(...)" in done.stderr
    assert "dojo approve" not in done.stderr


@pytest.mark.usefixtures("blind")
def test_each_number_of_a_parametrized_test_has_a_document(kata: SmallKata):
    options = ", options=NamerFactory.with_parameters(die)"
    kata.write(OWN_TEST, VERIFIES_EACH.format(options=options))
    kata.dojo("approve", "practice", "--yes")
    replaced = (kata.folder / "practice/.dojo/replaced").rglob("*.txt")
    assert sorted(file.name for file in replaced) == [
        "test_pairs.test_each.1.5.txt",
        "test_pairs.test_each.1.75.txt",
    ]


@pytest.mark.parametrize(
    ("message", "command"),
    [
        ("assert [+ received] == [- snapshot]", "pytest --snapshot-update"),
        ("created with --inline-snapshot=create", "pytest --inline-snapshot=fix"),
    ],
)
@pytest.mark.usefixtures("blind")
def test_the_tool_of_a_snapshot_updates_it(message: str, command: str, kata: SmallKata):
    kata.write(OWN_TEST, f"def test_it():\n    assert False, '{message}'\n")
    done = kata.dojo("approve", "practice", "--yes")
    assert f"its own tool updates it:\n  {command}\n" in done.stderr


def test_no_check_runs_at_the_same_time(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    refused: list[Timeout] = []

    def check_meanwhile(*_: object) -> Outcome:
        with pytest.raises(Timeout) as refusal:
            FileLock(practice.state_directory / f"{CHECK}.lock").acquire(timeout=0)
        refused.append(refusal.value)
        return Outcome()

    monkeypatch.setattr(approve, "run_tests", check_meanwhile)
    kata.dojo("approve", "practice")
    assert len(refused) == 1
