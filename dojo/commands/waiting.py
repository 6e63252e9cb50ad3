"""What a person sees while they wait, on standard error: a moving bar at a terminal, a line now and then elsewhere."""

import sys
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TaskID, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bar

QUARTERS = 4


class Progress:
    """Tells what is going on, and counts."""

    def __init__(self, what: str = "mutants") -> None:
        """Look for a terminal; `what` is counted."""
        self._what = what
        self._console = Console(stderr=True, highlight=False)
        self._bar = Bar(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=self._console,
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task: TaskID | None = None
        self._quarter = 0

    def __enter__(self) -> Self:
        """Start to show."""
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Clear the line."""
        self._bar.stop()

    def tell(self, what: str) -> None:
        """Say what begins now."""
        if self._bar.disable:
            self._console.print(what)
            return
        if self._task is not None:
            self._bar.remove_task(self._task)
        self._task = self._bar.add_task(what, total=None)

    def count(self, done: int, of: int) -> None:
        """Say how far it is, `done` of `of`."""
        quarter = QUARTERS * done // max(of, 1)
        if self._bar.disable and quarter > self._quarter:
            self._console.print(f"{self._what}: {done} of {of}")
        self._quarter = quarter
        if self._task is not None:
            self._bar.update(self._task, description=self._what, completed=done, total=of)
