"""`dojo check` and `dojo restore`."""

import os

import click
import pygit2
from pygit2.enums import RepositoryOpenFlag

from dojo import next_step
from dojo.checking.outcome import RunOptions
from dojo.checking.runner import (
    RecordedCheck,
    check_lines,
    expectation_lines,
    last_green_check,
    report_check,
    run_check,
)
from dojo.cli import (
    fail,
    json_option,
    limit_option,
    practice_folder_here,
    practice_here,
    print_json,
    refuse_own_code,
    show_waiting,
)
from dojo.errors import WrongUsageError
from dojo.kata.workspace import checkout_command
from dojo.practice.branch import Branch
from dojo.practice.events import Committed
from dojo.practice.history import History, read_started_history
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import STATUSES, Practice, Prediction, practice_at
from dojo.practice.recording import (
    NOT_REVERTED,
    REVERTED,
    restore_snapshot,
    revert_check,
)
from dojo.practice.snapshots import Repository
from dojo.practice.steps import Step
from dojo.room.pushing import share
from dojo.room.sharing import share_and_wait
from dojo.text import WIDTH, fill, printable, shorten

ONE_OBJECT = "--json prints one object. Use --twins, --mutants and -m without it."


@click.command()
@limit_option
@click.option(
    "-e",
    "--expect",
    "expected",
    type=click.Choice(STATUSES),
    help="Predict the result, before you see it.",
)
@click.option("--or-revert", is_flag=True, help="Revert the files if you predicted wrongly.")
@click.option(
    "--twins", is_flag=True, help="If it is green, compare behaviour with the last green check."
)
@click.option(
    "--mutants",
    "has_mutants",
    is_flag=True,
    help="If it is green, test mutants of what changed since the last commit.",
)
@click.option(
    "--since", metavar="REF", help="With --mutants: since this commit, such as main, instead."
)
@click.option("--golden-master", is_flag=True, help="Compare with the kata's own approved files.")
@click.option(
    "-m",
    "message",
    metavar="MESSAGE",
    help="Commit with this message if it is green. If no file changed since, no test runs.",
)
@json_option("lines")
def check(  # noqa: C901, PLR0913 - each is an option
    limit: float | None,
    message: str | None,
    expected: Prediction | None,
    *,
    or_revert: bool,
    twins: bool,
    has_mutants: bool,
    since: str | None,
    golden_master: bool,
    as_json: bool,
) -> None:
    """Run the tests on practice/ and record the result.

    The tests are the golden master of your level and your own tests in practice/tests; after a
    blind start, they are only your own. `pytest` in practice/ runs and records the same check.

    Green prints one line. Red prints each call whose result differs, with the expected and the
    actual result, or where your code raised an error. Amber means that the tests could not run:
    your code did not load, crashed, or timed out. Each check is recorded as a commit of all files
    in practice/. `dojo progress` numbers them, and shows them as a timeline.

    With --expect, you say before the check whether it will be green or red. A wrong prediction is
    printed first: your step was larger than you thought. `dojo progress` and the board of a room
    count the checks that came as expected. With --or-revert, a wrong prediction also restores the
    files of the last check that was green, or red as expected.

    \b
    dojo check -e green               a refactoring: nothing will fail
    dojo check -e red                 a new test: it will fail
    dojo check -e green --or-revert   if it fails, the step is reverted

    With --twins, a green check also makes the calls of your tests with the code of the last green
    check, and shows what differs although all tests pass, as `dojo compare --behaviour` does.

    With --mutants, a green check also tests the mutants of the functions that changed since your
    last commit, or since another one, and shows the survivors. The exit code is still that of the
    check; `dojo mutants --since main --fail-under 100` fails if one survives.

    \b
    dojo check --mutants -m "Extract pairs"   before a commit
    dojo check --mutants --since main         before a pull request

    If you approved other results (`dojo approve practice`), a check compares with those, and counts
    how many expected results you changed. The option --golden-master compares with the kata's own
    results, also after a blind start. It lists the expected results that you changed or added, and
    any other difference is red.

    Exit codes: 0 green; 1 red, amber, or no check; 2 wrong usage.
    """
    _refuse_unused(expected, since, or_revert=or_revert, has_mutants=has_mutants)
    if as_json and any((twins, has_mutants, message)):
        raise WrongUsageError(ONE_OBJECT)
    is_more = any((limit, expected, twins, has_mutants, golden_master))
    folder = practice_folder_here()
    with lock(folder, CHECK, notify=show_waiting):
        history = read_started_history(folder)
        practice = practice_at(folder, history.choices)
        if golden_master:
            refuse_own_code(practice, "a golden master")
            practice = practice.with_guard(blind=False)  # also after a blind start
        # A watch may just have checked the same files.
        if message is not None and not is_more and _commit_green(practice, history, message):
            return
        options = RunOptions(with_kata=golden_master, limit=limit)
        recorded = run_check(practice, history, options, show_waiting, expected=expected or "")
        action = ""
        outcome = recorded.outcome
        lines = check_lines(practice, recorded)
        if golden_master:
            lines += expectation_lines(outcome)
        if twins and outcome.is_green:
            from dojo.commands.check_green import compare_calls  # noqa: PLC0415 - it is slow

            lines += compare_calls(practice, history)
        if or_revert and recorded.step.is_surprise and not outcome.is_kata_fault:
            action = _revert(recorded, Repository(folder))
    if as_json:
        print_json(report_check(practice, recorded, action))
    else:
        click.echo("\n".join(lines))
        if has_mutants and outcome.is_green:
            _print_mutants(practice, since, history)
        _tell_changes(practice, recorded, message, action)
        next_step.tell(next_step.after_check(practice, recorded, is_reverted=action == REVERTED))
    warning = share_and_wait(folder, history)
    if warning:
        click.echo(warning, err=as_json)
    if not outcome.is_green:
        fail()


def _print_mutants(practice: Practice, since: str | None, history: History) -> None:
    from dojo.commands.check_green import changed_mutants  # noqa: PLC0415 - it is slow

    click.echo("\n".join(["", *changed_mutants(practice, since, history)]))


def _tell_changes(
    practice: Practice, recorded: RecordedCheck, message: str | None, action: str
) -> None:
    """Commit if there is a message, and tell the changes of files."""
    if action:
        click.echo(f"{action.capitalize()}.")
    elif message is not None:
        click.echo(_commit_if_green(practice, recorded, message))
    _warn_of_changes_in_kata(practice)


def _refuse_unused(
    expected: Prediction | None, since: str | None, *, or_revert: bool, has_mutants: bool
) -> None:
    """Raise WrongUsageError for an option that has no effect."""
    if or_revert and not expected:
        raise WrongUsageError("--or-revert needs a prediction, such as --expect green.")
    if since and not has_mutants:
        raise WrongUsageError("--since is for mutants. Add --mutants.")


def _revert(recorded: RecordedCheck, repository: Repository) -> str:
    """Revert a check that did not come as expected. Returns words for that."""
    before = recorded.before
    wanted = before.last_wanted()
    commit = before.start
    since = "the start"
    if wanted is not None:
        commit = wanted.commit
        since = "the last green or expected check"
    action = revert_check(repository, recorded.step, commit, recorded.tree_after)
    if action == NOT_REVERTED:
        return f"{NOT_REVERTED}: no file changed since {since}"
    return action


def _commit_green(practice: Practice, history: History, message: str) -> bool:
    """Commit without a check if no file changed since a green one. Returns whether it was so."""
    step = last_green_check(practice, history)
    if step is None:
        return False
    click.echo(f"green: the same files passed the check at {step.moment:%H:%M:%S}.")
    click.echo(_commit(practice, step, message))
    share(practice.folder)
    return True


def _commit_if_green(practice: Practice, recorded: RecordedCheck, message: str) -> str:
    """Commit the files that were checked if the check is green. Returns a sentence about it."""
    if not recorded.outcome.is_green:
        return f"Not committed, because the check is {recorded.outcome.status}."
    if Repository(practice.folder).tree() != recorded.tree_after:
        return "Not committed, because a file was saved meanwhile."
    return _commit(practice, recorded.step, message)


def _commit(practice: Practice, step: Step, message: str) -> str:
    """Commit all files on the person's branch, after a green check. Returns a sentence about it.

    The history notes the commit, too, because a room does not get that branch. Raises
    WorkspaceError if there is no repository to commit in, or if git refuses.
    """
    repository = Repository(practice.folder)
    branch = Branch(practice.folder)
    if branch.exists and not branch.has_changes():
        return "Nothing to commit: the files are the same as in the last commit."
    new = branch.commit(message)
    committed = Committed(subject=message, tree=step.tree)
    repository.record(f"committed: {message}", committed)
    sentence = f"Committed: {shorten(message, WIDTH)}"
    if new:
        sentence += "\n" + fill(f"New files in it: {printable(', '.join(new))}")
    return sentence


def _warn_of_changes_in_kata(practice: Practice) -> None:
    """Print the changed files of the kata. The person may have opened the tangle by mistake."""
    try:
        clone = pygit2.Repository(str(practice.workspace), RepositoryOpenFlag.NO_SEARCH)
    except pygit2.GitError:
        # The kata is no clone.
        return
    deltas = clone.index.diff_to_workdir().deltas
    paths = [delta.new_file.path for delta in deltas]
    changed = [path for path in paths if path.startswith(practice.kata.folders)]
    if changed:
        command = checkout_command(practice.workspace, *changed)
        click.echo(f"You changed files of the kata: {', '.join(changed)}.")
        click.echo(f"If that was a mistake, {command} discards the changes.")


@click.command()
@click.argument("snapshot", metavar="[CHECK]", required=False)
def restore(snapshot: str | None) -> None:
    """Restore the files of the last green check, or of any check.

    CHECK is `green`, a number of `dojo progress`, or a commit of yours. Without it, the last revert
    or restore is undone.

    \b
    dojo restore green      the files of the last green check
    dojo restore            the files from before the last revert or restore
    dojo restore 17         the files of check 17
    dojo restore HEAD       the files of your last commit

    Your current files are saved first; run `dojo restore` again to bring them back. If
    `dojo watch --tcr` is running, stop it first, because it would revert files that are red.
    """
    practice = practice_here()
    with lock(practice.folder, CHECK, notify=show_waiting):
        state, changes = restore_snapshot(practice, snapshot)
    if not changes:
        click.echo(f"{practice.title}/ has the files of {state} already.")
        return
    click.echo(f"Restored the files of {state} in {practice.title}/:")
    for path, (added, removed) in changes.items():
        change = f"+{added} -{removed}"
        if not os.path.lexists(practice.folder / path):
            change = "deleted"
        click.echo(f"  {printable(path)} {change}")
    share(practice.folder)
    click.echo("The files from before are saved; `dojo restore` brings them back.")
    next_step.tell(next_step.after_new_files())
