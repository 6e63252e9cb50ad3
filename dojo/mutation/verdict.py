"""The verdict on an implementation, as data.

verdict: what the golden master and the mutants said of one implementation, and how that compares with what is
explained. falls short: the golden master fails, a mutant is undecided or there is none, a survivor has no reason or
a reason no survivor, or a statement has slipped out of the mutants' reach.
"""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from dojo.kata import GoldenMasterResult
from dojo.mutation import equivalent as survivors
from dojo.mutation import unmutated as reach
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, UNDECIDED, Mutant, mutants_of


@dataclass(frozen=True)
class Verdict:
    """What came of one implementation; without mutants when the golden master failed first."""

    golden_master: GoldenMasterResult
    mutants: list[Mutant]
    survivors: survivors.Comparison
    reach: reach.ReachComparison

    @property
    def name(self) -> str:
        """Return the implementation's name."""
        return self.golden_master.implementation

    @property
    def undecided(self) -> int:
        """Return how many mutants have no result."""
        return self.outcomes[UNDECIDED]

    @property
    def outcomes(self) -> Counter[str]:
        """Return how many mutants came to which end."""
        return Counter(mutant.outcome for mutant in self.mutants)

    @property
    def by_crash(self) -> int:
        """Return how many were killed by an error that is no assertion's."""
        return sum(mutant.crashed and mutant.outcome == KILLED for mutant in self.mutants)

    @property
    def falls_short(self) -> bool:
        """Tell whether anything is wrong."""
        unclear = not self.mutants or self.undecided or self.survivors.new or self.survivors.gone
        return bool(not self.golden_master.passed or unclear or self.reach.new or self.reach.gone)

    def as_json(self) -> dict[str, object]:
        """Return the verdict for a program."""
        outcomes = self.outcomes
        return {
            "name": self.name,
            "golden_master": "passed" if self.golden_master.passed else "failed",
            "mutants": {
                "made": len(self.mutants),
                "killed": outcomes[KILLED],
                "killed_by_crash": self.by_crash,
                "timed_out": outcomes[TIMED_OUT],
                "survived": outcomes[SURVIVED],
                "explained": len(self.survivors.explained),
            },
        }


def without_mutants(golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict where mutants were not made."""
    return Verdict(golden_master, [], survivors.Comparison([], [], []), reach.ReachComparison(0, [], []))


def with_mutants(workspace: Path, golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict from the results that mutmut left."""
    name = golden_master.implementation
    mutants = mutants_of(workspace, name)
    survived = [mutant for mutant in mutants if mutant.outcome == SURVIVED]
    found = survivors.compare(workspace, name, survived)
    return Verdict(golden_master, mutants, found, reach.compare(workspace, name, mutants))
