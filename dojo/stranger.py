"""A player of somebody else's, kept at arm's length: in a process of its own, with a time limit for each move."""

import json
import subprocess
import sys
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from dojo.workspace import WorkspaceError

LOADING = 10  # seconds to import a player


class Unplayable:
    """A move that is none, as it shows."""

    def __init__(self, shown: str) -> None:
        """Keep how it shows."""
        self._shown = shown

    def __repr__(self) -> str:
        """Show it."""
        return self._shown


class Raised(Exception):  # noqa: N818 - it reports another's exception
    """What the player raised, as it shows."""

    def __repr__(self) -> str:
        """Show the exception as it was."""
        return str(self)


class Stranger:
    """Hands each question to the player's process, and stops it when it takes too long."""

    def __init__(self, name: str, where: str, limit: float) -> None:
        """Start the player at `where`; `limit` is in seconds a move. WorkspaceError when it cannot be had."""
        self.name = name
        self._limit = limit
        self._process = subprocess.Popen(  # noqa: S603 - our own program; the stranger is only its argument
            [sys.executable, "-m", "dojo.player_process", where, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        self._lines: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()
        try:
            ready = self._receive(LOADING) or {"problem": f"it was not ready after {LOADING} seconds"}
        except EOFError as error:
            ready = {"problem": str(error)}
        if "problem" in ready:
            self.stop()
            raise WorkspaceError(f"{name} cannot play: {where}: {ready['problem']}")

    def turn(self, dice: list[int], stage: int, view: Any) -> object:  # noqa: ANN401 - any implementation's view
        """Ask for a move; raises what the player raised, or TimeoutError, or EOFError when its process ended."""
        facts = {
            "free": view.free(),
            "total": view.total(),
            "upper_score": view.upper_score(),
            "upper_bonus": view.upper_bonus(),
            "yahtzee_bonus": view.yahtzee_bonus(),
            "totals": view.totals(),
        }
        answer = self._ask({"dice": dice, "stage": stage, "view": facts})
        if "raised" in answer:
            raise Raised(answer["raised"])
        return answer["move"] if "move" in answer else Unplayable(answer["shown"])

    def stop(self) -> None:
        """End the player's process."""
        self._process.kill()
        self._process.wait()

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        try:
            assert self._process.stdin is not None  # noqa: S101 - it was asked for
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        except OSError:
            raise EOFError("its process ended") from None
        answer = self._receive(self._limit)
        if answer is None:
            self.stop()
            raise TimeoutError(f"no move within {self._limit:g} s")
        return answer

    def _receive(self, seconds: float) -> dict[str, Any] | None:
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            return None
        if not line:
            raise EOFError("its process ended")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _listen(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)
        self._lines.put("")
