"""Grade the tests of the tool with mutmut: `python -m tests.dojo.mutants [MODULE...]`.

It makes mutants of the modules of `dojo/` that compute without a process or a screen. Only the
rules in the folder of the same name below `tests/dojo/` may kill them. A mutant that changes
nothing but the letters of a string is counted as text: stories and pages show most texts.

mutmut reads its settings from `pyproject.toml`, so it works in a copy with settings of its own.
"""

import re
import shutil
import subprocess
import sys
from collections import defaultdict
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
IN_PROCESSES = "test_external_players.py"  # they would run the code without mutants
SHARED = "diffs"  # a module that is in no folder
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


def copy_workspace(target: Path) -> None:
    """Copy the files that git knows or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.check_output(command, cwd=WORKSPACE, text=True)  # noqa: S603 - our command
    for name in listing.split("\0"):
        source = WORKSPACE / name
        if source.is_file():
            copy = target / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)


def rules_in(path: Path) -> list[str]:
    """Return the files below a path that have rules, and no documents."""
    found = []
    for file in sorted({path, *path.rglob("test_*.py")}):
        if file.is_file() and file.name != IN_PROCESSES:
            text = file.read_text(encoding="utf-8")
            if "verify_document" not in text:
                found.append(file.relative_to(WORKSPACE).as_posix())
    return found


def write_settings(copy: Path, modules: list[str], tests: list[str]) -> None:
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


def show_survivors(mutants: list[Mutant]) -> None:
    for mutant in mutants:
        if not is_killed(mutant):
            click.echo("\n".join([f"{mutant.place} {mutant.function}", *mutant.diff, ""]))


def runs(chosen: Sequence[str]) -> dict[str, list[str]]:
    """Return the modules to grade, by the path of the tests that grade them."""
    modules = defaultdict(list)
    for folder, names in MODULES.items():
        for name in names:
            modules[f"tests/dojo/{folder}"].append(f"dojo/{folder}/{name}.py")
    modules["tests/dojo/test_diffs.py"].append(f"dojo/{SHARED}.py")
    if not chosen:
        return modules
    return {
        tests: [path for path in paths if path in chosen]
        for tests, paths in modules.items()
        if any(path in chosen for path in paths)
    }


@click.command
@click.argument("modules", nargs=-1)
@click.option("--survivors", is_flag=True, help="Show the mutants that no rule noticed.")
def main(modules: tuple[str, ...], *, survivors: bool) -> None:
    """Grade the rules of the tool: mutants of its computing modules, killed by its own tests.

    MODULES are paths such as dojo/room/rows.py; without one, all that compute are graded.
    """
    failed = False
    all_others: list[Mutant] = []
    all_texts: list[Mutant] = []
    with TemporaryDirectory(prefix="dojo-graded-") as folder:
        copy = Path(folder)
        copy_workspace(copy)
        for tests, paths in runs(modules).items():
            click.echo(f"{tests} ...", err=True)
            mutants = run_mutmut(copy, paths, rules_in(WORKSPACE / tests))
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
