"""What a screen looks like, as documents that somebody has looked at and approved.

looks: the documents of one screen, of the table or of the board; the name of a screen stands in that of its test.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from approvaltests import Options, verify
from approvaltests.reporters.report_quietly import ReportQuietly

from tests.dojo.printed import APPROVED
from tests.golden_master.approval import Places, SharedNamer

Verify = Callable[[str, str, str], None]


@pytest.fixture
def verify_looks(request: pytest.FixtureRequest) -> Verify:
    """Give the function that compares a text, of a name and a suffix, with the approved one."""
    folder, screen = request.config.getoption("--received-to"), request.path.stem.split("_")[1]

    def compare(name: str, suffix: str, text: str) -> None:
        if folder is not None:
            (Path(folder) / f"{name}.approved.{suffix}").write_text(text, encoding="utf-8", newline="\n")
            return
        names = SharedNamer(name, screen, Places((APPROVED,), APPROVED), suffix)
        assert names.approved.exists(), f"it is missing: `dojo approve {screen}` writes it"
        verify(text, options=Options().with_namer(names).with_reporter(ReportQuietly()), newline="\n")

    return compare
