"""A check of a practice, in a process of its own: whatever the code in it does, the dojo goes on.

order: a JSON object in the first argument, what to run and where to report. finding: what is wrong, in a line or two,
the first of which names a place or a call. report: a JSON object with what passed, what is wrong, and how often.

Time and memory are limited here. When the time is over, or the process crashes, Python itself writes down where.
What a practice must not touch is guarded from the moment at which its first line runs.
"""

import faulthandler
import inspect
import json
import os
import re
import signal
import sys
from collections import Counter
from contextlib import suppress
from difflib import unified_diff
from importlib import import_module
from pathlib import Path
from traceback import clear_frames, walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any

from dojo.checking.guard import Guard, RefusedError

if TYPE_CHECKING:
    import pytest

    Node = pytest.Item | pytest.Collector

MEMORY = 2 * 1024**3  # bytes
OUTPUT = 64 * 1024**2  # bytes that the practice may print
WIDEST = 200  # characters of an error's own text
INDENT = "    "
RECEIVED_AND_APPROVED = re.compile(r"^\s*(?:Approved|Received): (.+?)\s*$", re.MULTILINE)
BOTH = 2  # files, the approved one first
LINES_SHOWN = 12  # of a difference
PYTEST_EXIT = "_pytest.outcomes.Exit"
CALLED = re.compile(r"(?:\w+\.)*(\w+)\(\) ")


class Reporter:
    """A pytest plugin that collects findings."""

    def __init__(self, order: dict[str, Any]) -> None:
        """Start with nothing found; tests of a module that offers Yatzy may not be skipped."""
        self.order, self.practice, self.strict = order, Path(order["practice"]), bool(order["module"])
        own = [Path(order["report"]).parent, self.practice / ".dojo" / "received"]
        self.guard = Guard(self.practice, own)
        self.passed = self.expected = 0
        self.left_out: Counter[str] = Counter()
        self.code = 0
        self.errors: dict[str, list[str]] = {}
        self.findings: Counter[str] = Counter()
        self.first_places: dict[str, str] = {}

    def pytest_collection_finish(self, session: "pytest.Session") -> None:
        """Count the scenarios, while no code of the practice has run that could change them; then import it."""
        if not self.order["module"]:
            return
        self.expected = len(session.items)
        self.guard.start()
        sys.dont_write_bytecode = True
        sys.path.insert(0, self.order["folder"])
        try:
            import_module(self.order["module"]).Yatzy  # noqa: B018 - it is there, or the AttributeError says what is not
        except BaseException as error:  # noqa: BLE001 - whatever the practice raises
            said = f"{self.order['file']}\n{INDENT}{in_words(error, self.practice)}"
            self.keep([describe(error, self.practice) or said])
            session.items.clear()

    def pytest_runtest_setup(self, item: "pytest.Item") -> None:  # noqa: ARG002 - pytest asks by name
        """Start where there is a folder, if the test before has removed the one it was in."""
        if current_folder_is_gone():
            os.chdir(self.practice)

    def pytest_runtest_makereport(self, item: "pytest.Item", call: "pytest.CallInfo[None]") -> None:
        """Keep the error of a test; let go of what used up the memory, so that there is some left to say so."""
        if call.excinfo is None:
            return
        error = call.excinfo.value
        self.errors[item.nodeid] = self.described(error, item)
        if isinstance(error, MemoryError):
            clear_frames(call.excinfo.tb)
            item.session.shouldstop = "out of memory"

    def pytest_runtest_logreport(self, report: "pytest.TestReport") -> None:
        """Count what passed; of what failed, keep what was found, or else what pytest says of it."""
        self.passed += report.when == "call" and report.passed
        if report.failed:
            said = [f"{in_plain_english(report.nodeid)}\n{INDENT}{' '.join(report.longreprtext.split())[:WIDEST]}"]
            self.keep(self.errors.pop(report.nodeid, said))
        elif report.skipped and self.strict:
            self.keep([f"{in_plain_english(report.nodeid)}\n{INDENT}was skipped, and nothing may be"])
        elif report.skipped:
            self.left_out["expected to fail" if hasattr(report, "wasxfail") else "skipped"] += 1

    def pytest_collectreport(self, report: "pytest.CollectReport") -> None:
        """Count a file or a class that is skipped as a whole."""
        self.left_out["skipped"] += report.skipped

    def pytest_exception_interact(
        self, node: "Node", call: "pytest.CallInfo[Any]", report: "pytest.CollectReport | pytest.TestReport"
    ) -> None:
        """Describe what went wrong while tests were collected."""
        if report.when == "collect" and call.excinfo is not None:
            self.keep(self.described(call.excinfo.value, node))

    def pytest_keyboard_interrupt(self, excinfo: "pytest.ExceptionInfo[BaseException]") -> None:
        """Describe an interruption or an early end: nobody is at the keyboard, so the practice raised it."""
        if type(excinfo.value).__name__ != "Interrupted":  # pytest's own way to stop early
            self.keep(self.described(excinfo.value, None))

    def described(self, error: BaseException, node: "Node | None") -> list[str]:
        """Say what an error means: differences, a place in the practice, or a rule that was broken."""
        differences: list[str] | None = getattr(error, "differences", None)
        if differences:
            return differences
        if type(error).__name__ == "CollectError" and error.__cause__ is not None:
            error = error.__cause__
        return [describe(error, self.practice) or self.nowhere() or broken_rule(error, node)]

    def nowhere(self) -> str:
        """Say which line of the practice left Python in a folder that is gone, if one did."""
        if self.guard.moved is None or not current_folder_is_gone():
            return ""
        file, line, function, said = self.guard.moved
        return f"{shown(file, line, function, self.practice)}\n{INDENT}{said}"

    def keep(self, findings: list[str]) -> None:
        """Count findings; those of one cause count as the first of them."""
        for finding in findings:
            _, _, cause = finding.partition("\n")
            named_by_place = finding.startswith(f"{self.practice.name}/")
            self.findings[self.first_places.setdefault(cause, finding) if named_by_place else finding] += 1

    def report(self) -> dict[str, Any]:
        """Return all that was found; what was refused is among it, even if the practice went on."""
        for file, line, function, said in self.guard.refusals:
            finding = f"{shown(file, line, function, self.practice)}\n{INDENT}{said}"
            if finding.partition("\n")[2] not in self.first_places:
                self.keep([finding])
        left_out = ", ".join(f"{count} {what}" for what, count in self.left_out.items() if count)
        counts = {"passed": self.passed, "expected": self.expected, "left_out": left_out, "code": self.code}
        return {**counts, "findings": list(self.findings.items()), "written": sorted(self.guard.written)}


def current_folder_is_gone() -> bool:
    """Tell whether the process is in a folder that was removed."""
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def describe(error: BaseException, practice: Path) -> str:
    """Say what an error is and where in the practice it arose; nothing when it arose elsewhere."""
    place = place_of(error, practice) or place_of_face(error, practice)
    lines = [in_words(error, practice), *not_approved(error, practice)]
    return "\n".join([place, *(f"{INDENT}{line}" for line in lines)]) if place else ""


def place_of(error: BaseException, practice: Path) -> str:
    """Return the last line of the practice that an error went through."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(practice):
        return shown(Path(error.filename), error.lineno or 1, "", practice)
    steps = [(frame.f_code, line) for frame, line in walk_tb(error.__traceback__)]
    own = [(code, line) for code, line in steps if Path(code.co_filename).is_relative_to(practice)]
    if isinstance(error, RecursionError) and own:
        most_often = Counter(code for code, _ in own).most_common(1)[0][0]
        own = [(code, line) for code, line in own if code is most_often]
    return shown(Path(own[-1][0].co_filename), own[-1][1], own[-1][0].co_name, practice) if own else ""


def place_of_face(error: BaseException, practice: Path) -> str:
    """Return where the class, or the method, is that was called in vain."""
    yatzy = getattr(sys.modules.get(offered["module"]), "Yatzy", None)
    missing = isinstance(error, AttributeError) and (error.obj is yatzy or type(error.obj) is yatzy)
    called = CALLED.match(str(error)) if isinstance(error, TypeError) else None
    subject = yatzy if missing else getattr(yatzy, called.group(1), None) if called else None
    if subject is None:
        return ""
    try:
        file, line = inspect.getsourcefile(subject) or "", inspect.getsourcelines(subject)[1]
    except (OSError, TypeError):
        return ""
    return shown(Path(file), line, "", practice) if Path(file).is_relative_to(practice) else ""


def shown(file: Path, line: int, function: str, practice: Path) -> str:
    """Show a place as an editor would take it."""
    inside = "" if not function or function.startswith("<") else f", in {function}"
    return f"{practice.name}/{file.relative_to(practice).as_posix()}:{line}{inside}"


def in_words(error: BaseException, practice: Path) -> str:
    """Return an error's own words in one line, and what often causes it."""
    try:
        text = " ".join(own_words(error).split())
    except Exception:  # noqa: BLE001 - somebody's own exception class, broken
        text = "(its text cannot be shown)"
    if isinstance(error, RefusedError):
        return text
    said = f"{type(error).__name__}: {text}" if text else type(error).__name__
    said = said if len(said) <= WIDEST else said[: WIDEST - 3] + "..."
    said += " (it ended all tests early)" if f"{type(error).__module__}.{type(error).__name__}" == PYTEST_EXIT else ""
    return said + namesake(asked_for(error), practice)


def asked_for(error: BaseException) -> str:
    """Return the name of the module, without what is in it, that did not have what the code asked it for."""
    if isinstance(error, AttributeError) and isinstance(error.obj, ModuleType):
        return error.obj.__name__.partition(".")[0]
    return (error.name or "").partition(".")[0] if isinstance(error, ImportError) else ""


def namesake(name: str, practice: Path) -> str:
    """Say so when the practice has a module of a name that stands for another one here."""
    own = next((each for each in (f"{name}.py", name) if name and (practice / each).exists()), None)
    if own is None:
        return ""
    if name in sys.stdlib_module_names:
        return f" ({practice.name}/{own} has the name of one of Python's own modules: rename it)"
    loaded = getattr(sys.modules.get(name), "__file__", None)
    if loaded is None or Path(loaded).is_relative_to(practice):
        return ""
    if name == "tests":
        return f" (here, tests is the kata's: move what your code needs out of {practice.name}/tests)"
    return f" ({practice.name}/{own} has the name of a module that the check itself needs: rename it)"


def own_words(error: BaseException) -> str:
    """Return what an error says; of a failed assertion, what was asserted, without pytest's explanation."""
    if isinstance(error, SyntaxError):
        return error.msg
    if type(error).__name__ == "ApprovalException":
        return "not as approved" if RECEIVED_AND_APPROVED.search(str(error)) else str(error)
    return str(error).partition("\n")[0] if isinstance(error, AssertionError) else str(error)


def not_approved(error: BaseException, practice: Path) -> list[str]:
    """Of an approval test that failed, show both files, how they differ, and how to approve what came."""
    files = [Path(name) for name in RECEIVED_AND_APPROVED.findall(str(error))]
    if type(error).__name__ != "ApprovalException" or len(files) != BOTH:
        return []
    before, after = map(content_of, files)
    approved, received = (os.path.relpath(file, practice.parent).replace(os.sep, "/") for file in files)
    nothing = "" if before else " (empty: nothing is approved yet)"
    shown_files = [f"approved: {approved}{nothing}", f"received: {received}"]
    return [*shown_files, *difference(before, after), "If that is right, approve it:", f"mv {received} {approved}"]


def content_of(file: Path) -> bytes:
    """Return what is in a file; nothing when it cannot be read."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def difference(before: bytes, after: bytes) -> list[str]:
    """Show how two texts differ, the first lines of it; of pictures and the like, nothing."""
    if b"\0" in before + after:
        return []
    old, new = (each.decode(errors="replace").splitlines() for each in (before, after))
    lines = list(unified_diff(old, new, lineterm="", n=1))[2:]
    more = [f"... and {len(lines) - LINES_SHOWN} more lines"] if len(lines) > LINES_SHOWN else []
    return [*lines[:LINES_SHOWN], *more]


def broken_rule(error: BaseException, node: "Node | None") -> str:
    """Say which scenario failed, by its name, where no line of the practice did."""
    rule = in_plain_english(getattr(node, "name", "the golden master"))
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return "\n".join([rule, *(f"{INDENT}{line[:WIDEST]}" for line in lines[:2])])


def in_plain_english(test: str) -> str:
    """Say the rule that a test has for a name."""
    return test.rpartition("::")[2].removeprefix("test_").partition("[")[0].replace("_", " ")


offered: dict[str, str] = {"module": ""}


def main(order: dict[str, Any]) -> dict[str, Any]:
    """Run what is ordered and return the report."""
    # What the check itself needs is imported before the practice can stand in its way.
    with suppress(ValueError):  # it was there to find this very module
        sys.path.remove(os.environ.pop("PYTHONPATH"))
    os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
    import pytest  # noqa: PLC0415

    reporter = Reporter(order)
    offered["module"] = order["module"]
    if not order["module"]:
        reporter.guard.start()
        sys.dont_write_bytecode = True
        sys.path.insert(0, order["practice"])
    reporter.code = int(pytest.main(order["arguments"], plugins=[reporter]))
    return reporter.report()


def limit(computing: float, clock: float, stacks: Path) -> None:
    """Limit time, in seconds, memory and output; where the process was when it ended is written to `stacks`."""
    file = stacks.open("w")
    faulthandler.enable(file)
    faulthandler.dump_traceback_later(clock, exit=True, file=file)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - Windows has none

        faulthandler.register(signal.SIGPROF, file, chain=True)
        signal.setitimer(signal.ITIMER_PROF, computing)

        for what, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, OUTPUT), (resource.RLIMIT_CORE, 0)):
            _, hard = resource.getrlimit(what)
            resource.setrlimit(what, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    limits.append(file)  # it stays open for as long as the process lives


limits: list[Any] = []


if __name__ == "__main__":
    order = json.loads(sys.argv[1])
    limit(order["computing"], order["clock"], Path(order["stacks"]))
    # What the last lines need is taken now, for the practice may replace it.
    encode, write, replace, leave = json.JSONEncoder().encode, Path.write_text, os.replace, os._exit
    unfinished, finished = Path(order["report"] + ".new"), order["report"]
    report = main(order)
    write(unfinished, encode(report), encoding="utf-8")
    replace(unfinished, finished)
    leave(0)  # whatever threads the practice left behind
