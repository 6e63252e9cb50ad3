"""Received files of approval tests: they are removed with the code that caused them."""

import shutil
import subprocess
from pathlib import Path

import pytest

from dojo.checking import runner
from dojo.checking.outcome import Outcome
from dojo.practice.create import begin_in_place
from dojo.practice.find import practice_in
from dojo.practice.model import Choices, Practice
from dojo.practice.recording import restore_snapshot
from dojo.practice.reverting import Tcr
from tests.dojo.practising import check, write_files

CODE = "def fee():\n    return 3\n"
TEST = """\
from approvaltests import verify
from shop import fee


def test_fee():
    verify(fee())
"""
RECEIVED = "tests/test_shop.test_fee.received.txt"
FILES = {
    "shop.py": CODE,
    "tests/test_shop.py": TEST,
    "tests/test_shop.test_fee.approved.txt": "3\n",
}


@pytest.fixture(scope="module")
def green(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Begin to practise in place, with a check that is green, for all tests."""
    folder = write_files(tmp_path_factory.mktemp("green") / "shop", FILES)
    subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)  # noqa: S607
    practice = begin_in_place(folder, Choices(0, blind=True, code="shop"), again=False)
    assert check(practice).outcome.is_green
    return folder


@pytest.fixture
def shop(green: Path, tmp_path_factory: pytest.TempPathFactory) -> Practice:
    """Give a practice in place, in which a check was green."""
    return practice_in(shutil.copytree(green, tmp_path_factory.mktemp("projects") / "shop"))


def break_code(shop: Practice):
    write_files(shop.folder, {"shop.py": CODE.replace("3", "4")})


def left_in(shop: Practice) -> list[str]:
    return [file.relative_to(shop.folder).as_posix() for file in shop.folder.rglob("*.received.*")]


def test_a_restore_removes_what_a_check_left(shop: Practice):
    break_code(shop)
    check(shop)
    assert left_in(shop) == [RECEIVED]
    restore_snapshot(shop, "green")
    assert left_in(shop) == []


def test_a_revert_removes_what_the_check_left(shop: Practice):
    tcr = Tcr(shop, keep_tests=True)
    tcr.follow(check(shop).step, "")
    break_code(shop)
    recorded = check(shop)
    tcr.follow(recorded.step, recorded.tree_after)
    assert left_in(shop) == []


def test_an_interrupted_check_leaves_nothing(shop: Practice, monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_: object) -> Outcome:
        write_files(shop.folder, {RECEIVED: "4\n"})
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "run_tests", interrupted)
    with pytest.raises(KeyboardInterrupt):
        check(shop)
    assert left_in(shop) == []


def test_what_was_there_before_stays(shop: Practice):
    own = Path("tests", "test_shop.test_other.received.txt")
    write_files(shop.folder, {str(own): "mine\n"})
    break_code(shop)
    check(shop)
    restore_snapshot(shop, "green")
    assert left_in(shop) == [own.as_posix()]
