"""`dojo start --at`: a practice that begins on the worked way."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.checking.runner import check
from dojo.commands import main
from dojo.errors import WrongUsageError
from dojo.kata.way import worked_steps
from dojo.kata.workspace import LEVELS
from dojo.practice.create import find_practice, start, steps_up_to
from dojo.practice.model import Choices, Practice
from dojo.practice.snapshots import Repository
from tests.dojo import small_steps
from tests.dojo.practising import git, started
from tests.dojo.small_kata import WORKSPACE, SmallKata

CUT = "    # ------"


@pytest.fixture
def walked(kata: SmallKata) -> SmallKata:
    small_steps.lay_out(kata)
    return kata


def begun(kata: SmallKata, at: int, level: int = 2, *, blind: bool = False) -> Practice:
    start(kata.folder, Choices(level, blind), again=False, way=steps_up_to(worked_steps(kata.folder), at))
    return find_practice(kata.folder)


def log(practice: Practice, what: str) -> list[str]:
    return git(practice.folder, "log", "--reverse", f"--format={what}").splitlines()


def test_the_history_is_the_way_up_to_there(walked: SmallKata) -> None:
    assert log(begun(walked, 4), "%s") == ["The tangle, as it was inherited", *small_steps.TITLES[:4]]


@pytest.mark.parametrize("at", [0, 4])
def test_the_history_says_after_which_step_it_begins(walked: SmallKata, at: int) -> None:
    assert begun(walked, at).choices.step == at


def test_the_first_commit_is_what_a_start_makes(walked: SmallKata) -> None:
    at_a_step = first_commit(begun(walked, 4))
    walked.folder.joinpath("practice").rename(walked.folder / "practice-2026-01-02")
    plain = first_commit(started(walked, level=2))
    assert {line.split()[-1] for line in plain ^ at_a_step} == {"README.md"}


def first_commit(practice: Practice) -> set[str]:
    """Return the files of the first commit, each with git's name of its contents."""
    repository = Repository(practice.folder)
    first = git(repository.folder, "rev-list", "--max-parents=0", "HEAD")
    return set(git(repository.folder, "ls-tree", "-r", first).splitlines())


def test_each_commit_has_the_author_the_date_and_the_lesson_of_its_step(walked: SmallKata) -> None:
    found = git(begun(walked, 1).folder, "log", "-1", "--format=%an, %ad%n%b")
    lesson = ["Smell: Dead Code", "Where: level 1, pair", "Why: It hurts.", small_steps.LOOK]
    assert found.splitlines() == ["Ada Lovelace, Sun Nov 22 12:00:01 2026 +0100", *lesson]


@pytest.mark.parametrize("at", [1, 4, 5, 7])
def test_the_files_are_as_the_step_leaves_them(at: int, walked: SmallKata) -> None:
    practice = begun(walked, at, level=4)
    found = {path.relative_to(practice.folder).as_posix(): path.read_text() for path in code(practice)}
    assert found == small_steps.STATES[at]
    assert git(practice.folder, "status", "--porcelain") == ""


def code(practice: Practice) -> list[Path]:
    return [*practice.folder.glob("*.py"), *practice.folder.glob("yatzy/*.py")]


@pytest.mark.parametrize("at", [4, 5])
def test_what_later_levels_are_about_is_cut_away_in_every_commit(at: int, walked: SmallKata) -> None:
    repository = Repository(begun(walked, at, level=1).folder)
    cut = ["v5" in repr(repository.files(commit)) for commit in git(repository.folder, "rev-list", "HEAD").split()]
    assert not any(cut)


def test_a_step_beyond_the_cut_leaves_an_empty_commit(walked: SmallKata) -> None:
    steps = worked_steps(walked.folder)[:6]
    start(walked.folder, Choices(1, blind=False), again=False, way=steps)
    [*_, before, after] = log(find_practice(walked.folder), "%T")
    assert before == after


def test_the_first_check_is_green_and_counts_no_changes(walked: SmallKata) -> None:
    checked = check(begun(walked, 5), 20)
    assert (checked.outcome.status, checked.changed) == ("green", {})


@pytest.mark.parametrize("number", [-1, 8])
def test_a_number_out_of_range_is_wrong_usage_in_a_line_with_the_range(number: int, walked: SmallKata) -> None:
    with pytest.raises(WrongUsageError, match=r"^[^\n]* has steps 1 to 7; 0 is the tangle\.$"):
        steps_up_to(worked_steps(walked.folder), number)


def test_nobody_begins_red(walked: SmallKata) -> None:
    with pytest.raises(WrongUsageError, match=r"^Step 2 falls into a trap.*: --at 3\.$"):
        steps_up_to(worked_steps(walked.folder), 2)


@pytest.mark.parametrize(("at", "level"), [(4, 1), (5, 2), (6, 2), (7, 2)])
def test_the_level_is_that_of_the_next_step(at: int, level: int, walked: SmallKata) -> None:
    assert walked.dojo("start", "--at", str(at)).returncode == 0
    assert find_practice(walked.folder).level is LEVELS[level]


def test_a_lower_level_is_wrong_usage(walked: SmallKata) -> None:
    done = walked.dojo("start", "--at", "6", "--level", "1")
    assert (done.returncode, "Step 6 is of level 2" in done.stderr) == (2, True)
    assert not (walked.folder / "practice").exists()


@pytest.mark.parametrize(
    ("arguments", "is_left"), [(["4"], True), (["5"], True), (["5", "--level", "1"], False), (["7"], False)]
)
def test_a_hint_is_offered_where_a_step_of_the_level_is_left(
    arguments: list[str], *, is_left: bool, walked: SmallKata
) -> None:
    assert ("`dojo hint`" in walked.dojo("start", "--at", *arguments).stdout) == is_left


def test_the_last_step_of_level_1_is_as_the_help_says() -> None:
    found = re.search(r"--at (\d+) +level 2", CliRunner().invoke(main, ["start", "--help"]).stdout)
    assert found is not None
    assert [step.level for step in worked_steps(WORKSPACE)[int(found[1]) - 1 :][:2]] == [1, 2]


@pytest.mark.parametrize(("at", "file"), [(4, "yatzy.py"), (5, "yatzy/yatzy.py")])
def test_the_readme_says_where_it_begins_and_where_the_class_is(at: int, file: str, walked: SmallKata) -> None:
    readme = (begun(walked, at).folder / "README.md").read_text()
    assert f"after step {at}, up to the part that later levels are about. Class `Yatzy` is in `{file}`." in readme
    assert f"Change a number in `{file}`" in readme
    assert "tangle" not in readme
