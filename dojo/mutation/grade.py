"""The grade of a practice, and the verdict on an implementation.

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

from filelock import FileLock
from msgspec import Struct, structs

from dojo.errors import UngradedError, WorkspaceError, WrongUsageError
from dojo.files import read_json, write_json
from dojo.kata.golden_master import GoldenMasterResult
from dojo.kata.workspace import IMPLEMENTATIONS
from dojo.mutation import sandbox
from dojo.mutation.equivalent import (
    KATA_DOCUMENT,
    PRACTICE_DOCUMENT,
    Entry,
    Explanation,
    TangleReason,
    earlier_reason,
    entry_of,
    read_document,
    read_tangle_reasons,
    tangle_reason,
    without_comments,
)
from dojo.mutation.inputs import Inputs, files_below, hash_files, hash_tools
from dojo.mutation.often_equivalent import doubt_about
from dojo.mutation.results import (
    ALL,
    EQUIVALENT,
    KILLED,
    NOT_COVERED,
    PENDING,
    SURVIVED,
    SURVIVING,
    TIMED_OUT,
    Mutant,
    Selection,
    mutants_of,
    sources_in,
)
from dojo.mutation.run import (
    DEFAULTS,
    LOCK_FILE,
    MANIFEST_FILE,
    MutantOptions,
    Progress,
    RunResult,
    read_manifest,
    update_results,
)
from dojo.mutation.unmutated import (
    UNMUTATED_DOCUMENT,
    Statement,
    compare_with_document,
    find_unmutated,
)
from dojo.practice.model import Practice

NO_MUTANT = """\
There is no score, because mutmut found no mutant that your tests run.
Move your code into functions, and call them in a test."""
INPUTS = (
    *IMPLEMENTATIONS,
    "tests/golden_master",
    "tests/__init__.py",
    "tests/conftest.py",
    "approved_files",
    "pyproject.toml",
)
# No scenario reads these.
NO_INPUTS = [Path(document).name for document in (KATA_DOCUMENT, UNMUTATED_DOCUMENT)]
# Programs read these names in the output of `dojo mutants --json`.
JSON_NAMES = {"not_covered": "unreached", "pending": "undecided"}


class Counts(Struct, rename=JSON_NAMES):
    """How the mutants add up to the score.

    `made` is the sum of `cached` and `tested`, and that of `killed`, `survived` and `pending`.
    `killed` is the sum of `killed_by_assertion`, `killed_by_crash` and `timed_out`. Of those that
    `survived`, some are `equivalent`, and some of the others `not_covered`. It is an `estimate` if
    code or tests changed since the run of the cached ones.
    """

    made: int
    cached: int
    tested: int
    estimate: bool
    killed: int
    killed_by_assertion: int
    killed_by_crash: int
    timed_out: int
    survived: int
    equivalent: int
    not_covered: int
    pending: int
    score: float
    score_of_all: float


@dataclass(frozen=True, kw_only=True)
class Grade:
    """The mutants of some sources, and how the tests did.

    `stale`: entries of a document that fit no survivor. `part`: what was chosen, if not all.
    """

    mutants: Sequence[Mutant] = ()
    sources: Mapping[str, str] = field(default_factory=dict)
    stale: Sequence[Entry] = ()
    unmutated: Sequence[Statement] = ()
    run: RunResult = field(default_factory=RunResult)
    part: str = ""

    @property
    def survivors(self) -> list[Mutant]:
        found = [mutant for mutant in self.mutants if mutant.number]
        return sorted(found, key=attrgetter("number"))

    @property
    def unexplained(self) -> list[Mutant]:
        """The survivors that a test may be able to kill."""
        return [mutant for mutant in self.survivors if not mutant.reason]

    @property
    def equivalent(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant.reason]

    @cached_property
    def counts(self) -> Counts:
        by_status = Counter(mutant.status for mutant in self.mutants)
        made = len(self.mutants)
        crashed = sum(mutant.crashed for mutant in self.mutants)
        killed = by_status[KILLED] + by_status[TIMED_OUT]
        return Counts(
            made=made,
            cached=self.run.kept,
            tested=made - self.run.kept,
            estimate=self.run.estimate,
            killed=killed,
            killed_by_assertion=by_status[KILLED] - crashed,
            killed_by_crash=crashed,
            timed_out=by_status[TIMED_OUT],
            survived=len(self.survivors),
            equivalent=by_status[EQUIVALENT],
            not_covered=by_status[NOT_COVERED],
            pending=by_status[PENDING],
            score=_percent(killed, made - by_status[EQUIVALENT]),
            score_of_all=_percent(killed, made),
        )

    @property
    def tested(self) -> int:
        """How many mutants have a result that counts for the score."""
        return self.counts.killed + len(self.unexplained)

    @property
    def lowest_score(self) -> float:
        """The score if the mutants without a result survive."""
        return self.counts.score

    @property
    def highest_score(self) -> float:
        """The score if the mutants without a result are killed."""
        killable = self.counts.made - self.counts.equivalent
        return _percent(self.counts.killed + self.counts.pending, killable)

    @property
    def fails(self) -> bool:
        return bool(self.unexplained or self.counts.pending)


def _percent(part: int, whole: int) -> float:
    """Return a share in percent, with one decimal. Only the whole is 100.0."""
    if part == whole:
        return 100.0
    return min(round(100 * part / whole, 1), 99.9)


def explain_survivors(
    mutants: list[Mutant], explanations: list[Explanation], tangle_reasons: list[TangleReason]
) -> tuple[list[Mutant], list[Entry]]:
    """Give each survivor its reason if there is one.

    An explanation is for one survivor. Return also the entries of the unused ones.
    """
    explained: list[Mutant] = []
    unused = list(explanations)
    for mutant in mutants:
        if mutant.status not in SURVIVING:
            explained.append(mutant)
            continue
        entry = entry_of(mutant)
        change = without_comments(entry[1:])
        same_change = [each for each in tangle_reasons if without_comments(each.diff) == change]
        reason = tangle_reason(mutant, same_change)
        own = [each for each in unused if each.entry == entry]
        is_marked = bool(own) and not reason
        if own:
            unused.remove(own[0])
            reason = reason or own[0].reason
        status = mutant.status
        earlier = ""
        if reason:
            status = EQUIVALENT
        else:
            earlier = earlier_reason(mutant, same_change)
        survivor = replace(
            mutant, status=status, reason=reason, marked=is_marked, earlier_reason=earlier
        )
        explained.append(survivor)
    return explained, [each.entry for each in unused]


def order_survivors(mutants: Sequence[Mutant]) -> list[str]:
    """Return the names of the survivors in the order of their numbers.

    What most probably lacks a test comes first: the functions with most lines in which a mutant
    survived that is probably not equivalent. In a function, the first survivor of each line comes
    first, because most mutants of a line share their fate. Functions that no test reaches are shown
    without numbers, so their mutants come later, and equivalent ones last.
    """
    functions: dict[tuple[str, str], list[Mutant]] = {}
    for mutant in mutants:
        if mutant.status == SURVIVED:
            functions.setdefault((mutant.path, mutant.function), []).append(mutant)
    reached: list[Mutant] = []
    for survivors in sorted(functions.values(), key=_count_telling_lines, reverse=True):
        reached += _order_in_function(survivors)
    others = [mutant for mutant in mutants if mutant.status == NOT_COVERED]
    others += [mutant for mutant in mutants if mutant.status == EQUIVALENT]
    return [mutant.name for mutant in reached + others]


def _is_doubtful(mutant: Mutant) -> bool:
    return doubt_about(mutant) != ""


def _count_telling_lines(survivors: list[Mutant]) -> int:
    return len({mutant.line for mutant in survivors if not _is_doubtful(mutant)})


def _order_in_function(survivors: list[Mutant]) -> list[Mutant]:
    """Return doubtful survivors last, and before that, the first one of each line first."""
    earlier_on_line: Counter[int] = Counter()
    ranked: list[tuple[bool, int, Mutant]] = []
    for mutant in sorted(survivors, key=_is_doubtful):
        ranked.append((_is_doubtful(mutant), earlier_on_line[mutant.line], mutant))
        earlier_on_line[mutant.line] += 1
    ranked.sort(key=itemgetter(0, 1))
    return [mutant for _, _, mutant in ranked]


def number_survivors(mutants: Sequence[Mutant], order: Sequence[str] = ()) -> list[Mutant]:
    """Give the survivors numbers from 1 on: first those named in `order`, in that order."""
    names = dict.fromkeys([*order, *order_survivors(mutants)])
    numbers = {name: number for number, name in enumerate(names, start=1)}
    return [replace(mutant, number=numbers.get(mutant.name, 0)) for mutant in mutants]


def grade_mutants(
    practice: Practice, progress: Progress, options: MutantOptions = DEFAULTS
) -> Grade:
    """Test the mutants of a practice. Raises UngradedError, and WrongUsageError for shards."""
    try:
        run = sandbox.run_in_sandbox(practice, progress, options)
    except WrongUsageError:
        raise
    except WorkspaceError as error:
        message = str(error)
        if "could not find any test case for any mutant" in message:
            message = NO_MUTANT
        raise UngradedError(message) from None
    grade = _read_grade(practice, run, selection=options.selection)
    write_json(sandbox.order_file_of(practice), [mutant.name for mutant in grade.survivors])
    return grade


def last_grade(practice: Practice) -> Grade:
    """Return the grade of the last run, with the numbers that it showed.

    Raises WorkspaceError if there was none.
    """
    order_file = sandbox.order_file_of(practice)
    if not order_file.exists() or read_manifest(sandbox.workdir_of(practice)) is None:
        raise WorkspaceError("There are no results yet. Run `dojo mutants` first.")
    # A mutant that was marked since keeps its number, so the numbers of the others do not move.
    return _read_grade(practice, RunResult(), read_json(order_file, list[str]))


def grade_so_far(practice: Practice) -> Grade | None:
    """Return the grade of an interrupted run, or None if it had not made its mutants yet."""
    if read_manifest(sandbox.workdir_of(practice)) is None:
        return None
    return _read_grade(practice, RunResult())


def _read_grade(
    practice: Practice,
    run: RunResult,
    order: Sequence[str] = (),
    selection: Selection = ALL,
) -> Grade:
    mutants, sources = sandbox.read_mutants(practice)
    chosen = selection.choose(mutant.name for mutant in mutants)
    mutants = [mutant for mutant in mutants if mutant.name in chosen]
    explanations = read_document(practice.folder / PRACTICE_DOCUMENT)
    tangle_reasons: list[TangleReason] = []
    if not practice.is_own_code:
        tangle_reasons = read_tangle_reasons(practice.workspace)
    mutants, stale = explain_survivors(mutants, explanations, tangle_reasons)
    mutants = number_survivors(mutants, order)
    unmutated = find_unmutated(sources, mutants)
    if selection.is_part:
        return Grade(mutants=mutants, sources=sources, run=run, part=selection.title)
    return Grade(mutants=mutants, sources=sources, stale=stale, unmutated=unmutated, run=run)


@dataclass(frozen=True, kw_only=True)
class Verdict(Grade):
    """The grade of an implementation.

    `unlisted`: unmutated statements that the kata's list does not have. `obsolete`: those of the
    list that the code does not have. `changed`: files that changed during the run, so that the
    results do not know it.
    """

    golden_master: GoldenMasterResult
    unlisted: Sequence[str] = ()
    obsolete: Sequence[str] = ()
    changed: Sequence[str] = ()

    @property
    def name(self) -> str:
        return self.golden_master.implementation

    @property
    def fails(self) -> bool:
        is_complete = self.golden_master.passed and self.mutants and not super().fails
        return not is_complete or bool(self.stale or self.unlisted or self.obsolete)


def run_mutants(
    workspace: Path,
    passed: list[GoldenMasterResult],
    inputs: Inputs,
    progress: Progress,
    options: MutantOptions = DEFAULTS,
) -> list[Verdict]:
    """Test the mutants of implementations that passed the golden master on these inputs.

    Raises WorkspaceError if mutmut gives up.
    """
    names = [result.implementation for result in passed]
    sources = {name: sources_in(workspace / name) for name in names}
    if len(names) == 1:
        selection = structs.replace(options.selection, prefix=f"{names[0]}.")
        options = replace(options, selection=selection)
    workdir = workspace / "mutants"
    workdir.mkdir(exist_ok=True)
    with FileLock(workdir / LOCK_FILE):
        last = read_manifest(workdir)
        if last and last.inputs != inputs:
            last = None  # its results would be an estimate
        run = update_results(workdir, last, inputs, progress, options)
        differences = inputs.other.items() ^ inputs_of(workspace).other.items()
        changed = sorted({name for name, _ in differences})
        if changed:
            # Nobody knows whether the results are of these files, or of the former ones.
            (workdir / MANIFEST_FILE).unlink()
        verdicts: list[Verdict] = []
        for result in passed:
            verdict = _read_verdict(workspace, result, sources[result.implementation], run, changed)
            verdicts.append(verdict)
        return verdicts


def inputs_of(workspace: Path) -> Inputs:
    """Hash the files and tools that a verdict depends on."""
    hashes = hash_tools()
    for name in INPUTS:
        files = files_below(workspace / name)
        read = [path for path in files if path.name not in NO_INPUTS]
        hashes |= hash_files(workspace, read)
    return Inputs({}, hashes)


def _read_verdict(
    workspace: Path,
    golden_master: GoldenMasterResult,
    sources: dict[str, str],
    run: RunResult,
    changed: list[str],
) -> Verdict:
    name = golden_master.implementation
    explanations = read_document(workspace / KATA_DOCUMENT)
    own = [each for each in explanations if each.entry[0].startswith(f"{name}/")]
    mutants = mutants_of(workspace / "mutants" / name, sources, name)
    mutants, stale = explain_survivors(mutants, own, [])
    mutants = number_survivors(mutants)
    texts = {f"{name}/{path}": text for path, text in sources.items()}
    unmutated = find_unmutated(texts, mutants)
    unlisted, obsolete = compare_with_document(workspace, name, unmutated)
    return Verdict(
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
