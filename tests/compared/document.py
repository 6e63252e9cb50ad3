"""Write docs/compared.md: figures from the runs, prose from compared.md.txt."""

import os
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import permutations
from operator import itemgetter
from pathlib import Path
from string import Template

from tests.compared.measuring import Usage
from tests.compared.mutants import KILLED, NOT_RUN, SURVIVED, TIMED_OUT, Mutant, count, tested
from tests.compared.projects import PROJECTS, Project
from tests.compared.tools import Tool, fill_in
from tests.compared.verdicts import KILLED_ONES, SEED, SURVIVORS, Checked

PROSE = Path(__file__).with_name("compared.md.txt")
ORDER = re.compile(r"^Order on (?P<project>[^:]+): (?P<tools>.+)$", re.MULTILINE)
HEAD = (
    "tool",
    "made",
    "killed",
    "survived",
    "timed out",
    "not run",
    "a second",
    "s",
    "CPU s",
    "MB",
    "wrong",
)
CLEARLY = 1.2  # times as fast; less may be chance
NONE = "-"
MAX_WRONG = 5  # names that are shown of each tool


@dataclass(frozen=True)
class Result:
    """A run of a tool on a project. `failure`: the lines that tell why it has no report."""

    tool: Tool
    usage: Usage
    mutants: Sequence[Mutant]
    checked: Checked | None = None
    failure: Sequence[str] = ()

    @property
    def rate(self) -> float:
        """Mutants with a verdict a second."""
        if not self.usage.seconds:
            return 0.0
        return tested(self.mutants) / self.usage.seconds


@dataclass(frozen=True)
class Machine:
    """`load`: the load averages before the first run and after the last one."""

    load: tuple[float, float]
    versions: dict[str, str]
    limit: float
    minutes: float


@dataclass(frozen=True)
class Comparison:
    """What the tools did on a project. `plain_seconds`: the tests on the unchanged code."""

    project: Project
    plain_seconds: float
    results: Sequence[Result]

    @property
    def rates(self) -> dict[str, float]:
        """The mutants a second of each tool that gave verdicts."""
        return {result.tool.name: result.rate for result in self.results if result.rate}

    @property
    def order(self) -> str:
        """Return the tools that gave verdicts, with their mutants a second, most first."""
        fastest_first = sorted(self.rates.items(), key=itemgetter(1), reverse=True)
        return ", ".join(f"{name} {rate:.1f}" for name, rate in fastest_first) or NONE


def render(comparisons: Sequence[Comparison], machine: Machine, before: str) -> str:
    """Return the document. `before`: the document of an earlier run, or nothing."""
    sections: list[str] = []
    for comparison in comparisons:
        sections += section(comparison)
    tools = [result.tool for result in comparisons[0].results]
    versions = [f"{name} {version}" for name, version in machine.versions.items()]
    return Template(PROSE.read_text(encoding="utf-8")).substitute(
        sections="\n".join(sections).strip(),
        scope=scope([comparison.project for comparison in comparisons]),
        orders=compare_orders(comparisons, before),
        calls="\n".join(calls(tools, comparisons)),
        versions=", ".join(versions),
        date=datetime.now().astimezone().strftime("%d %B %Y").lstrip("0"),
        python=platform.python_version(),
        system=f"{platform.system()} {platform.machine()}",
        cores=os.cpu_count(),
        load_before=f"{machine.load[0]:.1f}",
        load_after=f"{machine.load[1]:.1f}",
        limit=f"{machine.limit:.0f}",
        minutes=f"{machine.minutes:.0f}",
        seed=SEED,
        survivors=SURVIVORS,
        killed=KILLED_ONES,
    )


def scope(projects: Sequence[Project]) -> str:
    """Say whether the run was of all that the document is about."""
    if list(projects) == list(PROJECTS):
        return "This run was of all of them."
    files = ", ".join(f"`{project.target}` of {project.name}" for project in projects)
    return f"This run was only a part: {files}. A run without options has all."


def section(comparison: Comparison) -> list[str]:
    project = comparison.project
    origin = f"`{project.target}`"
    if project.release:
        origin += f" of {project.release.replace('==', ' ')}"
    lines = [f"### {project.name}", ""]
    lines.append(f"{origin}: {project.note}. pytest alone takes {comparison.plain_seconds:.1f} s.")
    lines += ["", row(HEAD), row(["---"] + ["---:"] * (len(HEAD) - 1))]
    lines += [row(figures(result)) for result in comparison.results]
    lines += ["", f"Order on {project.name}: {comparison.order}", ""]
    for result in comparison.results:
        lines += remarks(result)
    if lines[-1]:
        lines.append("")
    return lines


def row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def figures(result: Result) -> list[str]:
    usage = result.usage
    seconds = f"{usage.seconds:.0f}"
    if not usage.finished:
        seconds = f"not finished in {seconds}"
    used = [seconds, f"{usage.cpu_seconds:.0f}", f"{usage.largest:.0f}"]
    if result.failure:
        return [result.tool.name, *[NONE] * 6, *used, NONE]
    counts = [str(len(result.mutants))]
    counts += [str(count(result.mutants, each)) for each in (KILLED, SURVIVED, TIMED_OUT, NOT_RUN)]
    return [result.tool.name, *counts, f"{result.rate:.1f}", *used, wrong(result)]


def wrong(result: Result) -> str:
    if not result.tool.tells_changes:
        return "not told"
    if result.checked is None or not result.checked.number:
        return NONE
    return f"{len(result.checked.wrong)} of {result.checked.number}"


def remarks(result: Result) -> list[str]:
    """Return a list item for each thing that a figure does not say."""
    name = result.tool.name
    lines: list[str] = []
    if result.failure:
        lines.append(f"- {name} gave no report. It printed:")
        lines += ["", "  ```", *[f"  {line}" for line in result.failure], "  ```", ""]
    checked = result.checked
    if checked is None:
        return lines
    if checked.wrong:
        shown = ", ".join(f"`{each}`" for each in checked.wrong[:MAX_WRONG])
        more = len(checked.wrong) - MAX_WRONG
        if more > 0:
            shown += f", and {more} more"
        lines.append(f"- Wrong verdicts of {name}: {shown}.")
    if checked.by_chance:
        lines.append(f"- {name}: pytest passed once and failed once on {checked.by_chance}.")
    if checked.unwritable:
        number = len(checked.unwritable)
        first = checked.unwritable[0]
        lines.append(f"- {name}: {number} could not be written into the file, first `{first}`.")
    return lines


def calls(tools: Sequence[Tool], comparisons: Sequence[Comparison]) -> list[str]:
    """Return the command lines of each tool on the first project, and its settings."""
    project = comparisons[0].project
    lines: list[str] = []
    for tool in tools:
        lines += [f"**{tool.name}**", "", "```"]
        lines += [" ".join(command) for command in tool.commands_for(project)]
        if tool.dump:
            lines.append(f"{tool.dump}  # not measured")
        lines += ["```", ""]
        if tool.settings:
            settings = fill_in(tool.settings, project).strip()
            lines += [f"with `{tool.settings_file}`:", "", "```", settings, "```", ""]
    return lines[:-1]


def compare_orders(comparisons: Sequence[Comparison], before: str) -> str:
    """Say whether a tool was clearly faster than another one that was clearly faster before."""
    orders = {match["project"]: match["tools"] for match in ORDER.finditer(before)}
    both = [each for each in comparisons if each.project.name in orders]
    if not both:
        return "There was no earlier run to compare the order with."
    swapped: list[str] = []
    for each in both:
        old = read_rates(orders[each.project.name])
        now = each.rates
        for one, other in permutations(old.keys() & now.keys(), 2):
            if is_clearly_faster(one, other, old) and is_clearly_faster(other, one, now):
                swapped.append(f"{other} was slower than {one} on {each.project.name}")
    if not swapped:
        return "In the run before this one, no two tools had clearly another order."
    return f"The run before this one had another order: {'; '.join(sorted(swapped))}."


def read_rates(order: str) -> dict[str, float]:
    """Return the mutants a second of each tool in an order."""
    rates: dict[str, float] = {}
    for entry in order.split(", "):
        name, _, rate = entry.rpartition(" ")
        if name:
            rates[name] = float(rate)
    return rates


def is_clearly_faster(one: str, other: str, rates: Mapping[str, float]) -> bool:
    return rates[one] > CLEARLY * rates[other]
