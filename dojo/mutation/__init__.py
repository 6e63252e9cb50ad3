"""Mutants of an implementation or a practice: how they are made, tested, kept and read.

Slips stand beside them: mistakes that mutmut does not make.
"""

from dojo.mutation.cache import run_mutants
from dojo.mutation.grade import Grade, as_json, read_grade
from dojo.mutation.results import KILLED, SURVIVED, TIMED_OUT
from dojo.mutation.runner import decided, metas
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
    "decided",
    "grade_with_slips",
    "metas",
    "read_grade",
    "run_mutants",
    "slips_of",
    "with_mutants",
    "without_mutants",
]
