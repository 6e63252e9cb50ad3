"""Code that a person brings with `dojo start --from`."""

from pathlib import Path

import iniconfig
import pytest

from dojo.errors import WrongUsageError
from dojo.practice import own_code
from dojo.practice.model import AMBER
from dojo.practice.own_code import read_own_code, render_first_test
from tests.dojo import small_tangle
from tests.dojo.practising import findings_of, outcome_of, write_files
from tests.dojo.small_kata import SmallKata

IMPORTS = """from iniconfig import here


def test_it_is_the_one_that_was_brought():
    assert here()
"""


PROJECT = ["src/a/__init__.py", "src/a/b.csv", "test/test_a.py", "docs/conf.py"]


@pytest.mark.parametrize(
    ("files", "name", "copied"),
    [
        (["a.py", "test_a.py", ".env", "tox.ini"], "a", {"a.py", "tests/test_a.py"}),
        (["a.py", "conftest.py"], "a", {"a.py", "tests/conftest.py"}),
        (PROJECT, "a", {"src/a/__init__.py", "src/a/b.csv", "tests/test_a.py"}),
        (["__init__.py", "b.py", "__pycache__/b.pyc"], "my", {"my/__init__.py", "my/b.py"}),
        (["a.py", "b.py", "my-script.py"], "my", {"a.py", "b.py", "my-script.py"}),
    ],
)
def test_a_project_is_laid_out_as_a_practice_is(
    files: list[str],
    name: str,
    copied: set[str],
    tmp_path: Path,
) -> None:
    folder = write_files(tmp_path / "my", dict.fromkeys(files, ""))
    found = read_own_code(folder, tmp_path / "kata")
    assert found.name == name
    assert set(found.files) == copied


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (["kata/x.py"], "contains the kata"),
        (["a.txt"], "no module that can be imported"),
        (["my-script.py"], "no module that can be imported"),
        (["random.py"], "random is also the name of a module of Python"),
        (["a.py", "b.py"], "more than 1 files"),
    ],
)
def test_code_that_cannot_be_practised_on_is_refused(
    files: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_code, "MAX_FILES", 1)
    folder = write_files(tmp_path / "my", dict.fromkeys(files, ""))
    workspace = tmp_path / "kata"
    if (folder / "kata").exists():
        workspace = folder / "kata"
    with pytest.raises(WrongUsageError, match=words):
        read_own_code(folder, workspace)


def test_the_first_test_has_a_few_calls_to_choose_arguments_for(tmp_path: Path) -> None:
    functions = "".join(f"def f{number}(a, *, b=1): ...\n" for number in range(1000))
    text = render_first_test(write_files(tmp_path, {"many.py": functions}), "many")
    assert text.count("# def test_f") == 12
    assert "# And 988 more" in text


def test_own_code_is_imported_rather_than_a_module_that_a_tool_has_loaded(kata: SmallKata) -> None:
    write_files(kata.folder, {"iniconfig.py": "def here():\n    return True\n"})
    practice = small_tangle.started(kata, kata.folder / "iniconfig.py")
    write_files(practice.folder, {"tests/test_iniconfig.py": IMPORTS})
    assert outcome_of(practice).is_green
    assert not hasattr(iniconfig, "here")


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("print('here')\ninput()", "reading from stdin"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("def f(:", "SyntaxError: invalid syntax"),
    ],
)
def test_code_that_cannot_be_imported_is_amber(code: str, words: str, kata: SmallKata) -> None:
    write_files(kata.folder, {"mine.py": code})
    practice = small_tangle.started(kata, kata.folder / "mine.py")
    outcome = outcome_of(practice)
    assert outcome.status == AMBER
    assert words in outcome.texts[0]


def test_a_module_that_cannot_be_imported_is_named_in_the_first_document(kata: SmallKata) -> None:
    files = {"__init__.py": "", "broken.py": "import no_such_module\ndef f(): ..."}
    practice = small_tangle.started(kata, write_files(kata.folder / "mine", files))
    [finding] = findings_of(practice)
    assert "mine.broken cannot be imported: ModuleNotFound" in finding
