"""A pair that practises in a workspace of its own, with real commands and edits."""

import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import IO

from tests.dojo.rehearsal.happenings import Happening
from tests.dojo.rehearsal.network import HOST, Network, Way
from tests.dojo.rehearsal.truth import Change, Standing, Truth

DOJO = [sys.executable, "-P", "-m", "dojo"]
PATIENCE_SECONDS = 90
RIGHT = "return 2 * d.count(2)"
WRONG = "return 3 * d.count(2)"
COUNTED = re.compile(r"sum \+= (\d)")
WATCHED = re.compile(r"\d\d:\d\d:\d\d  (green|amber|red)(?:.*  (reverted)\b)?")

Log = Callable[[str], None]


class Pair:
    """A pair, and the truth about it. Each action is a method.

    `number` counts the edits, so that no two have the same files. `code` is the text of yatzy.py
    without a mistake: the tangle, or with what the pair approved.
    """

    def __init__(
        self,
        name: str,
        workspace: Path,
        environment: dict[str, str],
        network: Network,
        log: Log,
    ) -> None:
        """Take a workspace. The practice is not started yet."""
        self.first_name = name
        self.name = name
        self.workspace = workspace
        self.environment = environment
        self.network = network
        self.log = log
        self.url = f"git://{HOST}:{network.port}/tuesday.git"
        self.truth = Truth()
        self.problems: list[str] = []
        self.names = 1
        self.number = 0
        self.code = ""
        self.has_approved = False
        self.last_light = ("", "")
        self.watch: Watch | None = None

    @property
    def file(self) -> Path:
        return self.workspace / "practice" / "yatzy.py"

    @property
    def standing(self) -> Standing:
        return self.truth.standings[-1]

    def do(self, happening: Happening) -> None:
        """Carry out a happening, and note a problem if it does not work as planned."""
        action = getattr(self, happening.action.replace("-", "_"))
        try:
            action()
        except (OSError, RuntimeError, Empty, subprocess.SubprocessError) as error:
            self.problems.append(f"{self.first_name} {happening.action}: {error}")
            self.log(f"{self.first_name:6} PROBLEM {happening.action}: {error}")

    # Starting.

    def start(self) -> None:
        began = time.time()
        self._dojo("start", "--again", "--name", self.name, "--room", self.url)
        self._begin_anew()
        self._stand(Standing(began, time.time(), self.name))

    def over(self) -> None:
        """Start over. The checks and the clock of a red stay in the row."""
        began = time.time()
        self._dojo("start", "--again", "--name", self.name, "--room", self.url)
        self._begin_anew()
        self._stand(self._next(began, state="no check yet"))

    def _begin_anew(self) -> None:
        self.code = self.file.read_text(encoding="utf-8")
        self.has_approved = False

    # Checks.

    def same(self) -> None:
        """Check the same files again."""
        self._check("")

    def green(self) -> None:
        began = self._edit(self.code)
        self._check("green", began=began)

    def commit(self) -> None:
        began = self._edit(self.code)
        self._check("green", "-m", f"Rename Variable: number {self.number}", began=began)

    def red(self) -> None:
        began = self._edit(self.code.replace(RIGHT, WRONG))
        self._check("red", began=began)

    def amber(self) -> None:
        began = self._edit(f"{self.code}\nan error of syntax\n")
        self._check("amber", began=began)

    def bug(self) -> None:
        """Change a result that the pair is going to approve."""
        began = self._edit(self._code_with_bug())
        self._check("red", began=began)

    def approve(self) -> None:
        self.code = self._code_with_bug()
        self._dojo("approve", "practice", "--yes")
        self.has_approved = True
        self._check("green")

    def restore(self) -> None:
        began = time.time()
        self._dojo("restore", "green")
        state = self.standing.state
        if state in ("red", "amber"):
            state = "reverted"
        self._stand(self._next(began, state=state, red_since=None))

    def _code_with_bug(self) -> str:
        return COUNTED.sub(lambda found: f"sum += {int(found[1]) + 1}", self.code, count=1)

    def _edit(self, code: str) -> float:
        """Save code that nobody saved before, and return when."""
        self.number += 1
        began = time.time()
        self.file.write_text(f"{code}\n# {self.number}\n", encoding="utf-8")
        return began

    def _check(self, expected: str, *options: str, began: float | None = None) -> None:
        if began is None:
            began = time.time()
        if self.watch is not None:
            status, is_reverted = self.watch.wait_for_check()
        else:
            printed = self._dojo("check", *options, codes=(0, 1))
            status = re.split(r"\W", printed.strip())[0]
            is_reverted = False
        self._checked(began, status, is_reverted=is_reverted)
        if expected and status != expected:
            raise RuntimeError(f"{status or 'no check'}, but {expected} was planned")

    def _checked(self, began: float, status: str, *, is_reverted: bool) -> None:
        """Log a check."""
        if status not in ("green", "amber", "red"):
            return
        before = self.standing
        state = status
        red_since: float | None = before.red_since or began
        if status == "green":
            red_since = None
            if self.has_approved:
                state = "approved"
        lights = before.lights
        light = (self._digest(), state)
        if light != self.last_light:
            lights += 1
        self.last_light = light
        if is_reverted:
            state = "reverted"
            red_since = None
        self._stand(
            self._next(
                began,
                state=state,
                red_since=red_since,
                last_check=began,
                lights=lights,
            )
        )

    def _digest(self) -> str:
        """Return a digest of the files that the pair may have changed."""
        folder = self.file.parent
        files = [self.file, *sorted(folder.glob("approved_files/*.approved.txt"))]
        return sha256(b"\n".join(file.read_bytes() for file in files)).hexdigest()

    # Watching.

    def watch_saves(self, *options: str) -> None:
        began = time.time()
        command = [*DOJO, "watch", *options]
        self.watch = Watch(command, self.workspace, self.environment)
        self._check("", began=began)

    def tcr(self) -> None:
        self._edit(self.code)
        self.watch_saves("--tcr")

    def unwatch(self) -> None:
        if self.watch is not None:
            self.watch.end()
        self.watch = None

    # The room.

    def swap(self) -> None:
        self._dojo("swap", f"Ann and Cem {self.number}")

    def rename(self) -> None:
        began = time.time()
        self.names += 1
        name = f"{self.first_name}-{self.names}"
        self._dojo("join", "--name", name)
        self.name = name
        self._stand(self._next(began, name=name))

    def refuse(self) -> None:
        self._cut("refuse")

    def swallow(self) -> None:
        self._cut("swallow")

    def _cut(self, way: Way) -> None:
        self.truth.changes.append(Change(time.time(), is_cut=True))
        self.network.cut(way)
        self.log(f"{self.first_name:6} network cut: {way}")

    def mend(self) -> None:
        self.network.mend()
        self.truth.changes.append(Change(time.time(), is_cut=False))
        self.log(f"{self.first_name:6} network mended")

    # The log.

    def _next(self, began: float, **changes: object) -> Standing:
        """Return how the pair stands after a command that began at a moment."""
        ended = time.time()
        return self.standing._replace(began=began, ended=ended, **changes)  # type: ignore[arg-type]

    def _stand(self, standing: Standing) -> None:
        self.truth.standings.append(standing)
        self.log(f"{self.first_name:6} {describe(standing, standing.ended)}")

    def _dojo(self, *arguments: str, codes: tuple[int, ...] = (0,)) -> str:
        """Run a command, and return its output. Raises RuntimeError if it fails."""
        done = subprocess.run(  # noqa: S603 - our own program
            [*DOJO, *arguments],
            cwd=self.workspace,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE_SECONDS,
            check=False,
        )
        if done.returncode not in codes:
            raise RuntimeError(f"dojo {' '.join(arguments)}: {done.stdout}{done.stderr}")
        return done.stdout


class Watch:
    """A `dojo watch` that runs."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        """Start it."""
        self.lines: Queue[str] = Queue()
        self.process = subprocess.Popen(  # noqa: S603 - our own program
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            start_new_session=True,
        )
        Thread(target=self._read, args=[self.process.stdout], daemon=True).start()

    def _read(self, printed: IO[str]) -> None:
        for line in printed:
            self.lines.put(line)

    def wait_for_check(self) -> tuple[str, bool]:
        """Return the status of the next check, and whether it was reverted."""
        while True:
            line = self.lines.get(timeout=PATIENCE_SECONDS)
            found = WATCHED.match(line)
            if found:
                return found[1], found[2] is not None

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait(PATIENCE_SECONDS)


def describe(standing: Standing, now: float) -> str:
    """Return how a pair stands, as a line of the truth log has it."""
    parts = [standing.name, standing.state]
    if standing.red_since is not None:
        parts.append(f"for {now - standing.red_since:.0f} s")
    if standing.last_check is not None:
        parts.append(f"checked {now - standing.last_check:.0f} s ago")
    parts.append(f"lights {standing.lights}")
    return ", ".join(parts)
