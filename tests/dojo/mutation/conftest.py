"""The tests of mutants need fork."""

import sys

collect_ignore_glob = ["*.py"] if sys.platform == "win32" else []
