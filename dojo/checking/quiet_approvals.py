"""A pytest plugin for runs of a person's approval tests in several processes.

approvaltests names a received file after the test alone. Two mutants that are tested at the same
time would compare each other's file, so this plugin adds the process to the name. A test may also
run again in one process, and no run opens a diff tool.
"""

import os
import sys


def pytest_runtest_setup() -> None:
    """Configure approvaltests, and let it forget which files it verified before."""
    if "approvaltests" not in sys.modules:
        return
    # Imported here because most tests do not need it, and it takes long to import.
    from approvaltests import set_default_reporter  # noqa: PLC0415
    from approvaltests.file_approver import FileApprover  # noqa: PLC0415
    from approvaltests.namer.namer_base import NamerBase  # noqa: PLC0415
    from approvaltests.reporters.report_quietly import ReportQuietly  # noqa: PLC0415

    def get_received_filename(namer: NamerBase) -> str:
        return f"{namer.get_basename()}.{os.getpid()}.received{namer.extension_with_dot}"

    # setattr, because mypy does not let us assign to a method.
    setattr(NamerBase, "get_received_filename", get_received_filename)  # noqa: B010
    set_default_reporter(ReportQuietly())
    FileApprover.previous_approved.clear()
