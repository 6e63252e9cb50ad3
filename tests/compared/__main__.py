"""Compare tools for mutation testing, and write docs/compared.md: `python -m tests.compared`."""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import click

from tests.compared.document import Comparison, Machine, Result, render
from tests.compared.measuring import Usage, run_measured
from tests.compared.mutants import Mutant, tested
from tests.compared.projects import (
    PROJECTS,
    WORKSPACE,
    Project,
    make_environment,
    variables_for,
)
from tests.compared.tools import TOOLS, Tool
from tests.compared.verdicts import FACTOR, check, choose, run_plain, time_plain

DOCUMENT = WORKSPACE / "docs/compared.md"
LIMIT = 180.0  # seconds for a tool on a project
FAILURE_LINES = 8
LAST_LINES = 2  # of a tool that did not finish
LINE_LENGTH = 160
PLAIN = "plain"  # the folder of the project without a tool
NO_REPORT = (OSError, ValueError, subprocess.TimeoutExpired)
VERSIONS_OF = ("pytest", "coverage", "ty")  # beside the tools


def tell(text: str) -> None:
    click.echo(f"{time.strftime('%H:%M:%S')} {text}", err=True)


@dataclass(frozen=True)
class Bench:
    """A project laid out in a folder, ready for the tools.

    `limit`: seconds for each tool. `plain_seconds`: the tests on the unchanged code.
    """

    project: Project
    folder: Path
    variables: Mapping[str, str]
    limit: float
    plain_seconds: float

    @property
    def plain(self) -> Path:
        return self.folder / PLAIN

    def place_of(self, tool: Tool) -> Path:
        return self.folder / tool.name

    def tell(self, text: str) -> None:
        tell(f"{self.project.name}: {text}")


def lay_out(project: Project, root: Path, variables: Mapping[str, str], limit: float) -> Bench:
    folder = root / project.name.replace(" ", "-")
    project.lay_out(folder / PLAIN, root)
    seconds = time_plain(folder / PLAIN, variables)
    if seconds is None:
        raise click.ClickException(f"{project.name}: its tests fail without any mutant")
    return Bench(project, folder, variables, limit, seconds)


def compare(bench: Bench, tools: Sequence[Tool]) -> Comparison:
    bench.tell(f"pytest alone takes {bench.plain_seconds:.1f} s")
    results: list[Result] = []
    for tool in tools:
        place = bench.place_of(tool)
        shutil.copytree(bench.plain, place, ignore=shutil.ignore_patterns("__pycache__"))
        tool.prepare(bench.project, place)
        result = run_tool(tool, bench)
        bench.tell(f"{tool.name}: {tested(result.mutants)} in {result.usage.seconds:.0f} s")
        results.append(check_verdicts(result, bench))
    return Comparison(bench.project, bench.plain_seconds, results)


def run_tool(tool: Tool, bench: Bench) -> Result:
    """Run the commands of a tool in a folder of its own, and read its report."""
    usage = Usage()
    place = bench.place_of(tool)
    output = bench.folder / f"{tool.name}.txt"
    with output.open("w", encoding="utf-8") as file:
        for command in tool.commands_for(bench.project):
            left = bench.limit - usage.seconds
            usage = usage.then(run_measured(command, place, bench.variables, file, left))
            if not usage.finished:
                break
    try:
        mutants = tool.read_report(place, bench.variables)
    except NO_REPORT as error:
        return Result(tool, usage, (), failure=failure(output, error, finished=usage.finished))
    return Result(tool, usage, mutants)


def failure(output: Path, error: Exception, *, finished: bool) -> list[str]:
    """Return what a tool without a report printed: first, or last if it did not finish."""
    text = output.read_text(encoding="utf-8", errors="replace")
    text = click.unstyle(text.replace("\r", "\n"))
    lines = [line for line in text.splitlines() if line.strip()]
    if finished:
        shown = [line[:LINE_LENGTH] for line in lines[:FAILURE_LINES]]
    else:
        shown = [line[-LINE_LENGTH:] for line in lines[-LAST_LINES:]]
    if not shown:
        shown = [str(error)[:LINE_LENGTH]]
    return [line.replace(str(output.parent), "…") for line in shown]


def check_verdicts(result: Result, bench: Bench) -> Result:
    tool = result.tool
    if result.failure or not tool.tells_changes:
        return result

    def with_change(mutant: Mutant) -> Mutant:
        return tool.with_change(mutant, bench.place_of(tool), bench.variables)

    limit = FACTOR * bench.plain_seconds + FACTOR
    run = partial(run_plain, bench.plain, bench.variables, limit)
    chosen = choose(result.mutants)
    checked = check(chosen, with_change, bench.project.target, run, bench.plain)
    bench.tell(f"{tool.name}: {len(checked.wrong)} of {checked.number} wrong")
    return replace(result, checked=checked)


def versions(environment: Path, tools: Sequence[Tool]) -> dict[str, str]:
    """Return the version of each tool in an environment."""
    code = "import sys, importlib.metadata as m; print(*map(m.version, sys.argv[1:]))"
    names = [tool.name for tool in tools if tool.requirements]
    names += VERSIONS_OF
    python = environment / "bin/python"
    result = subprocess.run(  # noqa: S603 - Python
        [python, "-c", code, *names], check=True, capture_output=True, text=True
    )
    return dict(zip(names, result.stdout.split(), strict=True))


@click.command()
@click.option("--limit", default=LIMIT, help="Seconds for each tool on each project.")
@click.option("--project", "projects", multiple=True, help="Only this one. Can be repeated.")
@click.option("--tool", "names", multiple=True, help="Only this one. Can be repeated.")
@click.option(
    "--environment",
    type=click.Path(path_type=Path),
    help="Keep the environment of the tools here, and use it again.",
)
@click.option(
    "--document", default=DOCUMENT, type=click.Path(path_type=Path), help="The file to write."
)
def main(
    limit: float,
    projects: tuple[str, ...],
    names: tuple[str, ...],
    environment: Path | None,
    document: Path,
) -> None:
    """Compare tools for mutation testing on the kata and on projects of others.

    It installs the tools with pip, in an environment of its own in a temporary folder. Linux only.
    """
    chosen = [each for each in PROJECTS if not projects or each.name in projects]
    tools = [tool for tool in TOOLS if not names or tool.name in names]
    if not chosen or not tools:
        raise click.UsageError("there is no such project or tool")
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="compared-") as temporary:
        root = Path(temporary)
        place = environment or root / "environment"
        if not place.is_dir():
            tell("installing the tools")
            requirements: list[str] = ["freezegun"]  # the tests of itsdangerous need it
            for tool in TOOLS:
                requirements += tool.requirements
            make_environment(place, requirements)
        variables = variables_for(place.resolve())
        load = os.getloadavg()[0]
        comparisons: list[Comparison] = []
        for project in chosen:
            bench = lay_out(project, root, variables, limit)
            comparisons.append(compare(bench, tools))
        machine = Machine(
            load=(load, os.getloadavg()[0]),
            versions=versions(place, tools),
            limit=limit,
            minutes=(time.monotonic() - begin) / 60,
        )
    before = ""
    if document.exists():
        before = document.read_text(encoding="utf-8")
    document.write_text(render(comparisons, machine, before), encoding="utf-8")
    tell(f"written: {document.name}")


if __name__ == "__main__":
    main()
