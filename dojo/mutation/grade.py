"""The grade of a practice, or the verdict on an implementation: the way of mutants to it.

score: how many of the mutants that a test can kill were killed, in percent. Equivalent mutants do
not count. A mutant that timed out was noticed, so it counts as killed.

A verdict fails if the golden master fails, if a mutant has no result or there is no mutant, if a
survivor has no reason or a reason has no survivor, and if the list of unmutated statements is
wrong.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, structs

from dojo.errors import UngradedError, WorkspaceError, WrongUsageError
from dojo.files import temporary_folder
from dojo.kata.description import Kata, read_kata
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation.equivalent import Entry, excuse_survivors, read_document, with_excuses
from dojo.mutation.inputs import path_of, read_inputs
from dojo.mutation.kept import Kept, ResultFiles, known_after, mutants_of
from dojo.mutation.project import project_of_kata, project_of_practice
from dojo.mutation.results import (
    ALL,
    EQUIVALENT,
    KILLED,
    NOT_COVERED,
    ORDER,
    PENDING,
    SURVIVING,
    TIMED_OUT,
    Mutant,
    Selection,
)
from dojo.mutation.run import DEFAULTS, Bar, MutantOptions, Progress, RunResult, update_results
from dojo.mutation.unmutated import Statement, compare_with_document, find_unmutated
from dojo.mutation.why import find_why
from dojo.practice.model import GREEN, Practice

NO_MUTANT = """\
There is no score, because there is no mutant of {part}.
mutmut has no change for this code, so these mutants say nothing about its tests."""
NO_RUN = RunResult()
# Programs read these names in the output of `dojo mutants --json`.
JSON_NAMES = {"not_covered": "unreached", "pending": "undecided"}


class NoMutantError(UngradedError):
    """Nothing could be graded, because there is no mutant of the chosen code."""


class Survivor(Struct):
    """A survivor. `reason`: why no test can kill it; `marked`: the reason is the person's."""

    number: int
    path: str
    line: int
    method: str
    removed: list[str]
    added: list[str]
    reached: bool
    tests: Sequence[str]
    equivalent: bool
    reason: str | None
    marked: bool
    kind: str | None
    why: str | None


class GradeReport(Struct, rename=JSON_NAMES):
    """How the mutants add up to the score, and which ones survived.

    `made` is the sum of `cached` and `tested`, and that of `killed`, `survived` and `pending`.
    `killed` is the sum of `killed_by_assertion`, `killed_by_crash` and `timed_out`; some crashes
    were at the limit of memory (`out_of_memory`). Of those that
    `survived`, some are `equivalent`, and some of the others `not_covered`. It is an `estimate` if
    code or tests changed since the run of the cached ones. Without a mutant there is no score.
    """

    status: str | None
    part: str | None
    made: int
    cached: int
    tested: int
    estimate: bool
    killed: int
    killed_by_assertion: int
    killed_by_crash: int
    out_of_memory: int
    timed_out: int
    survived: int
    equivalent: int
    not_covered: int
    pending: int
    score: float | None
    score_of_all: float | None
    survivors: list[Survivor]
    stale: list[str]
    unmutated: Sequence[Statement]


@dataclass(frozen=True, kw_only=True)
class Grade:
    """The mutants of some sources, and how the tests did.

    `stale`: entries of a document that fit no survivor. `part`: what was chosen, if not all.
    `is_renumbered`: a survivor had another number in the list before.
    """

    mutants: Sequence[Mutant] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    stale: Sequence[Entry] = ()
    unmutated: Sequence[Statement] = ()
    run: RunResult = NO_RUN
    part: str = ""
    is_renumbered: bool = False

    @property
    def survivors(self) -> list[Mutant]:
        """All that no test noticed, the equivalent ones included, by their numbers."""
        found = [mutant for mutant in self.mutants if mutant.number]
        return sorted(found, key=attrgetter("number"))

    @property
    def order(self) -> list[str]:
        """The names of the survivors, by their numbers."""
        return [mutant.name for mutant in self.survivors]

    @property
    def to_kill(self) -> list[Mutant]:
        """The survivors that a test may be able to kill."""
        return [mutant for mutant in self.survivors if not mutant.reason]

    @property
    def equivalent(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant.reason]

    @cached_property
    def report(self) -> GradeReport:
        """The counts and the survivors, as --json prints them."""
        by_status = Counter(mutant.status for mutant in self.mutants)
        made = len(self.mutants)
        crashed = sum(mutant.crashed for mutant in self.mutants)
        killed = by_status[KILLED] + by_status[TIMED_OUT]
        return GradeReport(
            status=GREEN,  # otherwise, nothing is graded
            part=self.part or None,
            made=made,
            cached=self.run.kept,
            tested=made - self.run.kept,
            estimate=self.run.estimates > 0,
            killed=killed,
            killed_by_assertion=by_status[KILLED] - crashed,
            killed_by_crash=crashed,
            out_of_memory=sum(mutant.out_of_memory for mutant in self.mutants),
            timed_out=by_status[TIMED_OUT],
            survived=len(self.survivors),
            equivalent=by_status[EQUIVALENT],
            not_covered=by_status[NOT_COVERED],
            pending=by_status[PENDING],
            score=_percent(killed, made - by_status[EQUIVALENT]),
            score_of_all=_percent(killed, made),
            survivors=[_report_survivor(mutant) for mutant in self.survivors],
            stale=["\n".join(entry) for entry in self.stale],
            unmutated=self.unmutated,
        )

    @property
    def tested(self) -> int:
        """How many mutants have a result that counts for the score."""
        return self.report.killed + len(self.to_kill)

    @property
    def score(self) -> float:
        """The score as it is shown. Pending mutants lower it."""
        return self.report.score or 0.0

    @property
    def highest_score(self) -> float:
        """The score if the mutants without a result are killed."""
        killable = self.report.made - self.report.equivalent
        return _percent(self.report.killed + self.report.pending, killable)

    @property
    def fails(self) -> bool:
        """Whether a survivor needs a test, or a mutant has no result."""
        return bool(self.to_kill or self.report.pending)


def _report_survivor(mutant: Mutant) -> Survivor:
    return Survivor(
        number=mutant.number,
        path=mutant.path,
        line=mutant.line,
        method=mutant.function,
        removed=[line.strip() for line in mutant.removed],
        added=[line.strip() for line in mutant.added],
        reached=bool(mutant.tests),
        tests=mutant.tests,
        equivalent=bool(mutant.reason),
        reason=mutant.reason or None,
        marked=mutant.marked,
        kind=mutant.kind or None,
        why=mutant.why_survived or None,
    )


def _percent(part: int, whole: int) -> float:
    """Return a share in percent, with one decimal. Only the whole is 100.0."""
    if part == whole:
        return 100.0
    return min(round(100 * part / whole, 1), 99.9)


@dataclass(frozen=True, kw_only=True)
class Verdict(Grade):
    """The grade of an implementation.

    `unlisted`: unmutated statements that the kata's list does not have. `obsolete`: those of the
    list that the code does not have. `changed`: files that changed during the run, so that the
    results do not know it.
    """

    kata: Kata
    golden_master: GoldenMasterResult
    unlisted: Sequence[str] = ()
    obsolete: Sequence[str] = ()
    changed: Sequence[str] = ()

    @property
    def name(self) -> str:
        return self.golden_master.implementation

    @property
    def fails(self) -> bool:
        """Whether a reason at the top of this module holds, or a test was left out."""
        is_complete = self.golden_master.passed and self.mutants and not super().fails
        are_lists_wrong = self.stale or self.unlisted or self.obsolete
        return bool(not is_complete or are_lists_wrong or self.run.left_out)


AnyGrade = TypeVar("AnyGrade", bound=Grade)


def grade_mutants(practice: Practice, bar: Bar, options: MutantOptions = DEFAULTS) -> Grade:
    """Make and test the mutants of a practice, keep the results, and number the survivors.

    Raises UngradedError, of which NoMutantError is one, and WrongUsageError for shards.
    """
    project = project_of_practice(practice)
    try:
        with bar("mutants") as progress:
            kept, run = update_results(project, progress, options)
    except WrongUsageError:
        raise
    except WorkspaceError as error:
        raise UngradedError(str(error)) from None
    grade = read_grade(practice, kept, run, options.selection)
    if not grade.mutants:
        raise NoMutantError(NO_MUTANT.format(part=grade.part or "your code"))
    before = _numbered_before(project.results)
    project.results.write_numbered(grade.order)
    if not grade.part:
        project.results.write_known(known_after(grade.to_kill))
    if options.asks_why and options.forks:
        with bar("survivors") as progress:
            find_why(project, kept, [mutant.name for mutant in grade.to_kill], progress)
        grade = read_grade(practice, kept, run, options.selection)
        project.results.write_numbered(grade.order)
    return replace(grade, is_renumbered=has_other_numbers(before, grade.order))


def _numbered_before(files: ResultFiles) -> list[str]:
    """Return the survivors of the last list, or none if there is no list yet."""
    try:
        return files.read_numbered()
    except WorkspaceError:
        return []


def has_other_numbers(before: Sequence[str], now: Sequence[str]) -> bool:
    """Return whether a survivor of both lists has another number now."""
    numbers = {name: number for number, name in enumerate(before)}
    return any(numbers.get(name, number) != number for number, name in enumerate(now))


def last_grade(practice: Practice) -> Grade:
    """Return the grade of the last run, with the numbers that it showed.

    Raises WorkspaceError if there was none.
    """
    files = ResultFiles(practice.state_directory)
    # A mutant that was marked since keeps its number, so the numbers of the others do not move.
    return read_grade(practice, files.read_last(), order=files.read_numbered())


def with_whys(grade: AnyGrade, kept: Kept) -> AnyGrade:
    """Return a grade that says why mutants survived, as far as that is known now."""
    mutants: list[Mutant] = []
    for mutant in grade.mutants:
        mutants.append(replace(mutant, why=kept.results[mutant.name].why))
    return replace(grade, mutants=mutants)


def grade_so_far(practice: Practice, selection: Selection) -> Grade | None:
    """Return the grade of an interrupted run, or None if it had not tested a mutant yet."""
    kept = ResultFiles(practice.state_directory).read()
    if kept is None:
        return None
    return read_grade(practice, kept, selection=selection)


def read_grade(
    practice: Practice,
    kept: Kept,
    run: RunResult = NO_RUN,
    selection: Selection = ALL,
    order: Sequence[str] = (),
) -> Grade:
    """Return the grade of results, with reasons and numbers. `order`: as they were numbered."""
    mutants, stale = with_excuses(practice, mutants_of(kept, kept.chosen(selection)))
    mutants = number_survivors(mutants, order)
    grade = Grade(mutants=mutants, sources=kept.sources, run=run, part=selection.title)
    if selection.is_part:
        return grade
    return replace(grade, stale=stale, unmutated=find_unmutated(kept.sources, mutants))


def order_survivors(mutants: Sequence[Mutant]) -> list[str]:
    """Return the names of the survivors in the order of their numbers.

    Their kinds are in the order of ORDER. Among alike, the functions with most lines
    in which a mutant survived that was not equivalent in the tangle come first. In a function, the
    first survivor of each line comes first, because most mutants of a line share their fate.
    Equivalent ones come last. What runs at import is apart from the rest of its function.
    """
    groups: dict[tuple[object, ...], list[Mutant]] = {}
    for mutant in mutants:
        if mutant.status in SURVIVING:
            rank = ORDER.index(mutant.kind)
            key = (rank, mutant.path, mutant.function, mutant.at_import)
            groups.setdefault(key, []).append(mutant)
    ordered: list[Mutant] = []
    for _, survivors in sorted(groups.items(), key=_place_in_order):
        ordered += _order_in_function(survivors)
    ordered += [mutant for mutant in mutants if mutant.status == EQUIVALENT]
    return [mutant.name for mutant in ordered]


def _place_in_order(group: tuple[tuple[object, ...], list[Mutant]]) -> tuple[object, int]:
    """Return the sort key of a group. In a rank, the one with most lines of survivors is first.

    A line does not count if all of its survivors were equivalent in the tangle. Functions that no
    test runs are not compared by their lines.
    """
    key, survivors = group
    telling = {mutant.line for mutant in survivors if not _was_equivalent(mutant)}
    if survivors[0].status == NOT_COVERED:
        return key[0], 0
    return key[0], -len(telling)


def _was_equivalent(mutant: Mutant) -> bool:
    """Return whether the mutant had a reason in the tangle, which does not fit the code now."""
    return mutant.earlier_reason != ""


def _order_in_function(survivors: list[Mutant]) -> list[Mutant]:
    """Sort the survivors of a function. The ones that were equivalent in the tangle come last.

    In both parts, the first of each line comes first: most mutants of a line share their fate.
    """
    earlier_on_line: Counter[int] = Counter()
    ranked: list[tuple[bool, int, Mutant]] = []
    for mutant in sorted(survivors, key=_was_equivalent):
        ranked.append((_was_equivalent(mutant), earlier_on_line[mutant.line], mutant))
        earlier_on_line[mutant.line] += 1
    ranked.sort(key=itemgetter(0, 1))
    return [mutant for _, _, mutant in ranked]


def number_survivors(mutants: Sequence[Mutant], order: Sequence[str] = ()) -> list[Mutant]:
    """Give the survivors numbers from 1 on: first the ones in `order`, in that order."""
    names = dict.fromkeys([*order, *order_survivors(mutants)])
    numbers = {name: number for number, name in enumerate(names, start=1)}
    return [replace(mutant, number=numbers.get(mutant.name, 0)) for mutant in mutants]


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
        kept = project.results.read_last()
        find_why(project, kept, names, progress)
    return [with_whys(verdict, kept) for verdict in verdicts]


def _read_verdict(
    workspace: Path,
    golden_master: GoldenMasterResult,
    kept: Kept,
    run: RunResult,
    changed: list[str],
) -> Verdict:
    """Return the verdict on an implementation that passed the golden master.

    The kata's documents list its equivalent mutants and its unmutated statements. `changed`: the
    files that changed during the run.
    """
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
