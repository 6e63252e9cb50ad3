"""The way of a check: run, record, share, advise.

`dojo check`, `dojo watch` and `dojo mutants` begin at `run_check`, which starts pytest. A plain
`pytest` in a practice is a check, too: its plugin calls `pytest_dojo_check_ended` at the end.
"""

import time
from collections.abc import Iterator

from dojo.checking import runner
from dojo.checking.outcome import (
    FINDINGS_FILE,
    PRINTED_FILE,
    FinishedRun,
    Outcome,
    RecordedCheck,
    RunOptions,
)
from dojo.practice.events import Checked
from dojo.practice.history import History, read_history
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import Notify, Practice, Prediction, silent
from dojo.practice.received import find_received, note_received, remove_received
from dojo.practice.recording import check_subject, events_of_check, yes_or_no
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step
from dojo.room.pushing import share
from dojo.room.sharing import take_warning, wait_for_push
from dojo.text import next_step_line, now

# If code is saved while the tests run.
MAX_RUNS = 2


def run_check(
    practice: Practice,
    history: History,
    options: RunOptions,
    notify: Notify = silent,
    *,
    expected: Prediction = "",
) -> RecordedCheck:
    """Run the tests of a practice, and record the outcome after the history so far.

    `expected`: the status that the person predicts. The tests run once more if code is saved
    meanwhile. Raises LockedError if another check takes too long.
    """
    repository = Repository(practice.folder)
    with lock(practice.folder, CHECK, notify=notify):
        tree_after = repository.tree()
        for _ in range(MAX_RUNS):
            tree = tree_after
            moment = now()
            outcome = _run_tests(practice, options, notify, tree)
            tree_after = repository.tree()
            saved = repository.changes(tree, tree_after)
            # The code itself may write other files.
            if not any(path.endswith(".py") for path in saved):
                break
        run = FinishedRun(outcome, moment, tree, tree_after)
        return _record(practice, history, run, expected)


def _run_tests(practice: Practice, options: RunOptions, notify: Notify, tree: str) -> Outcome:
    """Run the tests, and note the received files that they leave. Ctrl-C removes these files."""
    received = find_received(practice.folder)
    try:
        outcome = runner.run_tests(practice, options, notify)
    except KeyboardInterrupt:
        Repository(practice.folder).record("checked, without a result", tree=tree)
        note_received(practice.folder, received)
        remove_received(practice.folder)
        raise
    note_received(practice.folder, received)
    return outcome


def _record(
    practice: Practice, history: History, run: FinishedRun, expected: Prediction = ""
) -> RecordedCheck:
    """Record the outcome of a run after the history so far."""
    outcome = run.outcome
    texts = outcome.texts
    lines = "".join(f"{text}\n" for text in texts)
    for name, text in ((FINDINGS_FILE, lines), (PRINTED_FILE, outcome.printed)):
        file = practice.state_directory / name
        file.write_text(text, encoding="utf-8", errors="backslashreplace")
    finding = ""
    if texts:
        finding = " ".join(texts[0].split())
    check = Checked(
        status=outcome.status,
        level=practice.choices.level,
        blind=yes_or_no(value=practice.choices.blind),
        seconds=round((now() - run.moment).total_seconds(), 2),
        findings=len(texts),
        finding=finding,
        approved_changes=outcome.approved.changes,
        approved_additions=outcome.approved.additions,
        expected=expected,
    )
    number = len(history.steps) + 1
    is_known = history.knows(check, run.tree, run.moment)
    if is_known:
        check.expected = ""
        number = len(history.steps)
    repository = Repository(practice.folder)
    changed = repository.changes(history.base, run.tree)
    events = events_of_check(repository, history, check)
    commit = repository.record(check_subject(check), *events, tree=run.tree, moment=run.moment)
    step = Step(check, commit, run.tree, run.moment, checked=run.moment, number=number)
    is_late = is_known and expected != ""
    return RecordedCheck(outcome, step, changed, run.tree_after, history, is_late)


def share_and_advise(
    practice: Practice, recorded: RecordedCheck, advice: str = ""
) -> Iterator[str]:
    """Share a check with the room. Yields the advice, then a warning, if there are any."""
    since = time.time()
    share(practice.folder)
    if advice:
        yield next_step_line(advice)
    # The push has had some time by now, and what is printed so far can be read meanwhile.
    wait_for_push(practice.folder, since)
    warning = take_warning(practice.folder, recorded.before)
    if warning:
        yield warning


def pytest_dojo_check_ended(practice: Practice, run: FinishedRun) -> list[str]:
    """Record and share a check that a person started with `pytest`. Returns lines to print."""
    history = read_history(Repository(practice.folder))
    recorded = _record(practice, history, run)
    recorded_as = f"{recorded.outcome.status}: recorded as a check"
    lines = [f"{recorded_as}; `dojo progress` shows the timeline"]
    for text in share_and_advise(practice, recorded):
        lines += text.splitlines()
    return lines


def last_green_check(practice: Practice, history: History) -> Step | None:
    """Return the last check if it was green, and would run the same tests on the same files."""
    last = history.last
    if last is None or not last.is_green or last.guard != practice.choices.guard:
        return None
    if last.tree != Repository(practice.folder).tree():
        return None
    return last
