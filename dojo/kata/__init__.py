"""Where the kata is, its levels, and its golden master: how it is run and how it is approved.

Knows nothing of anybody's practice.
"""

from dojo.kata.approval_questions import agreed, changes_of, content
from dojo.kata.approve import FINE, approve_each, ending
from dojo.kata.files import write_whole
from dojo.kata.golden_master import GoldenMasterResult, environment, run_golden_master
from dojo.kata.levels import LEVELS, TANGLE, Level, scenario_files, tangle
from dojo.kata.workspace import IMPLEMENTATIONS, LEGACY, find_workspace, free_name, load_yatzy

__all__ = [
    "FINE",
    "IMPLEMENTATIONS",
    "LEGACY",
    "LEVELS",
    "TANGLE",
    "GoldenMasterResult",
    "Level",
    "agreed",
    "approve_each",
    "changes_of",
    "content",
    "ending",
    "environment",
    "find_workspace",
    "free_name",
    "load_yatzy",
    "run_golden_master",
    "scenario_files",
    "tangle",
    "write_whole",
]
