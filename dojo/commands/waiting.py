"""What a person sees while they wait, on standard error: a moving bar at a terminal, a line now and then elsewhere."""

import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

QUARTERS = 4


class Waiting(Progress):
    """Tells what is going on, and counts; at a terminal, the bar goes when it is over."""

    def __init__(self, what: str = "mutants") -> None:
        """Look for a terminal; `what` is counted."""
        console = Console(stderr=True, highlight=False)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        super().__init__(*columns, console=console, transient=True, disable=not sys.stderr.isatty())
        self._what = what
        self._quarter = 0

    def tell(self, what: str) -> None:
        """Say what begins now."""
        if self.disable:
            self.console.print(what)
            return
        for task in self.task_ids:
            self.remove_task(task)
        self.add_task(what, total=None)

    def count(self, done: int, of: int) -> None:
        """Say how far it is, `done` of `of`."""
        quarter = QUARTERS * done // max(of, 1)
        if self.disable and quarter > self._quarter:
            self.console.print(f"{self._what}: {done} of {of}")
        self._quarter = quarter
        for task in self.task_ids:
            self.update(task, description=self._what, completed=done, total=of)
