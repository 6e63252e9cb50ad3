"""A pytest plugin that lets an approval test run again in one process."""

import sys


def pytest_runtest_setup() -> None:
    """Let approvaltests forget which files it verified before."""
    if "approvaltests" not in sys.modules:
        return
    # Imported here because most tests do not need it, and it takes long to import.
    from approvaltests.file_approver import FileApprover  # noqa: PLC0415

    # Earlier versions keep none.
    getattr(FileApprover, "previous_approved", set()).clear()
