"""Rehearse a session by the clock, and compare the board with the truth every ten seconds.

`python -m tests.dojo.rehearsal` serves a room, and lets six pairs practise in workspaces of their
own for 40 minutes. Networks are cut and mended, two clocks are wrong. A program reads the board as
JSON, text, page and screen, and prints a line for each sample that is not true. The exit code is 1
if there is one. `--minutes 4` has a bit of everything. `--folder` keeps the log of what the pairs
truly did, and of what each sample showed.

It needs Linux, a C compiler, `git daemon`, and about one processor for all that time.
"""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock, Thread

import psutil

from tests.dojo.rehearsal.clock import compile_clock, shifted_environment
from tests.dojo.rehearsal.comparison import Untruth, untruths
from tests.dojo.rehearsal.forms import Sample, parse_json, parse_lines, parse_page
from tests.dojo.rehearsal.happenings import CLOCKS, Happening, happenings
from tests.dojo.rehearsal.network import HOST, Network
from tests.dojo.rehearsal.pairs import DOJO, Pair, describe
from tests.dojo.rehearsal.screen import END
from tests.dojo.room.rooms import free_port

REPOSITORY = Path(__file__).resolve().parents[3]
SAMPLE_SECONDS = 10
# A sample is compared later, when the commands that ran at that time have ended.
COMPARE_SECONDS = 100
# All processes of a rehearsal have this variable, with its folder.
MARK = "REHEARSAL_FOLDER"


Reader = Callable[[], str]
PARSERS = {"json": parse_json, "text": parse_lines, "page": parse_page, "screen": parse_lines}


class Log:
    """A file with a line for each thing, after the time since the session began."""

    def __init__(self, file: Path) -> None:
        """Begin now."""
        self.file = file
        self.began = time.time()
        self.lock = Lock()

    def write(self, text: str) -> None:
        line = f"{minutes_of(time.time() - self.began)}  {text}\n"
        with self.lock, self.file.open("a", encoding="utf-8") as file:
            file.write(line)


def minutes_of(seconds: float) -> str:
    sign = "-" if seconds < 0 else ""
    minutes, rest = divmod(int(abs(seconds)), 60)
    return f"{sign}{minutes:2}:{rest:02}"


class Facilitator:
    """The workspace of the person at the front, and the boards that run there."""

    def __init__(self, folder: Path) -> None:
        """Clone a workspace, and serve a room."""
        self.workspace = clone_workspace(folder / "facilitator")
        self.port = free_port()
        self.url = f"git://{HOST}:{self.port}/tuesday.git"
        self.server = self._start(
            [*DOJO, "room", "serve", str(folder / "tuesday.git"), "--port", str(self.port)]
        )
        self._wait_for_server()
        self.screen: subprocess.Popen[str] | None = None

    def _wait_for_server(self) -> None:
        for line in self.server.stdout or ():
            if self.url.rpartition("/")[2] in line:
                return
        raise RuntimeError("The room was not served.")

    def open_boards(self) -> None:
        page = ["room", self.url, "--html", "board.html", "--follow"]
        self._start([*DOJO, *page])
        screen = [sys.executable, "-P", "-m", "tests.dojo.rehearsal.screen", self.url]
        self.screen = self._start(screen, {"PYTHONPATH": str(REPOSITORY)})

    def _start(
        self, command: list[str], variables: dict[str, str] | None = None
    ) -> "subprocess.Popen[str]":
        return subprocess.Popen(  # noqa: S603 - our own programs
            command,
            cwd=self.workspace,
            env=os.environ | (variables or {}),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def samples(self) -> Iterator[Sample]:
        """Read the board in each form."""
        for form, read in self.readers.items():
            sample = Sample(form, time.time(), 0)
            try:
                text = read()
                sample.answered = time.time()
                parse = PARSERS[form]
                parse(sample, text)
            except (OSError, ValueError, KeyError, subprocess.SubprocessError) as error:
                sample.answered = time.time()
                sample.problem = f"{type(error).__name__}: {error}"
            yield sample

    @property
    def readers(self) -> dict[str, Reader]:
        return {
            "json": lambda: self._room(self.url, "--json").stdout,
            "text": lambda: self._room(self.url).stdout,
            "page": (self.workspace / "board-pairs" / "board.js").read_text,
            "screen": self._screen_text,
        }

    def _room(self, *arguments: str, check: bool = True) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(  # noqa: S603 - our own program
            [*DOJO, "room", *arguments],
            cwd=self.workspace,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
            check=check,
        )

    def _screen_text(self) -> str:
        screen = self.screen
        if screen is None or screen.stdin is None or screen.stdout is None:
            raise OSError("no screen")
        screen.stdin.write("\n")
        screen.stdin.flush()
        lines: list[str] = []
        for line in screen.stdout:
            if line == END:
                return "".join(lines)
            lines.append(line)
        raise OSError("the screen ended")

    def close_room(self) -> str:
        """Close the room as a person would, and return its output."""
        done = self._room("close", self.url, "--to", "closed.bundle", check=False)
        return done.stdout + done.stderr


class Rehearsal:
    """A session: a facilitator, six pairs, and the untruths of the board."""

    def __init__(self, folder: Path, minutes: float) -> None:
        """Make the room, and a workspace for each pair."""
        self.folder = folder
        self.minutes = minutes
        self.truth_log = Log(folder / "truth.txt")
        self.sample_log = Log(folder / "samples.txt")
        self.facilitator = Facilitator(folder)
        clock = compile_clock(folder)
        self.pairs: list[Pair] = []
        for name, shift in CLOCKS.items():
            workspace = clone_workspace(folder / name)
            environment = shifted_environment(clock, shift)
            network = Network(self.facilitator.port)
            pair = Pair(name, workspace, environment, network, self.truth_log.write)
            self.pairs.append(pair)
        self.done: list[Happening] = []
        self.waiting: list[Sample] = []
        self.samples = 0
        self.found: list[Untruth] = []

    def run(self) -> int:
        """Run it, and return the exit code."""
        for pair in self.pairs:
            pair.start()
        self.facilitator.open_boards()
        time.sleep(SAMPLE_SECONDS)
        self.began = time.time()
        self.truth_log.began = self.began
        self.sample_log.began = self.began
        players = [Thread(target=self._play, args=[pair], daemon=True) for pair in self.pairs]
        for player in players:
            player.start()
        self._sample_until(self.began + self.minutes * 60)
        for player in players:
            player.join()
        self._compare(time.time())
        problems = [problem for pair in self.pairs for problem in pair.problems]
        closed = self.facilitator.close_room()
        if "Wrote all practices of" not in closed:
            problems.append(f"dojo room close: {closed}")
        return self._summarise(problems)

    def _play(self, pair: Pair) -> None:
        """Let a pair do all that it is to do, each at its time."""
        for happening in happenings(self.minutes):
            if happening.pair == pair.first_name:
                time.sleep(max(0, self.began + happening.second - time.time()))
                pair.do(happening)
                self.done.append(happening)

    def _sample_until(self, end: float) -> None:
        number = 0
        while True:
            number += 1
            moment = self.began + number * SAMPLE_SECONDS
            if moment > end:
                return
            time.sleep(max(0, moment - time.time()))
            for sample in self.facilitator.samples():
                self.samples += 1
                self.waiting.append(sample)
                self._log_sample(sample)
            self._compare(time.time() - COMPARE_SECONDS)
            if number * SAMPLE_SECONDS % 60 == 0:
                self._tell(self._counts())

    def _log_sample(self, sample: Sample) -> None:
        self.sample_log.write(f"{sample.form}: {sample.counts} {sample.problem}")
        for row in sample.rows:
            self.sample_log.write(f"    {row.text}")

    def _compare(self, until: float) -> None:
        """Compare the samples up to a moment with the truth, and print the untruths."""
        due = [sample for sample in self.waiting if sample.answered <= until]
        self.waiting = self.waiting[len(due) :]
        for sample in due:
            for each in untruths(sample, self.pairs):
                self.found.append(each)
                sys.stdout.write(self._untruth_line(each))
                sys.stdout.flush()

    def _untruth_line(self, untruth: Untruth) -> str:
        sample = untruth.sample
        moment = minutes_of(sample.answered - self.began)
        who = untruth.pair or "header"
        truth = ""
        for pair in self.pairs:
            if pair.first_name == untruth.pair:
                [*_, standing] = pair.truth.known(sample.asked, sample.answered)
                truth = f"  [{describe(standing, sample.answered)}]"
        shown = " ".join(untruth.shown.split())
        place = f"{moment}  {sample.form:6}  {who:6}"
        return f"{place}  shown: {shown}  true: {untruth.true}{truth}\n"

    def _counts(self) -> str:
        untrue = len({id(each.sample) for each in self.found})
        return f"samples: {self.samples}, untrue: {untrue}, happenings: {len(self.done)}"

    def _tell(self, text: str) -> None:
        sys.stdout.write(f"{minutes_of(time.time() - self.began)}  {text}\n")
        sys.stdout.flush()

    def _summarise(self, problems: list[str]) -> int:
        for problem in problems:
            self._tell(problem)
        self._tell(f"{self._counts()}, problems: {len(problems)}")
        return 1 if self.found or problems else 0


def clone_workspace(folder: Path) -> Path:
    clone = ["git", "clone", "--quiet", str(REPOSITORY), str(folder)]
    subprocess.run(clone, check=True)  # noqa: S603 - git of this computer
    return folder


@contextmanager
def processes_ended(folder: Path) -> Iterator[None]:
    """End all processes of a `with` block, also those that run in the background."""
    began = time.time()
    os.environ[MARK] = str(folder)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # A shell starts its background jobs without Ctrl-C, and `dojo watch` would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        while running := our_processes(folder, began):
            for process in running:
                process.kill()
            psutil.wait_procs(running, timeout=1)


def our_processes(folder: Path, began: float) -> list[psutil.Process]:
    """Return the processes of a rehearsal that began at a moment."""
    found: list[psutil.Process] = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            is_new = process.create_time() > began - 1 and process.pid != os.getpid()
            if is_new and process.environ().get(MARK) == str(folder):
                found.append(process)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.dojo.rehearsal")
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--folder", type=Path, help="keep everything in this new folder")
    options = parser.parse_args()
    folder = options.folder
    if folder is None:
        folder = Path(mkdtemp(prefix="rehearsal-"))
    else:
        folder = folder.absolute()
        folder.mkdir(parents=True)
    try:
        with processes_ended(folder):
            return Rehearsal(folder, options.minutes).run()
    except KeyboardInterrupt:
        return 130
    finally:
        if options.folder is None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
