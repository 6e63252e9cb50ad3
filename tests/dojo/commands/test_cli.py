"""How commands end: JSON for who asked for it, and silence for who stopped to read."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click import Context
from click.testing import CliRunner

from dojo.commands import main
from dojo.commands.group import COMMANDS, GRADERS
from dojo.errors import UngradedError, WorkspaceError, WrongUsageError
from tests.dojo.small_kata import WORKSPACE, SmallKata

CONTEXT = Context(main)
WITH_JSON = [
    name
    for name in COMMANDS
    if (command := main.resolve_command(CONTEXT, [name])[1]) and "as_json" in {each.name for each in command.params}
]

MAIN = "from dojo.commands import main; main()"
SCORE = ["score", "yatzy", "chance", "1", "1", "1", "1"]
NEEDED = {"room": ["URL"]}  # to be called rightly


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def find_workspace() -> Path:
        raise error

    for room in ("options", *COMMANDS):
        monkeypatch.setattr(f"dojo.commands.{room}.find_workspace", find_workspace, raising=False)


@pytest.mark.parametrize("command", WITH_JSON)
@pytest.mark.parametrize("error", [WorkspaceError("No."), UngradedError("No."), OSError(28, "No space left", "x")])
def test_an_error_is_json_for_who_asked_for_json(
    command: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, error)
    done = CliRunner().invoke(main, [command, *NEEDED.get(command, []), "--json"])
    assert list(json.loads(done.stdout)) == ["error"]
    assert done.stderr.startswith("Error: No")


@pytest.mark.parametrize(
    ("error", "exit_code"), [(WorkspaceError("No."), 1), (WrongUsageError("No."), 2), (UngradedError("No."), 3)]
)
def test_each_kind_of_error_has_its_exit_code(
    error: Exception, exit_code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, error)
    assert CliRunner().invoke(main, ["compare"]).exit_code == exit_code


@pytest.mark.parametrize("command", GRADERS)
@pytest.mark.parametrize(
    ("error", "exit_code"), [(WorkspaceError("No."), 3), (WrongUsageError("No."), 2), (OSError(30, "Read-only"), 3)]
)
def test_where_nothing_was_graded_the_exit_code_does_not_speak_of_a_grade(
    command: str, error: Exception, exit_code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, error)
    assert CliRunner().invoke(main, [command]).exit_code == exit_code


@pytest.mark.parametrize("option", [["--html", "{}"], ["--html={}"]])
@pytest.mark.parametrize(("word", "shown"), [("no\n/x", r"no\n/x"), ("5" * 5000 + "/x", "5" * 100)])
def test_no_word_that_was_given_begins_a_line_or_fills_the_screen(option: list[str], word: str, shown: str) -> None:
    done = CliRunner().invoke(main, ["handouts", *(each.format(word) for each in option)])
    assert (done.exit_code, shown in done.stderr, len(done.stderr) < 500) == (1, True, True)


def test_a_mistyped_command_is_told_what_was_meant() -> None:
    done = CliRunner().invoke(main, ["progres"])
    assert (done.exit_code, "Did you mean 'progress'?" in done.stderr) == (2, True)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is full here")
def test_where_nothing_can_be_said_what_was_done_is_not_denied(kata: SmallKata) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "dojo", "start"], cwd=kata.folder, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert (kata.folder / "practice").is_dir()
    assert done.stderr.decode().endswith("All else was done as usual.\n")


@pytest.mark.parametrize(("files", "where"), [(["x"], ": x"), ([], ".")])
def test_a_full_disk_is_told_with_no_promise_that_may_not_hold(
    files: list[str], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, OSError(28, "No space left on device", *files))
    told, *next_line = CliRunner().invoke(main, ["compare"]).stderr.splitlines()
    assert told == f"Error: No space left on device{where}"
    assert next_line == ["Put it right, and run the same command again: it did not finish."]


def test_too_little_memory_is_told_in_plain_words(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, MemoryError())
    done = CliRunner().invoke(main, ["compare"])
    assert (done.exit_code, done.stderr.splitlines()[0]) == (1, "Error: There is too little memory.")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("mutants", "\nInterrupted. Run the same command again: it goes on from here.\n"),
        ("compare", "\nInterrupted.\n"),
    ],
)
def test_an_interruption_says_how_to_go_on(command: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, KeyboardInterrupt())
    done = CliRunner().invoke(main, [command])
    assert (done.exit_code, done.stderr) == (130, told)


@pytest.mark.parametrize(
    "options", [["mutants", "--open"], ["mutants", "--equivalent", "1", "Why."], ["verify", "--baseline"]]
)
def test_what_is_for_a_person_is_not_asked_for_as_json(options: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.commands.options.find_practice", lambda workspace: workspace)
    done = CliRunner().invoke(main, [*options, "--json"])
    assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads ends otherwise there")
def test_who_has_read_enough_hears_no_complaint() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "dojo", "score", "yatzy", "chance", "1", "1", "3", "3", "6"]
    done = subprocess.run(command, cwd=WORKSPACE, stdout=writer, stderr=subprocess.PIPE, check=False)  # noqa: S603 - ours
    os.close(writer)
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads ends otherwise there")
def test_wrong_usage_of_which_nobody_reads_is_wrong_usage() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "dojo", "nothing"]
    done = subprocess.run(command, cwd=WORKSPACE, stdout=writer, stderr=writer, check=False)  # noqa: S603 - ours
    os.close(writer)
    assert done.returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to be had")
@pytest.mark.parametrize(
    ("arguments", "full", "code"),
    [
        ([*SCORE, "1"], "stdout", 1),
        (["tournament", "yacht", "--games", "1", "--json"], "stdout", 1),
        (["tournament", "yacht", "--games", "1", "--json"], "stderr", 0),
        ([*SCORE, "7"], "stderr", 2),
        (["nothing"], "stderr", 2),
    ],
)
def test_a_full_stream_is_no_reason_for_a_traceback(arguments: list[str], full: str, code: int) -> None:
    streams: dict[str, int] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Path("/dev/full").open("wb") as disk:
        done = subprocess.run(  # noqa: S603 - our own
            [sys.executable, "-c", MAIN, *arguments], cwd=WORKSPACE, check=False, **streams | {full: disk.fileno()}
        )
    assert (b"Traceback" in (done.stderr or b""), done.returncode) == (False, code)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to be had")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_what_cannot_be_written_is_told_and_all_else_is_done(kata: SmallKata, unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as disk:
        done = subprocess.run(  # noqa: S603 - our own
            [sys.executable, "-c", MAIN, "start"],
            cwd=kata.folder,
            env={**os.environ, "PYTHONPATH": str(WORKSPACE), "PYTHONSAFEPATH": "1", "PYTHONUNBUFFERED": unbuffered},
            stdout=disk,
            stderr=subprocess.PIPE,
            check=False,
        )
    told = b"Some of the output could not be written: No space left on device. All else was done as usual.\n"
    assert (done.stderr, done.returncode, (kata.folder / "practice" / "yatzy.py").exists()) == (told, 1, True)


def test_a_terminal_of_no_columns_is_taken_for_a_usual_one() -> None:
    done = [
        subprocess.run(  # noqa: S603 - our own
            [sys.executable, "-c", MAIN, "way"],
            cwd=WORKSPACE,
            env={**os.environ, "COLUMNS": columns},
            capture_output=True,
            check=False,
        )
        for columns in ("0", "80")
    ]
    assert done[0].stdout == done[1].stdout != b""


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads ends otherwise there")
def test_what_is_done_whole_is_done_whoever_reads_of_it(kata: SmallKata) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    variables = {**os.environ, "PYTHONPATH": str(WORKSPACE), "PYTHONSAFEPATH": "1"}
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", MAIN, "start"], cwd=kata.folder, env=variables, stdout=writer, check=False
    )
    os.close(writer)
    assert (done.returncode, (kata.folder / "practice" / "yatzy.py").exists()) == (0, True)


@pytest.mark.skipif(os.name != "posix", reason="there is no shell that closes a stream")
@pytest.mark.parametrize("closed", ["<&-", "2>&-", "<&- 2>&-"])
@pytest.mark.parametrize("command", ["tournament yacht --games 1", "play"])
def test_a_stream_that_was_closed_is_as_good_as_one_to_nothing(command: str, closed: str, tmp_path: Path) -> None:
    shell = f"{sys.executable} -c '{MAIN}' {command} {closed}"
    done = subprocess.run(  # noqa: S603 - our own
        ["sh", "-c", shell],  # noqa: S607 - wherever it is
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(WORKSPACE)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (done.stderr, done.returncode, bool(done.stdout)) == (b"", 0, True)


@pytest.mark.skipif(os.name != "posix", reason="there is no shell that closes a stream")
@pytest.mark.parametrize(("command", "told"), [("way", True), ("--version", True), ("nothing", False)])
def test_words_for_an_output_that_was_closed_are_told_of(command: str, told: bool) -> None:  # noqa: FBT001 - a parameter
    done = subprocess.run(  # noqa: S603 - our own
        ["sh", "-c", f"{sys.executable} -c '{MAIN}' {command} >&-"],  # noqa: S607 - wherever it is
        cwd=WORKSPACE,
        stderr=subprocess.PIPE,
        check=False,
    )
    words = b"Some of the output could not be written: it is closed. All else was done as usual.\n"
    assert (done.stderr == words, done.returncode) == (told, 1 if told else 2)


@pytest.mark.skipif(sys.platform == "win32", reason="no process can send itself a Ctrl-C there")
def test_ctrl_c_before_there_is_a_command_ends_without_a_word() -> None:
    finder = "find_spec = lambda self, name, *_: os.kill(os.getpid(), signal.SIGINT) if name == 'click' else None"
    early = f"import os, signal, sys\nclass Now: {finder}\nsys.meta_path.insert(0, Now())\n{MAIN}"
    done = subprocess.run([sys.executable, "-c", early], cwd=WORKSPACE, capture_output=True, check=False)  # noqa: S603 - ours
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", -2)


@pytest.mark.skipif(sys.platform == "win32", reason="likewise")
def test_ctrl_c_before_python_comes_to_the_commands_ends_without_a_word(tmp_path: Path) -> None:
    finder = (
        "find_spec = lambda self, name, *_: os.kill(os.getpid(), signal.SIGINT) if name == 'dojo.__main__' else None"
    )
    early = f"import os, signal, sys\nclass Now: {finder}\nsys.meta_path.insert(0, Now())\n"
    (tmp_path / "sitecustomize.py").write_text(early, encoding="utf-8")
    variables = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{WORKSPACE}"}
    command = [sys.executable, "-m", "dojo", "way"]
    done = subprocess.run(command, env=variables, capture_output=True, check=False)  # noqa: S603 - ours
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", -2)


@pytest.mark.skipif(sys.platform == "win32", reason="likewise")
def test_ctrl_c_is_heard_when_the_command_is_there_and_not_while_python_imports_it() -> None:
    heard = "lambda *_, **__: print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"
    early = (
        "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL)\n"
        "from dojo.commands import group, main\n"
        f"heard = {heard}\n"
        "class Way: make_context = heard\n"
        "Way.way = Way\n"
        "group.import_module = lambda _: heard() or Way\n"
        "main(['way'])"
    )
    done = subprocess.run([sys.executable, "-c", early], cwd=WORKSPACE, capture_output=True, check=False)  # noqa: S603 - ours
    assert done.stdout.split() == [b"False", b"True"]


@pytest.mark.parametrize(
    ("file", "text", "told"),
    [
        ("dice.py", "x = (\n", "Error: refactored/dice.py:1\n    SyntaxError: '(' was never closed\n"),
        ("dice.py", "raise SystemExit(0)\n", "Error: refactored/dice.py:1\n    SystemExit: 0\n"),
        ("__init__.py", "", "Error: refactored/: ImportError: cannot import name"),
        ("__init__.py", "\0", "Error: refactored/: SyntaxError: source code string cannot contain null bytes\n"),
    ],
)
def test_what_is_broken_in_the_clean_code_is_named(file: str, text: str, told: str, tmp_path: Path) -> None:
    for name in ("dojo", "refactored", "legacy", "approved_files"):
        shutil.copytree(WORKSPACE / name, tmp_path / name)
    (tmp_path / "refactored" / file).write_text(text, encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-c", MAIN, "tournament"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr.startswith(told), done.stderr.count("\n") <= 2, done.returncode) == (True, True, 1)


@pytest.mark.parametrize(
    "words", [["{}"], ["--{}"], ["check", "{}"], ["check", "--{}"], ["check", "--limit", "{}"], ["score", "{}", "a"]]
)
def test_what_click_says_of_wrong_usage_obeys_no_terminal(words: list[str]) -> None:
    done = CliRunner().invoke(main, [word.format("a\x1b[2J\x7f\u202eb") for word in words])
    assert (done.exit_code, [each for each in "\x1b\x7f\u202e" if each in done.stderr]) == (2, [])
