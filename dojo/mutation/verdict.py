"""The verdict on an implementation, as data.

verdict: what the golden master and the mutants said of one implementation, and how that compares with what is
listed. It fails when the golden master does, when a mutant is undecided or there is none, when a survivor has no reason
or a reason no survivor, or when a statement has slipped out of mutmut's sight.
"""

from dataclasses import dataclass
from pathlib import Path

from dojo.kata import GoldenMasterResult
from dojo.mutation import equivalent, unmutated
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT, Counted, Mutant, mutants_of


@dataclass(frozen=True)
class Verdict(Counted):
    """What came of one implementation; without mutants when the golden master failed first."""

    golden_master: GoldenMasterResult
    mutants: list[Mutant]
    survivors: equivalent.Comparison
    unmutated: unmutated.Comparison

    @property
    def name(self) -> str:
        """Return the implementation's name."""
        return self.golden_master.implementation

    @property
    def fails(self) -> bool:
        """Tell whether anything is wrong."""
        unclear = not self.mutants or self.undecided or self.survivors.new or self.survivors.gone
        return bool(not self.golden_master.passed or unclear or self.unmutated.new or self.unmutated.gone)

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
                "equivalent": len(self.survivors.equivalent),
            },
        }


def without_mutants(golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict where mutants were not made."""
    return Verdict(golden_master, [], equivalent.Comparison([], [], []), unmutated.Comparison(0, [], []))


def with_mutants(workspace: Path, golden_master: GoldenMasterResult) -> Verdict:
    """Return the verdict from the results that mutmut left."""
    name = golden_master.implementation
    mutants = mutants_of(workspace, name)
    survived = [mutant for mutant in mutants if mutant.outcome == SURVIVED]
    found = equivalent.compare(workspace, name, survived)
    return Verdict(golden_master, mutants, found, unmutated.compare(workspace, name, mutants))
