"""The process of an external player, started as a script so that nothing of its folder comes first.

It loads the player, and answers one question after the other, until the tournament asks no more, or is gone.
"""

import inspect
import io
import os
import signal
import sys
import time
from threading import Thread
from typing import Any

from dojo.confinement import confine
from dojo.games.external_blame import HERE, described
from dojo.games.external_class import CannotPlayError, load
from dojo.games.external_line import Answer, Kind, Line, Question, is_plain
from refactored import shown


def end_with(tournament: int) -> None:
    """End this process and its group soon after the tournament's, even when the player never returns."""
    while os.getppid() == tournament:
        time.sleep(1)
    if hasattr(os, "killpg"):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def seated(kind: type, name: str) -> Any:  # noqa: ANN401 - somebody else's class
    """Return a player made by a class that may or may not ask for a name."""
    try:
        inspect.signature(kind).bind(name)
    except (TypeError, ValueError):
        return kind()
    return kind(name)


def answer_to(player: Any, question: Question, where: str) -> Answer:  # noqa: ANN401 - somebody else's class
    """Return the player's move, or what it raised; a move that is no JSON, or too long, only as it shows."""
    try:
        move = player.turn(*question)
        return Answer(Kind.MOVE, move) if is_plain(move) else Answer(Kind.SHOWN, shown(move))
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        return Answer(Kind.RAISED, described(error, where))


def prepare() -> Line:
    """Keep the tournament's things from the player, and return the line to the tournament."""
    line = Line()
    confine()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the tournament, which stops this process itself
    Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    sys.path.insert(0, str(HERE))
    return line


def main() -> None:
    """Load the player, say so, and answer until nobody asks."""
    line = prepare()
    where, name = sys.argv[1:]
    player, ready, source = None, Answer(Kind.READY), line.source()
    try:
        player = seated(load(where, source), name)
    except CannotPlayError as error:
        ready = Answer(Kind.NOBODY, str(error))
    except BaseException as error:  # noqa: BLE001 - somebody else's code may raise anything
        ready = Answer(Kind.PROBLEM, described(error, where))
    try:
        line.answer(ready)
        for question in line.questions():
            line.answer(answer_to(player, question, where))
    except OSError:  # the player closed the line, or this is a process that it forked
        os._exit(0)


if __name__ == "__main__":
    main()
