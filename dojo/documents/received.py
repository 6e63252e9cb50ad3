"""Keeping the received file of a document that differs, with approvaltests."""

import os
from pathlib import Path

from approvaltests import verify
from approvaltests.approval_exception import ApprovalException
from approvaltests.core.namer import Namer
from approvaltests.core.options import Options
from approvaltests.file_approver import FileApprover
from approvaltests.reporters.environment_variable_reporter import EnvironmentVariableReporter
from approvaltests.reporters.first_working_reporter import FirstWorkingReporter
from approvaltests.reporters.report_quietly import ReportQuietly


class SharedNamer(Namer):
    """Names the files of a document. A received file has the number of the process.

    Implementations are tested in parallel: processes that share a path would mix up their
    documents.
    """

    def __init__(self, approved: Path, received: Path) -> None:
        self.approved = approved
        self.received = received.with_suffix(f".{os.getpid()}{received.suffix}")

    def get_approved_filename(self) -> str:
        return str(self.approved)

    def get_received_filename(self) -> str:
        return str(self.received)


def keep_received(text: str, approved: Path, received: Path) -> None:
    """Write the received file of a document that differs, and show it in the person's diff tool."""
    # All implementations share the approved files, so each file is verified more than once.
    FileApprover.add_allowed_duplicates(lambda path: Path(path) == approved)
    namer = SharedNamer(approved, received)
    # approvaltests opens a diff tool only if APPROVAL_TESTS_USE_REPORTER names one.
    reporter = FirstWorkingReporter(EnvironmentVariableReporter(), ReportQuietly())
    options = Options().with_namer(namer).with_reporter(reporter)
    try:
        verify(text, options=options, newline="\n")
    except ApprovalException:
        namer.received.replace(received)
