"""What a person sees while they wait, on standard error: a moving bar at a terminal, a line now and then elsewhere."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn


class Waiting(Progress):
    """Tells what is going on, and counts; at a terminal, the bar goes when it is over."""

    def __init__(self, what: str = "mutants") -> None:
        """Look for a terminal; `what` is counted."""
        console = Console(stderr=True, highlight=False)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        super().__init__(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
        self._what, self._quarter = what, 0
        self._task = self.add_task("", total=None)

    def tell(self, what: str) -> None:
        """Say what begins now."""
        if self.disable:
            self.console.print(what)
        self.reset(self._task, description=what)

    def count(self, done: int, of: int) -> None:
        """Say how far it is, `done` of `of`."""
        quarter = 4 * done // max(of, 1)
        if self.disable and quarter > self._quarter:
            self.console.print(f"{self._what}: {done} of {of}")
        self._quarter = quarter
        self.update(self._task, description=self._what, completed=done, total=of)
