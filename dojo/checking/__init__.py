"""One check of a practice: green, amber or red, and why; and a watch that makes one on every save."""

from dojo.checking.check import Checked, check_and_log
from dojo.checking.explain import UNAPPROVED, describe, in_words
from dojo.checking.job import CheckResult, Finding
from dojo.checking.library import hold_tournament, score, spend_evening
from dojo.checking.process import Asker
from dojo.checking.rendering import render, render_agreed
from dojo.checking.runner import UNUSED_PLUGINS, has_tests, is_test, no_tests, run, without_plugins, write_documents
from dojo.checking.tcr import Tcr
from dojo.checking.watcher import Watch
