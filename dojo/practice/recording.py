"""Recording a start and a check in the history of a practice, and restoring files from it.

With the files, the received files that checks left go: there is one beside each approved file that
differs.

Recording writes a commit and does nothing else. A command that wants a room to have it calls
`dojo.room.pushing.share`.
"""

from collections.abc import Collection
from datetime import datetime
from itertools import takewhile
from pathlib import Path
from uuid import uuid4

from dojo.errors import WrongUsageError
from dojo.files import read_json, write_json
from dojo.practice.branch import Branch
from dojo.practice.code import find_files, is_hidden_or_ignored
from dojo.practice.events import (
    MAX_SUBJECT,
    Checked,
    Committed,
    Event,
    Restored,
    Reverted,
    Started,
    YesOrNo,
)
from dojo.practice.history import History, read_history
from dojo.practice.model import (
    GREEN,
    STATE_DIRECTORY,
    Choices,
    Practice,
    status_in_words,
)
from dojo.practice.snapshots import BACKUP, Changes, Repository, SavedAgainError
from dojo.practice.steps import Step
from dojo.text import shorten

# In the state directory: the files that checks left, as paths from the practice on.
LEFT_FILE = "received.json"
NOTHING_TO_RESTORE: dict[str | None, str] = {
    None: "Nothing was reverted yet. `dojo restore green` restores the last green check.",
    GREEN: "No check was green yet. `dojo restore HEAD` restores the last commit.",
}
NO_SNAPSHOT = "There is no check and no commit {!r}. `dojo progress --all` numbers the checks."


def yes_or_no(*, value: bool) -> YesOrNo:
    return "yes" if value else "no"


def record_start(repository: Repository, choices: Choices) -> None:
    """Begin the history of a practice, or a new practice in one, with the last commit."""
    (repository.folder / STATE_DIRECTORY).mkdir(exist_ok=True)
    started = Started(
        practice=uuid4().hex,
        level=choices.level,
        blind=yes_or_no(value=choices.blind),
        title=choices.title,
        step=choices.step,
        code=choices.code,
        name=choices.name,
    )
    about = choices.about
    if choices.name:
        about += f", {choices.name}"
    repository.record(f"started: {about}", started, tree=repository.tree())


def append_check(
    repository: Repository, history: History, check: Checked, tree: str, moment: datetime
) -> str:
    """Append a check to the history, and return its commit.

    It also records the person's last commit, because a room does not have that branch.
    """
    events: list[Event] = [check]
    commits = own_commits(Branch(repository.folder), history.first_tree)
    if commits:
        last_tree = list(commits)[-1]
        events.append(Committed(subject=commits[last_tree], tree=last_tree))
    return repository.record(_subject(check), *events, tree=tree, moment=moment)


def _subject(check: Checked) -> str:
    """Return the subject of a check's commit: its status, and the first finding or the time."""
    status = status_in_words(check.status, check.approved)
    if check.status == GREEN:
        return f"{status}, {check.seconds:.1f} s"
    more = ""
    if check.findings > 1:
        more = f" (and {check.findings - 1:,} more)"
    return shorten(f"{status}: {check.finding}", MAX_SUBJECT - len(more)) + more


def restore_snapshot(
    practice: Practice, name: str | None, *, keep_tests: bool = False
) -> tuple[str, Changes]:
    """Restore the files of a snapshot.

    `name`: the number of a check, the last "green", a commit, or None for the last backup. Returns
    the snapshot in words, and the files that changed. BACKUP keeps what was there before.
    `keep_tests`: tests and approved files stay as they are. Raises WrongUsageError if there is no
    such snapshot.
    """
    repository = Repository(practice.folder)
    backup = repository.snapshot("before a restore")
    history = read_history(repository)
    commit = _find_snapshot(practice, history, name)
    if commit is None:
        raise WrongUsageError(NOTHING_TO_RESTORE.get(name) or NO_SNAPSHOT.format(name))
    changes = repository.restore(backup, commit, keep_tests=keep_tests)
    remove_received(practice.folder)
    title = _snapshot_in_words(name, history.checks.get(commit))
    if changes:
        restored = Restored(restores=commit)
        repository.record(f"restored {title}", restored, tree=repository.tree())
    return title, changes


def _find_snapshot(practice: Practice, history: History, name: str | None) -> str | None:
    """Return the commit of a snapshot, as restore_snapshot names it, or None.

    A green check counts only if the present guard passed it.
    """
    if name == GREEN:
        green = history.last_green(practice.choices.guard)
        return green.commit if green else None
    return find_commit(Repository(practice.folder), history, BACKUP if name is None else name)


def find_commit(repository: Repository, history: History, name: str) -> str | None:
    """Return the commit of a check by its number, or of a name in the history or the branch."""
    check = history.find_check(name)
    if check is not None:
        return check.commit
    return repository.find_any_commit(name)


def _snapshot_in_words(name: str | None, check: Step | None) -> str:
    if check is not None and name == GREEN:
        return f"the last green check ({check.number})"
    if check is not None:
        return f"check {check.number}"
    return name or "the last backup"


REVERTED = "reverted"
NOT_REVERTED = "not reverted"
SAVED_AGAIN = "not reverted, because a file was saved meanwhile"


def revert_check(
    repository: Repository,
    step: Step,
    commit: str,
    tree_after: str,
    *,
    keep_tests: bool = False,
) -> str:
    """Replace the files of a check by those of a commit. Returns the words for it.

    `tree_after`: the files as the check left them. BACKUP keeps them.
    """
    snapshot = repository.snapshot("before a revert")
    if repository.tree_of(snapshot) != tree_after:
        return SAVED_AGAIN
    try:
        changed = repository.restore(snapshot, commit, keep_tests=keep_tests)
    except SavedAgainError:
        return SAVED_AGAIN
    if not changed:
        return NOT_REVERTED
    remove_received(repository.folder)
    subject = f"reverted, because it was {step.status}, {step.prediction}".rstrip(", ")
    repository.record(subject, Reverted(reverts=step.commit), tree=repository.tree())
    return REVERTED


TCR_PREFIX = "green: "  # TCR writes it before the subject of its commits


def own_commits(branch: Branch, first_tree: str) -> dict[str, str]:
    """Return the subjects of the person's own commits by tree, oldest first.

    They come after the commit of `first_tree`, with which the practice started. Commits of TCR are
    skipped. If several have the same tree, the first counts.
    """
    newer = list(takewhile(lambda commit: commit[0] != first_tree, branch.subjects()))
    subjects: dict[str, str] = {}
    for tree, subject in reversed(newer):
        if not subject.startswith(TCR_PREFIX):
            subjects.setdefault(tree, shorten(subject, MAX_SUBJECT))
    return subjects


def find_received(folder: Path) -> dict[Path, int]:
    """Return when each received file was written, in nanoseconds."""
    found: dict[Path, int] = {}
    for file in find_files(folder, skip=_is_skipped):
        if ".received" in file.name:
            found[file] = file.stat().st_mtime_ns
    return found


def _is_skipped(name: str) -> bool:
    return ".received" not in name and is_hidden_or_ignored(name)


def note_received(folder: Path, before: Collection[Path]) -> None:
    """Note which received files are new since `before`, so that they can be removed later."""
    left = _read_left(folder)
    for file in find_received(folder):
        if file not in before:
            left.add(file.relative_to(folder).as_posix())
    if left:
        write_json(folder / STATE_DIRECTORY / LEFT_FILE, sorted(left))


def remove_received(folder: Path) -> None:
    """Remove the received files that checks left."""
    for path in _read_left(folder):
        (folder / path).unlink(missing_ok=True)
    (folder / STATE_DIRECTORY / LEFT_FILE).unlink(missing_ok=True)


def _read_left(folder: Path) -> set[str]:
    file = folder / STATE_DIRECTORY / LEFT_FILE
    if not file.exists():
        return set()
    return set(read_json(file, list[str]))
