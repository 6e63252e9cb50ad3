"""Test the command line: the list of commands, exit codes, and errors."""

import errno
from importlib.metadata import version
from pathlib import Path

import pygit2
import pytest
from click import Context
from click.testing import CliRunner, Result

from dojo.cli import ProgressLines
from dojo.error_log import report_unexpected
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.main import COMMANDS, FIRST_GROUP, GROUPS, main
from dojo.practice.model import Practice
from tests.dojo.small_kata import SmallKata

FULL_DISK = OSError(errno.ENOSPC, "No space left on device", "x")


@pytest.mark.parametrize(("name", "summary"), COMMANDS.items())
def test_the_list_of_commands_has_the_summary_of_each(name: str, summary: str):
    _, command, _ = main.resolve_command(Context(main, **main.context_settings), [name])
    assert command is not None
    assert command.get_short_help_str(len(summary)) == summary


def test_the_first_group_has_at_most_eight_commands():
    assert len(GROUPS[FIRST_GROUP]) <= 8


# Errors.


def run_failing(command: str, error: BaseException, monkeypatch: pytest.MonkeyPatch) -> Result:
    """Run a command that raises an error at once."""

    def find_workspace() -> Path:
        raise error

    monkeypatch.setattr(f"dojo.commands.{command}.find_workspace", find_workspace)
    return CliRunner().invoke(main, [command])


@pytest.mark.parametrize(
    ("command", "error", "exit_code"),
    [
        ("compare", WorkspaceError("No."), 1),
        ("compare", WrongUsageError("No."), 2),
        ("compare", KeyError("a bug"), 1),
        ("compare", KeyboardInterrupt(), 130),
        ("verify", WorkspaceError("No."), 3),
        ("verify", WrongUsageError("No."), 2),
        ("verify", FULL_DISK, 3),
        ("verify", KeyError("a bug"), 3),
    ],
)
def test_each_kind_of_error_has_its_exit_code(
    command: str, error: BaseException, exit_code: int, monkeypatch: pytest.MonkeyPatch
):
    assert run_failing(command, error, monkeypatch).exit_code == exit_code


def test_without_a_command_it_says_how_to_begin_with_code_of_ones_own():
    shown = CliRunner().invoke(main).output
    assert "`dojo start --here`" in shown
    assert "`dojo record -- PROGRAM`" in shown


def test_the_version_is_that_of_the_package():
    shown = CliRunner().invoke(main, ["--version"]).output
    assert shown.endswith(f" {version('yatzy-dojo')}\n")


def test_a_full_disk_names_the_file(monkeypatch: pytest.MonkeyPatch):
    done = run_failing("compare", FULL_DISK, monkeypatch)
    assert done.stderr.startswith("Error: No space left on device: x\nThe command did not finish.")


def test_a_closed_pipe_is_no_error(monkeypatch: pytest.MonkeyPatch):
    closed = BrokenPipeError(errno.EPIPE, "Broken pipe")
    assert run_failing("compare", closed, monkeypatch).output == ""


@pytest.fixture
def bug(practice: Practice, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Report a bug in a practice, and return its log."""
    monkeypatch.chdir(practice.workspace)
    pygit2.init_repository(practice.workspace).remotes.create("origin", "https://host/kata")
    return practice.state_directory / "error.log"


def test_an_unexpected_error_says_where_to_report_it(bug: Path):
    message = report_unexpected(KeyError("nobody")).message
    assert f"traceback: {bug}\n" in message
    assert "report the error as an issue at https://host/kata, with the log." in message


def test_the_log_of_an_unexpected_error_helps_to_find_the_bug(bug: Path):
    try:
        {}["nobody"]
    except KeyError as error:
        report_unexpected(error)
    log = bug.read_text(encoding="utf-8")
    assert '{}["nobody"]' in log
    assert f"pytest {pytest.__version__}\n" in log


def progress_at(moments: list[float], done: list[int], total: int):
    """Update progress at these moments, from 0.0 on."""
    clock = iter([0.0, *moments])
    lines = ProgressLines("mutants", lambda: next(clock))
    for number in done:
        lines.update(number, total)


def test_off_a_terminal_progress_is_a_line_every_ten_seconds(
    capsys: pytest.CaptureFixture[str],
):
    progress_at([1.0, 10.0, 19.0, 20.0], [1, 2, 3, 4], 9)
    assert capsys.readouterr().err == "mutants: 2 of 9\nmutants: 4 of 9\n"


def test_an_estimate_is_printed_as_soon_as_it_is_known(capsys: pytest.CaptureFixture[str]):
    progress_at([2.0, 6.9, 7.0, 8.0], [300, 399, 400, 420], 4000)
    assert capsys.readouterr().err == "mutants: 400 of 4000, about 3 min left\n"


def test_an_estimate_is_brought_up_to_date(capsys: pytest.CaptureFixture[str]):
    progress_at([2.0, 7.0, 17.0], [0, 100, 400], 460)
    shown = "mutants: 100 of 460, about 20 s left\nmutants: 400 of 460, about 10 s left\n"
    assert capsys.readouterr().err == shown


def test_a_short_rest_is_not_announced(capsys: pytest.CaptureFixture[str]):
    progress_at([2.0, 7.0], [0, 100], 110)
    assert capsys.readouterr().err == ""


def test_a_command_that_runs_no_test_loads_no_pytest(kata: SmallKata):
    code = "import sys, dojo.commands.check; print('pytest' in sys.modules)"
    assert kata.run("-c", code).stdout == "False\n"
