"""Recording which functions run: in this process, and in all that it starts.

Each function and module of a file below a folder is written to a file when it runs for the first
time. The processes that a test starts find this module through `sitecustomize`.
"""

import os
import sys
import threading
from collections.abc import MutableMapping
from functools import cache
from types import CodeType, FrameType
from typing import Any

REACHED_FILE = "DOJO_REACHED_FILE"
REACHED_BELOW = "DOJO_REACHED_BELOW"
MODULE_LINE = 0  # stands for the code of a module
TOOLS = range(6)  # the numbers that sys.monitoring has for tools
get_profile = sys.getprofile
set_profile = sys.setprofile


@cache
def real_path(path: str) -> str:
    """Return the real path of a source. Code without a file has a name that is no path."""
    if not os.path.isabs(path):  # noqa: PTH117 - quicker
        return path
    return os.path.realpath(path)


class CallRecorder:
    """Records the functions of files below a folder, from `start` to `stop`.

    Before Python 3.12, cProfile records the thread that starts it, which takes half as long as a
    function that each call calls. Other threads and processes have such a function.
    """

    def __init__(self, file: str, below: str) -> None:
        self.file = file
        self.below = below
        self.descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self.seen: dict[int, CodeType] = {}
        self.monitoring: Any = getattr(sys, "monitoring", None)  # since Python 3.12
        self.tool = -1
        self.profiler: Any = None

    def start(self) -> None:
        """Record this process: by sys.monitoring, or else by cProfile and a profile function."""
        if self._start_monitoring():
            return
        # Not at the top: a process that a test starts must not import the project's profile.py.
        from cProfile import Profile  # noqa: PLC0415

        threading.setprofile(self._note_event)
        if sys.platform != "win32":
            os.register_at_fork(after_in_child=self._go_on_in_fork)
        self.profiler = Profile(subcalls=False, builtins=False)
        self.profiler.enable()
        # A test may save and restore the profile function, as pytest-benchmark does. This is none.
        sys.getprofile = self._get_profile
        sys.setprofile = self._set_profile

    def _get_profile(self) -> Any:  # noqa: ANN401 - a function, or None
        """Return the profile function, unless it is ours."""
        profile = get_profile()
        if profile is self.profiler:
            return None
        return profile

    def _set_profile(self, function: Any) -> None:  # noqa: ANN401 - likewise
        """Set a profile function in place of ours, or ours again if there is none."""
        set_profile(function)
        if function is None:
            self.profiler.enable()

    def start_until_exit(self) -> None:
        """Record the rest of this process. Nothing has to be stopped."""
        if not self._start_monitoring():
            threading.setprofile(self._note_event)
            sys.setprofile(self._note_event)

    def _start_monitoring(self) -> bool:
        """Start to record by sys.monitoring. Returns whether that was possible."""
        free: list[int] = []
        if self.monitoring:
            free = [tool for tool in TOOLS if self.monitoring.get_tool(tool) is None]
        if not free:
            return False
        self.tool = free[-1]
        self.monitoring.use_tool_id(self.tool, "dojo")
        starts = self.monitoring.events.PY_START
        self.monitoring.register_callback(self.tool, starts, self._note_start)
        self.monitoring.set_events(self.tool, starts)
        self.monitoring.restart_events()
        return True

    def _go_on_in_fork(self) -> None:
        """Record a child process, which may end without a word."""
        if self.profiler is not None:
            self.profiler.disable()
            sys.setprofile(self._note_event)

    def stop(self) -> None:
        """Stop recording, and close the file. Only now are the functions of cProfile written."""
        if self.tool >= 0:
            self.monitoring.set_events(self.tool, 0)
            self.monitoring.free_tool_id(self.tool)
        else:
            threading.setprofile(None)
            sys.getprofile = get_profile
            sys.setprofile = set_profile
            self.profiler.disable()
            for entry in self.profiler.getstats():
                self._note(entry.code)
            self.profiler = None
        os.close(self.descriptor)

    def start_in_children(self) -> None:
        """Have the processes that this one starts record, too."""
        self._add_to(os.environ)
        sys.addaudithook(self._note_process)

    def _note_process(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Add to the environment that a test has made for a process."""
        if event == "subprocess.Popen" and isinstance(arguments[-1], dict):
            self._add_to(arguments[-1])

    def _add_to(self, environment: MutableMapping[str, str]) -> None:
        """Have a process with this environment record: `sitecustomize` is beside this module."""
        environment[REACHED_FILE] = self.file
        environment[REACHED_BELOW] = self.below
        here = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 - imports little
        paths = environment.get("PYTHONPATH", "").split(os.pathsep)
        if here not in paths:
            environment["PYTHONPATH"] = os.pathsep.join([here, *filter(None, paths)])

    def _note_event(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self._note(frame.f_code)

    def _note_start(self, code: CodeType, _: int) -> object:
        """Note code, and ask for no more events of it."""
        self._note(code)
        return self.monitoring.DISABLE

    def _note(self, code: CodeType) -> None:
        """Write a function or module below the folder to the file when it first runs."""
        # Code takes long to hash. It is kept, so no other gets its address.
        if id(code) in self.seen:
            return
        self.seen[id(code)] = code
        path = real_path(code.co_filename)
        if path.startswith(self.below):
            line = MODULE_LINE if code.co_name == "<module>" else code.co_firstlineno
            os.write(self.descriptor, f"{line}\t{path}\n".encode())


def start_if_asked() -> None:
    """Record in this process if a test that is recorded has started it."""
    file = os.environ.get(REACHED_FILE)
    if file:
        CallRecorder(file, os.environ[REACHED_BELOW]).start_until_exit()
