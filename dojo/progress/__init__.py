"""How a practice came to where it is, measured at each check: timeline, charts and page; and beside its two ends."""

from dojo.progress.comparison import REFACTORED_AT, Comparison, compare
from dojo.progress.complexity import Complexity
from dojo.progress.differences import FileChange, changes_in, diff_of, diffs_of
from dojo.progress.metrics import MEASURES, Measure, Measures, changes, complexities, worth_showing
from dojo.progress.page import page_of
from dojo.progress.picture import Band, Chart, Curve, Marks, chart_of, percent
from dojo.progress.steps import Step, steps_of
from dojo.progress.timeline import DATE_AND_TIME, TIME, Row, Timeline, summary, timeline_of
from dojo.progress.wish import Wish
