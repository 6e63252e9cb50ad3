"""A pytest plugin for runs of a person's approval tests in several processes.

approvaltests names a received file after the test alone. Two mutants that are tested at the same
time would compare each other's file, so this plugin adds the process to the name. A test may also
run again in one process, and no run opens a diff tool.
"""

import os
import sys
from typing import Any

from dojo.inside.approvals import QuietReporter


def pytest_runtest_setup() -> None:
    """Configure approvaltests, and let it forget which files it verified before."""
    if "approvaltests" not in sys.modules:
        return
    # Imported here because most tests do not need it, and it takes long to import.
    from approvaltests.file_approver import FileApprover  # noqa: PLC0415
    from approvaltests.namer.namer_base import NamerBase  # noqa: PLC0415
    from approvaltests.reporters import default_reporter_factory  # noqa: PLC0415

    def get_received_filename(namer: NamerBase, base: str | None = None) -> str:
        name = base or namer.get_basename()
        return f"{name}.{os.getpid()}.received{namer.extension_with_dot}"

    # setattr, because mypy does not let us assign to a method.
    setattr(NamerBase, "get_received_filename", get_received_filename)  # noqa: B010
    reporter: Any = QuietReporter()
    default_reporter_factory.set_default_reporter(reporter)
    # Earlier versions keep none.
    getattr(FileApprover, "previous_approved", set()).clear()
