"""The scenarios of the golden master as pytest sees them: below `golden_master.md` of the practice.

So an editor shows them, from whichever folder pytest was started; and no fixture of the person's own reaches them.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from dojo.checking.scenarios import GoldenMaster, Scenario
from dojo.practice.model import GOLDEN_MASTER


class Subject(Protocol):
    """Whose scenarios they are."""

    def given(self, golden_master: GoldenMaster) -> dict[str, object]:
        """Return what scenarios need: the class, and what compares documents; CollectError where there is no class."""

    def words(self, error: BaseException, test: str) -> list[str]:
        """Say what failed, each in a few lines."""


class GoldenMasterFile(pytest.File):
    """The file that all scenarios seem to be in."""

    def __init__(self, *, golden_master: GoldenMaster, subject: Subject, **others: Any) -> None:  # noqa: ANN401 - pytest's own
        """Hold the scenarios."""
        super().__init__(**others)
        self.golden_master, self.subject = golden_master, subject

    @classmethod
    def below(cls, folder: pytest.Collector, golden_master: GoldenMaster, subject: Subject) -> "GoldenMasterFile":
        """Return the one in the folder of a practice."""
        path = folder.path / GOLDEN_MASTER
        return cls.from_parent(folder, path=path, golden_master=golden_master, subject=subject)

    def collect(self) -> Iterator[pytest.Collector]:
        """Return a collector for each file of scenarios."""
        given = self.subject.given(self.golden_master)
        for name, scenarios in self.golden_master.scenarios.items():
            items = [(scenario, given, self.subject) for scenario in scenarios]
            yield ScenarioFile.from_parent(self, name=name, items=items)


class ScenarioFile(pytest.Collector):
    """A file of scenarios."""

    def __init__(self, *, items: list[tuple[Scenario, dict[str, object], Subject]], **others: Any) -> None:  # noqa: ANN401 - pytest's own
        """Hold its scenarios."""
        super().__init__(**others)
        self.items = items

    def collect(self) -> Iterator[pytest.Item]:
        """Return its scenarios."""
        for scenario, given, subject in self.items:
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario, given=given, subject=subject)


class ScenarioItem(pytest.Item):
    """A scenario."""

    def __init__(self, *, scenario: Scenario, given: dict[str, object], subject: Subject, **others: Any) -> None:  # noqa: ANN401 - pytest's own
        """Hold a scenario, and what it is given."""
        super().__init__(**others)
        self.scenario, self.given, self.subject = scenario, given, subject

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
