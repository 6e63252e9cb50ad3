"""Ways in which a file may be damaged, or be something else than a file.

way: what is done to a path; each is named for what stands there then.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

from tests.chaos.forgery import FORGED

Way = Callable[[Path, Random], object]
DEPTH = 200_000
NUMBER = re.compile(r"\b\d+\b")


def empty(path: Path, _: Random) -> None:
    path.write_bytes(b"")


def cut_short(path: Path, dice: Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: dice.randrange(max(1, len(content)))])


def a_byte_changed(path: Path, dice: Random) -> None:
    content = bytearray(path.read_bytes() or b"\0")
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    path.write_bytes(content)


def a_piece_twice(path: Path, dice: Random) -> None:
    content = path.read_bytes()
    at = dice.randrange(max(1, len(content)))
    path.write_bytes(content[: at + 20] + content[at:])


def zeros(path: Path, _: Random) -> None:
    path.write_bytes(b"\0" * 4096)


def no_utf8(path: Path, _: Random) -> None:
    path.write_bytes(b"\xff\xfe\xed\xa0\x80 " + path.read_bytes())


def lines_of_windows(path: Path, _: Random) -> None:
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))


def another_list(path: Path, _: Random) -> None:
    path.write_text('["problem", 5, null]\n')


def another_object(path: Path, _: Random) -> None:
    path.write_text('{"seed": Infinity, "inputs": 3, "moves": {"a": []}, "level": "one"}\n')


def without_a_key(path: Path, dice: Random) -> None:
    lines = path.read_text(errors="replace").split(",")
    del lines[dice.randrange(len(lines))]
    path.write_text(",".join(lines), errors="replace")


def other_types(path: Path, _: Random) -> None:
    text = path.read_text(errors="replace")
    path.write_text(text.replace('": "', '": ["').replace("true", "0").replace(": 1", ': "1"'))


def numbers_beyond_all(path: Path, _: Random) -> None:
    path.write_text(NUMBER.sub("9" * 25, path.read_text(errors="replace")), errors="replace")


def halves_swapped(path: Path, _: Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[len(content) // 2 :] + content[: len(content) // 2])


def all_of_it_twice(path: Path, _: Random) -> None:
    path.write_bytes(2 * path.read_bytes())


def two_bytes_a_letter(path: Path, _: Random) -> None:
    path.write_bytes(path.read_text(errors="replace").encode("utf-16"))


def nested_deep(path: Path, _: Random) -> None:
    path.write_text("[" * DEPTH)


def control_characters(path: Path, _: Random) -> None:
    path.write_text(f"\x1b]0;forged\x07\x1b[2J\n{FORGED}\n\u202e{path.read_text(errors='replace')}")


def gone(path: Path, _: Random) -> None:
    path.unlink()


def a_folder(path: Path, _: Random) -> None:
    path.unlink()
    path.mkdir()


def a_folder_with_something_in_it(path: Path, dice: Random) -> None:
    a_folder(path, dice)
    (path / "within").write_text("somebody's\n")


def a_link_to_nowhere(path: Path, _: Random) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def a_link_to_itself(path: Path, _: Random) -> None:
    path.unlink()
    path.symlink_to(path.name)


def a_device(path: Path, _: Random) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def a_pipe(path: Path, _: Random) -> None:
    path.unlink()
    os.mkfifo(path)


WAYS: tuple[Way, ...] = (
    *(empty, cut_short, a_byte_changed, a_piece_twice, zeros, no_utf8, lines_of_windows, another_list, another_object),
    *(without_a_key, other_types, nested_deep, control_characters, gone, a_folder, a_link_to_nowhere, a_link_to_itself),
    *(numbers_beyond_all, halves_swapped, all_of_it_twice, two_bytes_a_letter, a_device, a_pipe),
    a_folder_with_something_in_it,
)
WAITED_FOR: tuple[Way, ...] = (a_device, a_pipe)  # by whoever reads without a look


def a_file(folder: Path, _: Random) -> None:
    folder.rename(_aside(folder))
    folder.write_text("no folder\n")


def no_folder(folder: Path, _: Random) -> None:
    folder.rename(_aside(folder))


def an_empty_folder(folder: Path, _: Random) -> None:
    folder.rename(_aside(folder))
    folder.mkdir()


def a_link_elsewhere(folder: Path, _: Random) -> None:
    folder.rename(_aside(folder))
    folder.symlink_to(_aside(folder).name)


def a_pipe_for_a_folder(folder: Path, _: Random) -> None:
    folder.rename(_aside(folder))
    os.mkfifo(folder)


def _aside(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}-aside")


WAYS_OF_FOLDERS: tuple[Way, ...] = (a_file, no_folder, an_empty_folder, a_link_elsewhere, a_pipe_for_a_folder)
