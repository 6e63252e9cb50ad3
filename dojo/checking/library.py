"""A call of class Yatzy, as somebody works on it, in a process of its own; this module is that process, too.

message: a JSON list in a line, what it is about first. The process asks, with `roll` and `turn`, for what belongs to
the caller, and says each line of a transcript, with `write`. The last message is the `result`, or what was `refused`,
or what is `broken`. Time is limited as in a check, from one message to the next.
"""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from dojo.checking.explain import describe, in_words, shown
from dojo.checking.guard import Guard
from dojo.checking.job import Finding, Job
from dojo.checking.process import LEAST_SECONDS
from dojo.checking.worker import leave_no_path, limit
from dojo.confinement import end_with
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.kata import FRAME, IMPLEMENTATIONS, DamagedError, environment, record_of, temporary_folder
from dojo.practice import EntryPoint
from dojo.text import INDENT

WAITING_SECONDS = 24 * 3600.0  # a player may think, and who waits can press Ctrl-C
SUMS = ("total", "upper_score", "upper_bonus", "yahtzee_bonus")
TOO_LONG = "no word after {seconds:g} s of computing: an endless loop?"
DICE = 5
LONGEST_MESSAGE_BYTES = 1_000_000
UNREADABLE = "what it sends cannot be read: it writes where the dojo reads"
NONE_YET = """\
{file} has no tournament: its class Yatzy has no method `tournament`.
Level 3 has one: `dojo start --level 3 --again`. `dojo tournament` alone has that of refactored."""
ENDS = {"refused": WrongUsageError, "broken": WorkspaceError}


class Caller(Protocol):
    """What belongs to the caller of a tournament: dice, players, and who reads the transcript."""

    def roll(self, count: int) -> list[int]:
        """Throw so many dice."""

    def turn(self, name: str, dice: list[int], stage: int, view: list[Any]) -> object:
        """Return a player's move, which may be any JSON; what it raises is what the player raised.

        A move that is none and no JSON either is `{"shown": text}`, and shows so to the code that is called.
        """

    def write(self, line: str) -> None:
        """Take a line of the transcript."""


class Called(NamedTuple):
    """Where class Yatzy is, as text; `file` is where a person finds it."""

    file: str
    root: str
    folder: str
    module: str


def score(entry_point: EntryPoint, file: str, arguments: list[Any]) -> int:
    """Return the points; WrongUsageError when they are refused, WorkspaceError when the code breaks down."""
    points = _called(entry_point, file, "score", arguments)
    if type(points) is not int:
        raise WorkspaceError(f"{file}\n{INDENT}score() returned {points!r:.60}: points are a whole number")
    return points


def hold_tournament(entry_point: EntryPoint, file: str, arguments: list[Any], caller: Caller) -> object:
    """Return the points of a tournament: of a game, between names, so many games; errors as those of a score."""
    return _called(entry_point, file, "tournament", arguments, caller)


def _called(entry_point: EntryPoint, file: str, method: str, arguments: list[Any], caller: Caller | None = None) -> Any:  # noqa: ANN401 - what comes back is for the caller to judge
    called = Called(file, str(entry_point.root), str(entry_point.folder), entry_point.module)
    with temporary_folder("call") as place:
        stacks = place / "stacks"
        job = json.dumps([*called, str(stacks), LEAST_SECONDS, method, arguments])
        process = subprocess.Popen(  # noqa: S603 - our own
            [sys.executable, "-P", __file__, str(os.getpid()), job],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # out of reach of the keyboard
        )
        try:
            return _conversation(process, file, caller)
        except (EOFError, BrokenPipeError):
            raise WorkspaceError(_ending(stacks, file, entry_point.root)) from None
        finally:
            with suppress(OSError, AttributeError):  # where there are no groups, its process is all that can be ended
                os.killpg(process.pid, signal.SIGKILL)
            process.kill()
            process.communicate()


def _conversation(process: "subprocess.Popen[bytes]", file: str, caller: Caller | None) -> Any:  # noqa: ANN401 - likewise
    """Answer until there is a result; EOFError when the process has ended without one."""
    assert process.stdin is not None  # noqa: S101 - both are pipes
    assert process.stdout is not None  # noqa: S101 - likewise
    read_line = process.stdout.readline
    for line in iter(lambda: read_line(LONGEST_MESSAGE_BYTES), b""):
        kind, *content = _message(line, file)
        if kind == "result":
            return content[0]
        if kind in ENDS:
            raise ENDS[kind](Finding(content[0]).to_show().text)
        if caller is not None and kind == "write":
            caller.write(*content)
        elif caller is not None:
            answer = (caller.roll(*content), "") if kind == "roll" else _move(caller, content)
            process.stdin.write(json.dumps(answer).encode() + b"\n")
            process.stdin.flush()
    raise EOFError


def _message(line: bytes, file: str) -> list[Any]:
    """Return what a line says; WorkspaceError when it is nothing that an answer can be given to."""
    try:
        message = record_of(line, list[Any])
    except DamagedError:
        message = None
    match message:
        case ["roll", count] if type(count) is not int or not 0 <= count <= DICE:
            fault = f"it threw {count!r:.60} dice: 0 to {DICE} are to be had"
        case ["write", text] if type(text) is not str:
            fault = f"it wrote {text!r:.60}: a line of a transcript is text"
        case ["result" | "roll" | "write", _] | ["refused" | "broken", str()] | ["turn", str(), _, _, _]:
            return [*message]
        case _:
            fault = UNREADABLE
    raise WorkspaceError(f"{file}\n{INDENT}{fault}")


def _move(caller: Caller, question: list[Any]) -> tuple[object, str]:
    """Return a move and no error, or none and the words of one."""
    try:
        return caller.turn(*question), ""
    except Exception as error:  # noqa: BLE001 - a player may raise anything
        return None, str(error) or type(error).__name__


def _ending(stacks: Path, file: str, root: Path) -> str:
    """Say why a process has ended without a word, and where it was."""
    text = stacks.read_text(encoding="utf-8", errors="replace") if stacks.exists() else ""
    own = [frame for frame in FRAME.findall(text) if Path(frame[0]).is_relative_to(root)]
    place = next((shown(Path(path), int(line), name, root) for path, line, name in own), file)
    return f"{place}\n{INDENT}{TOO_LONG.format(seconds=LEAST_SECONDS) if text else 'the whole process ended'}"


class Line:
    """The way to the caller, out of reach of what the code reads and prints."""

    def __init__(self, seconds: float) -> None:
        """Leave the code an empty input, let what it prints go, and give it so many seconds for each message."""
        self._seconds = seconds
        self._answers, self._messages = os.fdopen(os.dup(0), "rb"), os.dup(1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)

    def say(self, *message: object) -> None:
        """Send a message; the time begins anew. TypeError when it is none that JSON can hold."""
        try:
            text = json.dumps(message)
        except ValueError as error:  # as which the library refuses a call
            raise TypeError(*error.args) from error
        os.write(self._messages, text.encode() + b"\n")
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def ask(self, *message: object) -> Any:  # noqa: ANN401 - JSON
        """Send a message, and return the answer; an exception if that is one."""
        self.say(*message)
        content, error = json.loads(self._answers.readline())
        if error:
            raise RuntimeError(error)
        return content


class NoTournamentError(Exception):
    """A class Yatzy that has none yet."""


class Unplayable:
    """A move that is none, as it shows."""

    def __init__(self, shown: str) -> None:
        """Take the text."""
        self._shown = shown

    def __repr__(self) -> str:
        """Show it."""
        return self._shown


class Player:
    """A player who sits with the caller."""

    def __init__(self, name: str, line: Line) -> None:
        """Sit at the end of a line."""
        self.name, self._line = name, line

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - somebody's own class
        """Ask for a move."""
        seen = [view.free(), [getattr(view, name)() for name in SUMS], view.totals()]
        move = self._line.ask("turn", self.name, dice, stage, seen)
        return Unplayable(**move) if isinstance(move, dict) else move


def main(called: Called, stacks: str, seconds: float, method: str, arguments: list[Any]) -> None:
    """Call the method, and send what comes of it."""
    line = Line(seconds)
    limit(Job(called.root, [], "", stacks, seconds, WAITING_SECONDS))
    leave_no_path()
    sys.path.insert(0, called.folder)
    if Path(called.root).name not in IMPLEMENTATIONS:
        Guard(Path(called.root), []).start()
        sys.dont_write_bytecode = True
    try:
        line.say(*_outcome(import_module(called.module).Yatzy, method, arguments, line))
    except NoTournamentError:
        line.say("broken", NONE_YET.format(file=called.file))
    except BaseException as error:  # noqa: BLE001 - whatever somebody's code raises
        place = Path(called.root)
        words = f"{called.file}\n{INDENT}{in_words(error, place)}"
        line.say("broken", describe(error, place, called.module) or words)
    os._exit(0)  # whatever threads the code left behind


def _outcome(yatzy: Any, method: str, arguments: list[Any], line: Line) -> tuple[str, object]:  # noqa: ANN401 - somebody's own class
    """Return the last message: the result, or in which words a call was refused."""
    try:
        return "result", _result(yatzy, method, arguments, line)
    except ValueError as error:
        return "refused", str(error)


def _result(yatzy: Any, method: str, arguments: list[Any], line: Line) -> object:  # noqa: ANN401 - likewise
    if method == "score":
        return yatzy.score(*arguments)
    game, names, games = arguments
    players = [Player(name, line) for name in names]
    table = yatzy()
    if not hasattr(table, "tournament"):
        raise NoTournamentError
    return table.tournament(
        game, players, lambda count: line.ask("roll", count), games, lambda text: line.say("write", text)
    )


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    content = json.loads(sys.argv[2])
    main(Called(*content[:4]), *content[4:])
