"""What a check relies on: no solution is imported, and the kata stays as it is while the check runs."""

import sys
from importlib.abc import MetaPathFinder
from pathlib import Path
from traceback import extract_stack

from dojo.checking.explain import RefusedError, location
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.practice.model import Practice, files_of
from dojo.text import INDENT

REASON = "a practice stands by itself, and cannot use {}/: delete this line"
OF_THE_KATA = ("approved_files", "dojo", "legacy", "refactored", "tests")
CHANGED = f"""{{}}
{INDENT}changed while the check ran: nothing that it says of your code counts
{INDENT}was it you? then check again; if not, your code did it"""


class NoSolutions(MetaPathFinder):
    """Lets nobody import `legacy/` or `refactored/`; the first attempt counts, also when the practice goes on after."""

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
        if not self.attempts:  # for a stack takes its time, and a scenario may try it at each of a million calls
            own = [frame for frame in extract_stack() if Path(frame.filename).is_relative_to(self.practice)]
            for frame in own[-1:]:
                where = location(Path(frame.filename), frame.lineno or 1, frame.name, self.practice)
                self.attempts.append(f"{where}\n{INDENT}{reason}")
        raise RefusedError(reason)


def kata_files(practice: Practice) -> dict[Path, int]:
    """Return the files that a check goes by, and when each was changed."""
    folders = [*(practice.workspace / name for name in OF_THE_KATA), practice.own_documents]
    files = [path for folder in folders for path in files_of(folder)]
    settings = practice.workspace.glob("pyproject.toml")
    return {path: path.stat().st_ctime_ns for path in (*settings, *files)}


def changed_file(practice: Practice, before: dict[Path, int]) -> str:
    """Name a file that is not as it was before, whoever changed it; nothing when there is none."""
    changed = sorted(path for path, _ in before.items() ^ kata_files(practice).items())
    return CHANGED.format(practice.shown(changed[0])) if changed else ""
