"""The steps of a practice: its checks, what is known of the code at each, and what was done in it.

A step is called as the person's own commit of these files, else after what changed since the files that it counts from:
+ for what came, ~ for what is another now, - for what went. A new round begins after a pause, in which nobody checked.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache

from dojo.practice.history import Check, History, own_commits
from dojo.practice.snapshots import Repository
from dojo.progress.measures import Measures, code_of, is_code, measure
from dojo.source import PARSE_ERRORS, Sources, owners_of
from dojo.text import percent, printable

PAUSE_SECONDS = 600
SHOWN_NAMES = 3

Files = dict[str, str]  # by path: the text of code, else the name that git has for what a file contains


@dataclass(frozen=True)
class Step:
    """A check; if it was green, its code and the measures of that; its score, from 0 to 1; when it was reverted.

    `name`: what was done; "" where nothing was. `who`: who did it, where it was not the same people all the time.
    `minute`: since the first step, a pause cut short.
    """

    check: Check
    code: Sources | None = None
    measures: Measures | None = None
    score: float | None = None
    reverted: datetime | None = None
    name: str = ""
    who: str = ""
    number: int = 1
    round: int = 1
    minute: float = 0.0

    @property
    def start(self) -> datetime:
        return self.check.moment

    @property
    def title(self) -> str:
        """Its name; where it has none, how its files are."""
        return self.name or ("as at the start" if self.number == 1 else "as before")

    @property
    def percent(self) -> str:
        return percent(self.score)


def steps_of(repository: Repository, history: History, only: Collection[int] | None = None) -> list[Step]:
    """Return all steps; of those whose numbers are not among `only`, if given, no files are looked at."""
    looked_at = [each for number, each in enumerate(history.checks, start=1) if only is None or number in only]
    text_of = cache(repository.text)
    files: dict[str, Files] = {}
    for tree in {tree for check in looked_at for tree in (check.base, check.tree) if tree}:
        blobs = repository.blobs(tree)
        files[tree] = {path: text_of(blob) if is_code(path) else blob for path, blob in blobs.items()}
    states = {check.tree: code_of(files[check.tree]) for check in looked_at if check.green and check.tree}
    measures = dict(zip(states, measure(list(states.values())), strict=True))
    scores = {each.tree: history.scores[each.snapshot] for each in history.checks if each.snapshot in history.scores}
    names = _names(history, history.commits | own_commits(repository, history.first_tree), files)
    steps: list[Step] = []
    for check, name in zip(history.checks, names, strict=True):
        # The same code may be green by one's own tests, and red by the golden master.
        tree = check.tree if check.green else ""
        reverted = history.reverts.get(check.snapshot)
        who = check.who if history.swaps else ""
        called = name if check.blind == history.choices.blind else f"{name}, by the golden master".removeprefix(", ")
        steps.append(Step(check, states.get(tree), measures.get(tree), scores.get(tree), reverted, called, who))
    return in_order(steps)


def in_order(steps: Iterable[Step]) -> list[Step]:
    """Return steps with their numbers, from 1, their rounds and minutes."""
    placed: list[Step] = []
    for number, step in enumerate(steps, start=1):
        before = placed[-1] if placed else step
        gap = (step.start - before.start).total_seconds()
        in_round = before.round + (gap >= PAUSE_SECONDS)
        minute = round(before.minute + min(gap, PAUSE_SECONDS) / 60, 2)
        placed.append(replace(step, number=number, round=in_round, minute=minute))
    return placed


def _names(history: History, commits: Mapping[str, str], files: Mapping[str, Files]) -> list[str]:
    """Return what each check is called."""
    seen = {history.first_tree: "at the start"}
    names: list[str] = []
    before = history.first_tree
    for number, check in enumerate(history.checks, start=1):
        tree, base = check.tree, check.base
        name = commits.get(tree, "")
        if tree in seen:
            name = "" if tree == before else f"as {seen[tree]} again"
        elif not name and tree in files and base in files:
            name = name_of(files[base], files[tree]) or "restored"  # to what no check saw
        names.append(name)
        seen.setdefault(tree, f"in step {number}")
        before = tree
    return names


def name_of(before: Files, after: Files) -> str:
    """Name what changed from some files to others."""
    old = {path: text for path, text in before.items() if after.get(path) != text}
    new = {path: text for path, text in after.items() if before.get(path) != text}
    paths = {**new, **old}
    with suppress(*PARSE_ERRORS):
        old, new = _pieces(old), _pieces(new)
    came = [name for name in new if name not in old]
    changed = [name for name in new if name in old and new[name] != old[name]]
    went = [name for name in old if name not in new]
    signed = [("+", name) for name in came if name.rpartition(".")[0] not in came]  # a class comes with its methods
    signed += [("~", name) for name in changed]
    signed += [("-", name) for name in went if name.rpartition(".")[0] not in went]
    signed.sort(key=lambda each: each[1] in paths)  # files stand last
    signed = signed or [("~", path) for path in paths]  # of which layout and comments changed
    names = ", ".join(f"{sign} {printable(name)}" for sign, name in signed[:SHOWN_NAMES])
    more = len(signed) - SHOWN_NAMES
    return f"{names} and {more} more" if more > 0 else names


def _pieces(files: Files) -> dict[str, str]:
    """Return the lines of each function, and what a class or a file has besides, but for blank lines and comments."""
    found = defaultdict(str)
    for path, text in files.items():
        if not is_code(path):
            found[path] = text
            continue
        found[path] = ""
        for owner, line in zip(owners_of(text), text.split("\n"), strict=True):
            if line.strip()[:1] not in ("", "#"):
                found[owner or path] += f"{line}\n"
    return found
