"""Faults of the tool that a person in a dojo would mind: do the tests notice them? `python -m tests.dojo.faults` says.

Each is planted alone in a copy of the repository; one of the tests that it names has to fail there, and to pass without
it. Words or numbers behind the command choose some of them. A fault whose text is gone is to be said anew, in the code
that is there now.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

ROOT = Path(__file__).resolve().parents[2]
LIMIT_SECONDS = 600  # for the tests of one fault; most take a few
NOTICED, NOT_NOTICED, CANNOT = "noticed", "NOT NOTICED", "cannot be planted"


class Fault(NamedTuple):
    """What is wrong, in words; the file, the text there, which occurs once, and what it becomes; tests to notice it."""

    words: str
    file: str
    text: str
    instead: str
    tests: tuple[str, ...]


FAULTS = (
    # A practice, and a room.
    Fault(
        "restore keeps nothing",
        "dojo/practice/history.py",
        'snapshot = repository.snapshot("before a restore")',
        'snapshot = repository.commit(repository.tree(), "kept by nobody")',
        ("practice/test_snapshots.py",),
    ),
    Fault(
        "what a restore replaced is not what the next restore brings back",
        "dojo/practice/snapshots.py",
        "self.git.references.create(BACKUP, snapshot, force=True)",
        "pass",
        ("practice/test_snapshots.py",),
    ),
    Fault(
        "a check is in no history",
        "dojo/checking/runner.py",
        "    check = replace(check, snapshot=append_check(repository, check))\n",
        "",
        ("checking/test_check.py",),
    ),
    Fault(
        "start --again deletes the old practice",
        "dojo/practice/create.py",
        "        place.rename(aside)\n",
        "        shutil.rmtree(place)\n",
        ("practice/test_start.py",),
    ),
    Fault(
        "start --at begins a step too late",
        "dojo/practice/create.py",
        "return steps[:number]",
        "return steps[: number + 1]",
        ("practice/test_start.py",),
    ),
    Fault(
        "a practice of level 1 has all of the tangle",
        "dojo/kata/workspace.py",
        'return text[: end.start()].rstrip() + "\\n" if end else text',
        "return text",
        ("kata/test_workspace.py",),
    ),
    Fault(
        "a check goes to no room",
        "dojo/practice/history.py",
        "    share(repository.folder)\n",
        "",
        ("practice/test_rooms.py",),
    ),
    Fault(
        "join overwrites what another pair of this name has told",
        "dojo/practice/rooms.py",
        'f"{end}:{BRANCHES}{room.pair}")',
        'f"+{end}:{BRANCHES}{room.pair}")',
        ("practice/test_rooms.py",),
    ),
    Fault(
        "a taken name is taken over",
        "dojo/practice/rooms.py",
        "            if not mine:\n",
        "            if False:\n",
        ("practice/test_rooms.py",),
    ),
    Fault(
        "a new practice begins a second line on the board",
        "dojo/practice/create.py",
        "            repository.go_on_from(Repository(place))\n",
        "            pass\n",
        ("commands/test_join.py",),
    ),
    Fault(
        "a left line calls the facilitator",
        "dojo/room/rows.py",
        "for pair in pairs if not pair.has_left and",
        "for pair in pairs if",
        ("room/test_rows.py",),
    ),
    Fault(
        "a bundle takes the place of somebody's file",
        "dojo/practice/rooms.py",
        "if file.exists() and not any(line in content for line in earlier):",
        "if False:",
        ("commands/test_join.py",),
    ),
    Fault(
        "the password in the address of a room is shown",
        "dojo/practice/rooms.py",
        r'return shorten(PASSWORD.sub(r"\1@", ACCOUNT.sub(r"\1", url)), WIDEST_CHARACTERS)',
        "return url",
        ("practice/test_rooms.py", "commands/test_join.py"),
    ),
    Fault(
        "a swap is not told",
        "dojo/commands/join.py",
        "    append_swap(repository, name)\n",
        "",
        ("commands/test_join.py",),
    ),
    # A check.
    Fault(
        "red is told as green",
        "dojo/checking/reports.py",
        "return self._outcome(RED, ",
        "return self._outcome(GREEN, ",
        ("checking/test_check.py",),
    ),
    Fault(
        "the exit code of a red check is 0",
        "dojo/commands/check.py",
        "    if not outcome.green:\n        fail()\n",
        "",
        ("checking/test_check.py",),
    ),
    Fault(
        "an endless loop is green",
        "dojo/checking/plugin.py",
        "        return [(kind, describe(error, self.practice.folder, rule))]\n",
        "        return [(kind, describe(error, self.practice.folder, rule))] * (kind != STOP)\n",
        ("checking/test_pytest.py",),
    ),
    Fault(
        "code that imports the answers is green",
        "dojo/checking/plugin.py",
        "        sys.meta_path.insert(0, NoSolutions(self.practice.folder))\n",
        "",
        ("checking/test_check.py",),
    ),
    Fault(
        "a golden master that was not run to its end is green",
        "dojo/checking/reports.py",
        "if _scenarios(passed) < self.scenarios:",
        "if False:",
        ("test_faults_people_meet.py::test_green_is_when_all_scenarios_were_run_to_their_end",),
    ),
    Fault(
        "a check goes by documents that changed while it ran",
        "dojo/checking/reports.py",
        "        if changed:\n",
        "        if False:\n",
        ("checking/test_check.py",),
    ),
    Fault(
        "a blind practice without tests is green",
        "dojo/checking/reports.py",
        'return "" if passed else NO_TESTS',
        'return "" if passed or not self.tests else NO_TESTS',
        ("checking/test_check.py",),
    ),
    Fault(
        "a watch notices no save",
        "dojo/commands/watch.py",
        "if Repository(self.practice.folder).tree() != self.tree:",
        "if False:",
        ("commands/test_watch.py",),
    ),
    Fault(
        "TCR reverts green and commits red",
        "dojo/commands/watch.py",
        "        if check.green:\n            self.green =",
        "        if not check.green:\n            self.green =",
        ("commands/test_watch.py",),
    ),
    # Approving, and pages.
    Fault(
        "a bug that was approved is plainly green",
        "dojo/practice/model.py",
        'return ", ".join(filter(None, (status, str(approved))))',
        "return status",
        ("checking/test_check.py", "practice/test_history.py"),
    ),
    Fault(
        "the history does not know what green went by",
        "dojo/checking/runner.py",
        "        approved=outcome.approved,\n",
        "",
        ("checking/test_check.py",),
    ),
    Fault(
        "the board shows a red check as green, where a bug was approved before",
        "dojo/room/rows.py",
        "if check.approved.changes and check.status == GREEN else",
        "if check.approved.changes else",
        ("room/test_rows.py",),
    ),
    Fault(
        "a red check offers to approve what it broke",
        "dojo/commands/next_step.py",
        "new = OR_MEAN_IT if outcome.additions >= len(outcome.findings) else OR_WISHED",
        "new = OR_MEAN_IT",
        ("commands/test_next_step.py",),
    ),
    Fault(
        "a red that was approved is told as mended",
        "dojo/progress/timeline.py",
        'return "then approved"',
        'return ""',
        ("progress/test_timeline.py",),
    ),
    Fault(
        "check --golden-master goes by what was approved",
        "dojo/commands/check.py",
        ", with_shared=golden_master",
        "",
        ("checking/test_check.py",),
    ),
    Fault(
        "approve replaces without keeping",
        "dojo/commands/approve.py",
        "shutil.copy(file, kept / file.name)",
        "pass",
        ("commands/test_approve.py",),
    ),
    Fault(
        "approve takes a no for a yes",
        "dojo/commands/approve.py",
        'if answer == "y":',
        'if answer in "yn":',
        ("commands/test_approve.py",),
    ),
    Fault(
        "a page takes the place of somebody's file",
        "dojo/pages.py",
        "if path.exists() and mark.encode() not in path.read_bytes():",
        "if False:",
        ("test_pages.py",),
    ),
    Fault(
        "the handouts of each level are those of the first",
        "dojo/commands/handouts.py",
        "listing=tangle(workspace, level)",
        "listing=tangle(workspace, LEVELS[1])",
        ("commands/test_handouts.py", "commands/test_kit.py"),
    ),
    Fault(
        "the worked way shows another step than that of the number",
        "dojo/commands/way.py",
        "if step.number == int(which)]",
        "if step.number == int(which) + 1]",
        ("commands/test_way.py",),
    ),
    Fault(
        "control characters of others reach the terminal",
        "dojo/text.py",
        "each if each.isprintable() else",
        "each if each.isascii() else",
        ("test_text.py",),
    ),
    # Mutants and slips.
    Fault(
        "mutants marked as equivalent count as killed",
        "dojo/mutation/grade.py",
        "_percent(killed, made - counts[EQUIVALENT])",
        "_percent(killed + counts[EQUIVALENT], made)",
        ("mutation/test_grade.py",),
    ),
    Fault(
        "the score stands with another check",
        "dojo/commands/mutants.py",
        "append_score(Repository(practice.folder), checked.snapshot,",
        'append_score(Repository(practice.folder), "0" * 40,',
        ("mutation/test_mutants.py",),
    ),
    Fault(
        "the score is that of the code before",
        "dojo/mutation/run.py",
        "if IN not in name:  # mutmut",
        "if False:  # mutmut",
        ("mutation/test_run.py",),
    ),
    Fault(
        "what is known of mutants is kept when a table beside their method changed",
        "dojo/mutation/run.py",
        "if IN in name and name in after.code:",
        "if False:",
        ("mutation/test_run.py",),
    ),
    Fault(
        "what a test noticed is kept when the test is gone",
        "dojo/mutation/run.py",
        "for name, _ in before.guards.items() - after.guards.items()}",
        "for name, _ in before.guards.items() - after.guards.items() if name in after.guards}",
        ("mutation/test_run.py",),
    ),
    Fault(
        "the slips are those of all levels",
        "dojo/mutation/slips.py",
        "for number in range(1, level.number + 1)",
        "for number in range(1, 5)",
        ("mutation/test_slips_command.py",),
    ),
    Fault(
        "verify passes though a new survivor is there",
        "dojo/mutation/grade.py",
        "or super().fails or self.stale",
        "or self.stale",
        ("test_printed.py::test_the_verdict",),
    ),
    Fault(
        "verify passes though a statement slipped out of mutmut's sight",
        "dojo/mutation/grade.py",
        "unclear or self.new or self.gone)",
        "unclear or self.gone)",
        ("test_printed.py::test_the_verdict",),
    ),
    Fault(
        "survivors are told as killed",
        "dojo/mutation/results.py",
        "    0: SURVIVED,",
        "    0: KILLED,",
        ("mutation/test_results.py",),
    ),
    # Progress.
    Fault(
        "the timeline misses reverts",
        "dojo/practice/history.py",
        'self.reverts[trailers["Reverts"]] = moment',
        "pass",
        ("test_old_practices.py", "practice/test_history.py"),
    ),
    Fault(
        "the JSON of progress lacks red checks",
        "dojo/commands/progress.py",
        "for step in timeline.steps]",
        "for step in timeline.steps if step.check.green]",
        ("test_old_practices.py", "progress/test_progress_command.py"),
    ),
    Fault(
        "the diff of a step is shown the wrong way round",
        "dojo/commands/progress.py",
        "diff_of(repository, check.base, check.tree)",
        'diff_of(repository, check.tree, check.base or "")',
        ("test_old_practices.py", "progress/test_progress_command.py"),
    ),
    Fault(
        "compare measures the tangle twice",
        "dojo/commands/compare.py",
        "{file.name: text_of(file) for file in files if file.exists()}",
        '{"yatzy.py": tangle(workspace, level)}',
        ("commands/test_compare.py",),
    ),
    Fault(
        "a hint names a step that is done",
        "dojo/commands/hint.py",
        "if len(there) >= MOST * len(smells):",
        "if smells:",
        ("commands/test_hint.py",),
    ),
    # The board.
    Fault(
        "the board shows a red pair as green",
        "dojo/room/rows.py",
        "else SYMBOLS[check.status]",
        "else SYMBOLS[GREEN]",
        ("room/test_rows.py",),
    ),
    Fault(
        "the board shows a bug that was approved as any green",
        "dojo/room/rows.py",
        "OTHERWISE if check.approved.changes and check.status == GREEN else SYMBOLS",
        "SYMBOLS",
        ("room/test_rows.py",),
    ),
    Fault(
        "nobody is red for too long",
        "dojo/room/rows.py",
        "since is not None and now - since > LONGEST_RED_SECONDS",
        "False",
        ("room/test_rows.py",),
    ),
    Fault(
        "the page of the board loads something from another host",
        "dojo/templates/board.html",
        "<h1>The board</h1>\n",
        '<h1>The board</h1>\n<link rel="stylesheet" href="https://fonts.example/board.css">\n',
        ("room/test_page.py",),
    ),
    Fault(
        "a pause is a step among the pairs side by side",
        "dojo/room/comparison.py",
        " if old.round == new.round]",
        "]",
        ("room/test_comparison.py",),
    ),
    # Players, and the table.
    Fault(
        "a player that hangs is not out",
        "dojo/games/tournament.py",
        'PlayerError(f"no answer after {seconds:g} s")',
        "'\"chance\"'",
        ("games/test_external_players.py",),
    ),
    Fault(
        "who has the fewest points leads the tournament",
        "dojo/games/tournament.py",
        'key=lambda row: (-row["points"], ',
        'key=lambda row: (row["points"], ',
        ("games/test_tournament.py",),
    ),
    Fault(
        "the table takes the points of another category",
        "dojo/table/session.py",
        "card.placement(name, dice).points",
        "card.placement(next(iter(free)), dice).points",
        ("table/test_session.py",),
    ),
    Fault(
        "undo keeps the points",
        "dojo/table/session.py",
        "self.record.moves[: self.undos[-1]]",
        "self.record.moves[: self.undos[-1] + 1]",
        ("table/test_session.py",),
    ),
    Fault(
        "the game that was left is not read",
        "dojo/table/session.py",
        "        if not saves:",
        "        if saves or not saves:",
        ("table/test_session.py",),
    ),
    Fault(
        "any site may play at one's table",
        "dojo/table/browser.py",
        'if request.headers.get("Origin") not in {',
        'if not request.headers.get("Origin") and {',
        ("table/test_browser.py",),
    ),
)


def chosen(words: list[str]) -> dict[int, Fault]:
    """Return the faults of these numbers, or with these words, by their numbers; all without any."""
    return {
        number: fault
        for number, fault in enumerate(FAULTS, start=1)
        if not words or str(number) in words or any(each in fault.words for each in words if not each.isdecimal())
    }


def copy_to(folder: Path) -> None:
    """Copy all that git tracks, as it is now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)  # noqa: S607
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)


def failed(folder: Path, *arguments: str) -> str:
    """Run some tests in the copy, until one fails; return what pytest says of that one, nothing if none does."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", *arguments]
    try:
        done = subprocess.run(  # noqa: S603 - our own tests
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},  # or the clone's own dojo would be imported
            capture_output=True,
            text=True,
            timeout=LIMIT_SECONDS,
            start_new_session=True,  # some of them send signals to all who are around
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"tests that did not end in {LIMIT_SECONDS} s"
    lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return "" if done.returncode == 0 else (lines or [f"pytest ended with {done.returncode}"])[0]


def outcome(folder: Path, fault: Fault) -> str:
    """Plant a fault, run its tests, and put the file back; return whether it was noticed, and by what."""
    file = folder / fault.file
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    if text.count(fault.text) != 1:
        return f"{CANNOT}: its text is in {fault.file} {text.count(fault.text)} times"
    file.write_text(text.replace(fault.text, fault.instead), encoding="utf-8")
    tests = [f"tests/dojo/{name}" for name in fault.tests]
    found = failed(folder, "--cache-clear", *tests)
    file.write_text(text, encoding="utf-8")
    if found and (without := failed(folder, "--last-failed", *tests)):
        return f"{NOT_NOTICED}: red without it, too, by {without}"
    return f"{NOTICED} by {found}" if found else NOT_NOTICED


def main(words: list[str]) -> int:
    """Plant the faults, a line each; return 0 when all are noticed."""
    faults, noticed = chosen(words), 0
    with TemporaryDirectory() as place:
        folder = Path(place).resolve()
        copy_to(folder)
        for number, fault in faults.items():
            found = outcome(folder, fault)
            noticed += found.startswith(NOTICED)
            click.echo(f"{number:2} {fault.words}: {found}")
    click.echo(f"{noticed} of {len(faults)} noticed")
    return int(noticed < len(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
