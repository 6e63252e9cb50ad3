"""The history of a practice: everything is told, and nothing is lost."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from dojo.checking.runner import check
from dojo.practice.create import read_beginning
from dojo.practice.history import (
    History,
    append_check,
    append_name,
    append_revert,
    append_score,
    append_swap,
    begin,
    own_commits,
    read_history,
    restore,
)
from dojo.practice.model import AMBER, GREEN, RED, Choices, Differences, Practice
from dojo.practice.snapshots import CHECKS, GitError, Repository
from tests.dojo.practising import YATZY, checked, entry, git
from tests.dojo.small_kata import RULE, SmallKata

LINE = "Yatzy.pair(2, 2) expected 4 got 3"
GOOD = {"Status": "red", "Seconds": "0.41", "Findings": "3", "Finding": LINE, "Level": "1", "Blind": "no"}


def told(repository: Repository, **trailers: str) -> History:
    """Return the history after a commit that says this of a check, where it says anything."""
    repository.append("a stranger's", GOOD | trailers)
    return read_history(repository)


# What is told is read.


@pytest.mark.parametrize("status", [GREEN, AMBER, RED])
@pytest.mark.parametrize("approved", [(0, 0), (30, 2)])
def test_a_check_is_read_as_it_was_told(status: str, approved: tuple[int, int], repository: Repository) -> None:
    moment = datetime(2026, 1, 2, 10, tzinfo=timezone(timedelta(hours=5, minutes=30)))
    told = {"message": LINE, "findings": 3, "seconds": 0.41, "level": 2, "blind": True, "tree": repository.tree()}
    made = replace(entry(status, moment), **told, approved=Differences(*approved))
    snapshot = append_check(repository, made)
    [found] = read_history(repository).checks
    assert (found, found.moment.isoformat()) == (replace(made, snapshot=snapshot, base=made.tree), moment.isoformat())


def test_what_a_restore_took_back_is_reverted_until_it_is_there_again(
    kata: SmallKata, practice: Practice, repository: Repository
) -> None:
    green = checked(practice, GREEN)
    kata.write(YATZY, "wrong\n")
    red = checked(practice, RED)
    restore(practice, green.snapshot)
    assert [*read_history(repository).reverts] == [red.snapshot]
    restore(practice, None)
    assert read_history(repository).reverts == {}


def test_a_name_stands_at_the_checks_it_made(practice: Practice, repository: Repository) -> None:
    append_name(repository, "Panda")
    checked(practice, GREEN)
    append_swap(repository, "Ann and Cem")
    checked(practice, RED)
    append_name(repository, "Lynx")
    checked(practice, GREEN)
    found = read_history(repository)
    assert [each.who for each in found.checks] == ["Panda", "Ann and Cem", "Ann and Cem"]
    assert ([swap.name for swap in found.swaps], found.who, found.name) == (["Ann and Cem"], "Ann and Cem", "Lynx")


# A practice that goes on at the end of another.


def test_a_new_practice_begins_its_story_anew_and_the_earlier_one_is_there(
    practice: Practice, repository: Repository
) -> None:
    checked(practice, RED)
    append_swap(repository, "Ann")
    choices = Choices(3, blind=True, name="Panda")
    begin(repository, choices)
    assert read_beginning(practice.folder) == (choices, repository.find_commit(CHECKS))
    made = checked(practice, GREEN)
    found = read_history(repository)
    assert [each.snapshot for each in found.checks] == [made.snapshot]
    assert (found.choices, found.swaps, found.who) == (choices, [], "")
    assert [each.status for each in read_history(repository, found.earlier).checks] == [RED]


# A person's own commits.


def commit(kata: SmallKata, repository: Repository, subject: str, text: str) -> str:
    """Save and commit as a person would; return the tree of it."""
    kata.write(YATZY, text)
    return repository.tree_of(repository.commit(repository.tree(), subject))


def test_a_check_tells_the_last_commit_of_the_person_and_of_two_of_the_same_files_the_first(
    kata: SmallKata, practice: Practice, repository: Repository
) -> None:
    first_tree = repository.tree_of("HEAD")
    checked(practice, RED)
    commit(kata, repository, "green: yatzy.py", "one = 1\n")  # by TCR
    checked(practice, RED)
    assert read_history(repository).commits == {}
    commit(kata, repository, "Extract roll", "roll = 1\n")
    pair = commit(kata, repository, "\x1b[31mExtract pair", "pair = 1\n")
    for _ in range(2):
        checked(practice, RED)
        commit(kata, repository, "again", "pair = 1\n")
    commit(kata, repository, "Begin anew", RULE)
    assert read_history(repository).commits == {pair: r"\x1b[31mExtract pair"}
    assert [*own_commits(repository, first_tree).values()] == ["Extract roll", r"\x1b[31mExtract pair"]


def test_without_a_chain_there_is_nothing_to_tell(kata: SmallKata, repository: Repository) -> None:
    git(repository.folder, "update-ref", "-d", CHECKS)
    assert (read_history(repository), read_history(Repository(kata.folder))) == (History(), History())


# What people read.


def test_the_chain_reads_as_a_story(kata: SmallKata, practice: Practice, repository: Repository) -> None:
    green = checked(practice, GREEN)
    kata.write(YATZY, "another\n")
    for status, message, findings in ((RED, LINE, 3), (AMBER, LINE, 1), (RED, "word " * 40, 1_234)):
        append_check(repository, replace(entry(status), message=message, findings=findings, tree=repository.tree()))
    append_revert(repository, entry(AMBER))
    append_score(repository, str(green.snapshot), 97.3, {"Mutants": 37})
    restore(practice, green.snapshot)
    assert (
        git(repository.folder, "log", "--reverse", "--format=%s", CHECKS).splitlines()[1:]
        == [
            "green, 0.5 s",
            f"red: {LINE} (and 2 more)",
            f"amber: {LINE}",
            "red: " + "word " * 8 + "word... (and 1,233 more)",  # cut at a word
            "reverted, for it was amber",
            "mutants: 97.3 % killed",
            f"restored, as in {str(green.snapshot)[:7]}",
        ]
    )


# Nothing is lost.


def test_of_many_that_tell_at_once_none_is_lost(practice: Practice) -> None:
    with ThreadPoolExecutor() as pool:
        made = {each.snapshot for each in pool.map(lambda _: checked(practice, GREEN), range(8))}
    assert {each.snapshot for each in read_history(Repository(practice.folder)).checks} == made


def test_a_check_that_cannot_be_told_is_told_to_the_person(
    kata: SmallKata, practice: Practice, repository: Repository
) -> None:
    lock = repository.folder / ".git" / f"{CHECKS}.lock"
    kata.write(YATZY, f"open({str(lock)!r}, 'w').close()\n{RULE}")
    with pytest.raises(GitError, match="git in practice/ said"):
        check(practice, 20)


# From where a check counts.


def test_a_check_counts_from_the_last_result_or_what_it_was_reverted_to_or_what_was_restored(
    kata: SmallKata, practice: Practice, repository: Repository
) -> None:
    first_tree = repository.tree()
    kata.write(YATZY, "one = 1\n")
    first = checked(practice, GREEN)
    kata.write(YATZY, "kept\n")
    repository.snapshot("kept")
    kata.write(YATZY, "wrong\n")
    red = checked(practice, RED)
    kata.write(YATZY, RULE)
    append_revert(repository, red)
    checked(practice, GREEN)
    restore(practice, first.snapshot)
    history = read_history(repository)
    assert ([each.base for each in history.checks], history.base) == ([first_tree, first.tree, first_tree], first.tree)


# What cannot be read.


@pytest.mark.parametrize(
    "trailers",
    [
        *({key: ""} for key in GOOD if key not in ("Finding", "Status")),
        *({"Status": "blue"}, {"Seconds": "soon"}, {"Findings": "three"}, {"Level": "5"}),
    ],
)
def test_a_check_that_cannot_be_is_no_part_of_the_story(trailers: dict[str, str], repository: Repository) -> None:
    assert told(repository, **trailers).checks == []
    assert len(told(repository).checks) == 1


def test_nothing_in_a_story_is_obeyed_by_a_terminal_and_of_a_long_name_the_beginning_is_read(
    repository: Repository,
) -> None:
    history = told(repository, Finding="\x1b]0;mine\x07 \u202e", Name="Ada " * 100)
    assert history.checks[0].message == r"\x1b]0;mine\x07 \u202e"
    assert history.name == "Ada " * 8 + "Ada..."
