"""Compare two versions of module `shop` at the calls of a program, in this process."""

import gc
import importlib
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from dojo.inside.swap import OtherSource, Versions, find_functions, functions_by_name
from dojo.inside.twins import TracedTwin, Tracer
from tests.dojo.record.recordings import importable

SETTINGS = {"vary": False, "anew": False, "lines": [], "only": {}, "is_earlier": False}
LIMITS = {"calls": 50, "seconds": 20.0, "total_seconds": 20.0}


@contextmanager
def passing_over_objects() -> Iterator[None]:
    """Hide the objects that this process has from the search for functions: there are many."""
    unfreeze = gc.unfreeze
    gc.freeze()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gc, "unfreeze", lambda: None)
        yield
    unfreeze()


def compare(
    folder: Path, code: str, other: str, program: str, *, in_thread: bool = False, **limits: Any
) -> dict[str, TracedTwin]:
    """Run a program, which may use all names of `code`. Returns the findings by function."""
    path = folder / "shop.py"
    path.write_text(code, encoding="utf-8")
    with importable(folder), passing_over_objects():
        module = importlib.import_module("shop")
        live = find_functions(str(folder))
        others = functions_by_name(other)
        places: list[list[Any]] = []
        for name, each in functions_by_name(code).items():
            has_changed = not limits.get("anew") and each.differs_from(others.get(name, each))
            places.append([str(path), each.first, each.place_name, has_changed])
        sources = {str(path): OtherSource(str(path), other, code)}
        tracer = Tracer(
            places,
            lambda place: live.get(place, []),
            Versions({}, sources, live),
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
