"""Where a kata may lie: on a disk that is full, or on one that nobody may write to.

place: a script that mounts it, where only the command behind it sees it, runs that, and leaves what is there then.
"""

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

APART = ("unshare", "--mount", "sh", "-c")
READ_ONLY = """
mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"
"""
FULL = """
room="$0.room" && mkdir -p "$room" && mount -t tmpfs -o size=24m tmpfs "$room" && cp -a "$0/." "$room" || exit 99
cat /dev/zero > "$room/fill" 2> /dev/null ; truncate -s "-$1" "$room/fill"
mount --bind "$room" "$0" && cd "$0" && shift || exit 99
"$@"
code=$?
cd / && rm "$room/fill" && umount --lazy "$0" && rm -rf "$0" && cp -a "$room" "$0" && exit $code
"""


def _can_mount() -> bool:
    try:
        done = subprocess.run([*APART, "mount -t tmpfs tmpfs /mnt"], check=False, capture_output=True)  # noqa: S603 - ours
    except FileNotFoundError:
        return False
    return done.returncode == 0


needs_mounts = pytest.mark.skipif(not _can_mount(), reason="nobody may mount anything here")


def read_only(folder: Path) -> list[str]:
    """Return what runs a command in a folder that cannot be written to."""
    return [*APART, READ_ONLY, str(folder)]


def full(folder: Path, room: int) -> list[str]:
    """Return what runs a command in a folder on a disk that has room for so many bytes, in whole pages."""
    return [*APART, FULL, str(folder), str(room)]


PLACES: dict[str, Callable[[Path], list[str]]] = {
    "a folder that cannot be written to": read_only,
    **{f"a disk with {room} KB left": partial(full, room=1024 * room) for room in (0, 4, 16, 64, 256)},
}
