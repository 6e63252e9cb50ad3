"""How a practice came to where it is, measured at each check: timeline, charts and page; and beside its two ends."""

from dojo.progress.chart import charts
from dojo.progress.comparison import REFACTORED_AT, Comparison, compare
from dojo.progress.differences import diff_of
from dojo.progress.hint import (
    Hint,
    Place,
    functions_of_practice,
    is_method,
    longest_function,
    next_hint,
    not_in_clean_code,
)
from dojo.progress.metrics import MEASURES, complexities
from dojo.progress.page import page_of
from dojo.progress.statements import Function
from dojo.progress.timeline import DATE_AND_TIME, Streak, Timeline, steps_of, timeline_of
from dojo.progress.way_page import worked_page
from dojo.progress.wish import Wish
