"""Rules of running a program: which programs are Python, and how they may end."""

import sys
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.record.program import Code, Program, Recording, find_program, run_program

PYTHON = sys.executable
SHOP = "def fee(minutes):\n    return minutes\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder with other code, next to a practice."""
    (tmp_path / "practice").mkdir()
    (tmp_path / "practice" / "shop.py").write_text(SHOP, encoding="utf-8")
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "shop.py").touch()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def run(folder: Path, script: str, limit: float = 60) -> tuple[Recording, str]:
    """Run a script that may use the module `shop`."""
    text = f"import os, sys, shop\n{script}\n"
    (folder / "sell.py").write_text(text, encoding="utf-8")
    root = folder.parent / "practice"
    modules = {str(root / "shop.py"): "shop", str(folder / "sell.py"): "sell"}
    code = Code(root, modules, root / "tests", PYTHON)
    return run_program(Program([PYTHON], ["sell.py", "-v"]), code, 20, "Ann\n", limit)


def calls_in(recording: Recording) -> list[str]:
    return [call.source for story in recording.stories for call in story.calls]


# Which programs are Python.


@pytest.mark.parametrize(
    ("words", "interpreter", "rest"),
    [
        ([PYTHON, "-m", "shop.cli", "-v"], [PYTHON], ["-m", "shop.cli", "-v"]),
        ([PYTHON, "-O", "shop.py", "-v"], [PYTHON, "-O"], ["shop.py", "-v"]),
        (["shop.py", "-v"], [PYTHON], ["shop.py", "-v"]),
    ],
)
@pytest.mark.usefixtures("folder")
def test_a_script_or_a_module_is_a_program(
    words: list[str], interpreter: list[str], rest: list[str]
):
    assert find_program(words, PYTHON)[:2] == (interpreter, rest)


@pytest.mark.parametrize("name", ["python", "sell"])
def test_a_command_of_the_practice_comes_before_others(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
):
    for place in ("other", "practice"):
        command = folder / place / name
        command.parent.mkdir()
        command.write_text(f"#!{folder}/{place}/python", encoding="utf-8")
        command.chmod(0o755)
    monkeypatch.setenv("PATH", str(folder / "other"))
    found = find_program([name, "-m", "shop"], f"{folder}/practice/python")
    assert found.interpreter == [f"{folder}/practice/python"]


def test_code_on_the_command_line_is_no_program():
    with pytest.raises(WrongUsageError, match="Write it to a file"):
        find_program([PYTHON, "-c", "print()"], PYTHON)


@pytest.mark.parametrize(
    "shebang", ["#!/opt/python3.12", "#!/bin/sh\n'''exec' /opt/python3.12 \"$0\" \"$@\""]
)
def test_an_installed_command_names_its_interpreter(shebang: str, folder: Path):
    command = folder / "sell"
    command.write_text(shebang, encoding="utf-8")
    command.chmod(0o755)
    assert find_program([str(command), "-v"], PYTHON)[:2] == (
        ["/opt/python3.12"],
        [str(command), "-v"],
    )


@pytest.mark.parametrize("words", [["nowhere.py"], [PYTHON], [PYTHON, "-m"], ["/bin/ls"]])
def test_other_words_are_no_program(words: list[str]):
    with pytest.raises(WrongUsageError, match="There is no Python program"):
        find_program(words, PYTHON)


def test_a_script_that_is_not_there_is_named():
    with pytest.raises(WrongUsageError, match=r"There is no file nowhere\.py\."):
        find_program([PYTHON, "nowhere.py"], PYTHON)


@pytest.mark.parametrize(
    ("words", "arguments"),
    [(["-m", "shop.cli", "-v"], ["shop.cli", "-v"]), (["/a/sell.py", "-v"], ["sell.py", "-v"])],
)
def test_the_arguments_of_a_program_have_no_folder(words: list[str], arguments: list[str]):
    assert Program([PYTHON], words).arguments == arguments


# What is recorded of a run.


@pytest.mark.parametrize(
    ("call", "source"), [("*sys.argv[1:]", "'-v'"), ("input()", "'Ann'")], ids=["argv", "answers"]
)
def test_a_program_calls_the_practice_as_by_hand(call: str, source: str, folder: Path):
    recording, _ = run(folder, f"shop.fee({call})")
    assert calls_in(recording) == [f"shop.fee({source})"]


def test_a_script_is_recorded_as_the_module_that_a_test_imports(folder: Path):
    recording, _ = run(
        folder, "class Ticket: pass\ndef sell(ticket): return ticket\nsell(Ticket())"
    )
    [story] = recording.stories
    assert [(call.source, call.outcome) for call in story.calls] == [
        ("sell.sell(sell.Ticket())", "=> <sell.Ticket object>")
    ]


def test_child_processes_are_counted(folder: Path):
    recording, _ = run(folder, "os.system('')\nif not os.fork(): shop.fee(3)")
    assert (recording.processes, calls_in(recording)) == (2, [])


def test_another_tracer_is_noticed(folder: Path):
    recording, _ = run(folder, "sys.settrace(None)")
    assert not recording.is_complete


def test_a_program_that_reads_more_than_its_input_is_noticed(folder: Path):
    recording, _ = run(folder, "input(), input()")
    assert recording.lacks_input


# How a program ends.


@pytest.mark.parametrize(
    ("end", "failure"),
    [("sys.exit(3)", "ended with exit code 3"), ("while True: pass", "interrupted after 1 s")],
)
def test_calls_before_a_failure_are_recorded(end: str, failure: str, folder: Path):
    recording, reason = run(folder, f"shop.fee(3)\n{end}", limit=1)
    assert failure in reason
    assert calls_in(recording) == ["shop.fee(3)"]


def test_a_program_that_leaves_no_recording_is_an_error(folder: Path):
    with pytest.raises(WorkspaceError, match="exit code 4"):
        run(folder, "os._exit(4)")
