"""The room, as a board sees it: all pairs of all sources, and what cannot be read, with a line that says whose."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from threading import Event
from typing import Self

from dojo.board.clone import Clone
from dojo.board.lights import Pair, came_late
from dojo.board.source import find_source
from dojo.errors import WorkspaceError, words_of
from dojo.practice import LONGEST_NAME, Repository, Story, Tell, same_name, silent
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
        self._names: dict[tuple[str, str], str] = {}  # by the place of a source, and what the pair is called there

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
        """Take over what was found in a source; return its pairs that have changed."""
        source, now = self._clones[place].source, self._clock()
        if isinstance(found, str):
            heard = max((pair.heard for pair in self.pairs.values() if pair.source == place), default=now)
            self.unreachable[source.shown] = (self.unreachable.get(source.shown, (heard,))[0], found)
            return []
        self.unreachable.pop(source.shown, None)
        for key in [key for key in self._names if key[0] == place and key[1] not in found]:
            name = self._names.pop(key)
            self.pairs.pop(name, None)
            self.problems.pop(name, None)
        changed = []
        for called, pair in found.items():
            name = self._name((place, called), called or (pair.name if pair else ""), source.label)
            self.problems.pop(name, None)
            if pair is None:
                self.problems[name] = f"{name}: {NO_STORY}"
            elif name not in self.pairs or self.pairs[name].end != pair.end:
                late, arrived = came_late(self.pairs.get(name, pair), pair, now)
                left = pair.left if pair.left == called else ""
                self.pairs[name] = replace(pair, name=name, left=left, late=late, arrived=arrived, heard=now)
                changed.append(self.pairs[name])
            else:
                self.pairs[name] = replace(self.pairs[name], heard=now)
        return changed

    def _name(self, key: tuple[str, str], wanted: str, label: str) -> str:
        """Return the name of a pair: the one that it has; else the one wanted; else that with a label or a number."""
        if key not in self._names:
            taken = {same_name(name) for name in self._names.values()}
            wished = shortened(wanted, LONGEST_NAME) or label
            names = chain([wished], (f"{wished} ({each})" for each in chain([label], count(2))))
            self._names[key] = next(name for name in names if same_name(name) not in taken)
        return self._names[key]
