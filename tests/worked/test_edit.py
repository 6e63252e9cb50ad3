"""Test the update of a small worked way."""

import shutil
from pathlib import Path

import pytest

from dojo.kata.way import replay, worked_steps
from tests.dojo import small_steps
from tests.dojo.small_kata import SmallKata
from tests.worked.edit import NO_CHANGES, WAY, Change, Stop, names_in, together, update_way
from tests.worked.examine import State
from tests.worked.repository import create, git, read_patches, write_patches

OLD_TITLE = '"""A game of pairs."""'
NEW_TITLE = '"""Pairs, and how they pay."""'
TUPLE = "sum((first, second))"
LIST = "sum([first, second])"
ZERO = "        if first == 0:\n            return 0\n"


@pytest.fixture(scope="module")
def patches(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return the patches of a small way, as git writes them."""
    kata = SmallKata(tmp_path_factory.mktemp("kata"))
    small_steps.lay_out(kata)
    made = tmp_path_factory.mktemp("made")
    create(made, small_steps.TANGLE, worked_steps(kata.folder))
    write_patches(made, "main", kata.folder / "worked")
    return read_patches(kata.folder / "worked")


@pytest.fixture
def kata(patches: dict[str, bytes], tmp_path: Path) -> SmallKata:
    """Return a small kata with a small way. git knows its tangle."""
    kata = SmallKata(tmp_path)
    kata.write("legacy/yatzy.py", small_steps.TANGLE)
    for path, text in small_steps.STATES[-1].items():
        kata.write(path.replace("yatzy", "refactored", 1), text)
    for name, patch in patches.items():
        kata.write(f"worked/{name}", patch.decode())
    git(kata.folder, "init", "--quiet")
    git(kata.folder, "add", "legacy/yatzy.py")
    return kata


class GoldenMaster:
    """Fails on states with a text, except packages. It records all states."""

    def __init__(self, failing: str = "in no state"):
        self.failing = failing
        self.states: list[State] = []

    def __call__(self, state: State, _levels: list[int]) -> dict[str, str]:
        self.states.append(state)
        if self.failing in state.get("yatzy.py", ""):
            return {"test_pairs": "AssertionError: 5"}
        return {}


def change_title(kata: SmallKata):
    kata.change("legacy/yatzy.py", OLD_TITLE, NEW_TITLE)
    kata.change("refactored/yatzy.py", OLD_TITLE, NEW_TITLE)


def states_of(kata: SmallKata) -> list[State]:
    """Return the state before the first step, and the state after each."""
    return list(replay({"yatzy.py": kata.read("legacy/yatzy.py")}, worked_steps(kata.folder)))


def states_with(kata: SmallKata, text: str) -> list[int]:
    """Return the numbers of the states with a text."""
    states = states_of(kata)
    return [number for number in range(len(states)) if text in "".join(states[number].values())]


def test_without_a_change_nothing_is_written(kata: SmallKata, patches: dict[str, bytes]):
    assert update_way(kata.folder, GoldenMaster()) == NO_CHANGES
    assert read_patches(kata.folder / "worked") == patches
    assert not (kata.folder / WAY).exists()


def test_a_change_of_the_tangle_is_in_all_states(kata: SmallKata):
    change_title(kata)
    assert update_way(kata.folder, GoldenMaster()).startswith("6 of 7 steps in worked/ have ch")
    assert states_with(kata, NEW_TITLE) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_change_of_the_clean_code_is_in_all_states_that_fit(kata: SmallKata):
    kata.change("refactored/yatzy.py", TUPLE, LIST)
    update_way(kata.folder, GoldenMaster())
    assert states_with(kata, LIST) == [4, 5, 6, 7]


def test_a_trap_is_reverted_to_the_changed_state(kata: SmallKata):
    change_title(kata)
    update_way(kata.folder, GoldenMaster())
    states = states_of(kata)
    assert states[3] == states[1]
    assert states[3] != states[2]


def test_a_trap_that_changes_is_still_reverted(kata: SmallKata):
    with pytest.raises(Stop):
        update_way(kata.folder, GoldenMaster(), stop_after=2)
    kata.change(f"{WAY}/yatzy.py", "if first:", "if second:")
    update_way(kata.folder, GoldenMaster())
    assert states_with(kata, "if second:") == [2]


def test_a_change_is_made_before_a_trap_beside_it(kata: SmallKata):
    kata.change("refactored/yatzy.py", "return total\n", "return +total\n")
    with pytest.raises(Stop, match="Step 2 of 7: Consolidate Conditional"):
        update_way(kata.folder, GoldenMaster())


def test_a_change_waits_for_the_step_that_has_its_new_name(kata: SmallKata):
    change_title(kata)
    kata.change("refactored/yatzy.py", TUPLE, "plus(first, second)")
    kata.change("refactored/yatzy.py", "import triple", "import plus, triple")
    kata.change("refactored/rules.py", "def triple", "plus = sum\n\n\ndef triple")
    update_way(kata.folder, GoldenMaster())
    assert states_with(kata, "plus(first, second)") == [7]


def test_the_golden_master_runs_on_changed_states_except_traps(kata: SmallKata):
    change_title(kata)
    golden_master = GoldenMaster()
    update_way(kata.folder, golden_master)
    states = states_of(kata)
    assert golden_master.states == [states[0], states[7], states[1], *states[4:]]


def test_the_golden_master_does_not_run_on_a_state_that_stays(kata: SmallKata):
    golden_master = GoldenMaster()
    with pytest.raises(Stop):
        update_way(kata.folder, golden_master, stop_after=4)
    update_way(kata.folder, golden_master)
    assert golden_master.states == []


def test_it_stops_at_a_step_that_fails(kata: SmallKata):
    kata.change("refactored/yatzy.py", TUPLE, LIST)
    with pytest.raises(Stop, match=r"Step 4 of 7: .*\n.* fails .*\ntest_pairs: Asser"):
        update_way(kata.folder, GoldenMaster(failing=LIST))


def test_the_same_command_takes_the_correction_of_a_failure(kata: SmallKata):
    kata.change("refactored/yatzy.py", TUPLE, LIST)
    with pytest.raises(Stop):
        update_way(kata.folder, GoldenMaster(failing=LIST))
    kata.change(f"{WAY}/yatzy.py", LIST, "first + second")
    update_way(kata.folder, GoldenMaster(failing=LIST))
    assert states_with(kata, "first + second") == [4, 5, 6]


def test_it_stops_at_a_conflict(kata: SmallKata):
    kata.change("legacy/yatzy.py", "if first == 0:", "if not first:")
    with pytest.raises(Stop, match=r"Step 1 of 7: .*\nIt conflicts .* in yatzy\.py"):
        update_way(kata.folder, GoldenMaster())


def test_it_refuses_a_correction_with_conflict_marks(kata: SmallKata):
    kata.change("legacy/yatzy.py", "if first == 0:", "if not first:")
    for message in ("It conflicts", "yatzy.py in .dojo-way/ still has conflict marks"):
        with pytest.raises(Stop, match=message):
            update_way(kata.folder, GoldenMaster())


def test_the_same_command_takes_the_correction_of_a_conflict(kata: SmallKata):
    kata.change("legacy/yatzy.py", "if first == 0:", "if not first:")
    with pytest.raises(Stop):
        update_way(kata.folder, GoldenMaster())
    kata.write(f"{WAY}/yatzy.py", small_steps.NO_ZERO)
    update_way(kata.folder, GoldenMaster())
    assert states_of(kata)[1:] == small_steps.STATES[1:]


def test_a_step_that_has_nothing_left_to_do_can_be_left_out(kata: SmallKata):
    kata.change("legacy/yatzy.py", ZERO, "")
    with pytest.raises(Stop, match="cherry-pick --skip"):
        update_way(kata.folder, GoldenMaster())
    git(kata.folder / WAY, "cherry-pick", "--skip")
    update_way(kata.folder, GoldenMaster())
    assert states_of(kata) == small_steps.STATES[1:]


def test_a_correction_that_leaves_nothing_to_do_is_refused(kata: SmallKata):
    kata.change("legacy/yatzy.py", "if first == 0:", "if not first:")
    with pytest.raises(Stop):
        update_way(kata.folder, GoldenMaster())
    kata.write(f"{WAY}/yatzy.py", kata.read("legacy/yatzy.py"))
    with pytest.raises(Stop, match="cherry-pick --skip"):
        update_way(kata.folder, GoldenMaster())


def test_it_stops_after_a_step_that_is_to_be_changed(kata: SmallKata):
    with pytest.raises(Stop, match="Step 4 of 7"):
        update_way(kata.folder, GoldenMaster(), stop_after=4)
    kata.change(f"{WAY}/yatzy.py", TUPLE, LIST)
    kata.change("refactored/yatzy.py", TUPLE, LIST)
    update_way(kata.folder, GoldenMaster())
    assert states_with(kata, LIST) == [4, 5, 6, 7]


def test_a_tangle_that_is_not_in_git_is_known_the_next_time(kata: SmallKata):
    change_title(kata)
    update_way(kata.folder, GoldenMaster())
    kata.change("legacy/yatzy.py", NEW_TITLE, OLD_TITLE)
    kata.change("refactored/yatzy.py", NEW_TITLE, OLD_TITLE)
    update_way(kata.folder, GoldenMaster())
    assert states_with(kata, OLD_TITLE) == [0, 1, 2, 3, 4, 5, 6, 7]


def test_without_the_old_tangle_it_says_how_to_bring_it_back(kata: SmallKata):
    shutil.rmtree(kata.folder / ".git")
    git(kata.folder, "init", "--quiet")
    change_title(kata)
    with pytest.raises(Stop, match=r"git does not have the legacy/yatzy\.py"):
        update_way(kata.folder, GoldenMaster())


def test_a_tangle_that_fails_is_refused_before_the_first_step(kata: SmallKata):
    kata.change("legacy/yatzy.py", OLD_TITLE, NEW_TITLE)
    with pytest.raises(Stop, match=r"^legacy/yatzy\.py fails the golden master:"):
        update_way(kata.folder, GoldenMaster(failing=NEW_TITLE))


def test_a_tangle_that_changes_meanwhile_is_refused(kata: SmallKata):
    with pytest.raises(Stop):
        update_way(kata.folder, GoldenMaster(), stop_after=1)
    change_title(kata)
    with pytest.raises(Stop, match=r"^legacy/yatzy\.py has changed since \.dojo-way/ was"):
        update_way(kata.folder, GoldenMaster())


def test_changes_with_the_same_new_name_are_in_the_same_step():
    function = Change(2, "", "def roll(dice):\n    return 0\n")
    call = Change(5, "", "points = roll(dice)\n")
    other = Change(1, "", "dice = [1, 2]\n")
    due = together([function, call, other], {"roll"})
    assert [change.first_step for change in due] == [5, 5, 1]


def test_words_of_strings_are_no_names():
    assert names_in({"yatzy.py": 'def roll():\n    """Roll dice."""\n'}) == {"def", "roll"}
