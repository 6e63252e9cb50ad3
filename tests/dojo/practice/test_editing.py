"""`dojo way --edit`: the way is brought along, in a repository of its own, and written again."""

import re

import pytest

from dojo.errors import WorkspaceError
from dojo.kata import worked_steps
from dojo.practice import Repository, edit, run_git
from dojo.practice.editing import Edited
from dojo.practice.walking import ENVIRONMENT
from tests.dojo.practice.way_in_git import CONDITION, FALL, GUARDED, RENAME, lay_out_in_git, worked_states
from tests.dojo.small_kata import RULE, SmallKata

STEPS = 5
OTHER_TEXT = '"""Pairs, and how they pay."""'


@pytest.fixture(autouse=True)
def small(kata: SmallKata) -> SmallKata:
    """Have a small way in a small kata."""
    lay_out_in_git(kata)
    return kata


def files_of(kata: SmallKata) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (kata.folder / "worked").iterdir()}


def texts_of(kata: SmallKata) -> list[str]:
    """Return the game after each step, and before the first."""
    states = worked_states(kata.folder, worked_steps(kata.folder))
    return [state.get("yatzy.py") or state["yatzy/yatzy.py"] for state in states]


def repository_of(kata: SmallKata) -> Repository:
    return Repository(kata.folder / ".dojo-way")


def change(kata: SmallKata, file: str, old: str, new: str) -> None:
    path = kata.folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    kata.write(file, text.replace(old, new))


def keep_in_git(kata: SmallKata) -> None:
    """Let the workspace's own git know the tangle as it is."""
    run_git(kata.folder, "init", "--quiet")
    run_git(kata.folder, "add", "--force", "legacy/yatzy.py")


def test_what_has_not_changed_is_written_to_the_letter(kata: SmallKata) -> None:
    before = files_of(kata)
    assert edit(kata.folder) == Edited(changed=0, steps=STEPS)
    assert files_of(kata) == before


def test_the_repository_has_a_commit_for_each_step(kata: SmallKata) -> None:
    edit(kata.folder)
    titles = repository_of(kata).git("log", "--reverse", "--format=%s").splitlines()
    assert titles[1:] == [step.title for step in worked_steps(kata.folder)]


def test_a_line_of_the_clean_code_changes_from_the_step_on_that_made_it(kata: SmallKata) -> None:
    change(kata, "refactored/yatzy.py", "not first == other", "not other == first")
    edit(kata.folder)
    assert ["other == first" in text for text in texts_of(kata)] == [False, False, True, True, True, True]


def test_a_line_that_no_step_touches_changes_in_the_first_that_can_have_it(kata: SmallKata) -> None:
    change(kata, "refactored/yatzy.py", '"""A game of pairs."""', OTHER_TEXT)
    edit(kata.folder)
    assert [OTHER_TEXT in text for text in texts_of(kata)] == [False, *[True] * STEPS]


def test_a_trap_and_its_revert_go_on_being_exact(kata: SmallKata) -> None:
    change(kata, "refactored/yatzy.py", '"""A game of pairs."""', OTHER_TEXT)
    edit(kata.folder)
    _, _, before, trap, after, _ = texts_of(kata)
    assert before == after != trap


def test_what_a_trap_changes_is_for_a_person_to_bring_along(kata: SmallKata) -> None:
    change(kata, "refactored/yatzy.py", "return first + other", "return other + first")
    with pytest.raises(WorkspaceError, match=f"git cannot tell how to change this step:\n{re.escape(FALL)}"):
        edit(kata.folder)


def test_a_file_that_is_new_in_the_clean_code_comes_with_the_last_step(kata: SmallKata) -> None:
    kata.write("refactored/dice.py", "DICE = 2\n")
    edit(kata.folder)
    states = worked_states(kata.folder, worked_steps(kata.folder))
    assert ["yatzy/dice.py" in state for state in states] == [*[False] * STEPS, True]


def test_a_file_that_the_clean_code_has_no_more_goes(kata: SmallKata) -> None:
    (kata.folder / "refactored/__init__.py").unlink()
    edit(kata.folder)
    assert "yatzy/__init__.py" not in worked_states(kata.folder, worked_steps(kata.folder))[-1]


def test_a_change_of_the_tangle_is_there_from_the_beginning(kata: SmallKata) -> None:
    keep_in_git(kata)
    for file in ("legacy/yatzy.py", "refactored/yatzy.py"):
        change(kata, file, '"""A game of pairs."""', OTHER_TEXT)
    edit(kata.folder)
    assert all(OTHER_TEXT in text for text in texts_of(kata))


def test_a_tangle_that_git_never_knew_is_asked_for(kata: SmallKata) -> None:
    kata.write("legacy/yatzy.py", RULE + "# more\n")
    with pytest.raises(WorkspaceError, match="is not what worked/ begins with"):
        edit(kata.folder)
    assert not (kata.folder / ".dojo-way").exists()


def test_a_step_that_git_cannot_change_is_named(kata: SmallKata) -> None:
    keep_in_git(kata)
    change(kata, "legacy/yatzy.py", "first != second", "second != first")
    with pytest.raises(WorkspaceError, match=re.escape(RENAME)):
        edit(kata.folder)


def test_after_it_was_mended_the_way_goes_on(kata: SmallKata) -> None:
    keep_in_git(kata)
    change(kata, "legacy/yatzy.py", "first != second", "second != first")
    with pytest.raises(WorkspaceError, match="git cannot tell"):
        edit(kata.folder)
    repository = repository_of(kata)
    repository.git("checkout", "--theirs", "yatzy.py")
    repository.git("add", "--all")
    repository.git("rebase", "--continue", **ENVIRONMENT)
    edit(kata.folder)
    assert ["second != first" in text for text in texts_of(kata)] == [True, *[False] * STEPS]
    assert texts_of(kata)[-1] == GUARDED


def test_until_it_was_mended_git_says_how_to_go_on(kata: SmallKata) -> None:
    keep_in_git(kata)
    change(kata, "legacy/yatzy.py", "first != second", "second != first")
    before = files_of(kata)
    for message in ("git cannot tell", "in the middle of something"):
        with pytest.raises(WorkspaceError, match=message):
            edit(kata.folder)
    assert files_of(kata) == before


def test_a_step_of_which_nothing_is_left_is_named(kata: SmallKata) -> None:
    change(kata, "refactored/yatzy.py", "not first == other", "first != other")
    with pytest.raises(WorkspaceError, match=f"Nothing is left of this step:\n{re.escape(CONDITION)}"):
        edit(kata.folder)


def test_what_was_given_up_in_the_middle_is_tried_again(kata: SmallKata) -> None:
    change(kata, "refactored/yatzy.py", "not first == other", "first != other")
    for _ in range(2):
        with pytest.raises(WorkspaceError, match="Nothing is left of this step"):
            edit(kata.folder)
        repository_of(kata).git("rebase", "--abort")
    assert not any(b"fixup!" in content for content in files_of(kata).values())


def test_a_message_that_was_changed_in_the_repository_is_written(kata: SmallKata) -> None:
    edit(kata.folder)
    repository = repository_of(kata)
    words = repository.git("log", "-1", "--format=%B").replace("package", "folder")
    repository.git("commit", "--quiet", "--amend", "-m", words)
    assert edit(kata.folder) == Edited(changed=2, steps=STEPS)  # the name of the file has the title in it
    assert worked_steps(kata.folder)[-1].title == "Move File: the game is a folder"


def test_a_step_that_was_taken_out_is_written_no_more(kata: SmallKata) -> None:
    edit(kata.folder)
    repository = repository_of(kata)
    trap = repository.git("log", "--format=%H", f"--grep=^{FALL}")
    repository.git("rebase", "--quiet", "--onto", f"{trap}^", "HEAD^", **ENVIRONMENT)  # without it and its revert
    edit(kata.folder)
    assert len(worked_steps(kata.folder)) == STEPS - 2


def test_what_no_commit_has_is_not_lost(kata: SmallKata) -> None:
    edit(kata.folder)
    kata.write(".dojo-way/yatzy/yatzy.py", "mine")
    with pytest.raises(WorkspaceError, match="holds changes that no commit has"):
        edit(kata.folder)
    assert (kata.folder / ".dojo-way/yatzy/yatzy.py").read_text(encoding="utf-8") == "mine"


def test_steps_that_others_have_written_meanwhile_are_not_overwritten(kata: SmallKata) -> None:
    edit(kata.folder)
    [first, *_] = sorted((kata.folder / "worked").iterdir())
    change(kata, f"worked/{first.name}", "Nothing else changes.", "Theirs.")
    before = files_of(kata)
    with pytest.raises(WorkspaceError, match=r"is not what .dojo-way/ was made of"):
        edit(kata.folder)
    assert files_of(kata) == before


def test_steps_that_do_not_apply_leave_no_repository(kata: SmallKata) -> None:
    [first, *_] = sorted((kata.folder / "worked").iterdir())
    first.unlink()
    with pytest.raises(WorkspaceError):
        edit(kata.folder)
    assert not list(kata.folder.glob(".dojo-way*"))


def test_what_a_person_has_set_up_for_git_makes_no_difference(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = [
        "[commit]",
        "gpgSign = true",
        "[diff]",
        "noprefix = true",
        "renames = false",
        "[format]",
        "signOff = true",
    ]
    kata.write("home/.gitconfig", "\n".join(settings))
    monkeypatch.setenv("HOME", str(kata.folder / "home"))
    assert edit(kata.folder) == Edited(changed=0, steps=STEPS)
