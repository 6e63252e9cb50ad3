"""One check of a practice: green, amber or red, and why.

A check runs in a process of its own; a watcher makes one on every save.
"""

from dojo.checking.approval import approve_practice
from dojo.checking.result import Answer, check_and_log, has_tests, no_tests, run, told

__all__ = ["Answer", "approve_practice", "check_and_log", "has_tests", "no_tests", "run", "told"]
