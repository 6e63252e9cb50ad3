"""Finish one more category: `python -m tests.category`.

First names what is missing by hand, and stops. Then runs the commands that renew all documents, in
their order, and at last the verdict.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from dojo.mutation.results import sources_in
from dojo.mutation.unmutated import UNMUTATED_DOCUMENT, compare_with_document, find_unmutated
from dojo.table.rules import category_entry
from legacy.yatzy import Yatzy as Tangle
from refactored import Game, games

WORKSPACE = Path(__file__).resolve().parents[1]
MENTIONS = ("KATA.md", "tests/golden_master/test_by_name.py")
CHANGED = ("approved_files", "legacy", "refactored", "tests/golden_master", "worked")
COMMANDS = (
    ("dojo", "approve", "--yes"),
    ("tests.dojo.commands.key",),
    ("tests.worked.edit",),
    ("pytest", "-q", "tests/golden_master", "tests/refactored", "tests/review", "tests/slips"),
    ("pytest", "-q", "tests/dojo/table", "tests/dojo/test_printed.py"),
    ("tests.dojo.approve",),
    ("dojo", "verify"),
    ("tests.dojo.pictures",),
)


def missing_in_game(game: Game) -> Iterator[str]:
    """Yield what a game lacks for one of its categories."""
    if Tangle.categories(game.name) != list(game.categories):
        yield f"{game.name}: legacy/yatzy.py and refactored/rulesets.py list other categories"
    texts = {name: (WORKSPACE / name).read_text(encoding="utf-8") for name in MENTIONS}
    for name, category in game.categories.items():
        for path, text in texts.items():
            if name not in text.lower():
                yield f"{path}: add {name}"
        try:
            category_entry(game, category)
        except (KeyError, LookupError, StopIteration) as error:
            yield f"dojo/table/rules.py: add words for {name} to CONDITIONS or PAYS ({error!r})"


def missing() -> Iterator[str]:
    """Yield what has to be done by hand."""
    for game in games().values():
        yield from missing_in_game(game)
    sources = sources_in(WORKSPACE / "refactored")
    texts = {f"refactored/{path}": text for path, text in sources.items()}
    statements = [each for each in find_unmutated(texts, []) if each.function == "(module)"]
    unlisted, _ = compare_with_document(WORKSPACE, "refactored", statements)
    for statement in unlisted:
        yield f"{UNMUTATED_DOCUMENT}: explain why this is harmless: {statement}"
    status = ["git", "status", "--porcelain", "--", *CHANGED]
    for line in subprocess.check_output(status, cwd=WORKSPACE, text=True).splitlines():  # noqa: S603
        if line.startswith("??"):
            yield f"git add {line.removeprefix('?? ')}"


def main() -> None:
    """Check what is done by hand, then run all commands until one fails."""
    problems = list(dict.fromkeys(missing()))
    if problems:
        raise SystemExit("\n".join(["Do this first:", *problems]))
    for module, *arguments in COMMANDS:
        command = [sys.executable, "-m", module, *arguments]
        print("$", " ".join(["python", *command[1:]]), flush=True)  # noqa: T201 - a script
        if subprocess.run(command, cwd=WORKSPACE, check=False).returncode:  # noqa: S603 - ours
            raise SystemExit("Correct this, then run `python -m tests.category` again.")


if __name__ == "__main__":
    main()
