"""What to do next: the line at the end of a command. All of them are here; a command says what came of it.

step: a sentence that names what to type. Where there is nothing to do, it is empty, and nothing is said.
"""

from contextlib import suppress
from pathlib import Path, PurePosixPath

import click

from dojo.checking import UNAPPROVED
from dojo.kata import LEVELS, Step, git_in
from dojo.practice import (
    GREEN,
    NAME,
    RED,
    GitError,
    Practice,
    Repository,
    is_no_source,
    read_choices,
    read_story,
)

AFTER_START = "`dojo check`; then read the three steps in practice/README.md."
AFTER_START_AT = "`dojo check`; `{git} log -p` shows the steps up to here"
A_SMELL = ",\n`dojo hint` a smell that is still there"
AFTER_RESTORE = AFTER_APPROVAL = "`dojo check`."
AFTER_WATCH = "`dojo progress` shows the timeline."
AFTER_PROGRESS = "`dojo progress N` shows step N: what failed, and the diff."
WITHOUT_HINT = """write the new beside the old, line by line; `dojo check`; remove the old.
`dojo hint --skip` leaves this one out, and shows another.
`{start}` begins where it is done."""
AFTER_HINT = (  # asked for once, twice, three times; and from then on
    "look for it there. `dojo hint` again names the refactoring.",
    "do what its title says, then `dojo check`. `dojo hint` again shows how.",
    "do the same in your code, with your names, then `dojo check`.",
    WITHOUT_HINT,
)
READ_A_SURVIVOR = "- is your code, + a change unseen: test it, or delete what nobody needs."
READ_A_STORY = "write a test that fails when one of these stories is true."
A_SMALL_STEP = "change one small thing, then `dojo check` again."
ANOTHER_TEST = "write the next test; `dojo mutants` grades them."
RESTORES = "`git checkout "  # of what the kata needs
OR_MEAN_IT = "or, if you mean it: `dojo approve practice`"


def tell(step: str) -> None:
    """Say what to do next, if there is something; a step of two lines stands in two."""
    if step:
        click.echo("Next: " + step.replace("\n", "\n      "))


def after_check(practice: Practice, status: str) -> str:
    """Commit what is green, take back what is not; without git, nothing can be said."""
    with suppress(GitError):
        repository = Repository(practice.folder)
        now = repository.tree()
        if status != GREEN:
            return _take_back_or_mean(practice, repository, now, status)
        if now != _tree_of(repository, "HEAD"):
            return _commit(repository)
        return ANOTHER_TEST if practice.choices.blind else A_SMALL_STEP
    return ""


def _commit(repository: Repository) -> str:
    git = git_in(repository.folder)
    return f'commit it: {git} add -A && {git} commit -m "..."'


def _take_back_or_mean(practice: Practice, repository: Repository, now: str, status: str) -> str:
    """Say how to take it back, and how to approve what the golden master does not expect, if one can."""
    checks = read_story(repository).checks
    message = checks[-1].message if checks else ""
    if any(words in message for words in (UNAPPROVED, RESTORES)):  # it says itself what to do
        return ""
    differs = status == RED and "expected" in message and not message.startswith(f"{practice.name}/")
    can_mean = differs and not read_choices(practice.folder).blind
    green = [each.snapshot for each in checks if each.green and each.blind == practice.choices.blind and each.snapshot]
    back = _take_back(repository, green, now)
    if not can_mean:
        return back
    return f"{back or 'mend it at once'},\n{OR_MEAN_IT}"


def _take_back(repository: Repository, green: list[str], now: str) -> str:
    """Name the last green state that was guarded alike, else the last commit; nothing if the code is still so."""
    commit = next((each for each in (*green[-1:], "HEAD") if _tree_of(repository, each) is not None), None)
    if commit is None or not _code_differs(repository, commit, now):
        return ""
    what = "the last commit" if commit == "HEAD" else "the last green"
    return f"mend it at once, or take it back to {what}: dojo restore {repository.short_name(commit)}"


def _code_differs(repository: Repository, commit: str, now: str) -> bool:
    """Tell whether more than tests and approved files would change; new ones of those are not to go for nothing."""
    return any(
        ".approved." not in path and not any(map(is_no_source, PurePosixPath(path).parts))
        for path in repository.changes(commit, now)
    )


def _tree_of(repository: Repository, commit: str) -> str | None:
    """Return the files of a commit, as git names them; None when there is no such commit."""
    with suppress(GitError):
        return repository.tree_of(commit)
    return None


def before_hint(practice: Practice) -> str:
    """Say that the last check was not green, and how to take that back; nothing when it was, or is taken back."""
    with suppress(GitError):
        repository = Repository(practice.folder)
        checks = read_story(repository).checks
        if checks and not checks[-1].green:
            green = [each.snapshot for each in checks if each.green and each.blind == practice.choices.blind]
            back = _take_back(repository, [each for each in green if each], repository.tree())
            return back and f"The last check was not green: {back}"
    return ""


def after_no_hint(practice: Practice) -> str:
    """Fulfil the wish of the level; then go on to the next, if there is one."""
    level = practice.level.number + 1
    again = f"; then `dojo start --again --level {level}`" if level in LEVELS else ""
    return f"the wish of level {practice.level.number} in KATA.md{again}."


def after_hint(practice: Practice, step: Step, times: int) -> str:
    """Go a little further than the time before; in the end, go on without."""
    level = f" --level {practice.level.number}" if practice.level.number > step.level else ""
    start = f"dojo start --at {step.number} --again{level}{' --blind' if practice.choices.blind else ''}"
    return AFTER_HINT[min(times, len(AFTER_HINT)) - 1].format(start=start)


def after_mutants(practice: Practice, *, survived: bool, undecided: bool) -> str:
    """Read a survivor; at the full score, go on."""
    if survived:
        return READ_A_SURVIVOR
    return "`dojo mutants` again, for those without a result." if undecided else _at_full_score(practice)


def after_slips(practice: Practice, *, missed: bool) -> str:
    """Read the story of a slip; when all are noticed, go on."""
    return READ_A_STORY if missed else _at_full_score(practice)


def _at_full_score(practice: Practice) -> str:
    level, after = practice.level.number + 1, ""
    if level in LEVELS:
        after = f", or `dojo start --level {level} --again`"
    elif not practice.choices.blind:
        after = ", or `dojo start --blind --again`"
    return f"a constraint card in KATA.md{after}."


def after_verify(workspace: Path, *, survived: bool, fails: bool) -> str:
    """Read a survivor; when all is well, practise."""
    if survived:
        return READ_A_SURVIVOR
    return "" if fails or (workspace / NAME).exists() else "practise: `dojo start`, then `dojo check`."


def after_start_at(practice: Practice, *, is_left: bool) -> str:
    """Read the steps; where some of the level are left, ask for a smell."""
    return f"{AFTER_START_AT.format(git=git_in(practice.folder))}{A_SMELL if is_left else ''}."


def after_list(steps: list[Step], level: int | None, method: str | None) -> str:
    """Show the first; of a level, say how to begin there oneself; of all, that there is a page."""
    if not steps:
        return ""
    first = steps[0].number
    shows = f"`dojo way {first}` shows the first"
    if method is not None:
        return f"{shows}."
    if level is None:
        return f"{shows}; `dojo way --html worked.html`, all of them."
    begin = f"dojo start --again --at {first - 1}" if first > 1 else "dojo start"
    return f"{shows}; begin there yourself: `{begin}`."


def after_worked_step(number: int, last: int, *, is_red: bool) -> str:
    """Look at the next step, or go on from this one; nobody goes on from red."""
    following = f"`dojo way {number + 1}`" if number < last else ""
    joining = "" if is_red else f"go on from here yourself: `dojo start --again --at {number}`"
    return f"{', or '.join(filter(None, (following, joining)))}."
