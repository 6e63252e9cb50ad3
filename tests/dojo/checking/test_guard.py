"""A practice stands by itself, and leaves alone what is not its own."""

import os
import py_compile
import sys
from mmap import mmap
from pathlib import Path

import pytest

from dojo.checking import run
from dojo.checking.guard import Guard, database_files
from dojo.checking.worker import MEMORY_BYTES
from dojo.practice import Practice
from tests.dojo.practising import TEST, YATZY
from tests.dojo.small_kata import RULE, SmallKata

OWN_FILES_ONLY = "    a practice may change its own files only: {} was left as it is"
AROUND = {  # what is tried, and what is left as it is
    "open('../README.md', 'w')": "README.md",
    "open('../LICENSE', 'a')": "LICENSE",
    "Path(__file__).parents[1].joinpath('KATA.md').write_text('')": "KATA.md",
    "os.close(os.open('../flags.txt', os.O_RDWR))": "flags.txt",
    "os.remove('../removed.txt')": "removed.txt",
    "os.replace('../moved.txt', 'moved.txt')": "moved.txt",
    "os.truncate('../cut.txt', 0)": "cut.txt",
    "open('../legacy/yatzy.py', 'w')": "legacy/yatzy.py",
    "open('../legacy/__pycache__/yatzy.pyc', 'wb')": "legacy/__pycache__/yatzy.pyc",
    "open('../tests/__pycache__/conftest-pytest.pyc', 'wb')": "tests/__pycache__/conftest-pytest.pyc",
    "shutil.rmtree('../legacy')": "legacy",
    "shutil.rmtree('../approved_files', ignore_errors=True)": "approved_files",
    "shutil.rmtree('.git')": "practice/.git",
    "shutil.rmtree('../practice')": "practice",
    "open('.dojo/findings.txt', 'w')": "practice/.dojo/findings.txt",
    "sqlite3.connect('../scores.db')": "scores.db",
    "sqlite3.connect('file:../points.db?mode=rwc', uri=True)": "points.db",
    "os.link('../linked.txt', 'linked.txt'); open('linked.txt', 'w')": "linked.txt",
    "os.symlink('../leads.txt', 'leads.txt')": "leads.txt",
    "os.symlink('yatzy.py', '../outside.txt')": "outside.txt",
    "os.makedirs('../new', exist_ok=True)": "new",
}
NOT_HERE = {  # what a shell may have set, and would change a check
    "PYTHONWARNINGS": "error",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "LC_ALL": "C",
    "PYTHONHOME": "/nowhere",
}
PROGRAMS = (  # of a shell, beside what is approved
    "echo >> pairs.approved.txt",
    "f=pairs.approved.txt; cp -p $f /tmp/$$; tr 0 3 </tmp/$$ >$f; touch -r /tmp/$$ $f; rm /tmp/$$",
)
ANSWERS = "    a practice stands by itself, and cannot use {}/: delete this line"


def findings(practice: Practice) -> list[str]:
    return [text for text, _ in run(practice, 300).findings]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("from refactored.yatzy import Yatzy", "refactored"),
        ("from legacy.yatzy import Yatzy", "legacy"),
        ("from importlib import import_module; Yatzy = import_module('refactored.yatzy').Yatzy", "refactored"),
        ("import sys; sys.path.insert(0, '../refactored'); from dice import Yatzy", "refactored"),
        ("exec(open('../legacy/yatzy.py').read()); Yatzy = Yatzy", "legacy"),
    ],
)
def test_a_practice_cannot_use_the_answers(line: str, answer: str, kata: SmallKata, practice: Practice) -> None:
    kata.write("refactored/dice.py", RULE)
    kata.write(YATZY, f"import os\n{line}\n")
    assert findings(practice) == [f"practice/yatzy.py:2\n{ANSWERS.format(answer)}"]


def test_an_answer_that_is_used_if_it_is_there_is_told_as_well(kata: SmallKata, practice: Practice) -> None:
    use = "try:\n    from refactored.yatzy import Yatzy\nexcept Exception:\n    pass\n"
    kata.write(YATZY, RULE + use)
    assert findings(practice) == [f"practice/yatzy.py:14\n{ANSWERS.format('refactored')}"]


def test_blind_a_practice_cannot_use_the_answers_either(kata: SmallKata, blind: Practice) -> None:
    kata.write(YATZY, "from refactored.yatzy import Yatzy\n")
    assert findings(blind) == [f"practice/yatzy.py:1\n{ANSWERS.format('refactored')}"]


def test_blind_a_test_cannot_use_the_answers_either(kata: SmallKata, blind: Practice) -> None:
    kata.write("practice/tests/test_yatzy.py", TEST.replace("from yatzy", "from legacy.yatzy"))
    assert findings(blind) == [f"practice/tests/test_yatzy.py:1\n{ANSWERS.format('legacy')}"]


def test_a_module_of_ones_own_may_be_called_like_an_answer(kata: SmallKata, practice: Practice) -> None:
    kata.write("practice/legacy.py", RULE)
    kata.write(YATZY, "from legacy import Yatzy\n")
    assert findings(practice) == []


def test_a_folder_of_ones_own_that_is_called_like_an_answer_needs_another_name(
    kata: SmallKata, practice: Practice
) -> None:
    kata.write("practice/legacy/rules.py", RULE)
    kata.write(YATZY, "from legacy.rules import Yatzy\n")
    assert findings(practice)[0].endswith("cannot use legacy/: give legacy/ of your own another name")


def test_a_practice_changes_nothing_around_it(kata: SmallKata, practice: Practice) -> None:
    for file in AROUND.values():
        if not (kata.folder / file).exists() and file != "new":
            kata.write(file, "whole\n")
    before = contents(kata.folder)
    tried = "".join(f"with suppress(Exception): {line}\n" for line in AROUND)
    kata.write(
        YATZY, f"import os, shutil, sqlite3; from contextlib import suppress; from pathlib import Path\n{tried}{RULE}"
    )
    assert findings(practice) == [
        f"practice/yatzy.py:{number}\n{OWN_FILES_ONLY.format(file)}" for number, file in enumerate(AROUND.values(), 2)
    ]
    assert before.items() - contents(kata.folder).items() == {(YATZY, RULE.encode())}


def contents(folder: Path) -> dict[str, bytes]:
    """Return what is in the files that nothing but a person's hand should change."""
    files = [path for path in folder.rglob("*") if path.is_file() and not {"__pycache__", ".dojo"} & set(path.parts)]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def test_a_practice_cannot_take_the_workspace_away(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"__import__('shutil').rmtree('..')\n{RULE}")
    assert findings(practice) == [f"practice/yatzy.py:1\n{OWN_FILES_ONLY.format(kata.folder)}"]


def test_what_is_swallowed_is_told(kata: SmallKata, practice: Practice) -> None:
    kata.change(
        YATZY,
        "return 0",
        "try:\n                open('../README.md', 'w')\n            finally:\n                return 0",
    )
    assert findings(practice) == [f"practice/yatzy.py:12, in pair()\n{OWN_FILES_ONLY.format('README.md')}"]


@pytest.mark.parametrize(
    "line",
    [
        "os.makedirs('../approved_files', exist_ok=True)",
        "Path('..').resolve().mkdir(parents=True, exist_ok=True)",
        "os.link('yatzy.py', 'again.py')",
        "os.mkdir('rules'); os.symlink('../yatzy.py', 'rules/again.py')",
        "sqlite3.connect(':memory:')",
        "sqlite3.connect('scores.db')",
    ],
)
def test_what_changes_nothing_around_a_practice_is_no_concern(line: str, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"import os, sqlite3; from pathlib import Path\n{line}\n{RULE}")
    assert findings(practice) == []


@pytest.mark.parametrize(
    ("name", "files"),
    [
        (":memory:", []),
        ("", []),
        ("a.db", ["a.db"]),
        (Path("a.db"), ["a.db"]),
        ("file:a%20b.db", ["a b.db"]),
        ("file:///a.db?mode=rw", ["/a.db"]),
        ("file://localhost/a.db", ["/a.db"]),
        ("file:../a.db?mode=ro", []),
        ("file::memory:?cache=shared", []),
    ],
)
def test_a_database_is_a_file_unless_it_is_in_memory_or_read(name: str | Path, files: list[str]) -> None:
    assert database_files(name) == files


def test_a_link_is_no_way_out(kata: SmallKata, practice: Practice) -> None:
    (practice.folder / "link").symlink_to("../pyproject.toml")
    kata.write(YATZY, f"open('link', 'w')\n{RULE}")
    assert findings(practice) == [f"practice/yatzy.py:1\n{OWN_FILES_ONLY.format('practice/link')}"]


def test_a_link_of_ones_own_may_be_removed_wherever_it_leads(kata: SmallKata, practice: Practice) -> None:
    (practice.folder / "link").symlink_to("../pyproject.toml")
    kata.write(YATZY, f"__import__('os').remove('link')\n{RULE}")
    assert (findings(practice), (kata.folder / "pyproject.toml").exists()) == ([], True)


def test_a_practice_runs_in_its_own_folder(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"open('notes.txt', 'w').close()\n{RULE}")
    assert (findings(practice), (practice.folder / "notes.txt").exists()) == ([], True)


def test_a_practice_may_have_temporary_files(kata: SmallKata, practice: Practice) -> None:
    lines = "import tempfile\nwith tempfile.TemporaryDirectory() as folder:\n    open(f'{folder}/x', 'w').close()\n"
    kata.write(YATZY, lines + RULE)
    assert findings(practice) == []


def test_a_thread_of_a_practice_is_watched_whatever_runs_in_it(kata: SmallKata, practice: Practice) -> None:
    kata.write("README.md", "whole\n")
    lines = "import os, threading\nother = threading.Thread(target=os.remove, args=['../README.md'])\n"
    kata.write(YATZY, f"{lines}other.start(), other.join()\n{RULE}")
    assert findings(practice) == [f"practice/\n{OWN_FILES_ONLY.format('README.md')}"]


def test_nobody_else_is_blamed_for_what_changes_meanwhile(practice: Practice) -> None:
    guard = Guard(practice.folder, [])
    guard.hear("open", (str(practice.workspace / "README.md"), "w", os.O_WRONLY))
    guard.hear("os.remove", (str(practice.workspace / "README.md"), -1))
    assert guard.refusals == []


@pytest.mark.usefixtures("process_of_its_own")
def test_what_python_compiled_elsewhere_is_not_taken_for_the_source(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPYCACHEPREFIX", str(kata.folder / "elsewhere"))
    monkeypatch.setattr(sys, "pycache_prefix", str(kata.folder / "elsewhere"))
    py_compile.compile(str(kata.folder / YATZY))
    saved = (kata.folder / YATZY).stat()
    kata.change(YATZY, "first + second", "first * second")
    os.utime(kata.folder / YATZY, ns=(saved.st_atime_ns, saved.st_mtime_ns))
    assert findings(practice)[0].startswith("Yatzy.pair(1, 1)")


@pytest.mark.usefixtures("process_of_its_own")
def test_blind_an_assertion_counts_whatever_is_set(
    kata: SmallKata, blind: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "--collect-only")
    kata.change(YATZY, "return first", "assert first == 1\n        return first")
    assert findings(blind)[0].startswith("practice/yatzy.py:12, in pair()\n    AssertionError")


@pytest.mark.usefixtures("process_of_its_own")
def test_a_module_that_only_this_shell_knows_is_missing(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kata.write("elsewhere/helpers.py", "")
    monkeypatch.setenv("PYTHONPATH", str(kata.folder / "elsewhere"))
    kata.write(YATZY, f"import helpers\n{RULE}")
    assert findings(practice) == ["practice/yatzy.py:1\n    ModuleNotFoundError: No module named 'helpers'"]


@pytest.mark.skipif(sys.platform == "win32", reason="its locale is not in variables")
@pytest.mark.usefixtures("process_of_its_own")
def test_green_is_green_whatever_is_set(kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in NOT_HERE.items():
        monkeypatch.setenv(name, value)
    kata.write("practice/names.txt", "Zoë\n")
    kata.write(YATZY, f"assert open('names.txt').read() == 'Zo\\u00eb\\n'\nODD = '\\d'\n{RULE}")
    assert findings(practice) == []


def test_a_report_that_was_not_sealed_is_none(kata: SmallKata, practice: Practice) -> None:
    forged = "{'seal': '', 'result': {'findings': [], 'passed': 9, 'expected': 9}}"
    write = f"[(each / 'report.json').write_text(json.dumps({forged})) for each in Path('.dojo').glob('job-*')]"
    kata.write(YATZY, f"import json, os\nfrom pathlib import Path\n{write}\nos._exit(0)\n{RULE}")
    assert findings(practice)[0].startswith("practice/\n    the whole process ended")


@pytest.mark.skipif(sys.platform == "win32", reason="another shell")
@pytest.mark.parametrize("program", PROGRAMS)
def test_what_a_program_changes_around_a_practice_is_told(program: str, kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"import os\nos.system({f'cd ../approved_files; {program}'!r})\n{RULE}")
    assert findings(practice)[0].startswith("approved_files/pairs.approved.txt\n    changed while the check ran")


@pytest.mark.skipif(sys.platform == "win32", reason="another shell")
def test_settings_that_a_program_changes_are_told(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"import os\nos.system('echo >> ../pyproject.toml')\n{RULE}")
    assert findings(practice)[0].startswith("pyproject.toml\n    changed while the check ran")


@pytest.mark.skipif(sys.platform == "win32", reason="another shell")
def test_what_was_approved_before_is_no_part_of_the_kata(kata: SmallKata, practice: Practice) -> None:
    kata.write("approved_files/.replaced/yesterday/pairs.txt", "")
    kata.write(YATZY, f"import os\nos.system('echo >> ../approved_files/.replaced/yesterday/pairs.txt')\n{RULE}")
    assert findings(practice) == []


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux")
def test_a_practice_starts_programs_however_much_the_tests_hold(kata: SmallKata, practice: Practice) -> None:
    kata.write(YATZY, f"import os\nassert os.system('true') == 0\n{RULE}")
    with mmap(-1, MEMORY_BYTES):
        assert findings(practice) == []
