"""Code that a person brings with `dojo start --from`."""

import runpy
from pathlib import Path
from typing import Any

import pygit2
import pytest

from dojo.errors import WrongUsageError
from dojo.practice.model import Choices, Practice
from dojo.practice.own_code import (
    notes_on_own_code,
    obstacle_to_import,
    read_own_code,
    render_first_test,
)
from tests.dojo import small_tangle
from tests.dojo.practising import outcome_of, write_files
from tests.dojo.small_kata import SmallKata

INICONFIG_TEST = "from iniconfig import here\n\n\ndef test_own_module():\n    assert here()\n"


def in_place(folder: Path) -> Practice:
    """Return a practice in a folder, without a history."""
    return Practice(folder, Choices(0, blind=True, code="shop"), name="")


def project(workspace: Path, files: str) -> Path:
    """Write empty files into a folder, and return the folder."""
    return write_files(workspace / "my", dict.fromkeys(files.split(), ""))


@pytest.mark.parametrize(
    ("files", "copied"),
    [
        ("a.py test_a.py .env tox.ini", ".env a.py test_a.py tox.ini"),
        ("a.py conftest.py build/b.py", "a.py build/b.py conftest.py"),
        (
            "src/a/b.csv src/a/c.py test/test_a.py docs/d.py .tox/e.py",
            "docs/d.py src/a/b.csv src/a/c.py test/test_a.py",
        ),
        ("__init__.py b.py __pycache__/b.pyc", "my/__init__.py my/b.py"),
    ],
)
def test_a_project_is_copied_as_it_is(files: str, copied: str, tmp_path: Path):
    found = read_own_code(project(tmp_path, files), tmp_path / "kata")
    assert sorted(found.files) == copied.split()


def test_what_git_ignores_is_not_copied_unless_it_is_tracked(tmp_path: Path):
    folder = project(tmp_path, "a.py kept.log other.log")
    write_files(folder, {".gitignore": "*.log\n"})
    git = pygit2.init_repository(str(folder))
    git.index.add("kept.log")
    git.index.write()
    found = read_own_code(folder, tmp_path / "kata")
    assert sorted(found.files) == [".gitignore", "a.py", "kept.log"]


@pytest.mark.parametrize("files", ["a.txt", "test_a.py conftest.py setup.py"])
def test_a_folder_without_code_is_refused(files: str, tmp_path: Path):
    with pytest.raises(WrongUsageError, match="has no Python code"):
        read_own_code(project(tmp_path, files), tmp_path / "kata")


@pytest.mark.parametrize(
    ("name", "code", "obstacle"),
    [
        ("a.py", "def f(): print(1)\nRATES = dict(a=1)\nif __name__ == '__main__':\n    f()\n", ""),
        ("__main__.py", "print(1)\n", ""),
        ("a.py", "def main(): ...\nmain()\n", "runs when it is imported, in line 2"),
        ("a.py", "name = input('Name? ')\n", "runs when it is imported, in line 1"),
        ("a.py", "open('log.txt', 'a').write('x')\n", "runs when it is imported, in line 1"),
        ("a.py", "def f(:\n", "does not parse"),
        ("a.py", "from .prices import vat\n", "imports from a package around it"),
        ("shop/a.py", "from . import b\n", ""),
        ("import.py", "", "import is no name in Python"),
        ("my-script.py", "", "my-script is no name in Python"),
        ("random.py", "", "has the name of a module of Python"),
    ],
)
def test_a_file_that_tests_should_not_import_is_named_with_the_reason(
    name: str, code: str, obstacle: str, tmp_path: Path
):
    write_files(tmp_path, {name: code})
    found = obstacle_to_import(tmp_path / name, tmp_path)
    assert (found is not None) == bool(obstacle)
    assert found is None or obstacle in found.text


def test_tests_that_pytest_does_not_collect_are_named(tmp_path: Path):
    test = "class Case:\n    def test_it(self): ...\n"
    files = {"SnakeTests.py": test, "testing.py": "def helper(): ...\n", "test_a.py": test}
    write_files(tmp_path, files)
    notes = notes_on_own_code(in_place(tmp_path), ["test_a.py"])
    assert [note.split(",")[0] for note in notes] == ["pytest does not collect SnakeTests.py"]


def test_many_files_that_run_on_import_are_one_note(tmp_path: Path):
    write_files(tmp_path, {f"demo{number}.py": "print(1)\n" for number in range(4)})
    (note,) = notes_on_own_code(in_place(tmp_path), [])
    assert note.startswith("4 files run when they are imported, such as demo0.py in line 1.")


def test_a_project_whose_tests_are_not_collected_gets_no_first_test(kata: SmallKata):
    write_files(kata.folder / "my", {"shop.py": SHOP, "tests.py": TEST})
    shown = kata.dojo("start", "--from", "my").stdout
    assert '  [tool.dojo]\n  tests = ["tests.py"]\n' in shown
    assert not (kata.folder / "practice/tests").exists()
    checked = kata.dojo("check").stdout
    assert "\nno test passed\n    pytest does not collect tests.py, which looks like" in checked
    assert '\n      tests = ["tests.py"]\n' in checked


def test_a_folder_around_the_kata_is_refused(tmp_path: Path):
    with pytest.raises(WrongUsageError, match="contains the kata"):
        read_own_code(tmp_path, tmp_path / "kata")


def test_the_first_test_has_a_few_calls(tmp_path: Path):
    functions = "".join(f"def f{number}(a, *, b=1): ...\n" for number in range(1000))
    write_files(tmp_path, {"many.py": functions})
    text = render_first_test(in_place(tmp_path))
    assert text.count("# def test_f") == 12
    assert "# And 988 more" in text


def test_own_code_is_imported_before_a_tool_of_the_same_name(kata: SmallKata):
    write_files(kata.folder, {"iniconfig.py": "def here():\n    return True\n"})
    practice = small_tangle.started(kata, kata.folder / "iniconfig.py")
    write_files(practice.folder, {"tests/test_iniconfig.py": INICONFIG_TEST})
    assert outcome_of(practice).is_green


def test_the_first_test_shows_a_default_as_it_is_written(tmp_path: Path):
    code = "import os\ndef f(a, env=os.environ, *, b={'x'}): ...\nclass C:\n    def m(self): ...\n"
    write_files(tmp_path, {"a.py": code, "tests/test_a.py": ""})
    text = render_first_test(in_place(tmp_path))
    (tmp_path / "tests/test_a.py").write_text(text)
    names: dict[str, Any] = runpy.run_path(str(tmp_path / "tests/test_a.py"))
    assert list(names["public_names"]("a.py")) == [
        "a.py",
        "    f(a, env=os.environ, *, b={'x'})",
        "    C",
        "        m(self)",
    ]


# Projects as people have them: what their tests need is kept.
TEST = "from shop import fee\n\n\ndef test_fee():\n    assert fee() == 3\n"
SHOP = "def fee():\n    return 3\n"
PROJECTS = {
    "settings": {
        "shop.py": SHOP,
        "pytest.ini": "[pytest]\npython_files = *Tests.py\n",
        "tests/ShopTests.py": TEST,
    },
    "a folder of another name": {"shop.py": SHOP, "test/test_shop.py": TEST},
    "tests beside the code": {"shop.py": SHOP, "shop_test.py": TEST},
    "tests inside of the package": {
        "src/shop/__init__.py": SHOP,
        "src/shop/tests/test_shop.py": TEST,
    },
    "helpers in a folder without __init__.py": {
        "shop.py": SHOP,
        "tests/helpers.py": "from shop import fee\n",
        "tests/test_shop.py": TEST.replace("shop", "tests.helpers"),
    },
    "two conftest.py": {
        "shop.py": SHOP,
        "conftest.py": "import pytest\n@pytest.fixture\ndef three():\n    return 3\n",
        "tests/conftest.py": "import pytest\n@pytest.fixture\ndef fee(three):\n    return three\n",
        "tests/test_shop.py": "import shop\ndef test_fee(fee):\n    assert shop.fee() == fee\n",
    },
    "two tests of one name": {
        "shop.py": SHOP,
        "a/test_shop.py": TEST,
        "pytest.ini": "[pytest]\naddopts = --import-mode=importlib\n",
        "b/test_shop.py": TEST,
    },
    "a package that is called dojo": {
        "dojo/__init__.py": "",
        "dojo/inside.py": SHOP,
        "test_shop.py": TEST.replace("shop", "dojo.inside"),
    },
    "data in a folder that is called build": {
        "shop.py": "def fee():\n    return int(open('build/fee.txt').read())\n",
        "build/fee.txt": "3",
        "test_shop.py": TEST,
    },
}


def test_an_option_of_a_missing_plugin_is_named(kata: SmallKata):
    files = {"shop.py": SHOP, "test_shop.py": TEST, "pytest.ini": "[pytest]\naddopts = --no-such\n"}
    write_files(kata.folder / "my", files)
    outcome = outcome_of(small_tangle.started(kata, kata.folder / "my"))
    (text,) = outcome.texts
    assert "unrecognized arguments: --no-such" in text
    assert "Install the plugin" in text


@pytest.mark.parametrize(
    ("conftest", "message"),
    [
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("exit(3)", "SystemExit"),
    ],
)
def test_a_conftest_that_cannot_be_imported_is_amber(conftest: str, message: str, kata: SmallKata):
    files = {"shop.py": SHOP, "test_shop.py": TEST, "conftest.py": conftest}
    write_files(kata.folder / "my", files)
    outcome = outcome_of(small_tangle.started(kata, kata.folder / "my"))
    assert outcome.status == "amber"
    assert message in outcome.texts[0]


def test_the_workers_of_xdist_find_what_fails(kata: SmallKata):
    ini = "[pytest]\naddopts = -n 1 -p no:approvaltests_pytest\n"
    files = {"shop.py": "def fee():\n    return 4\n", "test_shop.py": TEST, "pytest.ini": ini}
    write_files(kata.folder / "my", files)
    outcome = outcome_of(small_tangle.started(kata, kata.folder / "my"))
    (text,) = outcome.texts
    assert "test_shop.py:5, in test_fee()\n    AssertionError: assert 4 == 3" in text


def test_no_file_is_said_to_be_not_collected_if_pytest_did_not_start(tmp_path: Path):
    write_files(tmp_path, {"test_a.py": TEST})
    assert notes_on_own_code(in_place(tmp_path), []) == []


@pytest.mark.parametrize("name", PROJECTS)
def test_a_project_is_green_as_it_is_and_red_after_its_code_is_broken(name: str, kata: SmallKata):
    files = PROJECTS[name]
    write_files(kata.folder / "my", files)
    practice = small_tangle.started(kata, kata.folder / "my")
    outcome = outcome_of(practice)
    tests = [file for file in files if "def test_" in files[file]]
    assert (outcome.is_green, outcome.passed) == (True, len(tests))
    code = practice.folder / next(
        file for file in files if "def fee" in files[file] and "conftest" not in file
    )
    code.write_text("def fee():\n    return 4\n")
    assert outcome_of(practice).status == "red"
