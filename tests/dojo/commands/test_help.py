"""Help: every command that the documents name exists, and says what it does."""

import re

import pytest
from click import Context
from click.testing import CliRunner

from dojo.commands import main
from dojo.commands.group import COMMANDS
from tests.dojo.commands.documents import DOCUMENTS, FENCE, SPAN, code_in, text_of

NAMED = re.compile(r"\bdojo (\w+)((?: --[\w-]+)*)")


def named_commands() -> set[tuple[str, str]]:
    spans = (span for name in DOCUMENTS for span in [*code_in(name, ""), *SPAN.findall(FENCE.sub("", text_of(name)))])
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


def test_the_list_of_commands_is_there_where_none_of_them_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dojo.commands.group.import_module", None)
    shown = CliRunner().invoke(main, ["--help"])
    assert (shown.exit_code, shown.output.count("\n  verify ")) == (0, 1)
