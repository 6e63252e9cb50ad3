"""Fixtures that make the tests of the table cheap."""

from typing import Any

import pytest
from rich.console import RenderableType
from textual._compositor import Compositor

from playing.table import app


@pytest.fixture(autouse=True)
def _patient_computers(monkeypatch: pytest.MonkeyPatch):
    """Keep computer players from going on by themselves."""
    monkeypatch.setattr(app, "COMPUTER_SECONDS", 1000)


@pytest.fixture(autouse=True)
def _paint_on_demand(monkeypatch: pytest.MonkeyPatch):
    """Paint only the screens that a test reads, which saves a third of the time."""
    render_update = Compositor.render_update

    def render_if_full(
        compositor: Compositor,
        full: bool = False,  # noqa: FBT001, FBT002 - textual's signature
        **options: Any,
    ) -> RenderableType | None:
        if full:
            return render_update(compositor, full, **options)
        compositor._dirty_regions.clear()  # noqa: SLF001 - as the method itself does
        return None

    monkeypatch.setattr(Compositor, "render_update", render_if_full)
