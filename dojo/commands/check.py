"""`dojo check`: one check of a practice."""

import click

from dojo.checking import runner
from dojo.checking.outcome import Report
from dojo.commands import next_step
from dojo.commands.check_lines import render, render_agreed
from dojo.commands.options import LIMIT, SECONDS, fail, notice, practice_here
from dojo.kata.workspace import checkout
from dojo.practice.model import GREEN, Practice
from dojo.practice.snapshots import Repository
from dojo.practice.story import append_own_commit
from dojo.text import WIDTH, shortened


@click.command()
@click.option("--limit", type=SECONDS, help=f"Seconds it may take.  [default: {LIMIT}]")
@click.option("--golden-master", is_flag=True, help="Compare with the kata's documents, this once.")
@click.option("-m", "message", metavar="MESSAGE", help="Commit it with this message if it is green.")
def check(limit: float | None, message: str | None, *, golden_master: bool) -> None:
    """Check whether practice/ still does what it did.

    Runs the golden master of your level, or after a blind start your own tests in practice/tests, in a process of its
    own; `pytest` in practice/ does the same. Green is one line. Red says which call, what was expected and what came,
    or where in your code it broke. Amber: your code could not be asked; it does not load, it crashed, or it did not
    end in time. Every check is a commit with your code as it was: `git -C practice log refs/dojo/checks` tells the
    story, `dojo progress` shows it.

    Green says how much you approved otherwise than the kata (`dojo approve practice`). With --golden-master, also after
    a blind start, the kata's own documents count: what differs as you approved it is listed, anything else is red.

    Exit codes: 0 green, 1 red, amber, or there was no check, 2 wrong usage.
    """
    here = practice_here()
    practice = here.guarded(blind=False) if golden_master else here
    report = runner.check(practice, limit, runner.Caller(tell=notice), with_shared=golden_master)
    agreed = render_agreed(report.outcome) if golden_master else []
    click.echo("\n".join([*render(practice, report), *agreed]))
    if message is not None:
        click.echo(commit(practice, report, message))
    _tell_of_the_kata(practice)
    next_step.tell(next_step.after_check(practice, report.outcome))
    if report.outcome.status != GREEN:
        fail()


def commit(practice: Practice, report: Report, message: str) -> str:
    """Commit the files as they were checked, if that was green; say whether they are."""
    if report.outcome.status != GREEN or report.entry is None or report.entry.tree is None:
        return "Not committed."
    repository = Repository(practice.folder)
    if report.entry.tree == repository.tree_of("HEAD"):
        return "Nothing to commit: the last commit has these files."
    name = repository.short_name(repository.commit(report.entry.tree, message))
    append_own_commit(repository)
    return f"Committed as {name}: {shortened(message, WIDTH)}"


def _tell_of_the_kata(practice: Practice) -> None:
    """Name files of the kata that are not as git has them: a person may have opened legacy/ in place of practice/."""
    if changed := next_step.changed_in_kata(practice):
        back = checkout(practice.workspace, *changed)
        click.echo(f"Changed in the kata: {', '.join(changed)}. {back} takes it back.")
