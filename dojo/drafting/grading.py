"""Grading the golden master of a kata, and adding calls for which survivors and tangle differ."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from dojo.drafting.exploring import Findings, explore, settled
from dojo.drafting.scenarios import write_scenarios
from dojo.errors import UngradedError
from dojo.files import read_text
from dojo.inside.swap import split_lines
from dojo.kata.description import read_kata
from dojo.kata.golden_master import run_golden_master
from dojo.mutation.grade import Verdict, run_mutants, with_whys
from dojo.mutation.project import project_of_kata
from dojo.mutation.results import Mutant
from dojo.mutation.run import Progress
from dojo.mutation.why import find_why
from dojo.mutation.workers import refuse_without_fork

UNSETTLED = "not written: it comes out differently from run to run"
SURVIVES = "written, but not enough: among other calls, it comes out the same"
FAILS = "The golden master fails on the tangle. `dojo approve` shows how its results differ."


@dataclass(frozen=True)
class KataGrade:
    """The verdict on the tangle, and the stories that tell survivors apart.

    `reasons`: why the story of a survivor did not help, by the name of the survivor.
    """

    verdict: Verdict
    findings: Findings
    reasons: Mapping[str, str] = field(default_factory=dict)


def grade_kata(workspace: Path, progress: Progress) -> KataGrade:
    """Test the mutants of the tangle, and look for calls that tell the survivors apart.

    Raises UngradedError if the golden master fails.
    """
    refuse_without_fork()  # comparing calls needs it
    kata = read_kata(workspace)
    verdict = verdict_on_tangle(workspace, progress)
    text = read_text(workspace / kata.tangle)
    versions = {each.name: text_of_mutant(text, each) for each in verdict.to_kill}
    findings = Findings([], [], {})
    if versions:
        findings = explore(workspace / kata.tangle, versions=versions)
    return KataGrade(verdict, findings)


def verdict_on_tangle(workspace: Path, progress: Progress) -> Verdict:
    """Test the mutants of the tangle. Raises UngradedError if the golden master fails."""
    kata = read_kata(workspace)
    results = run_golden_master(workspace, [kata.tangle_package])
    if not results[0].passed:
        raise UngradedError(FAILS)
    return run_mutants(workspace, results, progress)[0]


def write_stories(workspace: Path, grade: KataGrade, progress: Progress) -> KataGrade:
    """Add the stories that tell survivors apart to the golden master, and grade it again."""
    findings = grade.findings
    stories = settled(findings.chosen, workspace / read_kata(workspace).tangle)
    write_scenarios(workspace, stories)
    verdict = verdict_on_tangle(workspace, progress)
    reasons: dict[str, str] = {}
    for mutant in verdict.to_kill:
        story = findings.story_for(mutant.name)
        if story is not None:
            reasons[mutant.name] = SURVIVES if story in stories else UNSETTLED
    return KataGrade(verdict, findings, reasons)


def explain_grade(workspace: Path, grade: KataGrade, progress: Progress) -> KataGrade:
    """Find out why the survivors that no call tells apart survived."""
    found = grade.findings.found
    names = [mutant.name for mutant in grade.verdict.to_kill if mutant.name not in found]
    project = project_of_kata(workspace)
    kept = project.results.read_last()
    find_why(project, kept, names, progress)
    verdict = with_whys(grade.verdict, kept)
    return replace(grade, verdict=verdict)


def text_of_mutant(text: str, mutant: Mutant) -> str:
    """Return the tangle with a mutant in it."""
    lines = split_lines(text)
    before = mutant.line - 1
    added = [f"{line}\n" for line in mutant.added]
    return "".join([*lines[:before], *added, *lines[before + len(mutant.removed) :]])
