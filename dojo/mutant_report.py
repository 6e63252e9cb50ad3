"""`dojo mutants`: the grade of a safety net, and what nobody would miss.

score: the share of the mutants that were noticed, in percent. survivor: a mutant that was not; `explained` when it is
a change of the original tangle that is known to make no difference.
"""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

import click

from dojo import check_log, practice_mutants, survivors
from dojo.check import check_and_log, told
from dojo.check_log import GREEN
from dojo.golden_master import mutmut
from dojo.mutants import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Mutant, mutants_of
from dojo.practice import Practice
from dojo.progress import Progress
from dojo.repository import GitError, Repository
from dojo.way import SCORES, counted
from dojo.workspace import WorkspaceError

FINE, FALLS_SHORT = 0, 1
SHOWN_OF_A_METHOD = 3
NO_TEST_CASE = "could not find any test case for any mutant"


@dataclass(frozen=True)
class Grade:
    """What came of the mutants of a practice: how many were `kept` from before; which survivors are `explained`."""

    mutants: list[Mutant]
    explained: list[Mutant]
    kept: int

    @property
    def killed(self) -> int:
        """Return how many were noticed."""
        outcomes = Counter(mutant.outcome for mutant in self.mutants)
        return outcomes[KILLED] + outcomes[TIMED_OUT]

    @property
    def survivors(self) -> list[Mutant]:
        """Return those that were not, or that never came to an end."""
        return [mutant for mutant in self.mutants if mutant.outcome in (SURVIVED, UNDECIDED)]

    @property
    def score(self) -> float:
        """Return the share of those noticed, in percent; 0.0 when there are none."""
        return 100 * self.killed / len(self.mutants) if self.mutants else 0.0


def grade(practice: Practice, *, limit: float | None, anew: bool, every: bool, as_json: bool) -> int:
    """Test the practice's mutants, and say what survives; return the exit code."""
    if not _green(practice, limit):
        return FALLS_SHORT
    with Progress() as progress:
        progress.tell("mutants")
        kept = _run(practice, progress, anew=anew)
    found = practice_mutants.in_practice(practice, mutants_of(practice_mutants.yard_of(practice), "src"))
    graded = Grade(found, _explained(practice, found), kept)
    _note(practice, graded)
    if as_json:
        click.echo(json.dumps(_as_json(graded), indent=2))
    else:
        for line in _told(graded, every=every):
            click.echo(line)
    return FALLS_SHORT if len(graded.survivors) > len(graded.explained) else FINE


def browse(practice: Practice) -> int:
    """Open mutmut's own browser on the mutants that were tested last; return its exit code."""
    yard = practice_mutants.yard_of(practice)
    if not (yard / "mutants").is_dir():
        message = "There is nothing to browse yet. `dojo mutants` makes mutants first."
        raise WorkspaceError(message)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        message = "The browser needs a terminal. `dojo mutants` lists what survived."
        raise WorkspaceError(message)
    return subprocess.run([*mutmut(), "browse"], cwd=yard, check=False).returncode  # noqa: S603 - the mutmut beside us


def _green(practice: Practice, limit: float | None) -> bool:
    """Tell whether the practice is green as it is now, and if not, say what is red."""
    if _green_last_time(practice):
        return True
    answer, _ = check_and_log(practice, limit)
    if answer.colour == GREEN:
        return True
    click.echo(f"No mutants were made: without any, it is {answer.colour} already.")
    for line in told(practice, answer):
        click.echo(line)
    return False


def _green_last_time(practice: Practice) -> bool:
    """Tell whether the last check saw these very files and what guards them now, and was green."""
    entries = check_log.read(practice.home)
    last = entries[-1] if entries else None
    if last is None or not last.green or last.snapshot is None or last.blind != practice.choices.blind:
        return False
    try:
        return Repository(practice.folder).is_at(last.snapshot)
    except GitError:
        return False


def _run(practice: Practice, progress: Progress, *, anew: bool) -> int:
    try:
        return practice_mutants.run(practice, progress.count, anew=anew)
    except WorkspaceError as error:
        if NO_TEST_CASE not in str(error):
            raise
    message = "Your tests pass, and reach none of your code: nobody would miss anything. Call it in a test."
    raise WorkspaceError(message)


def _explained(practice: Practice, mutants: list[Mutant]) -> list[Mutant]:
    """Return the survivors that change a method of the tangle in a way that is known to make no difference."""
    known = survivors.read_explanations(practice.workspace)
    survived = [mutant for mutant in mutants if mutant.outcome == SURVIVED]
    return [mutant for mutant in survived if known[survivors.entry_of(replace(mutant, path="legacy/yatzy.py"))]]


def _note(practice: Practice, graded: Grade) -> None:
    """Add the score to the practice's own list, for `dojo progress`."""
    try:
        snapshot: str | None = Repository(practice.folder).snapshot("mutants")
    except GitError:
        snapshot = None
    when = datetime.now().astimezone().isoformat(timespec="seconds")
    entry = {"when": when, "snapshot": snapshot, "killed": graded.killed, "made": len(graded.mutants)}
    check_log.append_line(practice.home / SCORES, entry)


def _as_json(graded: Grade) -> dict[str, object]:
    explained = set(map(id, graded.explained))
    return {
        "made": len(graded.mutants),
        "killed": graded.killed,
        "score": round(graded.score, 1),
        "kept": graded.kept,
        "survivors": [
            {
                "path": mutant.path,
                "line": mutant.line,
                "method": mutant.function,
                "removed": mutant.removed,
                "added": mutant.added,
                "reached": mutant.reached,
                "explained": id(mutant) in explained,
            }
            for mutant in graded.survivors
        ],
    }


def _told(graded: Grade, *, every: bool) -> list[str]:
    lines = [_headline(graded)]
    if graded.kept:
        lines.append(f"{graded.kept} of them kept from before, where the method did not change; --anew tests all.")
    explained = set(map(id, graded.explained))
    open_ones = [mutant for mutant in graded.survivors if id(mutant) not in explained]
    for (path, method), group in groupby(open_ones, key=lambda mutant: (mutant.path, mutant.function)):
        lines += ["", *_method(path, method, list(group), every=every)]
    if explained:
        where = f"{survivors.DOCUMENT} says why"
        lines += ["", f"{len(explained)} of the survivors make no difference, so no test can notice them:", where + "."]
    return lines


def _headline(graded: Grade) -> str:
    score = f"score {graded.score:.1f} %: {graded.killed} of {len(graded.mutants)} mutants noticed"
    left = len(graded.survivors)
    return click.style(f"{score}, {left} survived." if left else f"{score}.", bold=True)


def _method(path: str, method: str, survived: list[Mutant], *, every: bool) -> list[str]:
    """Show what nobody would miss in a method."""
    if not any(mutant.reached for mutant in survived):
        return [f"{method}: no test reaches it ({counted(len(survived), 'mutant')}, {path}:{survived[0].line})"]
    lines = [f"{method}: {counted(len(survived), 'mutant')} survived"]
    shown = survived if every else survived[:SHOWN_OF_A_METHOD]
    for mutant in shown:
        lines.append(f"  {path}:{mutant.line}")
        lines += [click.style(f"    {line}", fg="red" if line.startswith("-") else "green") for line in mutant.diff]
    if len(survived) > len(shown):
        lines.append(f"  ... and {len(survived) - len(shown)} more; --all shows them")
    return lines
