"""The room, as a board sees it: all pairs of all sources, and what cannot be read, with a line that says whose."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from threading import Event
from typing import Self

from dojo.errors import WorkspaceError, words_of
from dojo.practice import LONGEST_NAME, Repository, Story, Tell, same_name, silent
from dojo.room.pairs import Pair
from dojo.room.sources import Clone, find_source
from dojo.text import shortened

NO_STORY = "not read, for it is no story of a practice"

Look = dict[str, Pair | None] | str  # what was found, or why nothing was


class Room:
    """All that a board shows.

    pairs: by their names, which are unique. problems: a line each, by whose it is. unreachable: since when, in
    seconds since 1970, a source is not heard, and why.
    """

    def __init__(
        self, workspace: Path, sources: Sequence[str], notify: Tell = silent, clock: Callable[[], float] = time.time
    ) -> None:
        """Look at sources as a person typed them; WrongUsageError when one cannot be any. `notify`: of what is read."""
        self.pairs: dict[str, Pair] = {}
        self.problems: dict[str, str] = {}
        self.unreachable: dict[str, tuple[float, str]] = {}
        self._clock = clock
        self._clones = {each.address: Clone(workspace, each, notify) for each in map(find_source, sources)}
        self._threads = ThreadPoolExecutor(len(self._clones))
        self._looks: dict[str, Future[Look]] = {}
        self._found: dict[str, dict[str, Pair | None]] = {address: {} for address in self._clones}
        self._heard: dict[str, float] = {}
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
                self._looks[address] = self._threads.submit(self._look, clone)
        wait(self._looks.values(), patience_seconds)
        for address in [address for address, look in self._looks.items() if look.done()]:
            self._take(address, self._looks.pop(address).result())
        before, self.pairs = self.pairs, self._named()
        return [pair for name, pair in self.pairs.items() if name not in before or before[name].head != pair.head]

    def _look(self, clone: Clone) -> Look:
        try:
            return clone.look(self._stopped)
        except WorkspaceError as error:
            return error.message
        except OSError as error:
            return f"on this computer: {words_of(error)}"

    def _take(self, address: str, found: Look) -> None:
        """Take over what was found in a source."""
        now, shown = self._clock(), self._clones[address].source.shown
        if isinstance(found, str):
            since, _ = self.unreachable.get(shown, (self._heard.get(address, now), ""))
            self.unreachable[shown] = since, found
            return
        self.unreachable.pop(shown, None)
        self._heard[address] = now
        self._found[address] = found
        unread = [name for pairs in self._found.values() for name, pair in pairs.items() if pair is None]
        self.problems = {name: f"{shortened(name, LONGEST_NAME)}: {NO_STORY}" for name in unread}

    def _named(self) -> dict[str, Pair]:
        """Return all lines by names of their own; those that go on in another come last."""
        lines = [
            self._line(address, name, pair)
            for address in self._found
            for name, pair in self._found[address].items()
            if pair
        ]
        marked = [replace(line, goes_on=any(self._goes_on(line, other) for other in lines)) for line in lines]
        named: dict[str, Pair] = {}
        for line in sorted(marked, key=lambda line: line.goes_on):
            name = self._free_name(line, {same_name(name) for name in named})
            named[name] = replace(line, name=name)
        return named

    def _line(self, address: str, name: str, pair: Pair) -> Pair:
        """Return a pair as the line of this name in a source."""
        label, left = self._clones[address].source.label, pair.left if pair.left == name else ""
        return replace(pair, name=name or pair.name or label, left=left, heard=self._heard[address])

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
