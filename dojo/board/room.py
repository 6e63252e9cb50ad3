"""The room, as a board sees it: all pairs of all sources, and what cannot be read, with a line that says whose."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import Self

from dojo.board.lights import Pair
from dojo.board.reader import News, Reader
from dojo.board.source import find_source
from dojo.board.strangers import StrangersGit
from dojo.practice import Tell, silent

AT_ONCE = 8  # sources that are asked
LOGS_AT_ONCE = 4


@dataclass(frozen=True)
class Refreshed:
    """What a look at the room has brought: pairs that are new, or went on; and lines about what cannot be read."""

    changed: list[Pair] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class Room:
    """All that a board shows.

    pairs: by their names, which are unique. problems: a line each, by whose it is. unreachable: since when, in
    seconds since 1970, a source does not answer, and why.
    """

    def __init__(
        self, workspace: Path, sources: Sequence[str], tell: Tell = silent, clock: Callable[[], float] = time.time
    ) -> None:
        """Look at sources as a person typed them; WrongUsageError when one cannot be any. `tell` says what is read."""
        self.pairs: dict[str, Pair] = {}
        self.problems: dict[str, str] = {}
        self.unreachable: dict[str, tuple[float, str]] = {}
        self._git = StrangersGit()
        self._clock = clock
        self._logs = ThreadPoolExecutor(LOGS_AT_ONCE)
        found = dict.fromkeys(find_source(each) for each in sources)
        self._readers = [Reader(workspace, each, self._git, self._logs, tell) for each in found]
        self._threads = ThreadPoolExecutor(min(AT_ONCE, len(self._readers)))
        self._looks: dict[int, Future[News]] = {}
        self._names: dict[tuple[int, str], str] = {}

    def __enter__(self) -> Self:
        """Look at the room for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Look no more."""
        self.close()

    def close(self) -> None:
        """End all that is at work."""
        self._git.stop()
        self._threads.shutdown(cancel_futures=True)
        self._logs.shutdown(cancel_futures=True)

    def refresh(self, patience_seconds: float | None = None) -> Refreshed:
        """Read what is new. A source that takes longer than our patience, if that has an end, is read on meanwhile."""
        for number, reader in enumerate(self._readers):
            if number not in self._looks:
                self._looks[number] = self._threads.submit(reader.look)
        try:
            wait(self._looks.values(), patience_seconds)
        except BaseException:
            self.close()
            raise
        known = dict(self.problems)
        done = [number for number, look in sorted(self._looks.items()) if look.done()]
        changed = [pair for number in done for pair in self._take(number, self._looks.pop(number).result())]
        return Refreshed(changed, [line for who, line in self.problems.items() if known.get(who) != line])

    def _take(self, number: int, news: News) -> Iterator[Pair]:
        """Take over what was read of a source; return its pairs that have changed."""
        source = self._readers[number].source.shown
        if news.unreachable:
            since, _ = self.unreachable.get(source, (self._clock(), ""))
            self.unreachable[source] = (since, news.unreachable)
            return
        self.unreachable.pop(source, None)
        for ref in news.gone:
            with suppress(KeyError):
                del self.pairs[self._names.pop((number, ref))]
        for ref, (pair, told) in news.read.items():
            name = self._name(number, ref, pair.name or told)
            self.pairs[name] = replace(pair, name=name)
            self.problems.pop(name, None)
            yield self.pairs[name]
        for ref, (name, line) in news.problems.items():
            who = self._names.get((number, ref)) or name
            self.problems[who] = f"{who}: {line}"

    def _name(self, number: int, ref: str, wanted: str) -> str:
        """Return the name of a pair: the one that it has, or one that no other has."""
        label = self._readers[number].source.label
        wanted = wanted or label
        others = (f"{wanted} ({each})" for each in chain([label], count(2)))
        taken = set(self._names.values())
        names = (each for each in chain([wanted], others) if each not in taken)
        return self._names.get((number, ref)) or self._names.setdefault((number, ref), next(names))
