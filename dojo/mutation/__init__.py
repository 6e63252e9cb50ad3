"""Mutants of an implementation or a practice: how they are made, tested, kept and read.

Slips stand beside them: mistakes that mutmut does not make.
"""

from dojo.mutation.grade import Grade, as_json
from dojo.mutation.grading import grade_mutants, last_grade
from dojo.mutation.implementations import run_mutants
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT
from dojo.mutation.sandbox import browse as browse_mutants
from dojo.mutation.slips import FOLDER, Slip, slips_of
from dojo.mutation.slips_runner import MISSED, Graded, grade_with_slips
from dojo.mutation.slips_witness import ASSERTION, CRASH
from dojo.mutation.verdict import Verdict, with_mutants, without_mutants

__all__ = [
    "ASSERTION",
    "CRASH",
    "FOLDER",
    "KILLED",
    "MISSED",
    "SURVIVED",
    "TIMED_OUT",
    "Grade",
    "Graded",
    "Slip",
    "Verdict",
    "as_json",
    "browse_mutants",
    "grade_mutants",
    "grade_with_slips",
    "last_grade",
    "run_mutants",
    "slips_of",
    "with_mutants",
    "without_mutants",
]
