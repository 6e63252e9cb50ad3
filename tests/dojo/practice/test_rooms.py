"""A room takes the stories of pairs, and by its settings alone nothing else."""

import os
import stat
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.commands import main
from dojo.practice.model import Practice
from dojo.practice.rooms import make_room, pair_name, room_url, same_name, without_passwords
from dojo.practice.snapshots import CHECKS, Repository
from dojo.text import WorkspaceError, WrongUsageError
from tests.dojo.practising import git
from tests.dojo.small_kata import SmallKata

PANDA = "refs/heads/dojo/Panda"


@pytest.fixture
def repository(practice: Practice) -> Repository:
    """Give the repository of a practice that was just started."""
    return Repository(practice.folder)


def pushed(repository: Repository, room: Path, *refspecs: str) -> str:
    """Push to a room, and return what git says of it; nothing when all went well."""
    try:
        return git(repository.folder, "push", "--quiet", str(room), *refspecs)
    except subprocess.CalledProcessError as failed:
        return str(failed.stderr.decode())


def branches(room: Path) -> list[str]:
    return git(room, "for-each-ref", "--format=%(refname)").splitlines()


# What it takes.


def test_a_room_takes_the_story_of_a_pair_and_takes_nothing_back(repository: Repository, room: Path) -> None:
    assert pushed(repository, room, f"{CHECKS}:{PANDA}") == ""
    repository.append("another check")
    assert pushed(repository, room, f"{CHECKS}:{PANDA}") == ""
    assert "denying ref deletion" in pushed(repository, room, f":{PANDA}")
    assert "denying non-fast-forward" in pushed(repository, room, f"+HEAD:{PANDA}")
    assert branches(room) == [PANDA]


def test_a_room_takes_no_other_ref_and_no_huge_file(repository: Repository, room: Path) -> None:
    for ref in ("refs/heads/main", "refs/tags/v1", "refs/dojo/checks", "refs/notes/x"):
        assert "[remote rejected]" in pushed(repository, room, f"{CHECKS}:{ref}")
    git(room, "config", "receive.maxInputSize", "1k")  # in the place of 16 MB, which take a while
    (repository.folder / "huge").write_bytes(os.urandom(2**12))
    repository.append("huge", repository.tree())
    assert "pack exceeds maximum allowed size" in pushed(repository, room, f"{CHECKS}:{PANDA}")
    assert branches(room) == []


# How it is made.


def test_nothing_that_is_there_becomes_a_room(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("mine", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="is there already, and stays as it is"):
        make_room(tmp_path / "notes")
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(os.name == "nt", reason="it has no groups of this kind")
def test_a_shared_room_is_for_the_whole_group(tmp_path: Path) -> None:
    make_room(tmp_path / "room.git", shared=True)
    for part in (".", "refs/heads", "objects"):
        assert (tmp_path / "room.git" / part).stat().st_mode & stat.S_IWGRP


def test_a_path_that_leads_to_what_is_there_leaves_nothing(kata: SmallKata) -> None:
    done = kata.dojo("room", "new", "missing/..")
    assert (done.returncode, (kata.folder / "missing").exists()) == (1, False)


@pytest.mark.parametrize("arguments", [(), ("new",), ("new", "a", "b"), ("new", "a\nb"), ("new", "")])
def test_a_room_without_one_path_is_wrong_usage(arguments: tuple[str, ...]) -> None:
    assert CliRunner().invoke(main, ["room", *arguments]).exit_code == 2


# What a pair is called.


@pytest.mark.parametrize("name", ["Panda", "panda_2", "Äöü-ß", "नमस्ते", "大熊猫", "7", "x" * 40])
def test_a_name_has_letters_and_digits_of_any_language(name: str) -> None:
    assert pair_name(name) == name


@pytest.mark.parametrize(
    "name", ["", " ", "-x", "_", "a/b", "../x", "a.lock", "x" * 41, "a\x1bb", "a:b", "<b>", "a\u200bb", "a~1", "@"]
)
def test_a_name_has_nothing_else(name: str) -> None:
    with pytest.raises(WrongUsageError, match="is no name for a pair"):
        pair_name(name)


def test_spaces_of_a_name_become_dashes_and_case_makes_no_other_name() -> None:
    assert pair_name("  Ada  and Bob ") == "Ada-and-Bob"
    assert {same_name(name) for name in ("panda", "PANDA", "Panda")} == {same_name("Panda")}


# Where a room is.


@pytest.mark.parametrize("url", ["https://host/room.git", "ssh://me@host/room", "git@host:room.git", "git://host/room"])
def test_a_url_stays_as_it_is(url: str) -> None:
    assert room_url(url) == url


@pytest.mark.parametrize("path", ["room.git", "../rooms/x", "origin", "./host:room"])
def test_a_path_is_made_absolute(path: str) -> None:
    assert Path(room_url(path)).is_absolute()


@pytest.mark.parametrize("url", ["", "-x", "--upload-pack=x", "a\x1b[2Jb", "https://host/\n"])
def test_what_git_could_take_for_something_else_is_no_url(url: str) -> None:
    with pytest.raises(WrongUsageError, match="is no room"):
        room_url(url)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://me:secret@host/room.git", "https://host/room.git"),
        ("https://me:se@cret@host/a@b", "https://host/a@b"),
        ("ssh://me:secret@host/room", "ssh://me@host/room"),
        ("cannot reach 'http://token@host/x' today", "cannot reach 'http://host/x' today"),
    ],
)
def test_a_password_is_shown_to_nobody(text: str, shown: str) -> None:
    assert without_passwords(text) == shown
