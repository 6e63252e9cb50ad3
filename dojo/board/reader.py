"""One source, read on from where it was read last: only what is new is fetched, and only that is read."""

from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path

from dojo.board.lights import Pair, read_pair
from dojo.board.mirror import Mirror, UnreachableError
from dojo.board.source import Ending, Source
from dojo.board.strangers import StrangersGit
from dojo.practice import HeldError, Tell
from dojo.text import shortened

MOST_PAIRS = 1_000  # of a source
NO_STORY = "skipped, for no check of a practice is there"
REWRITTEN = "its story was rewritten; what is shown is as it is now"
GONE = "its branch is gone from the room"


@dataclass
class News:
    """What a look has brought, by refs: pairs and who they say they are; problems and whose; what is gone.

    `unreachable`: why the source does not answer, if it does not.
    """

    read: dict[str, tuple[Pair, str]] = field(default_factory=dict)
    problems: dict[str, tuple[str, str]] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    unreachable: str = ""


class Reader:
    """Reads one source."""

    def __init__(self, workspace: Path, source: Source, git: StrangersGit, logs: Executor, tell: Tell) -> None:
        """Begin with nothing read. `logs` are read by an executor; `tell` is given how far that is."""
        self.source = source
        self._mirror = Mirror(workspace, source, git)
        self._logs = logs
        self._tell = tell
        self._seen: dict[str, str] = {}  # the commit of each ref that was read, or could not be
        self._pairs: dict[str, Pair] = {}

    def look(self) -> News:
        """Read what is new since the last look."""
        try:
            with self._mirror.opened(self._tell):
                return self._look()
        except (UnreachableError, HeldError) as error:
            return News(unreachable=error.message)

    def _look(self) -> News:
        endings = self._mirror.endings()
        news = News(gone=[ref for ref in self._seen if ref not in endings])
        for ref in news.gone:
            del self._seen[ref]
            self._pairs.pop(ref, None)
            news.problems[ref] = ("", GONE)
        if len(endings) > MOST_PAIRS:
            news.problems[""] = (self.source.label, f"more than {MOST_PAIRS:,} pairs; the others are left out")
        fresh = {ref: each for ref, each in list(endings.items())[:MOST_PAIRS] if self._seen.get(ref) != each.commit}
        if fresh:
            self._read(fresh, news)
        return news

    def _read(self, fresh: dict[str, Ending], news: News) -> None:
        failed = self._mirror.fetch({ref: ending.commit for ref, ending in fresh.items()})
        news.problems |= {ref: (self._name(fresh[ref]), f"skipped; git said: {words}") for ref, words in failed.items()}
        there = {ref: ending for ref, ending in fresh.items() if ref not in failed}
        for number, (ref, found) in enumerate(
            zip(there, self._logs.map(self._pair, there, there.values()), strict=True)
        ):
            self._tell(f"reading {self.source.label}: {number} of {len(there)} pairs")
            if found is None:
                news.problems[ref] = (self._name(fresh[ref]), NO_STORY)
                continue
            pair, told, rewritten = found
            self._pairs[ref] = pair
            news.read[ref] = (pair, told)
            if rewritten:
                news.problems[ref] = ("", REWRITTEN)
        self._tell("")
        self._seen |= {ref: ending.commit for ref, ending in fresh.items()}

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

    def _name(self, ending: Ending) -> str:
        return ending.name or shortened(self.source.label, 40)
