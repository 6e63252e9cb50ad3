"""The files of a report: whose they are, and that nobody else's is replaced."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.mutation.report_files import refuse_reports, write_report
from tests.dojo.mutation.reports import report


@pytest.mark.parametrize("name", ["mutants.json", "mutants.html"])
def test_a_report_is_written_again_and_nothing_else_is_replaced(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    write_report(path, report())
    first = path.read_bytes()
    refuse_reports((path,))
    write_report(path, report())
    assert path.read_bytes() == first
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not written by the dojo"):
        refuse_reports((path,))


@pytest.mark.parametrize("name", ["report", "report.txt", ".json"])
def test_a_name_says_which_form_is_meant(name: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUsageError, match=r"end in \.html .* or \.json"):
        refuse_reports((tmp_path / name,))
