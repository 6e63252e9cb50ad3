"""Test that practices of earlier versions of dojo are still read the same.

old/ has a practice with its repository, and its bundle. An earlier version made them in a small
kata; never make them anew.
"""

import tarfile
from pathlib import Path

import msgspec
import pytest

from tests.dojo.printed import verify_document
from tests.dojo.small_kata import SmallKata

OLD = Path(__file__).with_name("old")
BUNDLE = "practice.bundle"


@pytest.fixture
def old_kata(kata: SmallKata) -> SmallKata:
    """Give a small kata with the old practice in it, and the bundle beside it."""
    with tarfile.open(OLD / "practice.tar.gz") as packed:
        packed.extractall(kata.folder, filter="data")
    (kata.folder / BUNDLE).write_bytes((OLD / BUNDLE).read_bytes())
    return kata


def printed(kata: SmallKata, *commands: str) -> str:
    """Return the output of each command, below the command."""
    told = []
    for command in commands:
        done = kata.dojo(*command.split())
        told.append(f"$ dojo {command}\n\n{done.stdout or done.stderr}".rstrip())
    return "\n\n\n".join(told) + "\n"


def test_an_old_practice_is_read(old_kata: SmallKata):
    steps = (f"progress {number}" for number in (3, 4, 6, 9, 12))
    verify_document("old_practice", printed(old_kata, "progress --all", *steps, "join"))


def test_an_old_practice_is_read_as_json(old_kata: SmallKata):
    program = msgspec.json.format(old_kata.dojo("progress", "--json").stdout, indent=-1)
    verify_document("old_practice_for_a_program", program.replace('{"number"', '\n{"number"'))


def test_an_old_bundle_is_read(old_kata: SmallKata):
    verify_document(
        "old_bundle", printed(old_kata, f"progress --all {BUNDLE}", f"progress 9 {BUNDLE}")
    )


def test_an_old_practice_goes_on(
    old_kata: SmallKata,
):
    assert [old_kata.dojo(command).returncode for command in ("check", "restore")] == [0, 0]
    assert old_kata.read("practice/notes.md") == "Remember the milk.\n"
    assert "13 checks" in old_kata.dojo("progress").stdout
