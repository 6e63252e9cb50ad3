"""`dojo watch`: a check on every save, and with --tcr *test && commit || revert*."""

import shutil
import sys
import time
from collections import Counter

import click
from watchfiles import watch as watch_files

from dojo import next_step
from dojo.checking.outcome import RunOptions
from dojo.checking.runner import RecordedCheck, brief_finding, prediction_lines, run_check
from dojo.cli import limit_option, no_bell_option, practice_here, show_waiting
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.keyboard import read_key, single_keys
from dojo.mutation.background import Background
from dojo.practice.branch import Branch
from dojo.practice.events import MAX_RED_MINUTES
from dojo.practice.history import read_history, read_started_history
from dojo.practice.locks import CHECK, lock
from dojo.practice.model import AMBER, GREEN, RED, STATUSES, Practice, Prediction, status_in_words
from dojo.practice.recording import NOT_REVERTED, REVERTED
from dojo.practice.reverting import RedLimit, Tcr, undo_line
from dojo.practice.snapshots import CHECKS, Repository
from dojo.room.membership import current_round, read_membership, sharing_warning
from dojo.room.pushing import note_activity, share
from dojo.room.sharing import take_warning
from dojo.text import STATUS_STYLES, fill, now, printable, quantity
from dojo.times import format_minutes

KEYS: dict[str, Prediction] = {"g": GREEN, "r": RED, "a": AMBER}
QUESTION = "What do you expect? g green, r red, a amber "
ALL_PUSHED = "The room has all checks now."
TESTS_KEPT = " Tests and approved files stay."
# Terminals take the text between these as their title.
TITLE_START = "\x1b]2;"
BELL = "\a"
TICK_SECONDS = 1


@click.command()
@click.option(
    "--tcr",
    is_flag=True,
    help="test && commit || revert: commit green, revert red and amber.",
)
@click.option(
    "--expect",
    "is_asking",
    is_flag=True,
    help="Ask for your prediction before each check: press g, r or a.",
)
@click.option(
    "--keep-tests/--revert-tests",
    default=None,
    help="""When code is reverted, keep your tests and approved files, or revert them, too. \
 [default: keep them with own code and after a blind start]""",
)
@click.option("--keep-amber", is_flag=True, help="With --tcr: revert red, but not amber.")
@click.option(
    "--red",
    "red_minutes",
    type=click.FloatRange(min=0, max=MAX_RED_MINUTES, min_open=True),
    metavar="MINUTES",
    help="Ring the bell once if the practice stays red or amber for longer.",
)
@click.option(
    "--revert-late",
    is_flag=True,
    help="With --red: then also restore the last green check.",
)
@click.option(
    "--mutants",
    "has_mutants",
    is_flag=True,
    help="After each green check, show the new survivors in what changed.",
)
@no_bell_option
@limit_option
def watch(  # noqa: PLR0913 - each is an option
    limit: float | None,
    *,
    tcr: bool,
    is_asking: bool,
    keep_tests: bool | None,
    keep_amber: bool,
    red_minutes: float | None,
    revert_late: bool,
    has_mutants: bool,
    no_bell: bool,
) -> None:
    """Run a check each time a file is saved, until Ctrl-C.

    \b
    dojo watch                         one line for each check
    dojo watch --expect                predict each check
    dojo watch --red 2                 ring a bell after two minutes of red
    dojo watch --red 2 --revert-late   ... and restore the last green check
    dojo watch --mutants               a line for each new survivor, too
    dojo watch --tcr                   test && commit || revert
    dojo watch --tcr --keep-tests --keep-amber   the same, but gentler

    With --tcr, a green check is committed in the repository of practice/, and a red or amber check
    restores the files of the last green commit.

    With --keep-tests, only code is restored: a test that you wrote first stays red until the code
    passes it. With --keep-amber, code that cannot run yet stays, too.

    With --red, the terminal rings its bell once and says in its title that you are red for too
    long. The board of your room then uses this limit for you, in place of two minutes, until you
    choose another.

    Before files are reverted or restored, they are saved, and a line names the command that brings
    them back: `dojo restore`.

    With --mutants, a green check is followed by mutants, in the background: first those of the
    functions that changed. A line shows each new survivor, and `dojo mutants` lists all with their
    numbers. A save stops them, so that they delay no check.

    With --expect, each check waits for a key: g if you expect green, r for red, a for amber. A
    wrong prediction is printed first, and `dojo progress` counts them.

    In a room, a round that the facilitator began (`dojo room URL --minutes 25`) is counted down in
    the last line. After half of it, you are told who drives next. A bell rings when it ends, unless
    you choose --no-bell.
    """
    _refuse_unused(tcr=tcr, keep_amber=keep_amber, red_minutes=red_minutes, revert_late=revert_late)
    if keep_tests is not None and not (tcr or revert_late):
        raise WrongUsageError("Nothing is reverted, so omit --keep-tests, or add --tcr.")
    practice = practice_here()
    if tcr:
        _ = Branch(practice.folder).git  # raises WorkspaceError if nothing can be committed
    if keep_tests is None:
        keep_tests = practice.guard.keeps_tests
    watcher = Watcher(practice, limit, is_asking=is_asking, has_bell=not no_bell)
    if tcr:
        watcher.tcr = Tcr(practice, keep_tests=keep_tests, keep_amber=keep_amber)
    if red_minutes is not None:
        watcher.red_limit = RedLimit(
            practice,
            red_minutes,
            revert=revert_late,
            keep_tests=keep_tests,
            show_title=print_title,
        )
    if has_mutants:
        watcher.mutants = Background(practice, print_survivor)
    rule = rule_of(watcher)
    click.echo(fill(f"Watching {practice.title}/ until Ctrl-C. {rule}"))
    try:
        watcher.run()
    except (KeyboardInterrupt, EOFError):
        if watcher.red_limit is not None:
            watcher.red_limit.clear_title()
        counts = ", ".join(f"{watcher.counts[status]} {status}" for status in STATUSES)
        click.echo(f"\n{quantity(watcher.counts.total(), 'check')}: {counts}.")
        next_step.tell(next_step.after_watch())
    finally:
        if watcher.mutants is not None:
            watcher.mutants.close()


def _refuse_unused(
    *, tcr: bool, keep_amber: bool, red_minutes: float | None, revert_late: bool
) -> None:
    """Raise WrongUsageError for an option that has no effect."""
    if keep_amber and not tcr:
        raise WrongUsageError("--keep-amber is a kind of TCR. Add --tcr.")
    if revert_late and red_minutes is None:
        raise WrongUsageError("--revert-late needs a limit in minutes. Add --red 2.")


def print_title(text: str) -> None:
    """Set the title of the terminal, and ring its bell. Does nothing without a terminal."""
    if sys.stdout.isatty():
        bell = BELL if text else ""
        click.echo(f"{TITLE_START}{text}{BELL}{bell}", nl=False)


def print_news(text: str) -> None:
    """Print a text in place of the countdown."""
    show_waiting("")
    click.echo(text)


def print_survivor(line: str) -> None:
    """Print a line about mutants, at most as wide as the terminal."""
    print_news(fit(f"{' ' * 10}{line}"))


def fit(line: str) -> str:
    """Shorten a line to the width of the terminal."""
    width = shutil.get_terminal_size().columns
    if len(line) > width:
        return line[: width - 3] + "..."
    return line


class Watcher:
    """Checks a practice on every save, and counts the checks by status.

    `limit`: the timeout of a check in seconds, or None for the usual one. `is_asking`: it asks for
    a prediction before each check. `has_bell`: the end of a round has a sound. `tcr`, `red_limit`
    and `mutants` are set if their options are given. `tree`: the files after the last check, to
    notice a save. `warning`: the last one about the room; each is printed once. `is_behind`: the
    room lacked some checks at the last tick.
    """

    def __init__(
        self, practice: Practice, limit: float | None, *, is_asking: bool, has_bell: bool
    ) -> None:
        self.practice = practice
        self.limit = limit
        self.is_asking = is_asking
        self.has_bell = has_bell
        self.is_in_round = False
        self.tcr: Tcr | None = None
        self.red_limit: RedLimit | None = None
        self.mutants: Background | None = None
        self.counts: Counter[str] = Counter()
        self.tree = ""
        self.warning = ""
        self.is_behind = False

    def run(self) -> None:
        """Check now and on every save. Raises WorkspaceError if the practice is started over."""
        start = read_started_history(self.practice.folder).start
        self.check()
        for _ in watch_files(
            self.practice.folder,
            watch_filter=None,
            debounce=200,
            # In milliseconds. Some file systems report no changes, so look once a second, too.
            rust_timeout=1000 * TICK_SECONDS,
            yield_on_timeout=True,
        ):
            self.tick()
            self.tell_if_late()
            if Repository(self.practice.folder).tree() == self.tree:
                continue
            if read_started_history(self.practice.folder).start != start:
                advice = "Run `dojo watch` again."
                raise WorkspaceError(f"A new practice was started, so this watch stopped. {advice}")
            self.check()

    def check(self) -> None:
        """Check once, and print a line. With TCR, also commit or revert."""
        expected = self.ask() if self.is_asking else ""
        repository = Repository(self.practice.folder)
        before = ""
        if self.mutants is not None:
            before = repository.tree()
            self.mutants.prepare(read_history(repository).green_commit)
        with lock(self.practice.folder, CHECK, notify=show_waiting):
            history = read_history(repository)
            options = RunOptions(limit=self.limit)
            recorded = run_check(self.practice, history, options, show_waiting, expected=expected)
            self.counts[recorded.step.status] += 1
            action = ""
            if self.tcr is not None:
                action = NOT_REVERTED
                if not recorded.outcome.is_kata_fault:
                    action = self.tcr.follow(recorded.step, recorded.tree_after)
            lines = prediction_lines(recorded)
            click.echo("\n".join([*lines, check_line(recorded, action)]))
            self.tree = recorded.tree_after
            if self.tcr is not None and action == REVERTED:
                self.tree = repository.tree_of(CHECKS)
                click.echo(undo_line(recorded.step.number))
            if self.red_limit is not None:
                self.red_limit.note_check()
        if self.mutants is not None:
            if recorded.step.tree != before:  # a file was saved meanwhile
                self.mutants.prepare(history.green_commit)
            self.mutants.follow(is_green=recorded.step.is_green)
        share(self.practice.folder)

    def ask(self) -> Prediction:
        """Wait for a key that predicts the next check. The round goes on meanwhile."""
        key = ""
        with single_keys():
            while key not in KEYS:
                self.tick(QUESTION)
                key = read_key(TICK_SECONDS).lower()
        return KEYS[key]

    def tick(self, question: str = "") -> None:
        """Print news of the room, and show how much of the round is left. Ring when it ends."""
        note_activity(self.practice.folder)
        self.warn()
        now = time.time()
        current = current_round(self.practice.folder, now)
        status = ""
        if current is not None:
            status = f"{current.title}: {format_minutes(current.end - now)} left"
        elif self.is_in_round and self.has_bell:
            status = BELL
        elif self.mutants is not None and self.mutants.is_running:
            status = "testing mutants"
        self.is_in_round = current is not None
        show_waiting("  ".join(text for text in (status, question) if text))

    def tell_if_late(self) -> None:
        """Print once that the practice is red for too long, if it has a limit."""
        if self.red_limit is None:
            return
        for line in self.red_limit.tell_if_late(now(), show_waiting):
            print_news(click.style(line, bold=True))

    def warn(self) -> None:
        """Print a warning about the room if it is a new one: the push continues after a check."""
        folder = self.practice.folder
        is_behind = sharing_warning(folder) != ""
        warning = take_warning(folder)
        if warning not in ("", self.warning):
            print_news(warning)
        if self.is_behind and not is_behind and read_membership(folder) is not None:
            print_news(ALL_PUSHED)
        self.warning = warning
        self.is_behind = is_behind


def rule_of(watcher: Watcher) -> str:
    """Return a sentence about the next checks."""
    if watcher.tcr is None:
        return "If a check is red, `dojo check` shows why."
    reverted = "red and amber are"
    if watcher.tcr.keep_amber:
        reverted = "red is"
    rule = f"Green is committed, {reverted} reverted."
    if watcher.tcr.keep_tests:
        rule += TESTS_KEPT
    return rule


def check_line(recorded: RecordedCheck, action: str) -> str:
    """Return a line about a check, at most as wide as the terminal."""
    step = recorded.step
    finding = ""
    if recorded.outcome.texts:
        finding = brief_finding(recorded.outcome.texts[0])
    changes = recorded.changed.items()
    files = [f"{printable(path)} +{added} -{removed}" for path, (added, removed) in changes]
    parts = [
        f"{step.moment:%H:%M:%S}",
        status_in_words(step.status, step.approved).ljust(5),
        f"{step.check.seconds:.1f} s",
        step.prediction,
        action,
        finding,
        ", ".join(files),
    ]
    line = fit("  ".join(part for part in parts if part))
    return click.style(line, fg=STATUS_STYLES[step.status])
