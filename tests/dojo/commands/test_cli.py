"""Test the command line: help, exit codes, errors, and a closed pipe."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pygit2
import pytest
from click import Context
from click.testing import CliRunner

from dojo.cli import ProgressLines
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.main import COMMANDS, FIRST_GROUP, GRADERS, GROUPS, main
from dojo.practice.model import Practice
from tests.dojo.commands.documents import DOCUMENTS, FENCE, SPAN, code_in, text_of
from tests.dojo.small_kata import WORKSPACE

NAMED = re.compile(r"\bdojo (\w+)((?: --[\w-]+)*)")


def named_commands() -> set[tuple[str, str]]:
    spans = (
        span
        for name in DOCUMENTS
        for span in [*code_in(name, ""), *SPAN.findall(FENCE.sub("", text_of(name)))]
    )
    return {found for span in spans for found in NAMED.findall(span)}


@pytest.mark.parametrize(("name", "summary"), COMMANDS.items())
def test_the_list_of_commands_says_what_each_says_of_itself(name: str, summary: str) -> None:
    _, command, _ = main.resolve_command(Context(main), [name])
    assert command is not None
    assert command.get_short_help_str(len(summary)) == summary
    assert f"  {name}" in CliRunner().invoke(main, ["--help"]).output


@pytest.mark.parametrize(("command", "options"), sorted(named_commands()))
def test_the_documents_name_commands_and_options_that_exist(command: str, options: str) -> None:
    help_text = CliRunner().invoke(main, [command, "--help"])
    assert help_text.exit_code == 0
    assert all(option in help_text.output for option in options.split())


def failing(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def find_workspace() -> Path:
        raise error

    for module in ("cli", "commands.compare", "commands.verify"):
        monkeypatch.setattr(f"dojo.{module}.find_workspace", find_workspace, raising=False)


@pytest.mark.parametrize("command", ["compare", *GRADERS])
@pytest.mark.parametrize(
    ("error", "exit_code"),
    [(WorkspaceError("No."), 1), (WrongUsageError("No."), 2), (OSError(30, "Read-only"), 1)],
)
def test_each_kind_of_error_has_its_exit_code_which_speaks_of_a_grade_only_where_there_is_one(
    command: str, error: Exception, exit_code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, error)
    is_ungraded = exit_code == 1 and command in GRADERS
    assert CliRunner().invoke(main, [command]).exit_code == (3 if is_ungraded else exit_code)


@pytest.mark.parametrize(("files", "where"), [(["x"], ": x"), ([], ": no file")])
def test_a_full_disk_is_told_with_no_promise_that_may_not_hold(
    files: list[str], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing(monkeypatch, OSError(28, "No space left on device", *files))
    told, *next_line = CliRunner().invoke(main, ["compare"]).stderr.splitlines()
    assert told == f"Error: No space left on device{where}"
    assert next_line == ["The command did not finish. Fix this, then run it again."]


def test_an_interruption_is_told_in_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    failing(monkeypatch, KeyboardInterrupt())
    done = CliRunner().invoke(main, ["compare"])
    assert (done.exit_code, done.stderr) == (130, "\nInterrupted.\n")


@pytest.mark.parametrize(
    "options", [["mutants", "--open"], ["mutants", "--equivalent", "1", "Why."]]
)
def test_what_is_for_a_person_is_not_asked_for_as_json(options: list[str]) -> None:
    done = CliRunner().invoke(main, [*options, "--json"])
    assert (done.exit_code, done.stdout) == (2, "")


@pytest.mark.skipif(sys.platform == "win32", reason="a pipe that nobody reads ends otherwise there")
def test_who_has_read_enough_hears_no_complaint() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "dojo", "score", "yatzy", "chance", "1", "1", "3", "3", "6"]
    done = subprocess.run(  # noqa: S603 - our own command
        command, cwd=WORKSPACE, stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert done.stderr == b""


# The list of commands.


def test_the_first_group_has_at_most_eight_commands() -> None:
    assert len(GROUPS[FIRST_GROUP]) <= 8


def test_without_a_command_only_the_first_group_is_listed() -> None:
    done = CliRunner().invoke(main, [])
    listed = re.findall(r"^  (\w+)  ", done.output, re.MULTILINE)
    assert (listed, done.exit_code) == ([*GROUPS[FIRST_GROUP]], 0)


def test_without_a_command_it_says_where_the_others_are() -> None:
    assert "`dojo --help` lists all commands" in CliRunner().invoke(main, []).output


# An error that nobody expected.


@pytest.fixture
def bug(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let each command for a practice raise. Return where the log is to be."""

    def find_practice(_: Path) -> None:
        raise KeyError("nobody")

    monkeypatch.chdir(practice.workspace)
    monkeypatch.setattr("dojo.practice.create.find_practice", find_practice)
    return practice.state_directory / "error.log"


def test_an_unexpected_error_names_its_log(bug: Path) -> None:
    done = CliRunner().invoke(main, ["restore"])
    assert done.output.startswith("Error: unexpected, probably a bug in the dojo: KeyError: ")
    assert f"traceback: {bug}\n" in done.output


def test_the_log_of_an_unexpected_error_has_the_traceback(bug: Path) -> None:
    CliRunner().invoke(main, ["restore"])
    assert "find_practice\n    raise KeyError" in bug.read_text(encoding="utf-8")


def test_the_log_of_an_unexpected_error_has_versions(bug: Path) -> None:
    CliRunner().invoke(main, ["restore"])
    assert f"pytest {pytest.__version__}\n" in bug.read_text(encoding="utf-8")


@pytest.mark.usefixtures("bug")
def test_an_unexpected_error_says_where_to_report_it(practice: Practice) -> None:
    pygit2.init_repository(practice.workspace).remotes.create("origin", "https://host/kata")
    output = CliRunner().invoke(main, ["restore"]).output
    assert "Please report the error as an issue at https://host/kata, with the log.\n" in output


@pytest.mark.usefixtures("bug")
def test_an_unexpected_error_is_no_grade() -> None:
    assert CliRunner().invoke(main, ["mutants"]).exit_code == 3


def test_off_a_terminal_progress_is_a_line_every_ten_seconds(
    capsys: pytest.CaptureFixture[str],
) -> None:
    moments = iter([0.0, 1.0, 10.0, 19.0, 20.0])
    lines = ProgressLines("mutants", lambda: next(moments))
    for done in (1, 2, 3, 4):
        lines.update(done, 9)
    assert capsys.readouterr().err == "mutants: 2 of 9\nmutants: 4 of 9\n"
