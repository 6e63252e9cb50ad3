"""What a screen looks like, as documents that somebody has looked at; to approve one, rename the received file.

looks: the documents of one screen, of the table or of the board; the name of a screen stands in that of its test.
"""

from collections.abc import Callable

import pytest
from approvaltests import Options, verify
from approvaltests.reporters.report_quietly import ReportQuietly

from tests.dojo.printed import APPROVED
from tests.golden_master.approval import Places, SharedNamer

Verify = Callable[[str, str, str], None]


@pytest.fixture
def verify_looks(request: pytest.FixtureRequest) -> Verify:
    """Give the function that compares a text, of a name and a suffix, with the approved one."""
    screen = request.path.stem.split("_")[1]

    def compare(name: str, suffix: str, text: str) -> None:
        names = SharedNamer(name, screen, Places((APPROVED,), APPROVED), suffix)
        verify(text, options=Options().with_namer(names).with_reporter(ReportQuietly()), newline="\n")

    return compare
