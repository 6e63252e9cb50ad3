"""A pytest plugin for runs of a person's approval tests.

A test may run again in one process, and no run opens a diff tool.
"""

import sys
from typing import Any

from dojo.inside.approvals import QuietReporter


def pytest_runtest_setup() -> None:
    """Configure approvaltests, and let it forget which files it verified before."""
    if "approvaltests" not in sys.modules:
        return
    # Imported here because most tests do not need it, and it takes long to import.
    from approvaltests.file_approver import FileApprover  # noqa: PLC0415
    from approvaltests.reporters import default_reporter_factory  # noqa: PLC0415

    reporter: Any = QuietReporter()
    default_reporter_factory.set_default_reporter(reporter)
    # Earlier versions keep none.
    getattr(FileApprover, "previous_approved", set()).clear()
