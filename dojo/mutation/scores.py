"""The grade of a practice and the verdict on an implementation, and their report.

score: how many of the mutants that a test can kill were killed, in percent. Equivalent mutants do
not count. A mutant that timed out was noticed, so it counts as killed.

A verdict fails if the golden master fails, if a mutant has no result or there is no mutant, if a
survivor has no reason or a reason has no survivor, and if the list of unmutated statements is
wrong.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from msgspec import Struct

from dojo.kata.description import Kata
from dojo.kata.golden_master import GoldenMasterResult
from dojo.mutation.equivalent import Entry
from dojo.mutation.results import EQUIVALENT, KILLED, NOT_COVERED, PENDING, TIMED_OUT, Mutant
from dojo.mutation.run import RunResult
from dojo.mutation.unmutated import Statement
from dojo.practice.model import GREEN

# Programs read these names in the output of `dojo mutants --json`.
JSON_NAMES = {"not_covered": "unreached", "pending": "undecided"}


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
    def to_kill(self) -> list[Mutant]:
        """The survivors that a test may be able to kill."""
        return [mutant for mutant in self.survivors if not mutant.reason]

    @property
    def equivalent(self) -> list[Mutant]:
        return [mutant for mutant in self.survivors if mutant.reason]

    @cached_property
    def report(self) -> GradeReport:
        by_status = Counter(mutant.status for mutant in self.mutants)
        made = len(self.mutants)
        crashed = sum(mutant.crashed for mutant in self.mutants)
        killed = by_status[KILLED] + by_status[TIMED_OUT]
        return GradeReport(
            status=GREEN,
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
        is_complete = self.golden_master.passed and self.mutants and not super().fails
        return not is_complete or bool(self.stale or self.unlisted or self.obsolete)
