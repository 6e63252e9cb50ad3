"""What to do next: the line at the end of a command. All of them are here; a command says what came of it.

step: a sentence that names what to type. Where there is nothing to do, it is empty, and nothing is said.
"""

from contextlib import suppress
from pathlib import Path, PurePosixPath

import click

from dojo.checking.check import Outcome
from dojo.checking.explain import UNAPPROVED
from dojo.kata.way import Step
from dojo.kata.workspace import LEVELS, git_in
from dojo.practice.code import is_no_source
from dojo.practice.model import AMBER, GREEN, HOME, NAME, RED, Practice
from dojo.practice.snapshots import GitError, Repository
from dojo.practice.story import Story, last_green, read_story

AFTER = {
    "start": "`dojo check`; then read the three steps in practice/README.md.",
    "restore": "`dojo check`.",
    "approve": "`dojo check`.",
    "watch": "`dojo progress` shows the timeline.",
    "progress": "`dojo progress N` shows step N: what failed, and the diff.",
    "to commit": 'commit it: dojo check -m "..."',
    "green": "change one small thing, then `dojo check` again.",
    "red, code as it was": "write what the test asks for, or correct the test; then `dojo check`.",
    "green, blind": "write the next test; `dojo mutants` grades them.",
    "own code at full score": "refactor in small steps; `dojo watch --tcr` takes red back.",
    "survivors": "- is your code, + a change unseen: test it, or delete what nobody needs.",
    "undecided": "`dojo mutants` again, for those without an outcome.",
    "missed slips": "write a test that fails when one of these stories is true.",
    "verify": "practise: `dojo start`, then `dojo check`.",
}
AFTER_HINT = (  # asked for once, twice, three times; and from then on
    "look for it there. `dojo hint` again names the refactoring.",
    "do what its title says, then `dojo check`. `dojo hint` again shows how.",
    "do the same in your code, with your names, then `dojo check`.",
    """write the new beside the old, line by line; `dojo check`; remove the old.
`dojo hint --skip` leaves this one out, and shows another.
`{start}` begins where it is done.""",
)
SAY_THEMSELVES = (UNAPPROVED, "`git checkout ")  # what to do: approve a new document, bring back what the kata needs
KATA = ("legacy/", "refactored/", "approved_files/", "tests/golden_master/")
OR_MEAN_IT = "or, if you mean it: `dojo approve practice`"
OR_AGAIN = "or, if what you approved was wrong: `dojo approve practice`"
OR_WISHED = 'or, if a customer wants it so: step 3 of "The exercise" in KATA.md'


def tell(step: str) -> None:
    """Say what to do next, if there is something; a step of two lines stands in two."""
    if step:
        click.echo("Next: " + step.replace("\n", "\n      "))


def after_check(practice: Practice, outcome: Outcome) -> str:
    """Commit what is green, take back what is not; or approve what is new, or read of approving what changed."""
    repository = Repository(practice.folder)
    if outcome.green and repository.tree() != repository.tree_of("HEAD"):
        return AFTER["to commit"]
    if outcome.green:
        return AFTER["green, blind" if practice.choices.blind else "green"]
    if any(words in finding.text for finding in outcome.findings for words in SAY_THEMSELVES):
        return ""
    story = read_story(repository)
    back = _take_back(practice, repository, story)
    if outcome.status == AMBER:
        return back
    if not outcome.differences or (story.choices and story.choices.blind):
        return back or AFTER["red, code as it was"]
    mend = "take back what changed in the kata" if changed_in_kata(practice) else "mend it at once"
    return f"{back or mend},\n{_or_approve(outcome)}"


def _or_approve(outcome: Outcome) -> str:
    """Say how what differs may be right: for an approval was wrong, for all of it is new, or for somebody wants it."""
    if outcome.approved.changes:
        return OR_AGAIN
    return OR_MEAN_IT if outcome.additions == outcome.count else OR_WISHED


def after_approving_the_kata(workspace: Path) -> str:
    """Name what approves a change in the practice, while that is red: this did not."""
    folder = workspace / NAME
    story = read_story(Repository(folder)) if (folder / HOME).is_dir() else Story()
    last = [each.status for each in story.checks[-1:]]
    if last == [RED] and story.choices and not story.choices.blind:
        return f"{NAME}/ is red. A change that you mean there: `dojo approve practice`."
    return ""


def _take_back(practice: Practice, repository: Repository, story: Story) -> str:
    """Name the last green state that was guarded alike, else the last commit; nothing if the code is still so."""
    green = last_green(story, blind=practice.choices.blind)
    commit, what, name = (green, "the last green", GREEN) if green else ("HEAD", "the last commit", "HEAD")
    changed = [PurePosixPath(path) for path in repository.changes(commit, repository.tree())]
    code = [path for path in changed if ".approved." not in path.name and not any(map(is_no_source, path.parts))]
    if not code:  # new tests and approved files are not to go for nothing
        return ""
    return f"mend it at once, or take it back to {what}: dojo restore {name}"


def changed_in_kata(practice: Practice) -> list[str]:
    """Return the files of the kata that are not as git has them; none where the kata is no clone."""
    with suppress(GitError):
        return [path for path in Repository(practice.workspace).modified() if path.startswith(KATA)]
    return []


def before_hint(practice: Practice) -> str:
    """Say that the last check was not green, and how to take that back; nothing when it was, or is taken back."""
    repository = Repository(practice.folder)
    story = read_story(repository)
    if not story.checks or story.checks[-1].green:
        return ""
    back = _take_back(practice, repository, story)
    return back and f"The last check was not green: {back}"


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


def at_full_score(practice: Practice) -> str:
    """Go on to the next level, and from the last to a blind start."""
    if practice.is_own_code:
        return AFTER["own code at full score"]
    level, after = practice.level.number + 1, ""
    if level in LEVELS:
        after = f", or `dojo start --level {level} --again`"
    elif not practice.choices.blind:
        after = ", or `dojo start --blind --again`"
    return f"a constraint card in KATA.md{after}."


def after_start_at(practice: Practice, *, is_left: bool) -> str:
    """Read the steps; where some of the level are left, ask for a smell."""
    smell = ",\n`dojo hint` a smell that is still there" if is_left else ""
    return f"`dojo check`; `{git_in(practice.folder)} log -p` shows the steps up to here{smell}."


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
