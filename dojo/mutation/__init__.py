"""Mutants of an implementation or a practice, made, tested, cached and read; and slips, which mutmut does not make."""

from dojo.mutation.baseline import measure as measure_speeds
from dojo.mutation.baseline import median as median_speeds
from dojo.mutation.equivalent import DOCUMENT as EQUIVALENT
from dojo.mutation.equivalent import OF_A_PRACTICE as MARKS
from dojo.mutation.equivalent import mark as mark_equivalent
from dojo.mutation.equivalent import to_explain
from dojo.mutation.grade import Grade, as_json, grade_mutants, last_grade
from dojo.mutation.grade_text import render as render_grade
from dojo.mutation.report import Report, report_of_grade, report_of_verdicts
from dojo.mutation.report_page import page_of as render_report
from dojo.mutation.results import KILLED, TIMED_OUT
from dojo.mutation.sandbox import sources_of
from dojo.mutation.slips import ASSERTION, CRASH, FOLDER, MISSED, Graded, Slip, grade_with_slips, slips_of
from dojo.mutation.unmutated import DOCUMENT as UNMUTATED
from dojo.mutation.unmutated import Statement
from dojo.mutation.unmutated import unmutated as statements_unmutated
from dojo.mutation.verdict import Verdict, inputs_of, run_mutants, without_mutants
