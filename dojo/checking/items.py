"""The scenarios of the golden master as pytest sees them: below `golden_master.md` of the practice.

So an editor shows them, from whichever folder pytest was started; and no fixture of the person's own reaches them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dojo.checking.scenarios import GoldenMaster, Scenario
from dojo.checking.subject import Subject
from dojo.errors import WorkspaceError
from dojo.practice.model import GOLDEN_MASTER

NOT_LOADED = "the practice does not load"


class GoldenMasterFile(pytest.File):
    """The file that all scenarios seem to be in."""

    golden_master: GoldenMaster
    subject: Subject

    @classmethod
    def below(cls, folder: pytest.Collector, golden_master: GoldenMaster, subject: Subject) -> "GoldenMasterFile":
        """Return the one in the folder of a practice."""
        file: GoldenMasterFile = cls.from_parent(folder, path=folder.path / GOLDEN_MASTER)
        file.golden_master, file.subject = golden_master, subject
        return file

    def collect(self) -> Iterator[pytest.Collector]:
        """Return a collector for each file of scenarios; where the code does not load, nothing else is run."""
        try:
            given = self.subject.given(self.golden_master)
        except WorkspaceError as error:
            self.session.shouldstop = NOT_LOADED
            raise self.CollectError(error.message) from None
        for name, scenarios in self.golden_master.scenarios.items():
            file: ScenarioFile = ScenarioFile.from_parent(self, name=name)
            file.items = [ScenarioItem.of(file, scenario, given, self.subject) for scenario in scenarios]
            yield file


class ScenarioFile(pytest.Collector):
    """A file of scenarios."""

    items: list["ScenarioItem"]

    def collect(self) -> list["ScenarioItem"]:
        """Return its scenarios."""
        return self.items


class ScenarioItem(pytest.Item):
    """A scenario, and what it is given."""

    scenario: Scenario
    given: dict[str, object]
    subject: Subject

    @classmethod
    def of(cls, file: ScenarioFile, scenario: Scenario, given: dict[str, Any], subject: Subject) -> "ScenarioItem":
        """Return the item of a scenario."""
        item: ScenarioItem = cls.from_parent(file, name=scenario.name)
        item.scenario, item.given, item.subject = scenario, given, subject
        return item

    def runtest(self) -> None:
        """Run it."""
        self.scenario.run(**self.given)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException]) -> str:  # type: ignore[override]
        """Say what failed, in the words of a check; of many differences, the first."""
        if hasattr(excinfo.value, "differences"):
            return str(excinfo.value)
        return "\n".join(self.subject.words(excinfo.value, self.name))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Say where it seems to be."""
        return self.path, 0, self.name
