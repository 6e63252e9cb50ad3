"""Reports of mutants: a page to look at, and the standard form that other tools read."""

from dojo.report.files import refuse as refuse_report
from dojo.report.files import write as write_report
from dojo.report.report import Report, report_of_grade, report_of_verdicts
