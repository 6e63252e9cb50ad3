"""`dojo start --here`: a practice is a project as it is, in its folder."""

import re
import shutil
import sys
from pathlib import Path

import pygit2
import pytest

from dojo.errors import WrongUsageError
from dojo.practice.find import practice_in
from dojo.practice.model import Practice
from dojo.practice.own_code import make_tests_folder, read_name_of_code, read_own_code
from dojo.practice.project import find_code, find_more_tests
from dojo.practice.recording import restore_snapshot
from dojo.processes import python_environment, run
from tests.dojo.forked import new_processes
from tests.dojo.practising import git, write_files
from tests.dojo.small_kata import SmallKata

CODE = "def fee():\n    return 3\n"
TEST = "from shop import fee\n\n\ndef test_fee():\n    assert fee() == 3\n"
FREE = "def free():\n    return 0\n"
BROKEN = CODE.replace("3", "4")
FILES = {"shop.py": CODE, "tests/test_shop.py": TEST, ".gitignore": "*.log\n"}


# The projects are outside of any kata.
@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Commit the project of a person, for all tests."""
    folder = write_files(tmp_path_factory.mktemp("committed") / "shop", FILES)
    git(folder, "init", "--quiet")
    git(folder, "config", "user.name", "Ada")
    git(folder, "config", "user.email", "ada@host")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "begun")
    return folder


@pytest.fixture(scope="module")
def begun(committed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Start a practice in the project, for all tests."""
    folder = shutil.copytree(committed, tmp_path_factory.mktemp("begun") / "shop")
    kata = SmallKata(tmp_path_factory.mktemp("kata"))
    assert kata.dojo("start", "--here", folder=folder).returncode == 0
    return folder


@pytest.fixture
def folder(committed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a repository of a person's own."""
    return shutil.copytree(committed, tmp_path_factory.mktemp("projects") / "shop")


@pytest.fixture
def shop(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the project as a practice that was just started."""
    return shutil.copytree(begun, tmp_path_factory.mktemp("projects") / "shop")


@pytest.fixture(scope="module")
def untested(committed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Start a practice in a project without tests."""
    folder = shutil.copytree(committed, tmp_path_factory.mktemp("untested") / "shop")
    git(folder, "rm", "-rq", "tests")
    SmallKata(tmp_path_factory.mktemp("kata")).dojo("start", "--here", folder=folder)
    return folder


@pytest.fixture(scope="module")
def graded(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Test mutants of a file whose lines end in a carriage return, beside one that git ignores."""
    folder = shutil.copytree(begun, tmp_path_factory.mktemp("graded") / "shop")
    write_files(folder, {".gitignore": "built.py\n", "built.py": FREE})
    (folder / "shop.py").write_bytes(f"{CODE}\n\n{FREE}".replace("\n", "\r").encode())
    return SmallKata(tmp_path_factory.mktemp("kata")).dojo("mutants", folder=folder).stdout


def status(folder: Path) -> str:
    return git(folder, "status", "--porcelain", "--untracked-files=all")


def refs(folder: Path) -> str:
    return git(folder, "for-each-ref")


def test_a_start_changes_nothing_that_git_sees(folder: Path, kata: SmallKata):
    before = refs(folder)
    kata.dojo("start", "--here", folder=folder)
    assert (status(folder), refs(folder)) == ("", before)


def test_a_check_from_any_folder_of_the_project_is_one_of_it(shop: Path, kata: SmallKata):
    assert kata.dojo("check", folder=shop / "tests").stdout.startswith("green: your tests, 1 test")


def test_a_check_names_files_from_the_project_on(shop: Path, kata: SmallKata):
    write_files(shop, {"shop.py": BROKEN})
    assert "\ntests/test_shop.py:5, in test_fee()\n" in kata.dojo("check", folder=shop).stdout


def test_a_check_names_the_test_in_which_it_ended(shop: Path, kata: SmallKata):
    write_files(shop, {"shop.py": CODE.replace("return 3", "__import__('os')._exit(0)")})
    name = "tests/test_shop.py::test_fee"
    assert f"\n    the test that was running: {name}\n" in kata.dojo("check", folder=shop).stdout


def test_the_checks_are_in_a_repository_of_their_own(shop: Path, kata: SmallKata):
    before = refs(shop), git(shop, "count-objects")
    write_files(shop, {"shop.py": BROKEN})
    kata.dojo("check", folder=shop)
    assert (refs(shop), git(shop, "count-objects")) == before


def test_a_commit_is_one_of_the_person(shop: Path, kata: SmallKata):
    write_files(shop, {"shop.py": CODE.replace("return", "return  ")})
    assert "Committed: Space out" in kata.dojo("check", "-m", "Space out", folder=shop).stdout
    assert git(shop, "log", "-1", "--format=%an: %s") == "Ada: Space out"
    assert status(shop) == ""


def test_a_restore_brings_the_last_green_check_back(shop: Path, kata: SmallKata):
    kata.dojo("check", folder=shop)
    write_files(shop, {"shop.py": f"{BROKEN}RATE = 1\n", "new.py": "", "run.log": "kept"})
    kata.dojo("check", folder=shop)
    restored = kata.dojo("restore", "green", folder=shop).stdout
    assert "\n  new.py deleted\n  shop.py +1 -2\n" in restored
    assert status(shop) == ""
    assert (shop / "run.log").read_text() == "kept"


def test_the_last_commit_of_the_person_can_be_restored(shop: Path, kata: SmallKata):
    write_files(shop, {"shop.py": BROKEN})
    kata.dojo("restore", "HEAD", folder=shop)
    assert status(shop) == ""


def test_mutants_are_named_from_the_project_on(graded: str):
    assert "free: no test runs it (1 mutant, shop.py:6)" in graded


def test_lines_may_end_in_a_carriage_return_alone(graded: str):
    assert graded.startswith("score 50.0 %: 1 of 2")


def test_what_git_ignores_has_no_mutants(graded: str):
    assert "2  made" in graded


def test_a_virtual_environment_is_no_code(shop: Path):
    write_files(shop, {"env/pyvenv.cfg": "", "env/lib/free.py": FREE})
    assert list(find_code(practice_in(shop))) == [shop / "shop.py"]


def test_a_project_can_say_what_is_code(shop: Path):
    settings = '[tool.dojo]\ncode = ["shop.py"]\n'
    write_files(shop, {"pyproject.toml": settings, "free.py": FREE})
    assert list(find_code(practice_in(shop))) == [shop / "shop.py"]


def test_a_package_that_is_called_test_can_be_the_code(tmp_path: Path):
    folder = write_files(tmp_path / "my", {"test/core.py": CODE})
    with pytest.raises(WrongUsageError, match='\n  code = \\["FOLDER"]'):
        read_name_of_code(folder)
    write_files(folder, {"pyproject.toml": '[tool.dojo]\ncode = ["test"]\n'})
    assert read_name_of_code(folder) == "test"
    assert read_own_code(folder, tmp_path / "kata").name == "test"


def test_a_wrong_setting_is_named(shop: Path, kata: SmallKata):
    write_files(shop, {"pyproject.toml": '[tool.dojo]\nsource = ["shop.py"]\n'})
    done = kata.dojo("mutants", folder=shop)
    assert done.stderr.startswith("Error: pyproject.toml: [tool.dojo] is wrong: ")
    assert "`source`" in done.stderr


def test_a_project_without_tests_gets_a_first_one_that_is_not_committed(untested: Path):
    assert "?? tests/test_shop.py" in status(untested)


def test_the_first_test_has_a_name_of_its_own(folder: Path, kata: SmallKata):
    git(folder, "rm", "-rq", "tests")
    write_files(folder, {"test_shop.py": "", "test_shop_2.py": ""})
    shown = kata.dojo("start", "--here", folder=folder).stdout
    assert "tests/test_shop_3.py lists its public functions" in shown
    assert kata.dojo("check", folder=folder).returncode == 0


def test_pytest_alone_finds_the_code_beside_the_first_tests(untested: Path):
    write_files(untested, {"tests/test_fee.py": TEST})
    pytest_alone = [sys.executable, "-P", "-m", "pytest"]
    assert run(pytest_alone, untested, python_environment()).returncode == 0


def test_a_folder_of_tests_stays_as_it_is(shop: Path):
    make_tests_folder(practice_in(shop), shop / "tests")
    assert not (shop / "tests/__init__.py").exists()


def test_a_start_without_a_repository_says_what_needs_one(
    tmp_path_factory: pytest.TempPathFactory, kata: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    folder = write_files(tmp_path_factory.mktemp("projects") / "shop", FILES)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    monkeypatch.setattr(pygit2, "discover_repository", lambda _: None)
    shown = kata.dojo("start", "--here", folder=folder).stdout
    assert "shop/ is in no git repository" in shown
    done = kata.dojo("watch", "--tcr", folder=folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Error: shop/ is in no git repository")


def test_the_kata_is_not_started_in_a_project(shop: Path, kata: SmallKata):
    done = kata.dojo("start", folder=shop)
    assert done.returncode == 2
    assert "`dojo start --here --again` begins it anew" in done.stderr


def test_a_recording_without_calls_names_the_project(shop: Path, kata: SmallKata):
    write_files(shop, {"sell.py": "print()\n"})
    done = kata.dojo("record", "--", "sell.py", folder=shop)
    assert "import a module of\nshop/, such as " in done.stderr


def test_a_difference_names_the_command_of_the_project(shop: Path, kata: SmallKata):
    test = "from approvaltests import verify\n\n\ndef test_fee():\n    verify('new')\n"
    write_files(shop, {"tests/test_a.py": test, "tests/test_a.test_fee.approved.txt": "old\n"})
    shown = kata.dojo("check", folder=shop).stdout
    assert "\n    To accept the actual result, read it, then run: dojo approve\n" in shown


def test_a_second_start_has_to_be_meant(shop: Path, kata: SmallKata):
    assert "is a practice already" in kata.dojo("start", "--here", folder=shop).stderr
    assert kata.dojo("start", "--here", "--again", folder=shop).returncode == 0


def test_the_kata_is_not_practised_in_place(kata: SmallKata):
    assert kata.dojo("start", "--here").returncode == 2


@pytest.mark.usefixtures("practice")
def test_a_project_is_not_the_practice_of_a_kata(shop: Path, kata: SmallKata, practice: Practice):
    assert practice.title not in kata.dojo("progress", folder=shop).stdout


def test_approve_is_about_the_project(shop: Path, kata: SmallKata):
    document = "tests/test_a.test_fee.approved.txt"
    test = "from approvaltests import verify\n\n\ndef test_fee():\n    verify('new')\n"
    write_files(shop, {"tests/test_a.py": test, document: "old\n"})
    kata.dojo("approve", "--yes", folder=shop)
    assert (shop / document).read_text() == "new\n"


def test_a_command_that_needs_the_kata_says_so(shop: Path, kata: SmallKata):
    done = kata.dojo("hint", folder=shop)
    assert done.returncode == 2
    assert done.stderr.endswith("Change into your clone of the kata for that.\n")


def test_named_tests_run_beside_those_that_pytest_finds(shop: Path, kata: SmallKata):
    checks = "from shop import fee\n\n\ndef test_free():\n    assert fee()\n"
    settings = '[tool.dojo]\ntests = ["checks"]\n'
    helper = "def cheap():\n    return 1\n"
    write_files(shop, {"pyproject.toml": settings, "checks/shop_checks.py": checks})
    write_files(shop, {"checks/helper.py": helper})
    assert kata.dojo("check", folder=shop).stdout.startswith("green: your tests, 2 tests")


def test_a_named_folder_may_have_tests_that_are_async(shop: Path):
    settings = '[tool.dojo]\ntests = ["checks"]\n'
    write_files(
        shop, {"pyproject.toml": settings, "checks/shop_checks.py": "async def test(): 0\n"}
    )
    assert find_more_tests(shop) == ["checks/shop_checks.py"]


def test_a_test_that_is_named_and_found_runs_once(shop: Path, kata: SmallKata):
    write_files(shop, {"pyproject.toml": '[tool.dojo]\ntests = ["tests/test_shop.py"]\n'})
    assert kata.dojo("check", folder=shop).stdout.startswith("green: your tests, 1 test,")


SEES_PYTEST = """
import sys
from vat import rate
from shop import fee

def test_as_in_plain_pytest():
    assert (fee(), rate(), sys.argv) == (3, 19, ["pytest"])
"""


def test_tests_see_the_folders_and_the_command_line_of_pytest(
    shop: Path, kata: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PYTHONPATH", "more")
    vat = "def rate():\n    return 19\n"
    write_files(shop, {"more/vat.py": vat, "tests/test_shop.py": SEES_PYTEST})
    with new_processes():
        assert kata.dojo("check", folder=shop).stdout.startswith("green: ")
        assert "100.0 %" in kata.dojo("mutants", folder=shop).stdout


def test_named_tests_are_no_code(shop: Path):
    settings = '[tool.dojo]\ntests = ["checks.py"]\n'
    write_files(shop, {"pyproject.toml": settings, "checks.py": TEST})
    assert list(find_code(practice_in(shop))) == [shop / "shop.py"]


@pytest.mark.parametrize(
    ("file", "settings"),
    [
        ("pytest.ini", "[pytest]\npython_files = check_*.py *_spec.py\ntestpaths = sp*\n"),
        (".pytest.ini", "[pytest]\npython_files =\n    check_*.py\n    *_spec.py\n"),
        ("tox.ini", "[tox]\nenvlist = a\n[pytest]\npython_files = *_spec.py\n"),
        ("setup.cfg", "[tool:pytest]\npython_files = *_spec.py\n"),
        ("pyproject.toml", '[tool.pytest.ini_options]\npython_files = ["*_spec.py"]\n'),
        ("pyproject.toml", '[tool.pytest.ini_options]\npython_files = "*_spec.py"\n'),
        ("pyproject.toml", '[tool.pytest]\npython_files = ["*_spec.py"]\n'),
        ("pytest.toml", '[pytest]\npython_files = ["*_spec.py"]\n'),
    ],
)
def test_files_that_pytest_collects_are_no_code(file: str, settings: str, shop: Path):
    write_files(shop, {file: settings, "specs/shop_spec.py": TEST})
    assert list(find_code(practice_in(shop))) == [shop / "shop.py"]


@pytest.mark.parametrize(
    "settings",
    [
        "[pytest]\npython_files = shop*.py\ntestpaths = tests\n",
        "[pytest]\npython_files = *.py\n",
        "[pytest]\naddopts = -q\n",
        "no settings",
    ],
)
def test_a_file_that_pytest_does_not_collect_is_code(settings: str, shop: Path):
    write_files(shop, {"pytest.ini": settings})
    assert list(find_code(practice_in(shop))) == [shop / "shop.py"]


@pytest.mark.parametrize(
    ("file", "settings"),
    [
        ("pytest.ini", "[pytest]\npython_files = test_*.py *_spec.py\n"),
        ("pyproject.toml", '[tool.dojo]\ntests = ["shop_spec.py"]\n'),
    ],
)
def test_a_restore_keeps_tests_that_the_settings_name(
    file: str, settings: str, shop: Path, kata: SmallKata
):
    write_files(shop, {file: settings, "shop_spec.py": TEST})
    assert kata.dojo("check", folder=shop).returncode == 0
    write_files(shop, {"shop.py": BROKEN, "shop_spec.py": f"{TEST}\n"})
    _, changes = restore_snapshot(practice_in(shop), "green", keep_tests=True)
    assert list(changes) == ["shop.py"]


def test_measures_are_about_the_code_that_the_settings_name(folder: Path, kata: SmallKata):
    settings = '[tool.dojo]\ncode = ["shop.py", "test"]\n'
    write_files(folder, {"pyproject.toml": settings, "test/__init__.py": FREE})
    kata.dojo("start", "--here", folder=folder)
    kata.dojo("check", folder=folder)
    assert "lines 4," in kata.dojo("progress", folder=folder).stdout
    compared = kata.dojo("compare", folder=folder).stdout
    assert re.search(r"\n *lines +4 +4\n", compared)


def test_tests_that_are_not_there_are_named(shop: Path, kata: SmallKata):
    write_files(shop, {"pyproject.toml": '[tool.dojo]\ntests = ["chekcs"]\n'})
    assert "tests that are not there: chekcs" in kata.dojo("check", folder=shop).stderr


def test_a_folder_of_a_practice_is_not_another_one(shop: Path, kata: SmallKata):
    done = kata.dojo("start", "--here", folder=shop / "tests")
    assert done.returncode == 2
    assert "around this folder is a practice" in done.stderr


def test_new_files_in_a_commit_are_named(shop: Path, kata: SmallKata):
    write_files(shop, {"notes.txt": "mine"})
    assert "New files in it: notes.txt" in kata.dojo("check", "-m", "Change", folder=shop).stdout


def test_a_red_start_says_so(folder: Path, kata: SmallKata):
    write_files(folder, {"shop.py": BROKEN})
    assert "Your tests are red as they are" in kata.dojo("start", "--here", folder=folder).stdout


PARAMETRIZED = """import pytest
from approvaltests import verify
from approvaltests.namer import NamerFactory


@pytest.mark.parametrize("number", [1, 101])
def test_it(number):
    verify(f"new {number}", options=NamerFactory.with_parameters(number))
"""


def test_documents_of_parameters_are_approved(shop: Path, kata: SmallKata):
    document = "tests/test_p.test_it.101.approved.txt"
    write_files(shop, {"tests/test_p.py": PARAMETRIZED, document: "old\n"})
    kata.dojo("check", folder=shop)
    kata.dojo("approve", "--yes", folder=shop)
    assert (shop / document).read_text() == "new 101\n"
    assert kata.dojo("check", folder=shop).stdout.startswith("green")
    assert not list(shop.glob("tests/test_p.test_it.approved.*"))
