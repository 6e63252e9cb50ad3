"""Grade the tests of the tool with mutants: `python -m tests.dojo.mutants [MODULE...]`.

It makes mutants of the modules of `dojo/` and `playing/` that compute without a process or a
screen. Only the rules may kill them: for `dojo/room/rows.py`, the files
`tests/dojo/room/test_rows*.py`, together with those of the other graded modules of that folder. A
mutant that changes nothing but the letters of a string is counted as text: stories and pages show
most texts.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from dojo.mutation.kept import ResultFiles, mutants_of
from dojo.mutation.project import Project
from dojo.mutation.results import SURVIVING, TIMED_OUT, Mutant
from dojo.mutation.run import update_results

WORKSPACE = Path(__file__).resolve().parents[2]
# The modules of a line are in one folder, and share their rules.
MODULES = """
dojo/diffs.py
dojo/kata/hints.py
dojo/mutation/results.py dojo/mutation/grade.py
dojo/mutation/annotations.py
dojo/practice/events.py dojo/practice/history.py
dojo/progress/measures.py dojo/progress/steps.py dojo/progress/timeline.py
dojo/room/rows.py dojo/room/comparison.py
playing/games/tournament.py
"""
LOWEST_SCORE = 75  # percent, of a module
LOWEST_TOTAL = 85  # percent
# The plugin lets the tests import dojo/ from the copy, and not from where the worker runs.
CHECK = json.dumps(
    {
        "title": "",
        "parent": "",
        "outcome_file": "",
        "limit": None,
        "tests": [],
        "original": "",
        "originals": "",
    }
)
# The folders and files that the rules need.
NEEDED = (
    *("dojo", "playing", "legacy", "refactored", "tests", "approved_files", "worked", "docs"),
    *("KATA.md", "kata.toml"),
)


def rules_of(modules: list[str]) -> list[str]:
    """Return the files of tests that are named after these modules."""
    found: list[Path] = []
    for module in modules:
        path = WORKSPACE / "tests" / module
        found += path.parent.glob(f"test_{path.stem}*.py")
    if not found:
        raise click.UsageError(f"No test is named after {' or '.join(modules)}.")
    return [path.relative_to(WORKSPACE).as_posix() for path in found]


def run_mutants(modules: list[str], tests: list[str]) -> list[Mutant]:
    """Return the mutants of some modules, as these tests grade them."""
    with TemporaryDirectory(prefix="dojo-graded-") as folder:
        project = Project(
            files={name: WORKSPACE / name for name in (*NEEDED, "pyproject.toml", "README.md")},
            start="",
            arguments=["-q", "-p", "dojo.inside.check", f"--dojo-check={CHECK}", *tests],
            sources=modules,
            root="",
            results=ResultFiles(Path(folder)),
        )
        kept, _ = update_results(project, lambda _done, _of: None)
        return mutants_of(kept)


def is_text(mutant: Mutant) -> bool:
    """Return whether only a string changed: XX is written around it, or its case changes."""
    return letters(mutant.removed) == letters(mutant.added)


def letters(lines: tuple[str, ...]) -> str:
    return "".join(lines).replace("XX", "").casefold()


def survivors_of(mutants: list[Mutant]) -> list[Mutant]:
    return [mutant for mutant in mutants if mutant.status in SURVIVING]


def percent(mutants: list[Mutant]) -> float:
    survived = len(survivors_of(mutants))
    return 100 - 100 * survived / max(1, len(mutants))


def grade(name: str, mutants: list[Mutant], lowest: float) -> bool:
    """Show the scores of some mutants. Returns whether enough are killed."""
    texts = [mutant for mutant in mutants if is_text(mutant)]
    others = [mutant for mutant in mutants if not is_text(mutant)]
    late = [mutant for mutant in others if mutant.status == TIMED_OUT]
    click.echo(
        f"{name:28} {percent(others):5.1f} % of {len(others):5}"
        f"   texts {percent(texts):5.1f} % of {len(texts):4}   {len(late):3} timed out"
    )
    return percent(others) >= lowest


def show_survivors(mutants: list[Mutant]):
    for mutant in survivors_of(mutants):
        if not is_text(mutant):
            click.echo("\n".join([f"{mutant.place} {mutant.function}", *mutant.diff, ""]))


@click.command
@click.argument("modules", nargs=-1)
@click.option("--survivors", is_flag=True, help="Show the mutants that no rule noticed.")
def main(modules: tuple[str, ...], *, survivors: bool):
    """Grade the rules of the tool: mutants of its computing modules, killed by its own tests.

    MODULES are paths such as dojo/room/rows.py; without one, all that compute are graded.
    """
    passed = True
    all_mutants: list[Mutant] = []
    for line in MODULES.split("\n"):
        paths = [path for path in line.split() if not modules or path in modules]
        if not paths:
            continue
        tests = rules_of(paths)
        click.echo(f"{' '.join(tests)} ...", err=True)
        mutants = run_mutants(paths, tests)
        for path in paths:
            own = [mutant for mutant in mutants if mutant.path == path]
            passed &= grade(path, own, LOWEST_SCORE)
            if survivors:
                show_survivors(own)
        all_mutants += mutants
    passed &= grade("in all", all_mutants, LOWEST_TOTAL)
    sys.exit(int(not passed))


if __name__ == "__main__":
    main()
