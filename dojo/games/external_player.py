"""A player of somebody else's, kept at arm's length: in a process of its own, with a limit for each move.

line: what questions and answers go over, each a JSON object; see `dojo.games.external_worker`. tick: a short wait
for an answer. computed: the seconds of processor time that a process has used; a busy machine makes them no more.
family: the processes that a process started, and those that these started, as far as each has a parent that still runs.
blame: what the player did that ended its tournament, in a few words.
"""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

import psutil  # type: ignore[import-untyped] # it comes without types

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import external_worker as player_process
from dojo.games.external_worker import shown
from dojo.text import counted, printable

LOADING_SECONDS = 60.0  # of computing, to import a player
TICK_SECONDS = 0.1
IDLE_SECONDS = 60.0  # without an answer and without any computing
PARTING_SECONDS = 1.0  # to end, once nobody asks any more
LONGEST_ANSWER = 8192  # bytes
KEPT_BYTES = 1_000_000  # of what a player prints
QUESTIONS = ("free", "total", "upper_score", "upper_bonus", "yahtzee_bonus", "totals")  # to a view
ANSWERS = {"ready", "nobody", "problem", "move", "shown", "raised"}


class Unplayable:
    """A move that is none, as it shows."""

    def __init__(self, shown: str) -> None:
        """Keep how it shows."""
        self._shown = shown

    def __repr__(self) -> str:
        """Show it."""
        return self._shown


class BlamedError(Exception):
    """The player's process did what no player may; the text says what."""


class OverdueError(BlamedError):
    """The player had time enough."""


class Patience:
    """Decides, tick by tick, when a player has had time enough: by what it computed, or by how long it did nothing."""

    def __init__(self, limit: float, computed: float) -> None:
        """Begin to wait; `limit` is in seconds of computing, `computed` is what it has computed before."""
        self._limit, self._before, self._last = limit, computed, computed
        self._idle = 0.0

    def spend_a_tick(self, computed: float) -> None:
        """Count a tick without an answer; OverdueError when that was the last."""
        self._idle = 0.0 if computed > self._last else self._idle + TICK_SECONDS
        self._last = computed
        if computed - self._before > self._limit:
            raise OverdueError(f"no move after {self._limit:g} s of computing")
        if self._idle >= max(IDLE_SECONDS, self._limit):
            raise OverdueError(f"no move for {self._idle:.0f} s in which its own process computed nothing")


class Printed:
    """What a player prints: all of it counted, the beginning kept in a file."""

    def __init__(self, name: str) -> None:
        """Begin with nothing; the file is made when there is something in it, and named after the player."""
        self.bytes, self.path = 0, ""
        self._kept = 0
        self._prefix = f"dojo-{''.join(each if each.isalnum() else '-' for each in name[:20])}-"

    def listen(self, stream: IO[bytes]) -> None:
        """Take all that comes."""
        for some in iter(lambda: os.read(stream.fileno(), 65536), b""):
            self.bytes += len(some)
            with suppress(OSError):  # a full disk is no reason to stop: it is counted all the same
                self._keep(some[: KEPT_BYTES - self._kept])

    def _keep(self, some: bytes) -> None:
        if not some:
            return
        if not self.path:
            handle, self.path = tempfile.mkstemp(prefix=self._prefix, suffix=".txt")
            os.close(handle)
        with Path(self.path).open("ab", buffering=0) as file:
            self._kept += file.write(some)

    def __str__(self) -> str:
        """Say how much it is, and where; nothing when there is nothing."""
        if not self.bytes:
            return ""
        size = counted(self.bytes, "byte")
        if not self._kept:
            return f"printed {size}, and there was no room to keep them"
        part = f", the first {self._kept:,} of them" if self.bytes > self._kept else ""
        return f"printed {size}{part}: {self.path}"


class Stranger:
    """Hands each question to the player's process, and stops it when it takes too long."""

    def __init__(self, name: str, where: str, limit: float) -> None:
        """Start the player at `where`; `limit` is in computed seconds a move.

        WrongUsageError when there is no player, WorkspaceError when it fails while it is loaded.
        """
        self.name, self.blame, self.printed = name, "", Printed(name)
        self._limit, self._stopped = limit, False
        self._process = started(where, name)
        self._watched = psutil.Process(self._process.pid)
        self._computed_before = 0.0
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()
        self._printing = Thread(target=self.printed.listen, args=(piped(self._process.stderr),), daemon=True)
        self._printing.start()
        try:
            self._wait_until_ready(where)
        except BaseException:  # Ctrl-C, too: nobody else can stop a player that is not seated yet
            self.stop()
            raise

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - any implementation's view
        """Ask for a move; BlamedError when there is none, and `blame` then says why."""
        try:
            self._send({"dice": dice, "stage": stage, "view": facts(view)})
            return move_in(self._receive(self._limit))
        except BlamedError as error:
            self.blame = str(error)
            self.stop()
            raise

    def stop(self) -> None:
        """Let the player's process end, or else end it, and then its group and its family.

        One thing is beyond reach: a program in a session of its own, once what started it has ended.
        """
        if self._stopped:
            return
        self._stopped = True
        family = family_of(self._watched)  # which cannot be told any more when it has ended
        with suppress(OSError):
            piped(self._process.stdin).close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING_SECONDS)
        self._kill([*family, *family_of(self._watched)])
        self._printing.join(PARTING_SECONDS)

    def _wait_until_ready(self, where: str) -> None:
        try:
            answer = self._receive(LOADING_SECONDS)
        except BlamedError as error:
            answer = {"problem": f"{error}, while it was loaded"}
        problem = answer.get("nobody") or answer.get("problem")
        if problem:
            self.stop()
            printed = f"\nIt {self.printed}" if self.printed.bytes else ""
            kind = WrongUsageError if "nobody" in answer else WorkspaceError
            raise kind(f"{self.name}={printable(where)} cannot play: {printable(str(problem))}{printed}")

    def _send(self, question: dict[str, Any]) -> None:
        line = piped(self._process.stdin)
        try:
            line.write(json.dumps(question).encode() + b"\n")
            line.flush()
        except OSError:
            raise BlamedError(self._ending()) from None

    def _receive(self, limit: float) -> dict[str, Any]:
        return answer_in(awaited(self._next_line, self._computed, limit))

    def _next_line(self) -> bytes:
        line = self._lines.get(timeout=TICK_SECONDS)
        if not line:
            raise BlamedError(self._ending())
        return line

    def _computed(self) -> float:
        self._computed_before = computed_by(self._watched, self._computed_before)
        return self._computed_before

    def _ending(self) -> str:
        try:
            code = self._process.wait(IDLE_SECONDS)
        except subprocess.TimeoutExpired:
            return "it closed the line to the tournament"
        if code >= 0:
            return f"its process ended with exit code {code}"
        return f"its process was ended by signal {-code}, {signal.strsignal(-code)}"

    def _kill(self, family: list[psutil.Process]) -> None:
        if hasattr(os, "killpg"):
            with suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        for process in family:
            with suppress(psutil.Error):  # it has ended before
                process.kill()

    def _listen(self) -> None:
        lines = piped(self._process.stdout)
        for line in iter(lambda: lines.readline(LONGEST_ANSWER), b""):
            self._lines.put(line)
        self._lines.put(b"")


def started(where: str, name: str) -> subprocess.Popen[bytes]:
    """Start a player's process, out of reach of the keyboard and in a group of its own where there are such."""
    command = [sys.executable, "-P", player_process.__file__, where, name]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)  # noqa: S603 - ours


def piped(stream: IO[bytes] | None) -> IO[bytes]:
    """Return a stream of a process that was started with pipes."""
    assert stream is not None  # noqa: S101 - it was asked for
    return stream


def computed_by(process: psutil.Process, before: float) -> float:
    """Return what a process has computed so far, `before` when it has just ended; one that is stopped tells it, too."""
    try:
        return float(sum(process.cpu_times()[:4]))  # its own, and that of the programs it waited for
    except psutil.Error:
        return before


def family_of(process: psutil.Process) -> list[psutil.Process]:
    """Return the family of a process; nobody when it has ended."""
    try:
        return list(process.children(recursive=True))
    except psutil.Error:
        return []


def awaited(next_line: Callable[[], bytes], computed: Callable[[], float], limit: float) -> bytes:
    """Return the next line, which raises Empty after each tick without one; OverdueError when it had time enough.

    `computed` says how much the process has computed so far; one that is stopped has its minute as well.
    """
    patience = None
    while True:
        with suppress(Empty):
            return next_line()
        so_far = computed()
        patience = patience or Patience(limit, so_far)
        patience.spend_a_tick(so_far)


def facts(view: Any) -> dict[str, Any]:  # noqa: ANN401 - any implementation's view
    """Return all that a view answers."""
    return {question: getattr(view, question)() for question in QUESTIONS}


def answer_in(line: bytes) -> dict[str, Any]:
    """Return the answer in a line; BlamedError when it is none, for then the player wrote it there."""
    try:
        answer = json.loads(line)
    except (ValueError, RecursionError):
        answer = None
    if not isinstance(answer, dict) or len(answer) != 1 or not answer.keys() <= ANSWERS:
        raise BlamedError(f"it wrote {shown(line.decode(errors='replace').rstrip())} on the line to the tournament")
    return answer


def move_in(answer: dict[str, Any]) -> object:
    """Return the move in an answer; BlamedError when the player raised instead."""
    if "raised" in answer:
        raise BlamedError(f"it raised {printable(str(answer['raised']))}")
    return answer["move"] if "move" in answer else Unplayable(printable(str(answer.get("shown"))))
