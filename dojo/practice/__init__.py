"""Somebody's own copy of the tangle: how it is made, where its entry point is, what is kept of every state."""

from dojo.practice.approve import own_documents
from dojo.practice.entry_point import find_offer, is_no_source, is_usual, source_files
from dojo.practice.exchange import exchange_files
from dojo.practice.ignored import files_of
from dojo.practice.locks import APPROVE, CHECK, MUTANTS, PATIENCE_SECONDS, HeldError, hold, holding
from dojo.practice.log import AMBER, GREEN, RED, Entry, append_revert, read_reverts
from dojo.practice.model import CHOICES, HOME, NAME, Choices, Practice, find_practice, read_choices
from dojo.practice.snapshots import Changes, GitError, Repository

__all__ = [
    "AMBER",
    "APPROVE",
    "CHECK",
    "CHOICES",
    "GREEN",
    "HOME",
    "MUTANTS",
    "NAME",
    "PATIENCE_SECONDS",
    "RED",
    "Changes",
    "Choices",
    "Entry",
    "GitError",
    "HeldError",
    "Practice",
    "Repository",
    "append_revert",
    "exchange_files",
    "files_of",
    "find_offer",
    "find_practice",
    "hold",
    "holding",
    "is_no_source",
    "is_usual",
    "own_documents",
    "read_choices",
    "read_reverts",
    "source_files",
]
