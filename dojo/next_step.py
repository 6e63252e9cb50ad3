"""The advice at the end of commands: lines that begin with "Next:".

Each situation has a function, in the order in which people meet them.
"""

import re
import shlex
import sys
from collections.abc import Container, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

import click

from dojo.checking.outcome import (
    DIFFERENCES,
    UNAPPROVED,
    FindingKind,
    Outcome,
)
from dojo.checking.runner import RecordedCheck
from dojo.practice.branch import Branch
from dojo.practice.code import find_files, is_approved_file, is_hidden_or_ignored, is_source
from dojo.practice.history import History, read_history
from dojo.practice.interpreter import python_of
from dojo.practice.model import RED, Practice
from dojo.practice.snapshots import Repository
from dojo.room.git import display_url
from dojo.room.membership import IS_CLOSED, NAME_TAKEN
from dojo.slips.patches import read_slips
from dojo.text import next_step_line

if TYPE_CHECKING:  # a check does without the worked way and mutants
    from dojo.kata.description import Kata
    from dojo.kata.way import WorkedStep
    from dojo.mutation.grade import Grade, Verdict

# By how often the hint was asked for. The last is also for more often.
AFTER_HINT = (
    "find the smell in these lines. `dojo hint` again names the refactoring.",
    "do this refactoring, then `dojo check`. `dojo hint` again shows the diff.",
    "do the same in your code, with your names, then run `dojo check`.",
    """write the new code beside the old code. Run `dojo check`, then delete the old code.
`dojo hint --skip` skips this hint and shows another.
`dojo start --again --at {number}` starts over after this step.""",
)
# By words in the reason, which are git's or ours.
AFTER_REFUSAL = {
    NAME_TAKEN: """choose another name: dojo join {room} --name NAME
If it is your own name, from another folder or computer, continue its row:
dojo join {room} --name {pair} --mine""",
    IS_CLOSED: "join another room. `dojo room serve PATH` opens a closed room again.",
    "dubious ownership": """if you trust the owner of the room, run this, then join again:
git config --global --add safe.directory {room}""",
    "could not read": """a check cannot ask for a password. Set up a key or a credential helper:
git config --global credential.helper cache; then `dojo join {room}`.""",
}
# After so many green checks, people know what to do next.
ADVISED_GREENS = 3
NO_MODULE = re.compile(r"ModuleNotFoundError: No module named '([^'.]+)")
# An environment that is active at a check counts, too, if none was found at the start.
OTHER_PYTHON = """if an environment has {name}, activate it and run `dojo check`,
or name it: dojo start {option} --again --python PATH"""
SURVIVORS = """write a test that fails with a change (- is your code, + the change),
or delete code that nobody needs."""
SURVIVORS_OF_KATA = """write a scenario that fails with a change (- is the code, + the change),
delete code that nobody needs, or copy the entry, with the reason why no
scenario can fail, to {document}."""
REFACTOR = "refactor in small steps; `dojo watch --tcr` reverts red for you."
OR_MEAN_IT = "or, if you want this change, approve it: dojo approve practice"
OR_AGAIN = "or, if the approved result is wrong: dojo approve practice"
OR_WISHED = 'or, if the customer wants this change: step 3 of "The exercise" in KATA.md'


def tell(step: str) -> None:
    """Print the advice, unless it is empty."""
    if step:
        click.echo(next_step_line(step))


# Starting.


def after_start(practice: Practice) -> str:
    """Return the first thing to do in a practice. Somebody's own code has no tangle."""
    if not practice.kata.tangle:
        return """run `dojo check`. Then `dojo mutants` finds changes that no test notices,
and `dojo record -- PROGRAM` writes tests from a run of your program."""
    if practice.choices.step:
        return "run `dojo check`; `git -C practice log -p` shows the steps up to here."
    return "run `dojo check`, then read the three steps in practice/README.md."


def after_list_of_practices() -> str:
    return "`dojo start --back NUMBER` goes back to one of them."


def after_new_files() -> str:
    """Return advice after a restore, an approval, and the return of an archived practice."""
    return "run `dojo check`."


def after_record() -> str:
    return "run `dojo check`, read the documents of the tests, then run `dojo mutants`."


# Checks.


def after_check(practice: Practice, recorded: RecordedCheck, *, is_reverted: bool = False) -> str:
    """Return advice for the status of a check. `is_reverted`: --or-revert restored older files."""
    if is_reverted:
        return """take a smaller step, then run `dojo check --expect green`.
`dojo restore` brings the reverted files back."""
    if recorded.outcome.is_green:
        return _after_green(practice, recorded)
    check = recorded.step.check
    if check.status == RED and check.expected == RED:
        return _after_expected_red(recorded.outcome)
    return _use_other_python(practice, recorded.outcome) or _after_failure(practice, recorded)


def _after_expected_red(outcome: Outcome) -> str:
    """Return advice after a red check that was predicted.

    A difference from the approved results may be what the customer wishes.
    """
    step = "make it green, then run `dojo check --expect green`"
    if outcome.kinds & DIFFERENCES:
        return f"{step},\n{_or_approve(outcome)}"
    return f"{step}."


def _after_failure(practice: Practice, recorded: RecordedCheck) -> str:
    """Return how to get back to green: correct the code, restore files, or approve.

    It is empty if a finding has advice, or if a restore would not help an amber check.
    """
    outcome = recorded.outcome
    has_advice = any(UNAPPROVED in text or "`git checkout " in text for text in outcome.texts)
    if has_advice:
        return ""
    is_red = outcome.status == RED
    history = recorded.before
    has_other_guard = practice.choices.guard != history.choices.guard  # by --golden-master
    if is_red and has_other_guard and practice.guard.runs_golden_master:
        return _after_golden_master_once(history)
    way_back = _correct_or_restore(practice, history, recorded.tree_after)
    if outcome.kinds & DIFFERENCES:
        return f"{way_back or 'correct the code now'},\n{_or_approve(outcome)}"
    if is_red and not way_back:
        return """change the code if the test is right, else correct the test
or its approved file. Then run `dojo check`."""
    return way_back


def _use_other_python(practice: Practice, outcome: Outcome) -> str:
    """Return advice if somebody's own code needs a package that the dojo's Python lacks."""
    missing = _missing_package(practice, outcome)
    if not (missing and not practice.kata.name and python_of(practice) == sys.executable):
        return ""
    option = "--here" if practice.is_in_place else "--from PATH"
    return OTHER_PYTHON.format(name=missing, option=option)


def _missing_package(practice: Practice, outcome: Outcome) -> str:
    """Return the name of a module that was not found, and that is not in the practice."""
    files = find_files(practice.folder, skip=is_hidden_or_ignored)
    own = {part for file in files for part in file.relative_to(practice.folder).parts}
    for text in outcome.texts:
        missing = NO_MODULE.search(text)
        if missing and not own & {missing[1], f"{missing[1]}.py"}:
            return missing[1]
    return ""


def _after_green(practice: Practice, recorded: RecordedCheck) -> str:
    """Return advice to commit changed files or, for the first checks, a next thing to try."""
    branch = Branch(practice.folder)
    if branch.exists and branch.has_changes():
        if recorded.outcome.printed:
            return """remove the print if it was for debugging;
then commit: dojo check -m "what you did\""""
        return 'commit it: dojo check -m "what you did"'
    greens_before = [step for step in recorded.before.checks.values() if step.is_green]
    if len(greens_before) >= ADVISED_GREENS:
        return ""
    if practice.guard.runs_golden_master:
        return "change one small thing, then run `dojo check` again."
    return "write the next test, or grade your tests with `dojo mutants`."


def _or_approve(outcome: Outcome) -> str:
    """Return advice to approve the result, if it is right: the other way to make a check green.

    OR_AGAIN is for a practice that has changed expected results already.
    """
    if outcome.approved.changes:
        return OR_AGAIN
    if outcome.kinds == {FindingKind.ADDITION}:
        return OR_MEAN_IT
    return OR_WISHED


def _correct_or_restore(practice: Practice, history: History, tree: str) -> str:
    """Name the last green check with the present guard, or else the last commit.

    `tree`: the present files. Returns an empty string if code and approved files are as they were
    there. A restore would only remove new tests and new approved files.
    """
    repository = Repository(practice.folder)
    green = history.last_green(practice.choices.guard)
    commit = green.commit if green else repository.find_any_commit("HEAD")
    if commit is None:
        commit = history.start
    changes = repository.changes(commit, tree)
    before = repository.blobs(repository.tree_of(commit))
    if not any(map(_is_code, changes)):
        if any(_is_document(name, before) for name in changes):
            return "to undo your edits of approved files: dojo restore green"
        return ""
    target = "green check: dojo restore green" if green else "commit: dojo restore HEAD"
    return f"correct the code now, or restore the last {target}"


def _is_code(name: str) -> bool:
    path = PurePosixPath(name)
    return is_source(path) and not is_approved_file(path)


def _is_document(name: str, before: Container[str]) -> bool:
    return is_approved_file(PurePosixPath(name)) and name in before


def _after_golden_master_once(history: History) -> str:
    """Return advice for a blind practice that the golden master found red.

    Restoring the last green would not help: the person's own tests passed there, too.
    """
    step = "write a test that fails for this, then correct the code (a customer's wish may stay)"
    green = history.last_green((history.choices.level, False))
    if green is None:
        return step
    command = f"dojo restore {green.number}"
    return f"{step},\nor restore the last check that the golden master passed: {command}"


def after_watch() -> str:
    return "`dojo progress` shows the timeline."


def after_progress() -> str:
    return "`dojo progress N` shows step N: what failed, and the diff."


# Hints, and the worked way.


def before_hint(practice: Practice) -> str:
    """Return a reminder that the last check was not green, unless the code has changed back."""
    repository = Repository(practice.folder)
    history = read_history(repository)
    if history.last is None or history.last.is_green:
        return ""
    way_back = _correct_or_restore(practice, history, repository.tree())
    if not way_back:
        return ""
    return f"The last check was not green: {way_back}"


def after_no_hint(practice: Practice) -> str:
    level = practice.level.name
    return f"implement the wish of {level} in KATA.md, then run `{_next_level(practice)}`."


def after_hint(step: "WorkedStep", times: int) -> str:
    """Return advice that goes further each time. `times`: how often this hint was shown."""
    index = min(times, len(AFTER_HINT)) - 1
    return AFTER_HINT[index].format(number=step.number)


def after_worked_steps(first: "WorkedStep") -> str:
    return f"""`dojo way {first.number}` shows the first step,
`dojo way --html worked.html` writes all steps to a page."""


def after_worked_step(step: "WorkedStep", last: int) -> str:
    """Return advice after a worked step. `last`: the number of the last one."""
    parts: list[str] = []
    if step.number < last:
        parts.append(f"`dojo way {step.number + 1}` shows the next step")
    if not step.is_red:
        parts.append(f"`dojo start --again --at {step.number}` starts your practice here")
    return ",\n".join(parts) + "."


# Mutants and slips.


def after_mutants(practice: Practice, grade: "Grade") -> str:
    """Return advice for a grade. Without a survivor, it fails if a mutant has no result yet."""
    if grade.to_kill:
        return _after_survivors(practice)
    if grade.fails:
        return "run `dojo mutants` again to test the mutants that have no result yet."
    return _at_full_score(practice)


def _after_survivors(practice: Practice) -> str:
    if not practice.guard.runs_golden_master:
        return SURVIVORS
    tests = practice.display_path(practice.folder / "tests")
    return f"""write a test in {tests}/ that fails with a change
(- is your code, + the change); it runs beside the golden master.
Or delete code that nobody needs."""


def _at_full_score(practice: Practice) -> str:
    """Return advice when no mutant, or no slip, is missed. Slips grade only own tests."""
    if not practice.kata.slips:
        return REFACTOR
    if practice.guard.runs_golden_master:
        return f"pick a constraint card in KATA.md, or run `{_next_level(practice)}`."
    if not read_slips(practice.workspace, practice.level):
        return REFACTOR
    return "`dojo slips` grades your tests with mistakes that people make."


def _next_level(practice: Practice) -> str:
    """Return the command that starts the next level or, after the last one, a blind practice."""
    if practice.level != practice.kata.last_level:
        number = max(1, practice.level.number + 1)
        return f"dojo start --again --level {number}"
    return "dojo start --again --blind"


def after_interruption(grade: "Grade | None") -> str:
    """Return advice after Ctrl-C. `grade`: the mutants, if they are made."""
    if grade is None or not grade.tested:
        return "run `dojo mutants` again."
    return "`dojo mutants` continues from here."


def after_shard(command: str, shards: int) -> str:
    return f"when all shards are tested: `{command} --merge mutants-*-of-{shards}.json`"


def after_slips(practice: Practice, *, are_missed: bool) -> str:
    if are_missed:
        return after_missed_slips()
    if not practice.guard.runs_golden_master:
        return """refactor in small steps; at the end, run
`dojo check --golden-master` to test with the golden master, too."""
    return _at_full_score(practice)


def after_missed_slips() -> str:
    return "choose a missed slip, and write a test that fails with it."


def after_sent_slip(check: int) -> str:
    return f"take the mistake out again: dojo restore {check}"


def after_approved_kata() -> str:
    return "`dojo approve practice` approves a change that you want in practice/."


def after_verify(verdicts: "Sequence[Verdict]", *, has_practice: bool) -> str:
    if any(verdict.to_kill for verdict in verdicts):
        return SURVIVORS_OF_KATA.format(document=verdicts[0].kata.survivors)
    if has_practice or any(verdict.fails for verdict in verdicts):
        return ""
    return "practise: `dojo start`, then `dojo check`."


# Rooms.


def after_new_room(room: str) -> str:
    return f"""each pair runs: dojo join {room} --name Panda
you run: dojo room {room}
For pairs at other computers, run: dojo room serve {room}"""


def while_serving(url: str, *, has_pairs: bool) -> str:
    if has_pairs:
        return f"""each pair continues its row: dojo join {url} --name Panda
a new pair runs: dojo start --again --name Otter --room {url}
you run, in another terminal: dojo room {url}"""
    return f"""each pair runs: dojo start --again --name Panda --room {url}
you run, in another terminal: dojo room {url}
at the end, before Ctrl-C: dojo room close {url}"""


def after_closing(file: str, pair: str) -> str:
    return f"""`dojo room compare {file}` compares the pairs side by side,
`dojo progress {file} --name {pair}` shows one pair,
`dojo room {file}` shows the board."""


def without_room() -> str:
    return "`dojo join URL --name WHO`; the person who runs the session has the URL."


def after_refusal(reason: str, url: str, pair: str) -> str:
    """Return advice for a reason for which git or the room refused a pair."""
    room = shlex.quote(display_url(url))
    for words, advice in AFTER_REFUSAL.items():
        if words in reason:
            return advice.format(room=room, pair=shlex.quote(pair))
    return "check the URL and the network; `dojo join URL` changes the URL."


def after_bundle(file: Path) -> str:
    return f"`dojo room {file}` shows it, also on another computer."


def after_turn(minutes: float) -> str:
    return f"dojo swap --minutes {minutes:g}"


# Making a kata.


def after_new_kata(folder: Path) -> str:
    return f"""read {folder}/approved_files/, then run `dojo kata grade` in {folder}/.
Replace each TODO in KATA.md. docs/own-kata.md of the dojo has all steps."""


def before_calls_are_added() -> str:
    return "`dojo kata grade --write` adds these calls to the scenarios."


def before_scenarios_by_hand(kata: "Kata") -> str:
    return f"write scenarios for these by hand, in {kata.golden_master}/, then `dojo approve`."


def after_graded_kata() -> str:
    return "`dojo kata slips` drafts slips, and `dojo verify` says what is missing."


def after_drafted_slips() -> str:
    return "replace each TODO with a sentence, and delete the slips that nobody would make."
