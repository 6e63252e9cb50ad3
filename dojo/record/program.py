"""Running a program with the recorder, and reading the recording."""

import os
import re
import shlex
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from dojo import inside
from dojo.checking.project import NOTHING_AROUND, Surroundings
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import DamagedError, read_json, temporary_folder, write_json
from dojo.processes import project_environment

RECORDER = Path(inside.__file__).with_name("recorder.py")
PYTHON = re.compile(r"(python|pypy)[\d.]*(\.exe)?$")
# The first two lines of an installed command name its interpreter.
SHEBANG = re.compile(r"[^\s!'\"]*python[\d.]*")
SECONDS_TO_STOP = 5.0

NO_PROGRAM = """\
There is no Python program {name}. Name a script, a module or an installed command:
dojo record -- report.py --month 5
dojo record -- python -m shop.cli --month 5
dojo record -- pytest tests"""
NO_COMMAND = """\
Code on the command line cannot be recorded. Write it to a file, and name that:
dojo record -- FILE.py"""
NO_FILE = "There is no file {name}."
FAILED = "The program ended with exit code {code}."
NO_RECORDING = """\
The program left no recording.{failure}
Its Python has to be 3.10 or newer, and it has to end by itself, not by os._exit or os.exec."""


class Code(NamedTuple):
    """The modules of a practice: their folder, the name of each by its file, and their tests.

    `python` is the interpreter of the practice, in which pytest runs with `pytest_options`.
    `surroundings` is what is around both.
    """

    root: Path
    modules: dict[str, str]
    tests: Path
    python: str
    pytest_options: Sequence[str] = ()
    surroundings: Surroundings = NOTHING_AROUND


class Program(NamedTuple):
    """A Python program: its interpreter with options, and a script or "-m", a module, arguments.

    `command` is how a person types it.
    """

    interpreter: list[str]
    words: list[str]
    command: str = ""

    @property
    def arguments(self) -> list[str]:
        """The sys.argv of the program, with a script's name in place of its path."""
        words = self.words
        if words[0] == "-m":
            words = words[1:]
        return [Path(words[0]).name, *words[1:]]


class RecordedCall(msgspec.Struct):
    """A call of a function. `target` and `arguments` are Python that needs `modules`.

    In the target of a method, the object has the name `instance`. `module`: Python for the module
    of the function, if `dojo mutants` asked for the call.

    `outcome` is the result as the test writes it, or empty; if `is_open`, it is the beginning of
    that. `new` has steps that this call ran as the first one: the index of a function, a line, and
    the next line, or 0.
    """

    function: str
    target: str
    arguments: list[str]
    modules: list[str] = []
    module: str = ""
    outcome: str = ""
    is_open: bool = False
    is_coroutine: bool = False
    seed: str = ""
    answers: str = ""
    new: list[tuple[int, int, int]] = []

    @property
    def is_property(self) -> bool:
        return self.target == "getattr"

    @property
    def source(self) -> str:
        return f"{self.target}({', '.join(self.arguments)})"


class RecordedStory(msgspec.Struct):
    """An object: how it was created, and calls on it. Or a call without an object."""

    creation: RecordedCall | None
    calls: list[RecordedCall]


class Recording(msgspec.Struct):
    """The calls that the recorder kept.

    `sources` has the file of each function. `skipped` has reasons, functions and numbers of calls.
    `imported` has the files of modules. `lacks_input`: the program read more than there was.
    """

    stories: list[RecordedStory]
    sources: list[str]
    calls: int
    skipped: list[tuple[str, str, int]]
    processes: int
    imported: list[str]
    is_complete: bool
    lacks_input: bool = False


def find_program(words: Sequence[str], python: str) -> Program:
    """Find the interpreter of a program. Raises WrongUsageError if it is not a Python program.

    `python` runs a script. The commands in its folder come first.
    """
    command = shlex.join(words)
    name = words[0]
    rest = list(words[1:])
    path = shutil.which(name, path=Path(python).parent) or shutil.which(name)
    if PYTHON.search(Path(name).name) and path is not None:
        interpreter = [path]
        while rest and rest[0].startswith("-") and rest[0] not in ("-m", "-c"):
            interpreter.append(rest.pop(0))
        if rest[:1] == ["-c"]:
            raise WrongUsageError(NO_COMMAND)
        is_script = bool(rest) and not rest[0].startswith("-")
        if is_script and not Path(rest[0]).exists():
            raise WrongUsageError(NO_FILE.format(name=rest[0]))
        if is_script or (rest[:1] == ["-m"] and rest[1:]):
            return Program(interpreter, rest, command)
    elif name.endswith(".py") and Path(name).is_file():
        return Program([python], list(words), command)
    elif path is not None:
        with Path(path).open(encoding="utf-8", errors="replace") as file:
            shebang = SHEBANG.search(file.readline() + file.readline())
        if shebang is not None:
            return Program([shebang[0]], [path, *rest], command)
    raise WrongUsageError(NO_PROGRAM.format(name=name))


def run_program(
    program: Program, code: Code, most: int, answers: str | None, limit: float
) -> tuple[Recording, str]:
    """Run a program in the current folder. Returns the recording, and how the program failed.

    `most`: how many calls of each function to keep, or 0. `answers`: the text that it reads. It is
    interrupted after `limit` seconds, and by Ctrl-C, which reaches it, too. Raises WorkspaceError
    if it leaves no recording.
    """
    with temporary_folder("record") as folder:
        out = folder / "recording.json"
        file = folder / "settings.json"
        settings = {
            "words": program.words,
            "root": str(code.root),
            "modules": code.modules,
            "most": most,
            "answers": answers,
            "out": str(out),
        }
        write_json(file, settings)
        command = [*program.interpreter, str(RECORDER), str(file)]
        environment = {**os.environ, **project_environment(code.python)}
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        process = subprocess.Popen(command, env=environment)  # noqa: S603 - what the person typed
        failure = _wait(process, limit)
        try:
            return read_json(out, Recording), failure
        except (OSError, DamagedError):
            raise WorkspaceError(NO_RECORDING.format(failure=f" {failure}".rstrip())) from None


def _wait(process: "subprocess.Popen[bytes]", limit: float) -> str:
    """Wait for a program, and return how it failed, or an empty string."""
    try:
        code = process.wait(limit)
    except KeyboardInterrupt:
        failure = "You interrupted the program."
    except subprocess.TimeoutExpired:
        failure = f"The program was interrupted after {limit:g} s; `--limit` gives it longer."
        with suppress(ValueError):  # Windows has no such signal
            process.send_signal(signal.SIGINT)
    else:
        return FAILED.format(code=code) if code else ""
    with suppress(subprocess.TimeoutExpired, KeyboardInterrupt):
        process.wait(SECONDS_TO_STOP)
    process.kill()
    process.wait()
    return failure
