"""The room, as a board sees it: all pairs of all sources, and what cannot be read, with a line that says whose."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Self

from dojo.board.lights import Pair
from dojo.board.names import Names
from dojo.board.reader import News, Reader
from dojo.board.source import find_source
from dojo.board.strangers import StrangersGit
from dojo.board.whole import open_story
from dojo.practice import Repository, Story, Tell, silent

AT_ONCE = 8  # sources that are asked
LOGS_AT_ONCE = 4
MOST_PROBLEMS = 100  # the last ones
GONE = "its branch is gone from the room"


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
        self._workspace = workspace
        self._logs = ThreadPoolExecutor(LOGS_AT_ONCE)
        found = dict.fromkeys(find_source(each) for each in sources)
        self._readers = [Reader(workspace, each, self._git, self._logs, tell) for each in found]
        self._threads = ThreadPoolExecutor(min(AT_ONCE, len(self._readers)))
        self._looks: dict[int, Future[News]] = {}
        self._names = Names()

    def __enter__(self) -> Self:
        """Look at the room for a while."""
        return self

    def __exit__(self, *_: object) -> None:
        """Look no more."""
        self.close()

    def close(self) -> None:
        """End all that is at work; there is no more news from now on."""
        self._git.stop()
        wait(self._looks.values())

    @property
    def is_reading(self) -> bool:
        """Tell whether a source was not done when the last look ended."""
        return bool(self._looks)

    def open(self, pair: Pair) -> tuple[Repository, Story]:
        """Return the whole story of a pair, and a repository with all that it tells of; WorkspaceError, if not."""
        return open_story(self._workspace, pair.source, pair.ref, pair.end, self._git)

    def refresh(self, patience_seconds: float | None = None) -> list[Pair]:
        """Read what is new, and return the pairs that are new or went on.

        A source that takes longer than our patience, if that has an end, is read on meanwhile.
        """
        idle = [number for number in range(len(self._readers)) if number not in self._looks]
        self._looks = self._looks | {number: self._threads.submit(self._readers[number].look) for number in idle}
        try:
            wait(self._looks.values(), patience_seconds)
        except BaseException:
            self.close()
            raise
        done = {number: look for number, look in sorted(self._looks.items()) if look.done()}
        self._looks = {number: look for number, look in self._looks.items() if number not in done}
        return [pair for number, look in done.items() for pair in self._take(number, look.result())]

    def _take(self, number: int, news: News) -> list[Pair]:
        """Take over what was read of a source; return its pairs that have changed."""
        source = self._readers[number].source.shown
        if news.unreachable:
            since, _ = self.unreachable.get(source, (self._clock(), ""))
            self.unreachable[source] = (since, news.unreachable)
            return []
        self.unreachable.pop(source, None)
        self.problems.pop(source, None)
        for ref in news.gone:
            self._lose((number, ref))
        changed = [self._gain(number, ref, pair.name or told, pair) for ref, (pair, told) in news.read.items()]
        for ref, (wanted, line) in news.problems.items():
            self._add_problem(self._name_of(number, ref, wanted) if ref else wanted, line)
        return changed

    def _lose(self, place: tuple[int, str]) -> None:
        """Have a pair no longer on the board whose branch is gone."""
        name = self._names.take_back(place)
        if name is not None:
            self.pairs.pop(name, None)
            self._add_problem(name, GONE)

    def _gain(self, number: int, ref: str, wanted: str, pair: Pair) -> Pair:
        """Have a pair on the board, as far as it has come, under a name that is its own there."""
        name = self._name_of(number, ref, wanted)
        self.pairs[name] = replace(pair, name=name)
        self.problems.pop(name, None)
        return self.pairs[name]

    def _add_problem(self, who: str, line: str) -> None:
        self.problems.pop(who, None)
        self.problems[who] = f"{who}: {line}"
        if len(self.problems) > MOST_PROBLEMS:
            del self.problems[next(iter(self.problems))]

    def _name_of(self, number: int, ref: str, wanted: str) -> str:
        label = self._readers[number].source.label
        return self._names.name((number, ref), wanted or label, label)
