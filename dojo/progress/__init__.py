"""The way that a practice came: what was measured at each check, as data, as charts and as a page."""

from dojo.progress.chart import charts
from dojo.progress.timeline import DATE_AND_TIME, SCORES, Step, Streak, Way, cells, is_scored, steps_of, way_of
from dojo.progress.timeline_page import page_of

__all__ = [
    "DATE_AND_TIME",
    "SCORES",
    "Step",
    "Streak",
    "Way",
    "cells",
    "charts",
    "is_scored",
    "page_of",
    "steps_of",
    "way_of",
]
