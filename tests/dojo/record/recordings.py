"""Record what code does with a module, in this process."""

import importlib
import io
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from dojo.record.recorder import Call, Recorder, Story

Use = Callable[[ModuleType], object]


@contextmanager
def importable(folder: Path) -> Iterator[None]:
    """Let module `shop` be imported from a folder, here and in forks."""
    sys.path.insert(0, str(folder))
    sys.modules.pop("shop", None)
    try:
        yield
    finally:
        sys.modules.pop("shop", None)
        sys.path.remove(str(folder))


def recorded(folder: Path, code: str, use: Use, most: int = 20, answers: str = "") -> Recorder:
    """Write code as module `shop`, import it, and record what `use` does with it."""
    file = folder / "shop.py"
    file.write_text(code, encoding="utf-8")
    typed = io.StringIO(answers)
    recorder = Recorder({str(file): "shop"}, most, typed)
    tracer = sys.gettrace()
    stdin = sys.stdin
    seed = random.seed
    with importable(folder):
        module = importlib.import_module("shop")
        sys.stdin = typed
        recorder.watch()
        try:
            use(module)
        finally:
            sys.settrace(tracer)
            sys.stdin = stdin
            random.seed = seed
    return recorder


def calls_of(recorder: Recorder) -> list[str]:
    """Return the kept calls with their results; those on an object stand behind its creation."""
    lines: list[str] = []
    for each in recorder.kept:
        if isinstance(each, Story):
            assert each.creation is not None
            steps = each.steps[: each.length]
            lines.append(f"{source(each.creation)}: {'; '.join(map(outcome, steps))}")
        else:
            lines += map(outcome, each["calls"])
    return lines


def source(call: Call) -> str:
    return f"{call.target}({', '.join(call.arguments)})"


def outcome(call: Call) -> str:
    return f"{source(call)} {call.outcome}".rstrip()
