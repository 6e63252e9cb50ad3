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
from dojo.room.clone import Clone
from dojo.room.lights import Pair
from dojo.room.source import find_source
from dojo.text import shortened

NO_STORY = "not read, for it is no story of a practice"

Look = dict[str, Pair | None] | str  # what was found, or why nothing was


class Room:
    """All that a board shows.

    pairs: by their names, which are unique. problems: a line each, by whose it is. unreachable: since when, in
    seconds since 1970, a source is not heard, and why.
    """

    def __init__(
        self, workspace: Path, sources: Sequence[str], tell: Tell = silent, clock: Callable[[], float] = time.time
    ) -> None:
        """Look at sources as a person typed them; WrongUsageError when one cannot be any. `tell` says what is read."""
        self.pairs: dict[str, Pair] = {}
        self.problems: dict[str, str] = {}
        self.unreachable: dict[str, tuple[float, str]] = {}
        self._clock = clock
        self._clones = {each.place: Clone(workspace, each, tell) for each in map(find_source, sources)}
        self._threads = ThreadPoolExecutor(len(self._clones))
        self._looks: dict[str, Future[Look]] = {}
        self._stopped = Event()
        self._lines: dict[str, list[Pair]] = {place: [] for place in self._clones}  # of each source
        self._unread: dict[str, list[str]] = {}  # likewise, names of what is no story

    def __enter__(self) -> Self:
        """Look at the room for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Look no more, and end what is at work."""
        self._stopped.set()
        self._threads.shutdown()

    @property
    def is_reading(self) -> bool:
        """Tell whether a source was not done when the last look ended."""
        return bool(self._looks)

    def open(self, pair: Pair) -> tuple[Repository, Story]:
        """Return the whole story of a pair, and a repository with all that it tells of."""
        clone = self._clones[pair.source]
        return clone.repository, clone.read(pair.end)

    def refresh(self, patience_seconds: float | None = None) -> list[Pair]:
        """Read what is new, and return the pairs that are new or went on.

        A source that takes longer than our patience, if that has an end, is read on meanwhile.
        """
        for place, clone in self._clones.items():
            if place not in self._looks:
                self._looks[place] = self._threads.submit(self._look, clone)
        wait(self._looks.values(), patience_seconds)
        done = {place: look for place, look in self._looks.items() if look.done()}
        self._looks = {place: look for place, look in self._looks.items() if place not in done}
        return [pair for place, look in done.items() for pair in self._take(place, look.result())]

    def _look(self, clone: Clone) -> Look:
        try:
            return clone.look(self._stopped)
        except WorkspaceError as error:
            return error.message
        except OSError as error:
            return f"on this computer: {words_of(error)}"

    def _take(self, place: str, found: Look) -> list[Pair]:
        """Take over what was found in a source; return the pairs that have changed."""
        source, now = self._clones[place].source, self._clock()
        if isinstance(found, str):
            heard = max((pair.heard for pair in self.pairs.values() if pair.source == place), default=now)
            self.unreachable[source.shown] = (self.unreachable.get(source.shown, (heard,))[0], found)
            return []
        self.unreachable.pop(source.shown, None)
        self._unread[place] = [name for name, pair in found.items() if pair is None]
        self.problems = {name: f"{shortened(name, LONGEST_NAME)}: {NO_STORY}" for name in chain(*self._unread.values())}
        self._lines[place] = [
            replace(pair, name=name or pair.name or source.label, left=pair.left * (pair.left == name), heard=now)
            for name, pair in found.items()
            if pair
        ]
        before, self.pairs = self.pairs, self._named()
        return [pair for name, pair in self.pairs.items() if name not in before or before[name].end != pair.end]

    def _named(self) -> dict[str, Pair]:
        """Return all lines by names of their own; those that go on in another come last."""
        lines = list(chain(*self._lines.values()))
        told = [replace(line, goes_on=any(self._goes_on(line, other) for other in lines)) for line in lines]
        named: dict[str, Pair] = {}
        for line in sorted(told, key=lambda line: line.goes_on):
            name = self._free_name(line, {same_name(name) for name in named})
            named[name] = replace(line, name=name)
        return named

    def _goes_on(self, line: Pair, other: Pair) -> bool:
        """Tell whether another has all that a line tells: its pair under another name, or as another source has it."""
        if line.source == other.source:
            return bool(line.left) and self._clones[other.source].is_after(other.end, line.end)
        places = list(self._clones)
        is_second = line.end == other.end and places.index(other.source) < places.index(line.source)
        is_same = same_name(line.name) == same_name(other.name)
        return is_same and (is_second or self._clones[other.source].is_after(other.end, line.end))

    def _free_name(self, line: Pair, taken: set[str]) -> str:
        """Return the name of a line, or if that is taken, it with the label of its source or a number."""
        wished, label = shortened(line.name, LONGEST_NAME), self._clones[line.source].source.label
        names = chain([wished], (f"{wished} ({each})" for each in chain([label], count(2))))
        return next(name for name in names if same_name(name) not in taken)
