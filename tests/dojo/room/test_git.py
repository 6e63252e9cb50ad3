"""Rules of URLs, and of the reasons that git gives."""

from pathlib import Path

import pytest

from dojo.errors import WrongUsageError
from dojo.room.git import display_url, parse_room_url, reason_in

WITH_PASSWORDS = {
    "https://me:se@cret@host/a@b": "https://host/a@b",
    "ssh://me:secret@host/room": "ssh://me@host/room",
    "cannot reach 'http://token@host/x' today": "cannot reach 'http://host/x' today",
}
REASONS = {
    "fatal: unable to connect to h:\nh: Connection refused\n\n": "unable to connect to h",
    "remote: fatal: too large\nerror: remote unpack failed\n": "remote: fatal: too large",
    "Warning: Added 'h'.\nme@h: denied.\nfatal: Could not read.\n": "me@h: denied",
    "hint: x\nTo h\n ! [remote rejected] a -> b\n": "! [remote rejected] a -> b",
    "\n": "",
}


@pytest.mark.parametrize(
    "url", ["https://host/room.git", "ssh://me@host/room", "git@host:room.git", "git://host/room"]
)
def test_a_url_stays_as_it_is(url: str):
    assert parse_room_url(url) == url


@pytest.mark.parametrize("path", ["tuesday.git", "./git://host/room", "-x", "--upload-pack=touch"])
def test_a_path_becomes_absolute(path: str):
    assert Path(parse_room_url(path)).is_absolute()


@pytest.mark.parametrize("url", ["192.0.2.2:9418/tuesday.git", "dojo.example/tuesday.git"])
def test_a_url_without_its_scheme_is_wrong_usage(url: str):
    with pytest.raises(WrongUsageError, match=rf"Did you mean git://{url}\?"):
        parse_room_url(url)


@pytest.mark.parametrize("text", ["", " ", "a\x1b[2Jb", "https://host/\u200b"])
def test_invisible_characters_are_no_url(text: str):
    with pytest.raises(WrongUsageError, match="is not a room"):
        parse_room_url(text)


@pytest.mark.parametrize(("text", "shown"), WITH_PASSWORDS.items())
def test_passwords_are_not_shown(text: str, shown: str):
    assert display_url(text) == shown


@pytest.mark.parametrize(("printed", "reason"), REASONS.items())
def test_the_reason_is_the_first_line_that_says_why(printed: str, reason: str):
    assert reason_in(printed) == reason
