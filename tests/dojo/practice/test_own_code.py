"""Code that a person brings with `dojo start --from`."""

from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.practice.own_code import read_own_code, render_first_test
from tests.dojo import small_tangle
from tests.dojo.practising import outcome_of, write_files
from tests.dojo.small_kata import SmallKata

TEST = "from iniconfig import here\n\n\ndef test_own_module():\n    assert here()\n"


def project(workspace: Path, files: str) -> Path:
    """Write empty files into a folder, and return the folder."""
    return write_files(workspace / "my", dict.fromkeys(files.split(), ""))


@pytest.mark.parametrize(
    ("files", "copied"),
    [
        ("a.py test_a.py .env tox.ini", "a.py tests/test_a.py"),
        ("a.py conftest.py", "a.py tests/conftest.py"),
        (
            "src/a/b.csv src/a/c.py test/test_a.py docs/d.py",
            "src/a/b.csv src/a/c.py tests/test_a.py",
        ),
        ("__init__.py b.py __pycache__/b.pyc", "my/__init__.py my/b.py"),
        ("a.py my-script.py", "a.py my-script.py"),
    ],
)
def test_a_project_is_laid_out_as_a_practice(files: str, copied: str, tmp_path: Path):
    found = read_own_code(project(tmp_path, files), tmp_path / "kata")
    assert sorted(found.files) == copied.split()


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ("a.txt", "no module that can be imported"),
        ("my-script.py", "no module that can be imported"),
        ("random.py", "random is also the name of a module of Python"),
    ],
)
def test_code_that_tests_cannot_import_is_refused(files: str, message: str, tmp_path: Path):
    with pytest.raises(WrongUsageError, match=message):
        read_own_code(project(tmp_path, files), tmp_path / "kata")


def test_a_folder_around_the_kata_is_refused(tmp_path: Path):
    with pytest.raises(WrongUsageError, match="contains the kata"):
        read_own_code(tmp_path, tmp_path / "kata")


def test_the_first_test_has_a_few_calls(tmp_path: Path):
    functions = "".join(f"def f{number}(a, *, b=1): ...\n" for number in range(1000))
    text = render_first_test(write_files(tmp_path, {"many.py": functions}), "many")
    assert text.count("# def test_f") == 12
    assert "# And 988 more" in text


def test_own_code_is_imported_before_a_tool_of_the_same_name(kata: SmallKata):
    write_files(kata.folder, {"iniconfig.py": "def here():\n    return True\n"})
    practice = small_tangle.started(kata, kata.folder / "iniconfig.py")
    write_files(practice.folder, {"tests/test_iniconfig.py": TEST})
    assert outcome_of(practice).is_green
