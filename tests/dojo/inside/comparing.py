"""Compare two versions of module `shop` at the calls of a program, in this process."""

import importlib
import inspect
import sys
import threading
from pathlib import Path
from types import FunctionType
from typing import Any

from dojo.inside.swap import OtherSource, Versions
from dojo.inside.twins import TracedTwin, Tracer
from tests.dojo.record.recordings import importable

SETTINGS = {"vary": False, "anew": False, "lines": [], "only": {}}
LIMITS = {"calls": 50, "seconds": 20.0, "total_seconds": 20.0}


def functions_of(module: Any) -> list[FunctionType]:
    """Return the functions of a module and of its classes, without their decorators."""
    found: list[FunctionType] = []
    for owner in (module, *filter(inspect.isclass, vars(module).values())):
        for each in vars(owner).values():
            inner = getattr(each, "fget", None) or getattr(each, "__func__", each)
            inner = inspect.unwrap(inner) if callable(inner) else inner
            if isinstance(inner, FunctionType) and inner.__module__ == "shop":
                found.append(inner)
    return found


def compare(
    folder: Path, code: str, other: str, program: str, *, in_thread: bool = False, **limits: Any
) -> dict[str, TracedTwin]:
    """Run a program, which may use all names of `code`. Returns the findings by function."""
    path = folder / "shop.py"
    path.write_text(code, encoding="utf-8")
    with importable(folder):
        module = importlib.import_module("shop")
        live = functions_of(module)
        must_change = limits.pop("must_change", False)
        places: list[list[Any]] = []
        for each in live:
            line = each.__code__.co_firstlineno
            places.append([str(path), line, each.__qualname__, must_change])
        sources = {str(path): OtherSource(str(path), other, code)}
        tracer = Tracer(
            places,
            lambda place: [each for each in live if each.__code__.co_firstlineno == place[1]],
            Versions({}, sources),
            [str(path)],
            {**SETTINGS, **LIMITS, **limits},
        )
        before = sys.gettrace()
        tracer.start("test_it")
        try:
            run = lambda: exec(program, dict(vars(module)))  # noqa: E731, S102 - the test's own
            if in_thread:
                thread = threading.Thread(target=run)
                thread.start()
                thread.join()
            else:
                run()
        finally:
            tracer.stop()
            sys.settrace(before)
    return {twin.place[2]: twin for twin in tracer.found()}


def difference(folder: Path, code: str, old: str, new: str, program: str) -> dict[str, Any]:
    """Return the differences if `new` replaces `old`: each part of the call, before and after."""
    assert old in code
    for twin in compare(folder, code, code.replace(old, new), program).values():
        if twin.example is not None:
            before, after = twin.example["before"], twin.example["after"]
            return {part: (before[part], after[part]) for part in before}
    return {}
