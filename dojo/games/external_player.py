"""A player of somebody else's, kept at arm's length: in a process of its own, with a limit for each move.

line: see `dojo.games.external_line`. blame: what the player did that ended its tournament, in a few words. computed:
the seconds of processor time that a player and its family have used; a busy machine makes them no more. family: the
processes that a process started, and those that these started, as far as each has a parent that still runs.
"""

import json
import os
import secrets
import signal
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, Queue
from subprocess import PIPE
from threading import Event, Thread

import psutil

from dojo.confinement import MEMORY_BYTES
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.games import external_worker
from dojo.games.external_class import file_at, split
from dojo.games.external_line import Answer, Kind, Question, is_plain
from dojo.games.output import Output
from dojo.text import WIDEST_CHARACTERS, printable, shortened
from refactored import View, shown

TICK_SECONDS = 0.1
IDLE_SECONDS = 60.0  # without an answer and without any computing
LOADING_SECONDS = 60.0  # of computing, to import a player
PARTING_SECONDS = 1.0  # to end, once nobody asks any more
LONGEST_ANSWER_BYTES = 8192
LONGEST_SOURCE_BYTES = 10_000_000
GLANCE_SECONDS = 1.0  # between looks at what its family takes
FAMILY_BYTES = MEMORY_BYTES  # one alone may have all of it
FAMILY_SIZE, OUTPUT_BYTES = 200, 1024**3  # processes; of what they print


class BlamedError(Exception):
    """The player's process did what no player may; the text says what."""


class Unplayable(str):
    """A move that is none, as it shows."""

    __slots__ = ()
    __repr__ = str.__str__


class ExternalPlayer:
    """Hands each question to the player's process, and stops it when it takes too long."""

    def __init__(self, name: str, where: str, limit: float, source: bytes | None) -> None:
        """Start the player at `where`, with a limit of computed seconds a move; WorkspaceError when it cannot play.

        `source` is what its file holds, if it is one: see `source_of`.
        """
        self.name, self.blame, self.output = name, "", Output(name)
        self._limit, self._greed, self._closed = limit, "", Event()
        command = [sys.executable, "-P", external_worker.__file__, where, name]
        # In a session of its own it is out of reach of the keyboard, and in a group of its own.
        self._process = psutil.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True)
        self._lines: Queue[bytes] = Queue(maxsize=1)  # who writes more than it is asked for has to wait
        for work in (self._listen, self._watch):
            Thread(target=work, daemon=True).start()
        self._printing = Thread(target=self.output.listen, args=(self._process.stderr,), daemon=True)
        self._printing.start()
        try:
            self._send(None if source is None else source.decode("latin-1"))
            self._wait_until_ready(where)
        except BaseException:  # Ctrl-C, too: nobody else can stop a player that is not seated yet
            self.close()
            raise

    def turn(self, dice: list[int], stage: int, view: View) -> object:
        """Ask for a move; BlamedError when there is none, and `blame` then says why."""
        try:
            self._send(Question(dice, stage, view))
            answer = self._answer(self._limit)
        except BlamedError as error:
            self.blame = str(error)
            self.close()
            raise
        return answer.content if answer.kind == Kind.MOVE else Unplayable(printable(str(answer.content)))

    def close(self) -> None:
        """End the process, its group and its family; what left both, by a session of its own, is an orphan."""
        if self._closed.is_set():
            return
        self._closed.set()
        family = family_of(self._process)  # which nobody knows any more when it has ended
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(psutil.TimeoutExpired):
            self._process.wait(PARTING_SECONDS)
        self._end([*family, *family_of(self._process), self._process])
        self._process.wait()
        self._printing.join(PARTING_SECONDS)

    def _end(self, family: list[psutil.Process]) -> None:
        with suppress(OSError, AttributeError):  # where there are no groups, the family is all that is left
            os.killpg(self._process.pid, signal.SIGKILL)
        for process in family:
            with suppress(psutil.Error):  # it has ended before
                process.kill()

    def _watch(self) -> None:
        """End the family when it takes too much."""
        while not self._closed.wait(GLANCE_SECONDS) and not self._greed:
            family = [self._process, *family_of(self._process)]
            self._greed = greed_of(memory_of(family), len(family), self.output.size)
            if self._greed:
                self._end(family)

    def _send(self, content: object) -> None:
        self._token = secrets.token_hex(8)
        with suppress(OSError):  # its process has ended: the answer, which never comes, says how
            self._process.stdin.write(json.dumps([self._token, content], default=vars).encode() + b"\n")
            self._process.stdin.flush()

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
            answer = answer_in(line, self._token)
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
        if self._greed:
            return self._greed
        if code >= 0:
            return f"its process ended with exit code {code}"
        return f"its process was ended by signal {-code}, {signal.strsignal(-code)}"

    def _listen(self) -> None:
        for line in iter(lambda: self._process.stdout.readline(LONGEST_ANSWER_BYTES), b""):
            self._lines.put(line)
        self._lines.put(b"")


def source_of(where: str) -> bytes | None:
    """Return what the file of the player at `where` holds; None when there is none, or it comes from a module.

    WrongUsageError when it cannot be read, WorkspaceError when it is too long.
    """
    place, _ = split(where)
    path = file_at(place)
    try:
        if not place.endswith(".py") or not path.is_file():
            return None
        with path.open("rb") as file:
            source = file.read(LONGEST_SOURCE_BYTES + 1)
    except OSError as error:
        raise WrongUsageError(f"{shortened(place, WIDEST_CHARACTERS)} cannot be read: {error.strerror}.") from None
    if len(source) > LONGEST_SOURCE_BYTES:
        raise WorkspaceError(f"{printable(place)} is no player: it has more than {LONGEST_SOURCE_BYTES:,} bytes.")
    return source


def answer_in(line: bytes, token: str) -> Answer:
    """Return the answer to the question of that token; ValueError, TypeError or RecursionError when it is none."""
    given, kind, content = json.loads(line)
    answer = Answer(Kind(kind), content)
    if given != token or not (is_plain(content) if kind == Kind.MOVE else type(content) is str):
        raise ValueError(line)
    return answer


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
            raise BlamedError(f"no move for {idle:.0f} s in which it computed nothing")


def computed_by(process: psutil.Process) -> float:
    """Return what a process and its family have computed, 0 when it has just ended; one that is stopped goes on."""
    computed = 0.0
    for each in [process, *family_of(process)]:
        with suppress(psutil.Error):
            if each.status() == psutil.STATUS_STOPPED:
                each.resume()  # another player may have stopped it
            computed += sum(each.cpu_times()[:4])  # its own, and that of the programs it waited for
    return computed


def memory_of(processes: list[psutil.Process]) -> int:
    """Return how many bytes of memory processes have filled."""
    taken = 0
    for process in processes:
        with suppress(psutil.Error):
            taken += process.memory_info().rss
    return taken


def greed_of(memory: int, processes: int, printed: int) -> str:
    """Say what a family takes too much of; nothing when it does not."""
    if memory > FAMILY_BYTES:
        return f"it took {memory / 1024**3:.1f} GB of memory: {FAMILY_BYTES / 1024**3:.1f} are to be had"
    if processes > FAMILY_SIZE:
        return f"it started {processes} processes: {FAMILY_SIZE} are to be had"
    return f"it printed {printed:,} bytes: {OUTPUT_BYTES:,} are to be had" if printed > OUTPUT_BYTES else ""


def family_of(process: psutil.Process) -> list[psutil.Process]:
    """Return the family of a process; nobody when it has ended."""
    with suppress(psutil.Error):
        return list(process.children(recursive=True))
    return []
