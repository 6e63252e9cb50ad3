"""Grade the tests of the tool with mutmut: `python -m tests.dojo.mutants [MODULE...]`.

It makes mutants of the modules of `dojo/` that compute without a process or a screen. Only the
rules may kill them: for `dojo/room/rows.py`, the files `tests/dojo/room/test_rows*.py`, together
with those of the other graded modules of that folder. A mutant that changes nothing but the letters
of a string is counted as text: stories and pages show most texts.

mutmut reads its settings from `pyproject.toml`, so it works in a copy with settings of its own.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from dojo.mutation.results import SURVIVING, TIMED_OUT, Mutant, mutants_of
from dojo.processes import python_environment

WORKSPACE = Path(__file__).resolve().parents[2]
MODULES = {
    "checking": ["reports"],
    "games": ["tournament"],
    "kata": ["hints"],
    "mutation": ["results", "grade"],
    "practice": ["events", "history"],
    "progress": ["measures", "steps", "timeline"],
    "room": ["rows", "comparison"],
}
LOWEST_SCORE = 75  # percent, of a module
LOWEST_TOTAL = 85  # percent
SETTINGS_OF_MUTMUT = re.compile(r"^\[tool\.mutmut\]$.*?(?=^\[)", re.MULTILINE | re.DOTALL)
SETTINGS = """\
[tool.mutmut]
source_paths = ["dojo"]
only_mutate = {modules}
also_copy = {also_copy}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:randomly", "-p", "no:xdist"]

"""


def copy_workspace(target: Path):
    """Copy the files that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.check_output(command, cwd=WORKSPACE, text=True)  # noqa: S603 - our command
    for name in listing.split("\0"):
        source = WORKSPACE / name
        if source.is_file():
            copy = target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)


def write_settings(copy: Path, modules: list[str], tests: list[str]):
    names = [path.name for path in copy.iterdir() if path.name not in ("dojo", "tests")]
    settings = SETTINGS.format(modules=modules, also_copy=sorted(names), tests=tests)
    file = copy / "pyproject.toml"
    text = file.read_text(encoding="utf-8")
    changed = SETTINGS_OF_MUTMUT.sub(lambda _: settings, text)
    file.write_text(changed, encoding="utf-8")


def is_text(mutant: Mutant) -> bool:
    """Return whether mutmut changed only a string: it writes XX around it, or changes its case."""
    return letters(mutant.removed) == letters(mutant.added)


def letters(lines: tuple[str, ...]) -> str:
    return "".join(lines).replace("XX", "").casefold()


def is_killed(mutant: Mutant) -> bool:
    return mutant.status not in SURVIVING


def run_mutmut(copy: Path, modules: list[str], tests: list[str]) -> list[Mutant]:
    """Return the mutants of some modules, as these tests grade them."""
    shutil.rmtree(copy / "mutants", ignore_errors=True)
    write_settings(copy, modules, tests)
    command = [sys.executable, "-m", "mutmut", "run"]
    environment = python_environment()
    del environment["PYTHONPATH"]  # otherwise, tests would import the code without mutants
    with (copy / "mutmut.log").open("w", encoding="utf-8") as log:
        done = subprocess.run(  # noqa: S603 - our command
            command, cwd=copy, env=environment, stdout=log, stderr=log, check=False
        )
    if done.returncode != 0:
        sys.exit("\n".join((copy / "mutmut.log").read_text().splitlines()[-30:]))
    sources = {}
    for module in modules:
        name = module.removeprefix("dojo/")
        sources[name] = (copy / module).read_text(encoding="utf-8")
    return mutants_of(copy / "mutants" / "dojo", sources, "dojo")


def percent(mutants: list[Mutant]) -> float:
    killed = sum(is_killed(mutant) for mutant in mutants)
    return 100 * killed / max(1, len(mutants))


def row(name: str, others: list[Mutant], texts: list[Mutant]) -> str:
    timed_out = sum(mutant.status == TIMED_OUT for mutant in others)
    return (
        f"{name:28} {percent(others):5.1f} % of {len(others):5}"
        f"   texts {percent(texts):5.1f} % of {len(texts):4}   {timed_out:3} timed out"
    )


def show_survivors(mutants: list[Mutant]):
    for mutant in mutants:
        if not is_killed(mutant):
            click.echo("\n".join([f"{mutant.place} {mutant.function}", *mutant.diff, ""]))


def rules_of(modules: list[str]) -> list[str]:
    """Return the files of tests that are named after these modules."""
    found: list[Path] = []
    for module in modules:
        path = WORKSPACE / "tests" / module
        found += path.parent.glob(f"test_{path.stem}*.py")
    return [path.relative_to(WORKSPACE).as_posix() for path in found]


def chosen_modules(chosen: Sequence[str]) -> list[list[str]]:
    """Return the modules to grade, by folder: the modules of a folder share their rules."""
    folders = [["dojo/diffs.py"]]
    for folder, names in MODULES.items():
        folders.append([f"dojo/{folder}/{name}.py" for name in names])
    if not chosen:
        return folders
    parts = [[path for path in paths if path in chosen] for paths in folders]
    return [paths for paths in parts if paths]


@click.command
@click.argument("modules", nargs=-1)
@click.option("--survivors", is_flag=True, help="Show the mutants that no rule noticed.")
def main(modules: tuple[str, ...], *, survivors: bool):
    """Grade the rules of the tool: mutants of its computing modules, killed by its own tests.

    MODULES are paths such as dojo/room/rows.py; without one, all that compute are graded.
    """
    failed = False
    all_others: list[Mutant] = []
    all_texts: list[Mutant] = []
    with TemporaryDirectory(prefix="dojo-graded-") as folder:
        copy = Path(folder)
        copy_workspace(copy)
        for paths in chosen_modules(modules):
            tests = rules_of(paths)
            if not tests:
                raise click.UsageError(f"No test is named after {' or '.join(paths)}.")
            click.echo(f"{' '.join(tests)} ...", err=True)
            mutants = run_mutmut(copy, paths, tests)
            for path in paths:
                own = [mutant for mutant in mutants if mutant.path == path]
                others = [mutant for mutant in own if not is_text(mutant)]
                texts = [mutant for mutant in own if is_text(mutant)]
                click.echo(row(path, others, texts))
                if survivors:
                    show_survivors(others)
                failed |= percent(others) < LOWEST_SCORE
                all_others += others
                all_texts += texts
    click.echo(row("in all", all_others, all_texts))
    failed |= percent(all_others) < LOWEST_TOTAL
    sys.exit(int(failed))


if __name__ == "__main__":
    main()
