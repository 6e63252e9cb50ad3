"""Rules of URLs, and of the reasons that git gives."""

from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.room.git import display_url, is_no_answer, parse_room_url, reason_in


@pytest.mark.parametrize(
    "url", ["https://host/room.git", "ssh://me@host/room", "git@host:room.git", "git://host/room"]
)
def test_a_url_stays_as_it_is(url: str) -> None:
    assert parse_room_url(url) == url


@pytest.mark.parametrize("path", ["tuesday.git", "./git://host/room", "-x", "--upload-pack=touch"])
def test_a_path_becomes_absolute(path: str) -> None:
    assert Path(parse_room_url(path)).is_absolute()


@pytest.mark.parametrize("url", ["192.0.2.2:9418/tuesday.git", "dojo.example/tuesday.git"])
def test_a_url_without_its_scheme_is_wrong_usage(url: str) -> None:
    with pytest.raises(WrongUsageError, match=rf"Did you mean git://{url}\?"):
        parse_room_url(url)


@pytest.mark.parametrize("text", ["", " ", "a\x1b[2Jb", "https://host/\u200b"])
def test_invisible_characters_are_no_url(text: str) -> None:
    with pytest.raises(WrongUsageError, match="is not a room"):
        parse_room_url(text)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://me:secret@host/room.git", "https://host/room.git"),
        ("https://me:se@cret@host/a@b", "https://host/a@b"),
        ("ssh://me:secret@host/room", "ssh://me@host/room"),
        ("cannot reach 'http://token@host/x' today", "cannot reach 'http://host/x' today"),
    ],
)
def test_passwords_are_not_shown(text: str, shown: str) -> None:
    assert display_url(text) == shown


UNPACK = "remote: fatal: pack exceeds maximum allowed size\nerror: remote unpack failed\n"
DENIED = "Warning: Added 'h'.\nme@h: Permission denied (publickey).\nfatal: Could not read.\n"
HINT = "hint: x\nTo h\n ! [remote rejected] a -> b (deny updating a hidden ref)\n"


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        ("fatal: unable to connect to h:\nh: Connection refused\n\n", "unable to connect to h"),
        (UNPACK, "remote: fatal: pack exceeds maximum allowed size"),
        (DENIED, "me@h: Permission denied (publickey)"),
        (HINT, "! [remote rejected] a -> b (deny updating a hidden ref)"),
        ("\n", ""),
    ],
)
def test_the_reason_is_the_first_line_that_says_why(printed: str, reason: str) -> None:
    assert reason_in(printed) == reason


@pytest.mark.parametrize(
    ("reason", "is_away"),
    [
        ("unable to connect to h", True),
        ("Could not resolve host: h", True),
        ("no answer in 8 s", True),
        ("'x' does not appear to be a git repository", False),
    ],
)
def test_only_a_room_that_is_away_may_answer_later(reason: str, *, is_away: bool) -> None:
    assert is_no_answer(reason) == is_away
