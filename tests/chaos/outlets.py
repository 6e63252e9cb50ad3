"""Ways in which the streams of a command may end somewhere else than at a patient reader.

way: how a command is run; each is named for what its streams are then. unseen: where its output has no reader, or no
room, so that nothing can be expected to be read of it. strange: words that no terminal can show, or that it would obey.
"""

import fcntl
import os
import pty
import re
import struct
import subprocess
import termios
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from select import select
from subprocess import DEVNULL, PIPE

from tests.chaos.forgery import FORGED
from tests.chaos.scene import PATIENCE_SECONDS, Done, Scene, end_all

Way = Callable[..., Done]
FULL = Path("/dev/full")
PLAIN_C = {"LC_ALL": "C", "LANG": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
F_SETPIPE_SZ, LEAST_PIPE, GULP = 1031, 4096, 700
GLANCE_SECONDS, QUIET_SECONDS = 0.002, 2
DRAWS = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\r")  # what a command itself does at a terminal
FAREWELLS = b"\x04\x04\x11\x03\x11\x03"  # the end of the input, and what else ends a program at a terminal


def closed(*numbers: int) -> Way:
    """Close these streams before the command begins."""

    def way(scene: Scene, *command: str) -> Done:
        return scene.run(*command, preexec_fn=partial(_close, numbers))

    return way


def _close(numbers: Iterable[int]) -> None:
    for number in numbers:
        os.close(number)


def full(*names: str) -> Way:
    """Leave no room where these streams go."""

    def way(scene: Scene, *command: str) -> Done:
        with FULL.open("wb") as disk:
            return scene.run(*command, **dict.fromkeys(names, disk))

    return way


def with_variables(**variables: str) -> Way:
    """Let variables say how text is written."""

    def way(scene: Scene, *command: str) -> Done:
        return scene.run(*command, env=variables)

    return way


def read_by_nobody(scene: Scene, *command: str) -> Done:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        return scene.run(*command, stdout=writer, stderr=writer)
    finally:
        os.close(writer)


def read_a_line(scene: Scene, *command: str) -> Done:
    process = scene.begin(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
    assert process.stdout is not None
    line = process.stdout.readline()
    process.stdout.close()
    process.stdout = None
    return _ended(process, command, line)


def read_slowly(scene: Scene, *command: str, waits: bool = True) -> Done:
    """Read a little now and then, from a pipe that holds little; it may be set so that nobody waits for it."""
    reader, writer = os.pipe()
    with suppress(OSError):
        fcntl.fcntl(writer, F_SETPIPE_SZ, LEAST_PIPE)
    os.set_blocking(writer, waits)
    process = scene.begin(*command, stdin=DEVNULL, stdout=writer, stderr=PIPE)
    os.close(writer)
    content = b""
    while part := os.read(reader, GULP):
        content += part
        select([], [], [], GLANCE_SECONDS)
    os.close(reader)
    return _ended(process, command, content)


def not_waited_for(scene: Scene, *command: str) -> Done:
    return read_slowly(scene, *command, waits=False)


def terminal(columns: int, kind: str, rows: int = 24) -> Way:
    """Give it a terminal of its own, at which somebody ends the input whenever they are asked."""

    def way(scene: Scene, *command: str) -> Done:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        env = {"TERM": kind, "COLUMNS": "", "LINES": ""}
        process = scene.begin(*command, env=env, **dict.fromkeys(("stdin", "stdout", "stderr"), theirs))
        os.close(theirs)
        content = _shown(ours)
        os.close(ours)
        return _ended(process, command, content)

    return way


def _shown(terminal: int) -> bytes:
    """Return all that is shown at a terminal; somebody leaves when nothing new comes."""
    content, left = b"", [bytes([each]) for each in FAREWELLS]
    with suppress(OSError):  # which is how its end is told
        while select([terminal], [], [], PATIENCE_SECONDS if not left else QUIET_SECONDS)[0] or left:
            if select([terminal], [], [], 0)[0]:
                content += os.read(terminal, 4096)
            else:
                os.write(terminal, left.pop(0))
    return content


def _ended(process: "subprocess.Popen[bytes]", command: tuple[str, ...], content: bytes) -> Done:
    """Wait for the end of a process, whose output was read before."""
    try:
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    finally:
        end_all(process)
    return Done(command, process.returncode, content, errors or b"")


WAYS: dict[str, Way] = {
    "no input": closed(0),
    "no output": closed(1),
    "nowhere for errors": closed(2),
    "no stream at all": closed(0, 1, 2),
    "full": full("stdout"),
    "full for errors": full("stderr"),
    "full for both": full("stdout", "stderr"),
    "nobody reads": read_by_nobody,
    "a line is read": read_a_line,
    "slow": read_slowly,
    "slow, and not waited for": not_waited_for,
    "a terminal of 20 columns": terminal(20, "xterm-256color"),
    "a terminal without a size": terminal(0, "xterm", rows=0),
    "a dumb terminal": terminal(80, "dumb"),
    "ascii": with_variables(PYTHONIOENCODING="ascii"),
    "ascii, strictly": with_variables(PYTHONIOENCODING="ascii:strict", **PLAIN_C),
    "latin-1": with_variables(PYTHONIOENCODING="latin-1:strict"),
    "utf-16": with_variables(PYTHONIOENCODING="utf-16"),
    "the locale C": with_variables(**PLAIN_C),
    "no UTF-8 mode": with_variables(PYTHONUTF8="0", LC_ALL="POSIX"),
    "unbuffered": with_variables(PYTHONUNBUFFERED="1", PYTHONIOENCODING="cp1252"),
}
UNSEEN = (
    *("no output", "nowhere for errors", "no stream at all", "full for errors", "full for both", "nobody reads"),
    "a line is read",
)


def as_read(done: Done, way: str) -> Done:
    """Return what was printed as its reader has it: in the encoding asked for; at a terminal, without what draws."""
    if way == "utf-16":
        stdout, stderr = (part.decode("utf-16", errors="replace").encode() for part in (done.stdout, done.stderr))
        return done._replace(stdout=stdout, stderr=stderr)
    return done._replace(stdout=DRAWS.sub(b"", done.stdout)) if "terminal" in way else done


def plant_words(scene: Scene) -> None:
    """Let a practice have names and errors that no terminal can show, or that it would obey."""
    practice = scene.practice
    for name in (b"na\xffme.py", "a\u202eb\x1b]0;forged\x07.txt".encode(), f"li\n{FORGED}.txt".encode()):
        Path(os.fsdecode(bytes(practice) + b"/" + name)).write_bytes(b"# \xed\xa0\x80\n")
    (practice / "tests" / "test_strange.py").write_text(STRANGE, encoding="utf-8")
    code = (practice / "yatzy.py").read_text(encoding="utf-8")
    scene.write("practice/yatzy.py", f'{code}\n\ndef strange():\n    return "\x1b]0;forged\x07\u202e"\n')
    subprocess.run(COMMIT, cwd=practice, check=True, capture_output=True)  # noqa: S603 - git


STRANGE = f"""
def test_strange():
    print("\\x1b]0;forged\\x07 \\u202e\\udc80\\n{FORGED}")
    raise ValueError("\\ud800 \\x1b]0;forged\\x07 \\u202eesrever\\r\\n{FORGED}")
"""
COMMIT = (
    *("git", "-c", "user.name=A\u202en\x1b]0;forged\x07n", "-c", "user.email=a@example.org"),
    *("commit", "-q", "--allow-empty", "-m", f"St\u202erange\x1b]0;forged\x07\n{FORGED}"),
)
