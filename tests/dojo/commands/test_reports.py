"""Test that a report replaces only an earlier report."""

import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.mutation.report import refuse_reports, write_report
from tests.dojo.mutation.reports import report


@pytest.mark.parametrize("name", ["mutants.json", "mutants.html"])
def test_a_report_may_be_replaced(name: str, tmp_path: Path):
    write_report(tmp_path / name, report())
    refuse_reports((tmp_path / name,))


@pytest.mark.parametrize("name", ["mutants.json", "mutants.html"])
def test_another_file_is_not_replaced(name: str, tmp_path: Path):
    (tmp_path / name).write_text("mine", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="was not written by the dojo"):
        refuse_reports((tmp_path / name,))


@pytest.mark.parametrize("name", ["report", "report.txt", ".json"])
def test_the_name_of_a_report_says_its_format(name: str, tmp_path: Path):
    with pytest.raises(WrongUsageError, match=r"end in \.html .* or \.json"):
        refuse_reports((tmp_path / name,))
