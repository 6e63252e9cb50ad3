"""Mutants take long without fork, so their tests are skipped on Windows."""

import sys

if sys.platform == "win32":
    collect_ignore_glob = ["*.py"]
