"""The way is brought along, in a repository of its own, and written again."""

from pathlib import Path

import pytest

from dojo.kata.way import replay, worked_steps
from tests.dojo import small_steps
from tests.dojo.small_kata import SmallKata
from tests.worked.edit import PLACE, bring_along, git, walk, write
from tests.worked.series import State

OLD, NEW = '"""A game of pairs."""', '"""Pairs, and how they pay."""'
TUPLE, LIST = "sum((first, second))", "sum([first, second])"
SUMMED = small_steps.TITLES[3]


@pytest.fixture
def small(tmp_path: Path) -> SmallKata:
    """Have a small way in a small kata, as git writes it; git knows the tangle."""
    kata = SmallKata(tmp_path / "kata")
    small_steps.lay_out(kata)
    for path, text in small_steps.STATES[-1].items():
        kata.write(path.replace("yatzy", "refactored", 1), text)
    (tmp_path / "made").mkdir()
    walk(tmp_path / "made", small_steps.TANGLE, worked_steps(kata.folder))
    write(tmp_path / "made", kata.folder / "worked")
    git(kata.folder, "init", "--quiet")
    git(kata.folder, "add", "legacy/yatzy.py")
    return kata


def change(kata: SmallKata, file: str, old: str, new: str) -> None:
    text = (kata.folder / file).read_text(encoding="utf-8")
    assert old in text
    kata.write(file, text.replace(old, new))


def walked(kata: SmallKata) -> list[State]:
    """Return the state before the first step, and that after each."""
    start = (kata.folder / "legacy/yatzy.py").read_text(encoding="utf-8")
    return list(replay({"yatzy.py": start}, worked_steps(kata.folder)))


def test_what_has_changed_is_brought_along_and_each_step_behind_is_examined(
    small: SmallKata,
) -> None:
    examined: list[State] = []

    def examine(state: State, _level: int) -> list[str]:
        """Fail once, where the tuple first is a list."""
        examined.append(state)
        return (
            ["test_pairs"] if sum(LIST in "".join(each.values()) for each in examined) == 1 else []
        )

    assert bring_along(small.folder, examine).startswith("worked/ stays as it is")
    assert not examined
    change(small, "legacy/yatzy.py", OLD, NEW)
    change(small, "refactored/yatzy.py", OLD, NEW)
    change(small, "refactored/yatzy.py", TUPLE, LIST)
    with pytest.raises(SystemExit, match=f"This step is red now:\n{SUMMED}\ntest_pairs"):
        bring_along(small.folder, examine)
    assert bring_along(small.folder, examine).startswith("worked/ has changed: 7 steps")
    texts = ["".join(state.values()) for state in walked(small)]
    assert [(NEW in text, LIST in text) for text in texts] == [(True, False)] * 4 + [
        (True, True)
    ] * 4
    assert texts[1] == texts[3] != texts[2]  # a trap and its revert
    assert [state in examined for state in walked(small)] == [
        False,
        True,
        False,
        True,
        True,
        True,
        True,
        True,
    ]


def test_what_git_cannot_do_is_for_a_person_to_mend(small: SmallKata) -> None:
    change(small, "legacy/yatzy.py", "if first == 0:", "if not first:")
    with pytest.raises(SystemExit, match="Mend this step"):
        bring_along(small.folder, lambda _state, _level: [])
    git(small.folder / PLACE, "checkout", "--theirs", ".")
    git(small.folder / PLACE, "add", "--all")
    assert bring_along(small.folder, lambda _state, _level: []).startswith("worked/ has changed")
    assert walked(small)[1:] == small_steps.STATES[1:]
