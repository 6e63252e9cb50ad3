"""A small way of three states, as git writes it; the last is the clean code of the small kata."""

import tempfile
from pathlib import Path

from dojo.kata import LAST, Step, tangle
from dojo.practice import Repository, patches, walk
from tests.dojo.small_kata import RULE, SmallKata

SORTED = RULE.replace("def pair(first: int, second: int)", "def pair(first: int, other: int)").replace(
    "second", "other"
)
GUARDED = SORTED.replace("first != other", "not first == other")
TRAP = GUARDED.replace("return first + other", "return None")
HEAD = '"""A game, as a package."""\n'
LESSON = "Smell: Mysterious Name\nWhere: level 1, pair\nWhy: A name says what a thing is.\n"
LOOK, NOT = f"{LESSON}Look: Nothing else changes.\n", f"{LESSON}Not: None is no number. pairs is red.\n"
RENAME, CONDITION, FALL, MOVE = (
    "Rename Variable: the second die is the other one",
    "Substitute Algorithm: alike is asked for, and denied",
    "Substitute Algorithm: nothing is None",
    "Move File: the game is a package",
)


def lay_out_in_git(kata: SmallKata, title: str = RENAME) -> None:
    """Write a way into a kata, and let the clean code be where it ends."""
    kata.write("legacy/yatzy.py", RULE)
    (kata.folder / "worked").mkdir(exist_ok=True)
    folder = kata.folder / "made"
    folder.mkdir()
    repository = walk(kata.folder, folder, [])
    for words, lesson, text in (
        (title, LOOK, SORTED),
        (CONDITION, LOOK, GUARDED),
        (FALL, NOT, TRAP),
        (f'Revert "{FALL}"', LOOK, GUARDED),
    ):
        (folder / "yatzy.py").write_text(text, encoding="utf-8")
        commit(repository, words, lesson)
    (folder / "yatzy").mkdir()
    (folder / "yatzy.py").rename(folder / "yatzy" / "yatzy.py")
    (folder / "yatzy" / "__init__.py").write_text(HEAD, encoding="utf-8")
    commit(repository, MOVE, LOOK)
    for name, content in patches(repository).items():
        (kata.folder / "worked" / name).write_bytes(content)
    kata.write("refactored/yatzy.py", GUARDED)
    kata.write("refactored/__init__.py", HEAD)
    assert tangle(kata.folder, LAST) == RULE


def commit(repository: Repository, title: str, lesson: str) -> None:
    """Commit all that is there."""
    repository.git("add", "--all")
    repository.git("commit", "--quiet", "-m", f"{title}\n\n{lesson}")


def worked_states(workspace: Path, steps: list[Step]) -> list[dict[str, str]]:
    """Return the state before the first step, and that after each."""
    with tempfile.TemporaryDirectory(prefix="dojo-way-") as name:
        repository = walk(workspace, Path(name), steps)
        return [repository.files(commit) for commit in repository.git("rev-list", "--reverse", "HEAD").split()]
