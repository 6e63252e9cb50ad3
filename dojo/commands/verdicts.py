"""Verdicts as people read them: a table, what fails and why, the figures of the run."""

import io
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.table import Table
from rich.text import Text

from dojo.mutation.equivalent import DOCUMENT as EQUIVALENT
from dojo.mutation.equivalent import to_explain
from dojo.mutation.results import KILLED, TIMED_OUT
from dojo.mutation.unmutated import DOCUMENT as UNMUTATED
from dojo.mutation.verdict import Verdict
from dojo.pages import refuse_others, write_made
from dojo.text import DIFF_COLOURS, WIDTH, counted

TITLE = "dojo verify"  # of a picture
REPORT_LINES = 40  # of a golden master that fails


@dataclass(frozen=True)
class Figures:
    """The figures of a run: seconds in all, mutants tested a second (0 if none had to be), memory of one process."""

    seconds: float
    mutants_per_second: float
    peak_memory_mb: float

    def __str__(self) -> str:
        """Say them in a line."""
        speed = f"{self.mutants_per_second:.1f} mutants a second"
        tested = speed if self.mutants_per_second else "no mutant to test anew"
        return f"{self.seconds:.1f} s in all, {tested}, {self.peak_memory_mb:.0f} MB in the largest process"


def peak_memory_mb() -> float:
    """Return the memory of the largest process that was started and has ended, in megabytes; 0.0 on Windows."""
    if sys.platform == "win32":
        return 0.0
    import resource  # noqa: PLC0415 - Windows has none

    units_in_mb = 1024 * 1024 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / units_in_mb


def show(verdicts: list[Verdict], figures: Figures, workers: int | None, *, equivalent: bool) -> None:
    """Print the verdicts, with every equivalent mutant if asked for; colour only at a terminal, none with NO_COLOR."""
    console = Console(highlight=False, soft_wrap=True)
    listed = _equivalent(verdicts) if equivalent else ()
    for each in (_table(verdicts, workers), *_notes(verdicts), *listed, *_failures(verdicts), _end(verdicts, figures)):
        console.print(each)


def refuse_picture(path: Path) -> None:
    """Raise WorkspaceError where no picture of ours can be written, or something else is."""
    refuse_others(path, "dojo verify --svg", f">{TITLE.replace(' ', '&#160;')}<")


def draw(path: Path, verdicts: list[Verdict], figures: Figures, workers: int | None) -> None:
    """Draw the table and the figures as an SVG picture, which loads nothing from anywhere."""
    console = Console(highlight=False, record=True, width=WIDTH, file=io.StringIO())
    console.print(_table(verdicts, workers), _end(verdicts, figures), sep="\n")
    without_web_fonts = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
    own_fonts = without_web_fonts.replace("Fira Code, monospace", "monospace")
    write_made(path, console.export_svg(title=TITLE, code_format=own_fonts).encode())


def _end(verdicts: list[Verdict], figures: Figures) -> Text:
    fails = any(verdict.fails for verdict in verdicts)
    end = ("Fails.", "bold red") if fails else ("All is well.", "bold green")
    return Text.assemble(f"\n{figures}\n", end)


def _table(verdicts: list[Verdict], workers: int | None) -> Table:
    at_a_time = workers or os.cpu_count() or 1
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("implementation", no_wrap=True)
    table.add_column("golden\nmaster", no_wrap=True)
    for heading in ("mutants\nmade", "killed", "timed\nout", "equivalent", "survived", "time"):
        table.add_column(heading, justify="right", no_wrap=True)
    for verdict in verdicts:
        outcomes = verdict.outcomes
        seconds = verdict.golden_master.seconds + sum(mutant.seconds for mutant in verdict.mutants) / at_a_time
        counts = [verdict.made, outcomes[KILLED], outcomes[TIMED_OUT], len(verdict.equivalent), len(verdict.open)]
        passed = Text("passed", "green") if verdict.golden_master.passed else Text("failed", "bold red")
        table.add_row(verdict.name, passed, *map(str, counts), f"{seconds:.1f} s")
    return table


def _notes(verdicts: list[Verdict]) -> Iterator[Text]:
    """Say how mutants were killed, and how many are equivalent."""
    for verdict in verdicts:
        by_assertion = verdict.outcomes[KILLED] - verdict.by_crash
        if verdict.made:
            yield Text(f"\n{verdict.name}: {by_assertion} killed by an assertion, {verdict.by_crash} by a crash.")
        if verdict.equivalent:
            mutants = counted(len(verdict.equivalent), "equivalent mutant")
            yield Text(f"{mutants}, which no test can kill. --equivalent shows why.")
    for verdict in verdicts[:1]:
        if verdict.changed:
            yield Text(f"\nChanged meanwhile, and not in this verdict: {', '.join(verdict.changed)}.", "bold")


def _equivalent(verdicts: list[Verdict]) -> Iterator[Text]:
    """Show the equivalent mutants, each with its reason."""
    for verdict in verdicts:
        if verdict.equivalent:
            yield Text(f"\nEquivalent mutants of {verdict.name}, by {EQUIVALENT}:")
        for each in verdict.equivalent:
            yield Text(f"\n  {each.mutant.place}")
            yield from (Text(f"    {line}", DIFF_COLOURS[line[0]]) for line in each.mutant.diff)
            yield Text(f"    Why: {each.reason}")


def _failures(verdicts: list[Verdict]) -> Iterator[Text]:
    for verdict in verdicts:
        for title, lines in _reasons(verdict):
            yield Text(f"\n{verdict.name}{title}", "bold red")
            yield from map(Text, lines)


def _reasons(verdict: Verdict) -> Iterator[tuple[str, list[str]]]:
    """Return why a verdict fails, each with what it is about."""
    reach = verdict.unmutated
    if not verdict.golden_master.passed:
        report = verdict.golden_master.report.splitlines()
        yield " fails the golden master; no mutants were made.", report[:REPORT_LINES]
    if verdict.undecided:
        yield f": {verdict.undecided} mutants have no result. Run the command again.", []
    if verdict.open:
        title = ": the golden master would not notice these. Add a scenario; or, if they are equivalent, say why in"
        entries = [f"{each.mutant.place}\n{to_explain(each.mutant)}\n" for each in verdict.open]
        yield f"{title} {EQUIVALENT}:", entries
    if verdict.stale:
        yield f": in {EQUIVALENT}, but no longer alive:", ["\n".join(each.entry) for each in verdict.stale]
    if reach.new:
        title = ": unmutated. Move it into a plain function, or say why it is harmless in"
        yield f"{title} {UNMUTATED}:", [f"    {line}" for line in reach.new]
    if reach.gone:
        yield f": listed in {UNMUTATED}, but not there any more:", reach.gone
