"""The options of `dojo check` for green code: --twins and --mutants."""

from msgspec import structs

from dojo.cli import progress_bar, show_waiting
from dojo.errors import UngradedError
from dojo.mutation.behaviour import behaviour_lines, compare_behaviour
from dojo.mutation.equivalent import PRACTICE_DOCUMENT
from dojo.mutation.grade import grade_mutants
from dojo.mutation.run import MutantOptions
from dojo.mutation.selection import select_changed
from dojo.mutation.text import grade_lines
from dojo.practice.history import History
from dojo.practice.locks import MUTANTS, lock
from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository

TESTS_ONLY = "If you wrote a test, `dojo mutants` shows whether a survivor is killed now."


def compare_calls(practice: Practice, before: History) -> list[str]:
    """Compare behaviour with the last green check before this one, or with the start."""
    show_waiting("Comparing the calls of the tests ...")
    found = compare_behaviour(practice, before.green_commit)
    show_waiting("")
    return behaviour_lines(found, "before")


def changed_mutants(practice: Practice, since: str | None, before: History) -> list[str]:
    """Test mutants of the functions that changed. Returns a report, or why there is none."""
    if since is not None:
        changed = select_changed(practice, since)
    else:
        last_commit = Repository(practice.folder).find_any_commit("HEAD")
        changed = select_changed(practice, last_commit or before.green_commit)
        changed = structs.replace(changed, title="what changed since the last commit")
    if changed.regions == frozenset():
        return [f"There are no mutants of {changed.title}: no function changed.", TESTS_ONLY]
    options = MutantOptions(selection=changed)
    with lock(practice.folder, MUTANTS, notify=show_waiting):
        try:
            grade = grade_mutants(practice, progress_bar, options)
        except UngradedError as error:
            return [error.format_message()]
    document = practice.display_path(practice.folder / PRACTICE_DOCUMENT)
    return grade_lines(grade, document, every=False, slips=False)
