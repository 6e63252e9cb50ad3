"""What makes the tests of the table cheap."""

from typing import Any

import pytest
from rich.console import RenderableType
from textual._compositor import Compositor

from dojo.table import app


@pytest.fixture(autouse=True)
def _patient_computers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no computer player take a step by itself while a test looks at a table."""
    monkeypatch.setattr(app, "STEP_SECONDS", 1000)


@pytest.fixture(autouse=True)
def _painted_when_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lay out each change and paint none: what a test looks at is painted then, and a third of the time is saved."""
    paint = Compositor.render_update

    def paint_whole_pictures(self: Compositor, full: bool = False, **options: Any) -> RenderableType | None:  # noqa: FBT001, FBT002 - as textual calls it
        if full:
            return paint(self, full, **options)
        self._dirty_regions.clear()
        return None

    monkeypatch.setattr(Compositor, "render_update", paint_whole_pictures)
