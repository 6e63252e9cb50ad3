"""One check of a practice: green, amber or red, and why.

A check runs in a process of its own; a watcher makes one on every save.
"""

from dojo.checking.documents import write_documents
from dojo.checking.result import Answer, check_and_log, has_tests, no_tests, run, told

__all__ = ["Answer", "check_and_log", "has_tests", "no_tests", "run", "told", "write_documents"]
