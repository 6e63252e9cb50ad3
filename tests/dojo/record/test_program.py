"""Rules of running a program: what is a Python program, and how it may end."""

import sys
from pathlib import Path

import pytest

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.record.program import Code, Program, Recording, find_program, run_program
from dojo.record.recorder import Recorder

PYTHON = sys.executable
SHOP = "def fee(minutes):\n    return minutes\n"


def executable(path: Path, first_line: str) -> Path:
    path.write_text(f"{first_line}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Go to a folder, next to one with a module."""
    (tmp_path / "practice").mkdir()
    (tmp_path / "practice" / "shop.py").write_text(SHOP, encoding="utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def run(
    folder: Path, script: str, limit: float = 60, answers: str | None = None
) -> tuple[Recording, str]:
    """Run a script that may import the module `shop`."""
    (folder / "sell.py").write_text(script, encoding="utf-8")
    root = folder.parent / "practice"
    code = Code(root, {str(root / "shop.py"): "shop"}, root / "tests")
    return run_program(Program([PYTHON], ["sell.py", "-v"]), code, 20, answers, limit)


def calls_in(recording: Recording) -> list[str]:
    return [call.source for story in recording.stories for call in story.calls]


# What is a Python program.


@pytest.mark.parametrize(
    ("words", "interpreter", "rest"),
    [
        ([PYTHON, "-m", "shop.cli", "-v"], [PYTHON], ["-m", "shop.cli", "-v"]),
        ([PYTHON, "-O", "sell.py", "-v"], [PYTHON, "-O"], ["sell.py", "-v"]),
        (["sell.py", "-v"], [PYTHON], ["sell.py", "-v"]),
    ],
)
def test_a_script_or_a_module_is_a_program(
    words: list[str], interpreter: list[str], rest: list[str], folder: Path
) -> None:
    (folder / "sell.py").touch()
    assert find_program(words)[:2] == (interpreter, rest)


@pytest.mark.parametrize(
    "first_line", ["#!/opt/python3.12", "#!/bin/sh\n'''exec' /opt/python3.12 \"$0\" \"$@\""]
)
def test_an_installed_command_names_its_interpreter(
    first_line: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = executable(folder / "sell", first_line)
    monkeypatch.setenv("PATH", str(folder))
    assert find_program(["sell", "-v"])[:2] == (["/opt/python3.12"], [str(command), "-v"])


@pytest.mark.parametrize("words", [["nowhere.py"], [PYTHON], [PYTHON, "-c", "1"], [PYTHON, "-m"]])
def test_other_words_are_no_program(words: list[str]) -> None:
    with pytest.raises(WrongUsageError, match="There is no Python program"):
        find_program(words)


def test_an_installed_command_of_another_language_is_no_program(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    executable(folder / "sell", "#!/bin/sh")
    monkeypatch.setenv("PATH", str(folder))
    with pytest.raises(WrongUsageError, match="There is no Python program"):
        find_program(["sell"])


@pytest.mark.parametrize(
    ("words", "arguments"),
    [(["-m", "shop.cli", "-v"], ["shop.cli", "-v"]), (["/a/sell.py", "-v"], ["sell.py", "-v"])],
)
def test_the_arguments_of_a_program_have_no_folder(words: list[str], arguments: list[str]) -> None:
    assert Program([PYTHON], words).arguments == arguments


# What is recorded of a run.


def test_a_program_imports_the_module_from_the_practice(folder: Path) -> None:
    (folder / "shop.py").write_text("", encoding="utf-8")
    recording, _ = run(folder, "import shop; shop.fee(3)")
    assert calls_in(recording) == ["shop.fee(3)"]


def test_a_program_has_its_arguments(folder: Path) -> None:
    recording, _ = run(folder, "import shop, sys; shop.fee(sys.argv[1:])")
    assert calls_in(recording) == ["shop.fee(['-v'])"]


def test_a_program_reads_the_answers(folder: Path) -> None:
    recording, _ = run(folder, "import shop; shop.fee(input())", answers="Ann\n")
    assert calls_in(recording) == ["shop.fee('Ann')"]


def test_child_processes_are_counted(folder: Path) -> None:
    recording, _ = run(folder, "import os; os.system('')")
    assert recording.processes == 1


def test_another_process_does_not_write_the_recording(folder: Path) -> None:
    out = folder / "recording.json"
    Recorder({}, 20, None).save(str(out), process=0)
    assert not out.exists()


def test_another_tracer_is_noticed(folder: Path) -> None:
    recording, _ = run(folder, "import sys; sys.settrace(None)")
    assert not recording.is_complete


# How a program ends.


@pytest.mark.parametrize("end", ["raise SystemExit(3)", "import sys; sys.exit(3)"])
def test_calls_before_a_failure_are_recorded(end: str, folder: Path) -> None:
    recording, failure = run(folder, f"import shop; shop.fee(3)\n{end}\n")
    assert "failed with exit code 3" in failure
    assert calls_in(recording) == ["shop.fee(3)"]


def test_a_program_that_never_ends_is_interrupted(folder: Path) -> None:
    recording, failure = run(folder, "import shop; shop.fee(3)\nwhile True: pass\n", limit=1)
    assert "interrupted after 1 s" in failure
    assert calls_in(recording) == ["shop.fee(3)"]


def test_a_program_that_leaves_no_recording_is_an_error(folder: Path) -> None:
    with pytest.raises(WorkspaceError, match="exit code 4"):
        run(folder, "import os; os._exit(4)")
