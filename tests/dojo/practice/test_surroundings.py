"""A project in a folder of a repository, with settings of pytest and a conftest.py around it."""

import shutil
from pathlib import Path

import pytest

from tests.dojo.practising import git, write_files
from tests.dojo.small_kata import SmallKata

CONFTEST = """\
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).with_name("lib")))
from money import Money


def pytest_addoption(parser):
    parser.addoption("--currency")


@pytest.fixture
def three(request):
    return Money(3, request.config.getoption("--currency"))
"""
FILES = {
    "pytest.ini": "[pytest]\naddopts = --currency=cent\n",
    "conftest.py": CONFTEST,
    "lib/money.py": "class Money:\n    def __init__(self, *parts):\n        self.parts = parts\n",
    "shop/shop.py": "def fee():\n    return 3\n",
    "shop/sell.py": "from shop import fee\nfee()\n",
    "shop/tests/test_shop.py": (
        "from shop import fee\n\ndef test_fee(three):\n    assert (fee(), 'cent') == three.parts\n"
    ),
}
GRADED = "score of shop.py 100.0 %: 1 of 1"


@pytest.fixture(scope="module")
def around(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a repository with a project in `shop` that was just started."""
    folder = write_files(tmp_path_factory.mktemp("projects") / "mono", FILES)
    git(folder, "init", "--quiet")
    kata = SmallKata(tmp_path_factory.mktemp("kata"))
    assert kata.dojo("start", "--here", folder=folder / "shop").returncode == 0
    return folder


@pytest.fixture(scope="module")
def graded(around: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Test the mutants of the project."""
    kata = SmallKata(tmp_path_factory.mktemp("kata"))
    return kata.dojo("mutants", "shop.py", folder=around / "shop").stdout


def test_mutants_are_tested_with_what_is_around_the_project(graded: str):
    assert graded.startswith(GRADED)


@pytest.mark.usefixtures("graded")
def test_a_change_around_the_project_makes_results_invalid(around: Path, kata: SmallKata):
    write_files(around, {"conftest.py": CONFTEST.replace("Money(3", "Money(4 - 1")})
    shown = kata.dojo("mutants", "shop.py", folder=around / "shop").stdout
    assert "1 tested now, because ../conftest.py changed" in shown


def test_a_package_may_be_in_a_package(tmp_path_factory: pytest.TempPathFactory, kata: SmallKata):
    test = FILES["shop/tests/test_shop.py"].replace("from shop", "from mono.shop.shop")
    test = test.replace("(three)", "()").replace("(fee(), 'cent') == three.parts", "fee() == 3")
    packages = dict.fromkeys(("__init__.py", "shop/__init__.py", "shop/tests/__init__.py"), "")
    files = {"shop/shop.py": FILES["shop/shop.py"], "shop/tests/test_shop.py": test, **packages}
    folder = write_files(tmp_path_factory.mktemp("projects") / "mono", files) / "shop"
    kata.dojo("start", "--here", folder=folder)
    assert GRADED in kata.dojo("mutants", "shop.py", folder=folder).stdout


@pytest.mark.usefixtures("process_of_its_own")
def test_recorded_calls_are_tried_with_what_is_around_the_project(
    around: Path, kata: SmallKata, tmp_path_factory: pytest.TempPathFactory
):
    folder = shutil.copytree(around, tmp_path_factory.mktemp("projects") / "mono")
    done = kata.dojo("record", "--", "sell.py", folder=folder / "shop")
    assert "tests/test_recorded.py has 1 test." in done.stdout
