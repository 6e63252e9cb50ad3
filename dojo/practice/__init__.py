"""Somebody's own copy of the tangle: how it is made, where its entry point is, and what is kept of every state.

Others find a practice, ask what it holds and what its log says, keep a snapshot of it, or go back to one.
"""

from dojo.practice.approve import own_documents
from dojo.practice.create import start
from dojo.practice.entry_point import EntryPoint, find_entry_point, is_no_source, is_usual, source_files
from dojo.practice.exchange import SavedAgainError
from dojo.practice.git import GitError, run_git
from dojo.practice.ignored import files_of
from dojo.practice.locks import APPROVE, CHECK, MUTANTS, PATIENCE_SECONDS, HeldError, hold, holding
from dojo.practice.log import (
    AMBER,
    GREEN,
    RED,
    Entry,
    append_check,
    append_line,
    append_revert,
    read_checks,
    read_reverts,
    seconds_when_green,
)
from dojo.practice.model import CHOICES, HOME, NAME, Choices, Practice, find_practice, read_choices
from dojo.practice.restoring import go_back, restore
from dojo.practice.snapshots import Changes, Repository
