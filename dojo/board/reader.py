"""One source, read on from where it was read last: only what is new is fetched, and only that is read."""

from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from dojo.board.lights import Pair, read_pair
from dojo.board.mirror import Mirror
from dojo.board.source import Ending, Source
from dojo.board.strangers import StrangersGit
from dojo.errors import WorkspaceError
from dojo.practice import Tell

MOST_PAIRS = 1_000  # of a source
AGAIN_LOOKS = 15  # after which what has failed is tried again; twice as many each time
NO_STORY = "not read, for it is no story of a practice"
NOT_FETCHED = "not read; git said: {}"
REWRITTEN = "its story was rewritten, and is shown as it is now"


@dataclass
class News:
    """What a look has brought, by refs: pairs, and who they say they are; problems, and whose; what is gone.

    `unreachable`: why the source does not answer, if it does not.
    """

    read: dict[str, tuple[Pair, str]] = field(default_factory=dict)
    problems: dict[str, tuple[str, str]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    unreachable: str = ""


class Failure(NamedTuple):
    """How often something could not be fetched, and the look at which it is tried again."""

    tries: int
    again: int


class Reader:
    """Reads one source."""

    def __init__(self, workspace: Path, source: Source, git: StrangersGit, logs: Executor, tell: Tell) -> None:
        """Begin with nothing read. `logs` are read by an executor; `tell` is given how far that is."""
        self.source = source
        self._mirror = Mirror(workspace, source, git)
        self._logs = logs
        self._tell = tell
        self._looks = 0
        self._seen: dict[str, str] = {}  # the commit of each ref that was read, or could not be
        self._failures: dict[str, Failure] = {}
        self._pairs: dict[str, Pair] = {}

    def look(self) -> News:
        """Read what is new since the last look."""
        self._looks += 1
        try:
            with self._mirror.opened(self._tell):
                return self._look()
        except WorkspaceError as error:
            return News(unreachable=error.message)

    def _look(self) -> News:
        endings = self._mirror.endings()
        news = News()
        if len(endings) > MOST_PAIRS:
            news.problems[""] = (self.source.shown, f"more than {MOST_PAIRS:,} pairs; the others are left out")
            endings = dict(list(endings.items())[:MOST_PAIRS])
        news.gone = [ref for ref in self._seen if ref not in endings]
        for ref in news.gone:
            self._forget(ref)
        fresh = {ref: each for ref, each in endings.items() if self._is_fresh(ref, each.commit)}
        if fresh:
            self._read(fresh, news)
        return news

    def _is_fresh(self, ref: str, commit: str) -> bool:
        """Tell whether a commit is new, or failed long enough ago to be tried again."""
        failure = self._failures.get(ref)
        return self._seen.get(ref) != commit or (failure is not None and failure.again <= self._looks)

    def _forget(self, ref: str) -> None:
        self._seen.pop(ref, None)
        self._failures.pop(ref, None)
        self._pairs.pop(ref, None)

    def _read(self, fresh: dict[str, Ending], news: News) -> None:
        there, failed = self._mirror.fetch_ends({ref: ending.commit for ref, ending in fresh.items()})
        for ref, words in failed.items():
            tries = self._failures[ref].tries + 1 if ref in self._failures else 1
            self._failures[ref] = Failure(tries, self._looks + AGAIN_LOOKS * 2**tries)
            news.problems[ref] = (fresh[ref].name, NOT_FETCHED.format(words))
        found = self._logs.map(self._pair, there, map(fresh.__getitem__, there))
        for number, (ref, read) in enumerate(zip(there, found, strict=True)):
            self._tell(f"reading {self.source.label}: {number} of {len(there)} pairs")
            self._failures.pop(ref, None)
            if read is None:
                news.problems[ref] = (fresh[ref].name, NO_STORY)
                continue
            pair, told, rewritten = read
            self._pairs[ref] = pair
            news.read[ref] = (pair, told)
            if rewritten:
                news.problems[ref] = (pair.name, REWRITTEN)
        self._tell("")
        self._seen |= {ref: fresh[ref].commit for ref in (*there, *failed)}

    def _pair(self, ref: str, ending: Ending) -> tuple[Pair, str, bool] | None:
        """Return a pair as it is now, who says it is, and whether its story was rewritten; None without a story."""
        before = self._pairs.get(ref)
        records, goes_on = self._mirror.chain(ending.commit, before.end if before else None)
        found = read_pair(records, before if goes_on else None)
        if found is None:
            return None
        pair, told = found
        pair = replace(pair, name=ending.name, source=self.source.place, ref=ref, end=ending.commit)
        return pair, told, before is not None and not goes_on
