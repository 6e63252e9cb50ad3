"""Finish one more category: `python -m tests.category`.

First names what is missing by hand, and stops. Then runs the commands that renew all documents, in
their order, and at last the verdict.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from legacy.yatzy import Yatzy as Tangle
from playing.table.rules import category_entry
from refactored import Game, games
from tests.golden_master.test_by_name import WORKED_EXAMPLES
from tests.review.approved import CATEGORIES
from tests.review.test_how_often_dice_fit import HOW_MANY_FIT
from tests.review.test_scores_by_brute_force import expected
from tests.review.test_worked_examples import EXAMPLES

WORKSPACE = Path(__file__).resolve().parents[1]
CHANGED = ("approved_files", "legacy", "refactored", "tests/golden_master", "worked")
SCRIPT = "tests/golden_master/test_games.py"
# The results are checked before the long commands. A document that differs fails its test, so
# these tests run again after the documents are approved: `-` goes on after a failure.
COMMANDS = """
dojo approve --yes
pytest -q tests/golden_master tests/refactored tests/review
tests.dojo.commands.key
tests.worked.edit
pytest -q tests/worked tests/slips tests/lockstep
- pytest -q tests/playing tests/dojo/test_printed.py
tests.dojo.approve
pytest -q tests/playing tests/dojo/test_printed.py
dojo verify
tests.dojo.pictures
"""


def missing_in_game(game: Game) -> Iterator[str]:
    """Yield what a game lacks for one of its categories."""
    if Tangle.categories(game.name) != list(game.categories):
        yield f"{game.name}: legacy/yatzy.py and refactored/games.py list other categories"
    if CATEGORIES[game.name] != tuple(game.categories):
        yield f"tests/review/approved.py: list the categories of {game.name}, in order"
    document = (WORKSPACE / "KATA.md").read_text(encoding="utf-8")
    for name, category in game.categories.items():
        if name not in document.lower():
            yield f"KATA.md: add {name}"
        if name not in WORKED_EXAMPLES[game.name]:
            yield f"tests/golden_master/test_by_name.py: add rolls for {name} of {game.name}"
        try:
            category_entry(game, category)
        except (KeyError, LookupError, StopIteration) as error:
            yield f"playing/table/rules.py: add words for {name} to CONDITIONS or PAYS ({error!r})"
        if not category.is_upper:
            yield from missing_in_review(game.name, name)


def missing_in_review(game: str, category: str) -> Iterator[str]:
    """Yield the results that are not derived a second time."""
    if (game, category) not in HOW_MANY_FIT:
        yield f"tests/review/test_how_often_dice_fit.py: count the rolls for {category} of {game}"
    if f"{category} " not in EXAMPLES[game]:
        yield f"tests/review/test_worked_examples.py: add an example for {category} of {game}"
    try:
        expected(game, category, (1, 1, 1, 1, 1))
    except KeyError:
        yield f"tests/review/test_scores_by_brute_force.py: add {category} of {game}"


def missing_in_script() -> Iterator[str]:
    """Yield the categories of yacht that the scripted person does not take."""
    script = (WORKSPACE / SCRIPT).read_text(encoding="utf-8")
    for name in games()["yacht"].categories:
        if f'"{name}"' not in script:
            yield f'{SCRIPT}: add "{name}" to the script of Eve, and to the number of turns'


def missing_in_documents() -> Iterator[str]:
    """Yield files that git does not know."""
    status = ["git", "status", "--porcelain", "--", *CHANGED]
    for line in subprocess.check_output(status, cwd=WORKSPACE, text=True).splitlines():  # noqa: S603
        if line.startswith("??"):
            yield f"git add {line.removeprefix('?? ')}"


def missing() -> list[str]:
    """Return what has to be done by hand."""
    problems = [*missing_in_script(), *missing_in_documents()]
    for game in games().values():
        problems += missing_in_game(game)
    return list(dict.fromkeys(problems))


def main():
    """Check what is done by hand, then run all commands until one fails."""
    problems = missing()
    if problems:
        raise SystemExit("\n".join(["Do this first:", *problems]))
    for line in COMMANDS.strip().splitlines():
        command = [sys.executable, "-m", *line.removeprefix("- ").split()]
        print("$", " ".join(["python", *command[1:]]), flush=True)  # noqa: T201 - a script
        done = subprocess.run(command, cwd=WORKSPACE, check=False)  # noqa: S603 - ours
        if done.returncode and not line.startswith("- "):
            raise SystemExit("Correct this, then run `python -m tests.category` again.")


if __name__ == "__main__":
    main()
