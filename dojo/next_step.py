"""What to do next: the line at the end of a command. All of them are here; a command says what came of it."""

from pathlib import PurePosixPath

import click

from dojo.checking.check import UNAPPROVED, Outcome
from dojo.kata.way import WorkedStep
from dojo.kata.workspace import LEVELS
from dojo.practice.files import is_source
from dojo.practice.find import read_choices
from dojo.practice.history import read_history
from dojo.practice.model import RED, Practice
from dojo.practice.snapshots import Repository

AFTER = {
    "start": "run `dojo check`, then read the three steps in practice/README.md.",
    "start at": "run `dojo check`; `git -C practice log -p` shows the steps up to here.",
    "restore": "run `dojo check`.",
    "approve": "run `dojo check`.",
    "approve the kata": "`dojo approve practice` approves a change that you want in practice/.",
    "watch": "`dojo progress` shows the timeline.",
    "progress": "`dojo progress N` shows step N: what failed, and the diff.",
    "to commit": 'commit it: dojo check -m "..."',
    "green": "change one small thing, then `dojo check` again.",
    "red, code as it was": "write what the test asks for, or correct the test; then run `dojo check`.",
    "green, blind": "write the next test; `dojo mutants` grades them.",
    "own code at full score": "refactor in small steps; `dojo watch --tcr` takes red back.",
    "survivors": """- is your code; + is a change that no test of yours notices.
Write a test that fails with the change, or delete code that nobody needs.""",
    "undecided": "run `dojo mutants` again: it tests the mutants that have no result yet.",
    "missed slips": "choose a story, and write a test that fails when the code does this.",
    "room new": """each pair types: dojo join {room} --name Panda
you type: dojo room {room}
For pairs at other computers: dojo room serve {room}""",
    "room serve": """each pair types: dojo start --again --name Panda --room {url}
you type, in another terminal: dojo room {url}""",
    "room close": """`dojo room compare {file}` shows the pairs side by side,
`dojo progress {file} --name {pair}` the steps of one,
`dojo room {file}` the board.""",
    "way": "`dojo way {number}` shows the first; `dojo way --html worked.html` makes a page of all.",
    "verify": "practise: `dojo start`, then `dojo check`.",
}
AFTER_HINT = (  # asked for once, twice, three times; and from then on
    "look for it there. `dojo hint` again names the refactoring.",
    "do this refactoring, then check. `dojo hint` again shows how.",
    "do the same in your code, with your names, then run `dojo check`.",
    """write the new code beside the old, line by line. Check, then remove the old.
`dojo hint --skip` leaves this one out, and shows another.
`dojo start --again --at {number}` begins after this step.""",
)
OR_MEAN_IT = "or, if you want this change: `dojo approve practice`"
OR_AGAIN = "or, if you approved a mistake before: `dojo approve practice`"
OR_WISHED = 'or, if a customer wants this: do step 3 of "The exercise" in KATA.md'


def tell(step: str) -> None:
    """Say what to do next, if there is something; a step of two lines stands in two."""
    if step:
        click.echo("Next: " + step.replace("\n", "\n      "))


def after_check(practice: Practice, outcome: Outcome) -> str:
    """Commit what is green, take back what is not; or approve what is new, or read of approving what changed."""
    if outcome.green:
        repository = Repository(practice.folder)
        if repository.tree() != repository.tree_of("HEAD"):
            return AFTER["to commit"]
        return AFTER["green, blind" if practice.choices.blind else "green"]
    if any(UNAPPROVED in finding or "`git checkout " in finding for finding in outcome.findings):
        return ""  # they say what to do
    if outcome.status == RED and read_choices(practice.folder).blind and not practice.choices.blind:
        return _after_the_golden_master_once(practice)
    back = _take_back(practice)
    if outcome.differences:
        new = OR_MEAN_IT if outcome.additions >= len(outcome.findings) else OR_WISHED
        return f"{back or 'correct it at once'},\n{OR_AGAIN if outcome.approved.changes else new}"
    return back or (AFTER["red, code as it was"] if outcome.status == RED else "")


def _take_back(practice: Practice) -> str:
    """Name the last green state that was guarded alike, else the last commit; nothing if the code is still so."""
    repository = Repository(practice.folder)
    green = read_history(repository).last_green(blind=practice.choices.blind)
    last_good = green.commit if green else "HEAD"
    changed = [PurePosixPath(path) for path in repository.changes(last_good, repository.tree())]
    if all(".approved." in path.name or not is_source(path) for path in changed):
        return ""  # new tests and approved files are not to go for nothing
    what = "green: dojo restore green" if green else "commit: dojo restore HEAD"
    return f"correct it at once, or go back to the last {what}"


def _after_the_golden_master_once(practice: Practice) -> str:
    """Mend the tests first: the last state that was green by them has what they did not notice, too."""
    repository = Repository(practice.folder)
    green = read_history(repository).last_green(blind=False)
    back = ""
    if green:
        back = f",\nor go back to the last green by the golden master: dojo restore {green.commit[:7]}"
    return f"write a test that is red for this, then correct the code; a wish of a customer stays{back}"


def before_hint(practice: Practice) -> str:
    """Say that the last check was not green, and how to take that back; nothing when it was, or is taken back."""
    last = read_history(Repository(practice.folder)).last
    if last is None or last.is_green:
        return ""
    back = _take_back(practice)
    return back and f"The last check was not green: {back}"


def after_no_hint(practice: Practice) -> str:
    """Fulfil the wish of the level; then go on to the next."""
    return f"fulfil the wish of level {practice.level.number} in KATA.md; then `{_next_level(practice)}`."


def after_hint(step: WorkedStep, times: int) -> str:
    """Go a little further than the time before; in the end, go on without."""
    return AFTER_HINT[min(times, len(AFTER_HINT)) - 1].format(number=step.number)


def at_full_score(practice: Practice) -> str:
    """Go on to the next level, and from the last to a blind start."""
    if practice.is_own_code:
        return AFTER["own code at full score"]
    return f"draw a constraint card in KATA.md, or run `{_next_level(practice)}`."


def _next_level(practice: Practice) -> str:
    level = practice.level.number + 1
    return f"dojo start --again --level {level}" if level in LEVELS else "dojo start --again --blind"


def after_worked_step(step: WorkedStep, last: int) -> str:
    """Look at the next step, or go on from this one; nobody goes on from red."""
    following = f"`dojo way {step.number + 1}`" if step.number < last else ""
    joining = "" if step.is_red else f"go on from here yourself: `dojo start --again --at {step.number}`"
    return f"{', or '.join(filter(None, (following, joining)))}."
