"""How a practice came to where it is: what was measured at each check, as a timeline, as charts and as a page.

Beside it, the same measures of legacy, a practice and refactored.
"""

from dojo.progress.chart import charts
from dojo.progress.comparison import REFACTORED_AT, Comparison, compare
from dojo.progress.page import page_of, write_page
from dojo.progress.scores import append_score
from dojo.progress.timeline import COLUMNS, DATE_AND_TIME, Streak, Timeline, steps_of, timeline_of
