"""Somebody's own copy of the tangle: how it is made, where its entry point is, and what is kept of every state."""

from dojo.practice.appending import append_check, append_revert, append_score, append_swap
from dojo.practice.asked import Asked, read_asked, write_asked
from dojo.practice.begun import find_practice, read_beginning, read_choices
from dojo.practice.create import IsThereError, start
from dojo.practice.entry_point import (
    USUAL,
    EntryPoint,
    NoEntryPointError,
    entry_point_of_kata,
    find_entry_point,
    is_no_source,
    parsed,
    source_files,
)
from dojo.practice.ignored import Stat, files_of, is_ignored, stat_of
from dojo.practice.locks import APPROVE, CHECK, MUTANTS, QUIET_SECONDS, HeldError, Tell, hold, silent
from dojo.practice.membership import (
    ANOTHERS,
    Membership,
    Standing,
    hand_over,
    is_shared,
    read_membership,
    read_standing,
    share,
    tell_news,
    tell_strange,
)
from dojo.practice.model import (
    AMBER,
    EARLIER,
    GOLDEN_MASTER,
    GREEN,
    HOME,
    NAME,
    RED,
    STATUSES,
    Choices,
    Practice,
    own_documents,
    practice_at,
    workspace_of,
)
from dojo.practice.pushing import Left, name_story, write_bundle
from dojo.practice.pushing import join as join_room
from dojo.practice.pushing import leave as leave_room
from dojo.practice.reaching import RefusedError, make_room, reach
from dojo.practice.restoring import SavedAgainError, go_back, restore
from dojo.practice.rooms import BRANCHES, LONGEST_NAME, pair_name, room_url, same_name, shown_url
from dojo.practice.snapshots import CHECKS, TAKEN, Changes, GitError, Repository
from dojo.practice.story import (
    Entry,
    Late,
    Record,
    Story,
    Swap,
    own_commits,
    read_story,
)
from dojo.practice.worked_start import steps_up_to
