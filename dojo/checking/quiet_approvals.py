"""A pytest plugin for the mutants of a person's own approval tests.

received file: what a test gave. approvaltests names it after the test alone, so that two mutants, tested at the same
time, would compare each other's; here it is named after the process as well. A test that runs again in a process is no
reason to call it twice verified, and no mutant opens a diff tool.
"""

import os
import sys


def pytest_runtest_setup() -> None:
    """Change approvaltests, if the tests have imported it, and let it forget which files were verified before."""
    if "approvaltests" not in sys.modules:
        return
    from approvaltests import set_default_reporter  # noqa: PLC0415 - only if the tests did
    from approvaltests.file_approver import FileApprover  # noqa: PLC0415 - likewise
    from approvaltests.namer.namer_base import NamerBase  # noqa: PLC0415 - likewise
    from approvaltests.reporters.report_quietly import ReportQuietly  # noqa: PLC0415 - likewise

    def received(namer: NamerBase) -> str:
        return f"{namer.get_basename()}.{os.getpid()}.received{namer.extension_with_dot}"

    setattr(NamerBase, "get_received_filename", received)  # noqa: B010 - it is a change of somebody else's class
    set_default_reporter(ReportQuietly())
    FileApprover.previous_approved.clear()
