"""What a check relies on: no solution is imported, and the kata stays as it is while the check runs."""

import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from traceback import extract_stack

from dojo.checking.explain import RefusedError, location
from dojo.kata import IMPLEMENTATIONS
from dojo.practice.ignored import files_of
from dojo.practice.model import Practice
from dojo.text import INDENT

REASON = "a practice stands by itself, and cannot use {}/: delete this line"
OF_THE_KATA = ("approved_files", "dojo", "legacy", "refactored", "tests")
CHANGED = f"""{{}}
{INDENT}changed while the check ran: nothing that it says of your code counts
{INDENT}was it you? then check again; if not, your code did it"""


class NoSolutions(MetaPathFinder):
    """Lets nobody import `legacy/` or `refactored/`; an attempt counts, also when the practice goes on after it."""

    def __init__(self, practice: Path) -> None:
        """Guard a practice in this folder."""
        self.practice = practice
        self.attempts: list[str] = []

    def install(self) -> None:
        """Look for modules before anybody else does, from now on."""
        for name in [each for each in sys.modules if each.partition(".")[0] in IMPLEMENTATIONS]:
            del sys.modules[name]
        sys.meta_path.insert(0, self)

    def find_spec(self, name: str, *_: object) -> None:
        """Find nothing; RefusedError for a solution, if the practice has no module of its name."""
        top = name.partition(".")[0]
        if top not in IMPLEMENTATIONS or any((self.practice / own).exists() for own in (top, f"{top}.py")):
            return
        reason = REASON.format(top)
        own = [frame for frame in extract_stack() if Path(frame.filename).is_relative_to(self.practice)]
        for frame in own[-1:]:
            where = location(Path(frame.filename), frame.lineno or 1, frame.name, self.practice)
            self.attempts.append(f"{where}\n{INDENT}{reason}")
        raise RefusedError(reason)


class KataFiles:
    """The files that a check goes by, as they were when it began."""

    def __init__(self, practice: Practice) -> None:
        """Look at the files now."""
        self.practice = practice
        self.before = self._changes()

    def changed(self) -> str:
        """Name a file that is not as it was before, whoever changed it; nothing when there is none."""
        changed = sorted(path for path, _ in self.before.items() ^ self._changes().items())
        return CHANGED.format(self.practice.shown(changed[0])) if changed else ""

    def _changes(self) -> dict[Path, int]:
        """Return when each file was changed."""
        folders = [*(self.practice.workspace / name for name in OF_THE_KATA), self.practice.own_documents]
        files = [path for folder in folders for path in files_of(folder)]
        settings = self.practice.workspace.glob("pyproject.toml")
        return {path: path.stat().st_ctime_ns for path in (*settings, *files)}
