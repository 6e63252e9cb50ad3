"""Code that somebody brings: what is copied, and that tests get this and no other."""

from pathlib import Path

import iniconfig
import pytest

from dojo.practice import code
from dojo.practice.code import first_test, read_own_code
from dojo.text import WrongUsageError
from tests.dojo import small_tangle
from tests.dojo.practising import findings_of, outcome_of
from tests.dojo.small_kata import SmallKata

IMPORTS = """from iniconfig import here


def test_it_is_the_one_that_was_brought():
    assert here()
"""


def written(folder: Path, files: dict[str, str]) -> Path:
    """Return a folder with these files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("files", "name", "copied"),
    [
        ({"a.py": "", "test_a.py": "", "conftest.py": "", ".env": "", "tox.ini": ""}, "a",
         {"a.py", "tests/test_a.py", "tests/conftest.py"}),
        ({"src/a/__init__.py": "", "src/a/b.csv": "", "test/test_a.py": "", "docs/conf.py": ""}, "a",
         {"src/a/__init__.py", "src/a/b.csv", "tests/test_a.py"}),
        ({"__init__.py": "", "b.py": "", "__pycache__/b.pyc": ""}, "my",
         {"my/__init__.py", "my/b.py"}),
        ({"a.py": "", "b.py": "", "my-script.py": ""}, "my", {"a.py", "b.py", "my-script.py"}),
    ],
)  # fmt: skip
def test_a_project_is_laid_out_as_a_practice_is(
    files: dict[str, str], name: str, copied: set[str], tmp_path: Path
) -> None:
    found = read_own_code(written(tmp_path / "my", files), tmp_path / "kata")
    assert (found.name, set(found.files)) == (name, copied)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"kata/x.py": ""}, "has the kata in it"),
        ({"a.txt": ""}, "no module that can be imported"),
        ({"my-script.py": ""}, "no module that can be imported"),
        ({"random.py": ""}, "random is a module of Python's own"),
        ({"a.py": "", "b.py": ""}, "more than 1 files"),
    ],
)
def test_what_cannot_be_practised_on_is_refused(
    files: dict[str, str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code, "MOST_FILES", 1)
    folder = written(tmp_path / "my", files)
    with pytest.raises(WrongUsageError, match=words):
        read_own_code(folder, folder / "kata" if (folder / "kata").exists() else tmp_path / "kata")


def test_the_first_test_has_a_few_calls_to_choose_arguments_for(tmp_path: Path) -> None:
    functions = "".join(f"def f{number}(a, *, b=1): ...\n" for number in range(1000))
    text = first_test(written(tmp_path, {"many.py": functions}), "many")
    assert (text.count("# def test_f"), "# And 988 more" in text) == (12, True)


def test_a_module_that_a_tool_has_loaded_is_the_one_that_was_brought(kata: SmallKata) -> None:
    file = written(kata.folder, {"iniconfig.py": "def here():\n    return True\n"}) / "iniconfig.py"
    practice = small_tangle.started(kata, file)
    (practice.folder / "tests/test_iniconfig.py").write_text(IMPORTS, encoding="utf-8")
    assert (outcome_of(practice).green, hasattr(iniconfig, "here")) == (True, False)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import nothing_of_this_name", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
        ("print('here')\ninput()", "reading from stdin"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("def f(:", "SyntaxError: invalid syntax"),
    ],
)
def test_code_that_cannot_be_imported_is_amber_in_a_line(code: str, words: str, kata: SmallKata) -> None:
    practice = small_tangle.started(kata, written(kata.folder, {"mine.py": code}) / "mine.py")
    outcome = outcome_of(practice)
    assert (outcome.status, words in outcome.findings[0]) == ("amber", True)


def test_a_module_of_a_package_that_lacks_something_is_said_in_the_first_document(kata: SmallKata) -> None:
    files = {"__init__.py": "", "broken.py": "import nothing_of_this_name\ndef f(): ..."}
    practice = small_tangle.started(kata, written(kata.folder / "mine", files))
    assert any("mine.broken cannot be imported: ModuleNotFound" in text for text in findings_of(practice))
