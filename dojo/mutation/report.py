"""The verdict as people read it: a table, what fails and why, the figures of the run."""

import io
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dojo.mutation import equivalent, unmutated
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Mutant
from dojo.mutation.verdict import Verdict

REPORT_LINES = 40  # of a golden master that fails
BYTES_IN_MB = 1024 * 1024


@dataclass(frozen=True)
class Summary:
    """The figures of a run: seconds in all, mutants tested a second (0 if none had to be), memory of one process."""

    seconds: float
    mutants_per_second: float
    peak_memory_mb: float

    def as_json(self) -> dict[str, float]:
        """Return the figures for a program."""
        return {
            "seconds": round(self.seconds, 1),
            "mutants_per_second": round(self.mutants_per_second, 1),
            "peak_memory_mb": round(self.peak_memory_mb, 1),
        }


def peak_memory_mb() -> float:
    """Return the memory of the largest process that was started and has ended, in megabytes; 0.0 on Windows."""
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 - Windows has none

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * unit / BYTES_IN_MB


def show(verdicts: list[Verdict], summary: Summary, workers: int | None) -> None:
    """Print the verdicts; colour only at a terminal, none with NO_COLOR."""
    console = Console(highlight=False, soft_wrap=True)
    console.print(_table(verdicts, workers))
    for verdict in verdicts:
        _show_crashes(console, verdict)
    for verdict in verdicts:
        _show_survivors(console, verdict)
    for verdict in verdicts:
        _show_what_fails(console, verdict)
    _show_figures(console, verdicts, summary)


def draw(path: Path, verdicts: list[Verdict], summary: Summary, workers: int | None) -> None:
    """Draw the table and the figures as an SVG picture, which loads nothing from anywhere."""
    console = Console(highlight=False, record=True, width=80, file=io.StringIO())
    console.print(_table(verdicts, workers))
    _show_figures(console, verdicts, summary)
    without_web_fonts = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    picture = console.export_svg(title="dojo verify", code_format=without_web_fonts)
    path.write_text(picture.replace("Fira Code, monospace", "monospace"), encoding="utf-8")


def _show_figures(console: Console, verdicts: list[Verdict], summary: Summary) -> None:
    speed = f"{summary.mutants_per_second:.1f} mutants a second"
    tested = speed if summary.mutants_per_second else "no mutant to test anew"
    console.print(f"\n{summary.seconds:.1f} s in all, {tested}, {summary.peak_memory_mb:.0f} MB in the largest process")
    failed = any(verdict.fails for verdict in verdicts)
    console.print(Text("Fails.", "bold red") if failed else Text("All is well.", "bold green"))


def _table(verdicts: list[Verdict], workers: int | None) -> Table:
    at_a_time = workers or os.cpu_count() or 1
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("implementation", no_wrap=True)
    table.add_column("golden\nmaster", no_wrap=True)
    for heading in ("mutants\nmade", "killed", "timed\nout", "survived", "equivalent", "time"):
        table.add_column(heading, justify="right", no_wrap=True)
    for verdict in verdicts:
        outcomes = verdict.outcomes
        seconds = verdict.golden_master.seconds + sum(mutant.seconds for mutant in verdict.mutants) / at_a_time
        counts = [len(verdict.mutants), outcomes[KILLED], outcomes[TIMED_OUT], outcomes[SURVIVED]]
        counts.append(len(verdict.survivors.equivalent))
        passed = Text("passed", "green") if verdict.golden_master.passed else Text("failed", "bold red")
        table.add_row(verdict.name, passed, *map(str, counts), f"{seconds:.1f} s")
    return table


def _show_crashes(console: Console, verdict: Verdict) -> None:
    if verdict.by_crash:
        console.print(f"\n{verdict.by_crash} killed in {verdict.name} crashed; the others failed an assertion.")


def _show_survivors(console: Console, verdict: Verdict) -> None:
    if verdict.survivors.equivalent:
        console.print(f"\nEquivalent mutants of {verdict.name}; {equivalent.DOCUMENT} says why:")
        for mutant in verdict.survivors.equivalent:
            _show_mutant(console, mutant)


def _show_mutant(console: Console, mutant: Mutant) -> None:
    console.print(f"\n  {mutant.place}", markup=False)
    for line in mutant.diff:
        console.print(Text(f"    {line}", "red" if line.startswith("-") else "green"))


def _show_what_fails(console: Console, verdict: Verdict) -> None:
    for title, lines in _failures(verdict):
        console.print(Text(f"\n{title}", "bold red"))
        for line in lines:
            console.print(line, markup=False)


def _failures(verdict: Verdict) -> list[tuple[str, list[str]]]:
    name = verdict.name
    found: list[tuple[str, list[str]]] = []
    if not verdict.golden_master.passed:
        lines = verdict.golden_master.report.splitlines()
        return [(f"{name} fails the golden master; no mutants were made.", lines[:REPORT_LINES])]
    if not verdict.mutants:
        return []
    if verdict.undecided:
        found.append((f"{name}: {verdict.undecided} mutants have no result. Run the command again.", []))
    if verdict.survivors.new:
        title = f"{name}: the golden master would not notice these. Add a scenario; or, if none can, say why in"
        entries = [f"{mutant.place}\n{equivalent.to_explain(mutant)}\n" for mutant in verdict.survivors.new]
        found.append((f"{title} {equivalent.DOCUMENT}:", entries))
    if verdict.survivors.gone:
        title = f"{name}: equivalent by {equivalent.DOCUMENT}, but no longer alive:"
        found.append((title, ["\n".join(entry) for entry in verdict.survivors.gone]))
    if verdict.unmutated.new:
        title = f"{name}: mutmut never changes this. Move it into a plain function, or say why it is harmless in"
        found.append((f"{title} {unmutated.DOCUMENT}:", [f"    {line}" for line in verdict.unmutated.new]))
    if verdict.unmutated.gone:
        found.append((f"{name}: listed in {unmutated.DOCUMENT}, but not there any more:", verdict.unmutated.gone))
    return found
