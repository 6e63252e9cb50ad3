"""Where the kata is, its levels, and its golden master: how it is run and how it is approved."""

from dojo.kata.approval import NOTHING_APPROVED, Change, Differences, Shelf, approved_files, status_in_words
from dojo.kata.files import (
    DamagedError,
    read_record,
    record_of,
    temporary_folder,
    text_of,
    write_record,
)
from dojo.kata.golden_master import (
    FRAME,
    TIMEOUT,
    USAGE_ERROR,
    GoldenMasterResult,
    environment,
    run_golden_master,
    write_golden_master,
    write_looks,
)
from dojo.kata.levels import LAST, LEVELS, TANGLE, Level, cut, scenario_files, tangle
from dojo.kata.way import SPECIALS, Special, Step, clean_code, letter_of, states, worked_steps
from dojo.kata.workspace import IMPLEMENTATIONS, LEGACY, checkout, find_workspace, free_name, git_in
