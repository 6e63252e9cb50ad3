"""A player of somebody else's, kept at arm's length: in a process of its own, with a limit for each move.

line: see `dojo.games.external_worker`. blame: what the player did that ended its tournament, in a few words. computed:
the seconds of processor time that a process has used; a busy machine makes them no more. family: the processes that a
process started, and those that these started, as far as each has a parent that still runs.
"""

import json
import os
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from subprocess import PIPE
from threading import Thread

import psutil

from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import external_worker
from dojo.games.external_worker import Answer, Kind, Question
from dojo.games.output import Output
from dojo.text import printable
from refactored import View, shown

TICK_SECONDS = 0.1
IDLE_SECONDS = 60.0  # without an answer and without any computing
LOADING_SECONDS = 60.0  # of computing, to import a player
PARTING_SECONDS = 1.0  # to end, once nobody asks any more
LONGEST_ANSWER_BYTES = 8192


class BlamedError(Exception):
    """The player's process did what no player may; the text says what."""


class Unplayable(str):
    """A move that is none, as it shows."""

    __slots__ = ()
    __repr__ = str.__str__


class ExternalPlayer:
    """Hands each question to the player's process, and stops it when it takes too long."""

    def __init__(self, name: str, where: str, limit: float) -> None:
        """Start the player at `where`, with a limit of computed seconds a move; WorkspaceError when it cannot play."""
        self.name, self.blame, self.output = name, "", Output(name)
        self._limit = limit
        command = [sys.executable, "-P", external_worker.__file__, where, name]
        # In a session of its own it is out of reach of the keyboard, and in a group of its own.
        self._process = psutil.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()
        self._printing = Thread(target=self.output.listen, args=(self._process.stderr,), daemon=True)
        self._printing.start()
        try:
            self._wait_until_ready(where)
        except BaseException:  # Ctrl-C, too: nobody else can stop a player that is not seated yet
            self.close()
            raise

    def turn(self, dice: list[int], stage: int, view: View) -> object:
        """Ask for a move; BlamedError when there is none, and `blame` then says why."""
        try:
            with suppress(OSError):  # its process has ended: the answer, which never comes, says how
                self._process.stdin.write(json.dumps(Question(dice, stage, view), default=vars).encode() + b"\n")
                self._process.stdin.flush()
            answer = self._answer(self._limit)
        except BlamedError as error:
            self.blame = str(error)
            self.close()
            raise
        return answer.content if answer.kind == Kind.MOVE else Unplayable(printable(str(answer.content)))

    def close(self) -> None:
        """End the process, its group and its family; what left both, by a session of its own, is out of reach."""
        if self._process.stdin.closed:
            return
        family = family_of(self._process)  # which nobody knows any more when it has ended
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(psutil.TimeoutExpired):
            self._process.wait(PARTING_SECONDS)
        with suppress(OSError, AttributeError):  # where there are no groups, the family is all that is left
            os.killpg(self._process.pid, signal.SIGKILL)
        for process in [*family, *family_of(self._process), self._process]:
            with suppress(psutil.Error):  # it has ended before
                process.kill()
        self._process.wait()
        self._printing.join(PARTING_SECONDS)

    def _wait_until_ready(self, where: str) -> None:
        try:
            answer = self._answer(LOADING_SECONDS)
        except BlamedError as error:
            answer = Answer(Kind.PROBLEM, f"{error}, while it was loaded")
        failure = {Kind.NOBODY: WrongUsageError, Kind.PROBLEM: WorkspaceError}.get(answer.kind)
        if failure:
            self.close()
            printed = f"\nIt {self.output}" if self.output.size else ""
            raise failure(f"{self.name}={printable(where)} cannot play: {printable(str(answer.content))}{printed}")

    def _answer(self, limit: float) -> Answer:
        line = awaited(self._next_line, lambda: computed_by(self._process), limit)
        try:
            kind, content = json.loads(line)
            answer = Answer(Kind(kind), content)
        except (ValueError, TypeError, RecursionError):  # then the player wrote it there
            line_shown = shown(line.decode(errors="replace").rstrip())
            raise BlamedError(f"it wrote {line_shown} on the line to the tournament") from None
        if answer.kind == Kind.RAISED:
            raise BlamedError(f"it raised {printable(str(answer.content))}")
        return answer

    def _next_line(self) -> bytes:
        line = self._lines.get(timeout=TICK_SECONDS)
        if not line:
            raise BlamedError(self._ending())
        return line

    def _ending(self) -> str:
        try:
            code = self._process.wait(IDLE_SECONDS)
        except psutil.TimeoutExpired:
            return "it closed the line to the tournament"
        if code >= 0:
            return f"its process ended with exit code {code}"
        return f"its process was ended by signal {-code}, {signal.strsignal(-code)}"

    def _listen(self) -> None:
        for line in iter(lambda: self._process.stdout.readline(LONGEST_ANSWER_BYTES), b""):
            self._lines.put(line)
        self._lines.put(b"")


def awaited(next_line: Callable[[], bytes], computed: Callable[[], float], limit: float) -> bytes:
    """Return the next line, which raises Empty after each tick without one; BlamedError when it had time enough.

    `computed` says how much the process has computed so far, at most `limit` more; one that is stopped has its minute.
    """
    ticks: Counter[float] = Counter()  # without an answer, by what it had computed by then
    while True:
        with suppress(Empty):
            return next_line()
        so_far = computed()
        ticks[so_far] += 1
        idle = ticks[so_far] * TICK_SECONDS
        if so_far - next(iter(ticks)) > limit:
            raise BlamedError(f"no move after {limit:g} s of computing")
        if idle >= max(IDLE_SECONDS, limit):
            raise BlamedError(f"no move for {idle:.0f} s in which its own process computed nothing")


def computed_by(process: psutil.Process) -> float:
    """Return what a process has computed so far, 0 when it has just ended; one that is stopped tells it, too."""
    with suppress(psutil.Error):
        return float(sum(process.cpu_times()[:4]))  # its own, and that of the programs it waited for
    return 0.0


def family_of(process: psutil.Process) -> list[psutil.Process]:
    """Return the family of a process; nobody when it has ended."""
    with suppress(psutil.Error):
        return list(process.children(recursive=True))
    return []
