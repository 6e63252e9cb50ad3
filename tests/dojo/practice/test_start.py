"""Starting a practice: the first one, another one, and one on the worked way."""

from pathlib import Path

import pytest
from filelock import FileLock

from dojo.errors import WorkspaceError
from dojo.kata.description import FIRST_HOUR
from dojo.kata.way import worked_steps
from dojo.kata.workspace import read_tangle
from dojo.practice import create
from dojo.practice.create import archived_practices, create_practice, steps_up_to
from dojo.practice.find import find_practice, is_practice, practice_in
from dojo.practice.locks import CHECK, MUTANTS, LockedError
from dojo.practice.model import Choices, Practice
from dojo.practice.snapshots import CHECKS, Repository
from tests.dojo import small_steps
from tests.dojo.practising import YATZY, checked, git, started
from tests.dojo.small_kata import SmallKata
from tests.yatzy_kata import LEVELS

README = "practice/README.md"


@pytest.mark.parametrize(("level", "blind"), [(1, True), (4, False)])
def test_a_practice_is_a_repository_of_the_tangle(level: int, kata: SmallKata, *, blind: bool):
    practice = started(kata, level=level, blind=blind)
    assert practice.choices == Choices(level, blind, title=LEVELS[level].title)
    assert kata.read(YATZY) == read_tangle(kata.folder, practice.level)
    assert git(practice.folder, "status", "--porcelain") == ""


@pytest.mark.parametrize("more", ["", "--blind", "--at 0"])
def test_a_first_hour_begins_before_level_1(more: str, kata: SmallKata):
    kata.dojo("start", "--level", "hour", *more.split())
    practice = practice_in(kata.folder / "practice")
    assert practice.level.number == FIRST_HOUR
    assert kata.read(YATZY) == read_tangle(kata.folder, practice.level)
    assert "without the parts that belong to the levels" in kata.read(README)


# Once more.


def test_starting_over_archives_the_practice_before(kata: SmallKata, practice: Practice):
    kata.write(YATZY, "mine\n")
    head = Repository(practice.folder).find_commit("HEAD")
    archived = create_practice(kata.folder, Choices(2), again=True)
    assert archived is not None
    assert (archived / "yatzy.py").read_text(encoding="utf-8") == "mine\n"
    assert Repository(archived).find_commit("HEAD") == head
    assert kata.read(YATZY) == read_tangle(kata.folder, LEVELS[2])


@pytest.mark.parametrize("kind", [CHECK, MUTANTS])
def test_a_practice_in_use_is_not_archived(
    kind: str, kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(create, "LOCK_SECONDS", 0)
    other = FileLock(practice.state_directory / f"{kind}.lock", thread_local=False)
    with other, pytest.raises(LockedError, match=rf"Another command \({kind}\) is using practice/"):
        started(kata, again=True)
    assert list(kata.folder.glob("practice*")) == [practice.folder]


def test_a_link_called_practice_is_left_alone(kata: SmallKata):
    link = kata.folder / "practice"
    link.symlink_to("elsewhere")
    with pytest.raises(WorkspaceError, match="already exists"):
        started(kata)
    assert link.readlink() == Path("elsewhere")


# Back to an old one.


@pytest.fixture
def archive(kata: SmallKata) -> Path:
    """Give an archive of two practices. The current one is at level 3."""
    checked(started(kata), "green")
    for level in (2, 3):
        archived = create_practice(kata.folder, Choices(level, name=f"Panda-{level}"), again=True)
        assert archived is not None
    return kata.folder / "practices"


def test_archived_practices_are_listed_by_number(kata: SmallKata, archive: Path):
    first, second = sorted(folder.name for folder in archive.iterdir())
    assert kata.dojo("start", "--list").stdout.splitlines()[:2] == [
        f"  1  {first}  level 1, scoring, 1 check, green",
        f"  2  {second}  level 2, cards, Panda-2, no check yet",
    ]


@pytest.mark.usefixtures("archive")
def test_an_archived_practice_comes_back(kata: SmallKata):
    kata.dojo("start", "--back", "2")
    assert practice_in(kata.folder / "practice").choices.level == 2


@pytest.mark.usefixtures("archive")
def test_the_current_practice_is_archived_when_another_comes_back(kata: SmallKata):
    kata.dojo("start", "--back", "2")
    levels = [practice.choices.level for practice in archived_practices(kata.folder)]
    assert levels == [1, 3]


def test_without_a_current_practice_one_comes_back(kata: SmallKata, archive: Path):
    (kata.folder / "practice").rename(archive / "elsewhere")
    assert kata.dojo("start", "--back", "1").returncode == 0
    assert practice_in(kata.folder / "practice").choices.level == 1


@pytest.mark.parametrize("number", ["0", "3", "-1"])
@pytest.mark.usefixtures("archive")
def test_only_a_practice_of_the_list_comes_back(number: str, kata: SmallKata):
    done = kata.dojo("start", "--back", number)
    assert done.stderr == f"Error: practices/ has no practice {number}: `dojo start --list`.\n"


@pytest.mark.parametrize("options", ["--list --again", "--back 1 --level 2", "--list --back 1"])
@pytest.mark.usefixtures("archive")
def test_the_archive_needs_no_other_options(options: str, kata: SmallKata):
    done = kata.dojo("start", *options.split())
    assert "Use --list and --back without other options." in done.stderr


@pytest.mark.usefixtures("practice")
def test_an_empty_archive_says_how_a_practice_gets_there(kata: SmallKata):
    assert "`dojo start --again` moves yours there" in kata.dojo("start", "--list").stderr


# Finding it.


def test_a_command_is_about_the_archived_practice_around_it(
    kata: SmallKata, practice: Practice, monkeypatch: pytest.MonkeyPatch
):
    archived = create_practice(kata.folder, Choices(3), again=True)
    assert archived is not None
    monkeypatch.chdir(archived / "tests")
    assert find_practice().choices == practice.choices
    monkeypatch.chdir(kata.folder)
    assert find_practice().choices.level == 3


def test_a_practice_without_a_history_says_so(practice: Practice):
    Repository(practice.folder).git.references.delete(CHECKS)
    with pytest.raises(WorkspaceError, match=r"^practice/ has lost its history"):
        practice_in(practice.folder)


# On the worked way.


@pytest.fixture
def walked(kata: SmallKata) -> SmallKata:
    """Give a kata with a small worked way."""
    small_steps.lay_out(kata)
    return kata


def start_at(kata: SmallKata, step: int, level: int) -> Practice:
    way = steps_up_to(worked_steps(kata.folder), step)
    create_practice(kata.folder, Choices(level), again=False, way=way)
    return practice_in(kata.folder / "practice")


def test_each_worked_step_is_a_commit_with_its_lesson(walked: SmallKata):
    practice = start_at(walked, 1, level=2)
    message = git(practice.folder, "log", "-1", "--format=%B")
    lines = ["", "Smell: Dead Code", "Where: level 1, pair", "Why: It hurts.", small_steps.LOOK]
    assert message.splitlines() == [small_steps.TITLES[0], *lines]


def test_the_code_is_as_the_worked_step_leaves_it(walked: SmallKata):
    start_at(walked, 5, level=2)
    assert walked.read("practice/yatzy/yatzy.py") == small_steps.STATES[5]["yatzy/yatzy.py"]
    assert " `Yatzy` is in `yatzy/yatzy.py`." in walked.read(README)


def test_a_kata_in_the_folder_of_a_kata_is_no_practice(kata: SmallKata):
    kata.write("inner/kata.toml", kata.read("kata.toml"))
    (kata.folder / "inner/.dojo").mkdir()
    assert not is_practice(kata.folder / "inner")
