"""Record the calls of a program, in this process."""

import io
import json
import random
import runpy
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from dojo.inside.recorder import Recorder, for_json
from dojo.record.program import RecordedCall, RecordedStory

IMPORTS = """
import asyncio, collections, datetime, decimal, fractions, http, ipaddress, pathlib, random, re
import shop, threading, uuid, zoneinfo
from shop import *
"""


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


def call(target: str, *arguments: str, **more: Any) -> RecordedCall:
    """Return a call of module `shop` as in a recording."""
    return RecordedCall(target, target, list(arguments), **{"modules": ["shop"], **more})


def recorded(folder: Path, code: str, program: str, most: int = 20, answers: str = "") -> Recorder:
    """Write code as module `shop`, and record a program that uses it, and may fail."""
    module = folder / "shop.py"
    module.write_text(code, encoding="utf-8")
    script = folder / "program.py"
    script.write_text(IMPORTS + program, encoding="utf-8")
    recorder = Recorder({str(module): "shop"}, most, io.StringIO(answers))
    tracer = sys.gettrace()
    stdin = sys.stdin
    seed = random.seed
    sys.stdin = recorder.answers
    with importable(folder), suppress(Exception, KeyboardInterrupt):
        recorder.watch()
        try:
            runpy.run_path(str(script))
        finally:
            sys.settrace(tracer)
            recorder.close_generators()
            sys.stdin = stdin
            random.seed = seed
    return recorder


def stories_of(recorder: Recorder) -> list[RecordedStory]:
    text = json.dumps(recorder.kept, default=for_json)
    return msgspec.json.decode(text, type=list[RecordedStory])


def kept(folder: Path, code: str, program: str, most: int = 20) -> list[str]:
    """Return the kept calls with their outcomes. Calls on an object are behind its creation."""
    lines = []
    for story in stories_of(recorded(folder, code, program, most)):
        calls = "; ".join(f"{call.source} {call.outcome}".rstrip() for call in story.calls)
        if story.creation is None:
            lines.append(calls)
        else:
            lines.append(f"{story.creation.source}: {calls}")
    return lines


def skipped(folder: Path, code: str, program: str) -> dict[tuple[str, str], int]:
    """Return how many calls were skipped, by reason and function."""
    return dict(recorded(folder, code, program).skipped)
