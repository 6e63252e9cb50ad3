"""The way of mutants to a grade: choose, make, test, keep, explain and number them.

1. `commands.mutants` chooses: all, or a Selection of functions or of a shard.
2. `update_results` makes the chosen mutants, tests them, and keeps their results.
3. `mutants_of` reads the results. Survivors get the reasons in the documents, and numbers.
4. `explain_all` finds out why they survived, if that is asked.
5. `Grade.report` counts, for the text and the JSON, and `report` lists all for page and tools.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from msgspec import structs

from dojo.errors import UngradedError, WorkspaceError, WrongUsageError
from dojo.files import temporary_folder
from dojo.kata.description import read_kata
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation.equivalent import PRACTICE_DOCUMENT, Entry, read_document, read_tangle_reasons
from dojo.mutation.inputs import path_of, read_inputs
from dojo.mutation.kept import Kept, Known, ResultFiles, mutants_of
from dojo.mutation.project import Project, project_of_kata, project_of_practice
from dojo.mutation.results import (
    ALL,
    SURVIVED,
    SURVIVING,
    Mutant,
    Selection,
)
from dojo.mutation.run import DEFAULTS, MutantOptions, Progress, RunResult, update_results
from dojo.mutation.scores import Grade, Verdict
from dojo.mutation.survivors import excuse_survivors, number_survivors
from dojo.mutation.unmutated import compare_with_document, find_unmutated
from dojo.mutation.why import explain
from dojo.practice.model import Practice

NO_MUTANT = """\
There is no score, because there is no mutant of {part}.
mutmut has no change for this code, so these mutants say nothing about its tests."""
AnyGrade = TypeVar("AnyGrade", bound=Grade)


class NoMutantError(UngradedError):
    """Nothing could be graded, because there is no mutant of the chosen code."""


def grade_mutants(
    practice: Practice, progress: Progress, options: MutantOptions = DEFAULTS
) -> Grade:
    """Test the mutants of a practice.

    Raises UngradedError, of which NoMutantError is one, and WrongUsageError for shards.
    """
    project = project_of_practice(practice)
    try:
        kept, run = update_results(project, progress, options)
    except WrongUsageError:
        raise
    except WorkspaceError as error:
        raise UngradedError(str(error)) from None
    grade = _read_grade(practice, kept, run, selection=options.selection)
    if not grade.mutants:
        raise NoMutantError(NO_MUTANT.format(part=grade.part or "your code"))
    project.results.write_numbered([mutant.name for mutant in grade.survivors])
    if not grade.part:
        project.results.write_known(known_after(practice, kept))
    return grade


def last_grade(practice: Practice) -> Grade:
    """Return the grade of the last run, with the numbers that it showed.

    Raises WorkspaceError if there was none.
    """
    files = ResultFiles(practice.state_directory)
    # A mutant that was marked since keeps its number, so the numbers of the others do not move.
    return _read_grade(practice, files.read_last(), RunResult(), files.read_numbered())


def explain_last(project: Project, names: Sequence[str], progress: Progress) -> Kept:
    """Find out why survivors of the last run survived, unless that is known. Returns the results.

    Raises WorkspaceError if there are none, or if the code or the tests changed since.
    """
    kept = project.results.read_last()
    unknown: list[str] = []
    for name in names:
        result = kept.results[name]
        if result.status == SURVIVED and result.why is None:
            unknown.append(name)
    if unknown:
        explain(project, kept, unknown, progress)
    return kept


def with_whys(grade: AnyGrade, kept: Kept) -> AnyGrade:
    """Return a grade with the reasons that are known now."""
    mutants: list[Mutant] = []
    for mutant in grade.mutants:
        mutants.append(replace(mutant, why=kept.results[mutant.name].why))
    return replace(grade, mutants=mutants)


def explain_all(practice: Practice, grade: Grade, progress: Progress) -> Grade:
    """Find out why all survivors of a grade survived, and number them in that order."""
    project = project_of_practice(practice)
    kept = explain_last(project, [mutant.name for mutant in grade.to_kill], progress)
    mutants = with_whys(grade, kept).mutants
    numbered = replace(grade, mutants=number_survivors(mutants))
    project.results.write_numbered([mutant.name for mutant in numbered.survivors])
    return numbered


def grade_so_far(practice: Practice) -> Grade | None:
    """Return the grade of an interrupted run, or None if it had not tested a mutant yet."""
    kept = ResultFiles(practice.state_directory).read()
    if kept is None:
        return None
    return _read_grade(practice, kept, RunResult())


def _read_grade(
    practice: Practice,
    kept: Kept,
    run: RunResult,
    order: Sequence[str] = (),
    selection: Selection = ALL,
) -> Grade:
    mutants, stale = with_excuses(practice, mutants_of(kept, kept.chosen(selection)))
    mutants = number_survivors(mutants, order)
    if selection.is_part:
        return Grade(mutants=mutants, sources=kept.sources, run=run, part=selection.title)
    return Grade(
        mutants=mutants,
        sources=kept.sources,
        stale=stale,
        unmutated=find_unmutated(kept.sources, mutants),
        run=run,
    )


def with_excuses(practice: Practice, mutants: list[Mutant]) -> tuple[list[Mutant], list[Entry]]:
    """Give survivors the reasons in the documents of a practice. Return also unused entries."""
    excuses = read_document(practice.folder / PRACTICE_DOCUMENT)
    tangle_reasons = read_tangle_reasons(practice.workspace, practice.kata)
    return excuse_survivors(mutants, excuses, tangle_reasons)


def survivors_to_kill(practice: Practice, kept: Kept) -> list[Mutant]:
    """Return the survivors that are not equivalent."""
    mutants, _ = with_excuses(practice, mutants_of(kept))
    return [mutant for mutant in mutants if mutant.status in SURVIVING]


def known_after(practice: Practice, kept: Kept) -> Known:
    """Return what is known of survivors after a complete run."""
    shapes = Counter(mutant.shape for mutant in survivors_to_kill(practice, kept))
    return Known(shapes, is_complete=True)


def run_mutants(
    workspace: Path,
    passed: list[GoldenMasterResult],
    progress: Progress,
    options: MutantOptions = DEFAULTS,
) -> list[Verdict]:
    """Test the mutants of implementations that passed the golden master.

    Raises WorkspaceError if the tests cannot run.
    """
    names = [result.implementation for result in passed]
    if len(names) == 1:
        selection = structs.replace(options.selection, prefix=f"{names[0]}/")
        options = replace(options, selection=selection)
    project = project_of_kata(workspace)
    with project.results.lock():
        kept, run = update_results(project, progress, replace(options, may_estimate=False))
        with temporary_folder("copy") as copy:
            project.copy_to(copy)
            after = read_inputs(copy, project).hashes
        different = kept.inputs.hashes.items() ^ after.items()
        changed = sorted({path_of(name) for name, _ in different})
        return [_read_verdict(workspace, result, kept, run, changed) for result in passed]


def explain_equivalent(
    workspace: Path, verdicts: Sequence[Verdict], progress: Progress
) -> list[Verdict]:
    """Find out in how many calls the equivalent mutants make no difference.

    Raises WorkspaceError if files changed since they were tested.
    """
    names: list[str] = []
    for verdict in verdicts:
        names += [mutant.name for mutant in verdict.equivalent]
    project = project_of_kata(workspace)
    with project.results.lock():
        kept = explain_last(project, names, progress)
    return [with_whys(verdict, kept) for verdict in verdicts]


def _read_verdict(
    workspace: Path,
    golden_master: GoldenMasterResult,
    kept: Kept,
    run: RunResult,
    changed: list[str],
) -> Verdict:
    name = golden_master.implementation
    kata = read_kata(workspace)
    excuses = read_document(workspace / kata.survivors)
    own = [each for each in excuses if each.entry[0].startswith(f"{name}/")]
    mutants = mutants_of(kept, kept.chosen(Selection(prefix=f"{name}/")))
    mutants, stale = excuse_survivors(mutants, own, [])
    mutants = number_survivors(mutants)
    texts = {path: text for path, text in kept.sources.items() if path.startswith(f"{name}/")}
    unmutated = find_unmutated(texts, mutants)
    unlisted, obsolete = compare_with_document(workspace, name, unmutated)
    return Verdict(
        kata=kata,
        mutants=mutants,
        sources=texts,
        stale=stale,
        unmutated=unmutated,
        run=run,
        golden_master=golden_master,
        unlisted=unlisted,
        obsolete=obsolete,
        changed=changed,
    )
