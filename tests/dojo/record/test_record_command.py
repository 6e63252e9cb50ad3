"""Rules of `dojo record`: which files it writes, and what it says of the program."""

import sys
from subprocess import CompletedProcess

import pytest

from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from tests.dojo import small_tangle
from tests.dojo.practising import outcome_of, write_files
from tests.dojo.small_kata import SmallKata

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="the commands are run in forks"),
    pytest.mark.usefixtures("process_of_its_own"),
]

SHOP = """import time

def fee(minutes):
    return minutes * 2

def now():
    return time.time()
"""
TEST = "tests/test_recorded.py"
DOCUMENT = "tests/test_recorded.test_fee.approved.txt"


@pytest.fixture
def shop(kata: SmallKata) -> Practice:
    """Give a practice of one module, shop."""
    write_files(kata.folder / "mine", {"shop.py": SHOP})
    practice = small_tangle.started(kata, kata.folder / "mine" / "shop.py")
    (practice.folder / "tests" / "test_shop.py").unlink()  # its document is not approved
    return practice


def record(kata: SmallKata, script: str, *options: str) -> CompletedProcess[str]:
    kata.write("sell.py", script)
    return kata.dojo("record", *options, "--", "sell.py")


# What it writes.


def test_the_first_check_after_a_recording_is_green(shop: Practice, kata: SmallKata) -> None:
    record(kata, "import shop; shop.fee(1)")
    assert outcome_of(shop).is_green


def test_the_document_of_a_test_is_approved(shop: Practice, kata: SmallKata) -> None:
    record(kata, "import shop; shop.fee(1)")
    assert (shop.folder / DOCUMENT).read_text() == "fee(1) => 2\n"


def test_another_recording_is_another_file(shop: Practice, kata: SmallKata) -> None:
    (shop.folder / TEST).write_text("# mine\n")
    record(kata, "import shop; shop.fee(1)")
    assert (shop.folder / TEST).read_text() == "# mine\n"
    assert (shop.folder / "tests/test_recorded_2.py").exists()


def test_the_files_before_are_kept(shop: Practice, kata: SmallKata) -> None:
    (shop.folder / "note.txt").write_text("mine")
    record(kata, "import shop; open(shop.__file__.replace('shop.py', 'note.txt'), 'w').close()")
    snapshots = list(Repository(shop.folder).log("refs/dojo/checks"))
    assert snapshots[0].message == "before a recording"
    assert "note.txt" in snapshots[0].tree


def test_nothing_is_written_if_nothing_was_recorded(shop: Practice, kata: SmallKata) -> None:
    done = record(kata, "import shop")
    assert done.returncode == 1
    assert "No call could be recorded" in done.stderr
    assert not (shop.folder / TEST).exists()


@pytest.mark.usefixtures("shop")
def test_each_different_call_is_kept_with_all(kata: SmallKata) -> None:
    done = record(kata, "import shop; [shop.fee(minutes) for minutes in range(30)]", "--all")
    assert "     30  calls recorded" in done.stdout


# What it says.


@pytest.mark.usefixtures("shop")
def test_a_call_that_differs_each_time_is_named(kata: SmallKata) -> None:
    done = record(kata, "import shop; shop.fee(1); shop.now()")
    assert "shop.now (1)" in done.stdout


@pytest.mark.usefixtures("shop")
def test_a_program_that_fails_is_recorded_up_to_there(kata: SmallKata) -> None:
    done = record(kata, "import shop; shop.fee(1); raise SystemExit(3)")
    assert "The program failed with exit code 3." in done.stdout
    assert "      1  calls recorded" in done.stdout


@pytest.mark.usefixtures("shop")
def test_a_program_that_changes_the_practice_is_told(kata: SmallKata) -> None:
    script = "import shop; shop.fee(1); open(shop.__file__.replace('shop.py', 'log.txt'), 'w')"
    assert "The program changed practice/: log.txt." in record(kata, script).stdout


@pytest.mark.usefixtures("shop")
def test_a_program_that_uses_the_original_is_told(kata: SmallKata) -> None:
    original = kata.folder / "mine" / "shop.py"
    done = kata.dojo("record", "--", str(original))
    assert f"The program used {original}, not practice/shop.py." in done.stderr


@pytest.mark.usefixtures("blind")
def test_the_kata_is_recorded_too(kata: SmallKata) -> None:
    done = record(kata, "from yatzy import Yatzy; Yatzy.pair(6, 6); Yatzy.pair(1, 2)")
    document = kata.read("practice/tests/test_recorded.test_yatzy_pair.approved.txt")
    assert (done.returncode, document) == (0, "Yatzy.pair(6, 6) => 12\nYatzy.pair(1, 2) => 0\n")


def test_the_answers_of_a_person_are_replayed(shop: Practice, kata: SmallKata) -> None:
    (shop.folder / "shop.py").write_text("def ask():\n    print(input('Who? '))\n")
    kata.write("answers.txt", "Ann\n")
    record(kata, "import shop; shop.ask()", "--answers", "answers.txt")
    document = (shop.folder / "tests/test_recorded.test_ask.approved.txt").read_text()
    assert document == "ask() => None\n    printed: Who? Ann\n    printed: Ann\n"


def test_a_date_that_is_printed_is_hidden(shop: Practice, kata: SmallKata) -> None:
    today = "import time\n\ndef today():\n    print(time.strftime('%Y-%m-%d'))\n"
    (shop.folder / "shop.py").write_text(today)
    record(kata, "import shop; shop.today()")
    document = (shop.folder / "tests/test_recorded.test_today.approved.txt").read_text()
    assert document == "today() => None\n    printed: DATE\n"
