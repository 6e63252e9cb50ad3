"""The room, as a board sees it: all pairs of all sources, and what cannot be read, with a line that says whose."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from threading import Event
from typing import Self

from dojo.practice.model import Tell, silent
from dojo.practice.rooms import LONGEST_NAME, same_name
from dojo.practice.snapshots import Repository
from dojo.practice.story import Story
from dojo.room.pairs import Pair
from dojo.room.sources import Clone, find_source
from dojo.text import shortened

NO_STORY = "not read, for it is no story of a practice"


class Room:
    """All that a board shows. pairs: by their names, which are unique."""

    def __init__(
        self, workspace: Path, sources: Sequence[str], notify: Tell = silent, clock: Callable[[], float] = time.time
    ) -> None:
        """Look at sources as a person typed them; WrongUsageError when one cannot be any. `notify`: of what is read."""
        self.pairs: dict[str, Pair] = {}
        self._clones = {each.address: Clone(workspace, each, notify, clock) for each in map(find_source, sources)}
        self._threads = ThreadPoolExecutor(len(self._clones))
        self._looks: dict[str, Future[None]] = {}
        self._stopped = Event()

    def __enter__(self) -> Self:
        """Look at the room for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Look no more, and end what is at work."""
        self.stop()
        self._threads.shutdown()

    def stop(self) -> None:
        """Wait for no source any more."""
        self._stopped.set()

    @property
    def is_reading(self) -> bool:
        """Tell whether a source was not done when the last look ended."""
        return bool(self._looks)

    @property
    def problems(self) -> list[str]:
        """Return what cannot be read, a line each."""
        unread = [name for clone in self._clones.values() for name in clone.unread]
        return [f"{shortened(name, LONGEST_NAME)}: {NO_STORY}" for name in unread]

    @property
    def heard(self) -> float | None:
        """Return when a source answered the last time; None before any did."""
        return max((clone.heard for clone in self._clones.values() if clone.heard), default=None)

    @property
    def unreachable(self) -> dict[str, tuple[float, str]]:
        """Return since when each source is not heard, and why."""
        return {clone.source.shown: clone.away for clone in self._clones.values() if clone.away}

    def open(self, pair: Pair) -> tuple[Repository, Story]:
        """Return the whole history of a pair, and a repository with all that it tells of."""
        clone = self._clones[pair.source]
        return clone.repository, clone.read(pair.head)

    def refresh(self, patience_seconds: float | None = None) -> list[Pair]:
        """Read what is new, and return the pairs that are new or went on.

        A source that takes longer than our patience, if that has an end, is read on meanwhile.
        """
        for address, clone in self._clones.items():
            if address not in self._looks:
                self._looks[address] = self._threads.submit(clone.look, self._stopped)
        wait(self._looks.values(), patience_seconds)
        for address in [address for address, look in self._looks.items() if look.done()]:
            self._looks.pop(address).result()
        before, self.pairs = self.pairs, self._named()
        return [pair for name, pair in self.pairs.items() if name not in before or before[name].head != pair.head]

    def _named(self) -> dict[str, Pair]:
        """Return all lines by names of their own; those that go on in another come last."""
        lines = [line for clone in self._clones.values() for line in clone.lines.values()]
        marked = [replace(line, goes_on=any(self._goes_on(line, other) for other in lines)) for line in lines]
        named: dict[str, Pair] = {}
        for line in sorted(marked, key=lambda line: line.goes_on):
            name = self._free_name(line, {same_name(name) for name in named})
            named[name] = replace(line, name=name)
        return named

    def _goes_on(self, line: Pair, other: Pair) -> bool:
        """Tell whether another has all that a line tells: its pair under another name, or as another source has it."""
        if line.source == other.source:
            return bool(line.left) and self._clones[other.source].is_after(other.head, line.head)
        addresses = list(self._clones)
        is_second = line.head == other.head and addresses.index(other.source) < addresses.index(line.source)
        is_same = same_name(line.name) == same_name(other.name)
        return is_same and (is_second or self._clones[other.source].is_after(other.head, line.head))

    def _free_name(self, line: Pair, taken: set[str]) -> str:
        """Return the name of a line, or if that is taken, it with the label of its source or a number."""
        wished, label = shortened(line.name, LONGEST_NAME), self._clones[line.source].source.label
        names = chain([wished], (f"{wished} ({each})" for each in chain([label], count(2))))
        return next(name for name in names if same_name(name) not in taken)
