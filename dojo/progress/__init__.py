"""How a practice came to where it is, measured at each check: timeline, charts and page; and beside its two ends."""

from dojo.progress.chart import charted, charts
from dojo.progress.comparison import REFACTORED_AT, Comparison, compare
from dojo.progress.differences import diff_of, diffs_of
from dojo.progress.hint import (
    Hint,
    Place,
    functions_of_practice,
    is_method,
    longest_function,
    next_hint,
    not_in_clean_code,
)
from dojo.progress.lead import summary
from dojo.progress.metrics import MEASURES, Measure, Measures, complexities, worth_showing
from dojo.progress.page import page_of
from dojo.progress.statements import Function
from dojo.progress.steps import Step, measured, read_steps, steps_of
from dojo.progress.timeline import DATE_AND_TIME, TIME, Break, Row, Streak, Timeline, numbers_of, rounds_of, timeline_of
from dojo.progress.way_page import worked_page
from dojo.progress.wish import Wish
