"""A pytest plugin that opens no diff tool, even if the person chose one."""

import sys
from typing import Any

from dojo.inside.approvals import QuietReporter


def pytest_runtest_setup() -> None:
    if "approvaltests" not in sys.modules:
        return
    # Imported here because most tests do not need it, and it takes long to import.
    from approvaltests.reporters import default_reporter_factory  # noqa: PLC0415

    reporter: Any = QuietReporter()
    default_reporter_factory.set_default_reporter(reporter)
