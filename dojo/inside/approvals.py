"""A pytest plugin that keeps approvaltests from opening windows."""

import os
import sys
from typing import Any


class QuietReporter:
    """Reports nothing. approvaltests has one of its own only in its later versions."""

    def report(self, _received_path: str, _approved_path: str) -> bool:
        return True  # it has worked


class ApprovalReporter:
    """Chooses the reporter of approval tests, unless the person did.

    The default reporter of approvaltests opens windows, or calls `diff` with the received file
    before the approved one. `quiet`: the command that started the run shows the difference.
    """

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"

    def pytest_runtest_setup(self) -> None:
        """Choose the reporter before a test, as soon as something has imported approvaltests."""
        if "approvaltests" not in sys.modules:
            return
        # Imported here because most tests do not need it, and it takes long to import.
        from approvaltests.reporters import default_reporter_factory  # noqa: PLC0415

        # Its versions have different names for the attribute.
        chosen = vars(default_reporter_factory.DEFAULT_REPORTER).values()
        if not any(chosen):
            default_reporter_factory.set_default_reporter(self._reporter())

    def _reporter(self) -> Any:  # noqa: ANN401 - a type of approvaltests
        """Return a reporter that shows nothing, or the difference as text.

        An environment variable of approvaltests can name another one.
        """
        if self.quiet:
            return QuietReporter()
        from approvaltests import reporters  # noqa: PLC0415 - likewise

        choices = reporters.EnvironmentVariableReporter(), reporters.PythonNativeReporter()
        return reporters.FirstWorkingReporter(*choices)
