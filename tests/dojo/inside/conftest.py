"""On Windows, only the tests of mutants without fork run."""

import sys
from pathlib import Path

WITHOUT_FORK = "test_results_without_fork.py"

if sys.platform == "win32":
    files = Path(__file__).parent.glob("test_*.py")
    collect_ignore = [file.name for file in files if file.name != WITHOUT_FORK]
