"""The steps of a practice: what is known of each of its checks, and what it is called.

step: a check; of code that was green, its measures. Its name is the subject of the person's own commit of these files,
else what changed since the files that it counts from: + for what came, ~ for what is another now, - for what went.
round: begins after a pause, in which nobody checked.
piece: the lines of a function, with all that is inside it; those that a class has besides; those that a file has
besides. Of the latter two, blank lines and comments do not count.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from itertools import pairwise

from dojo.practice.snapshots import Repository
from dojo.practice.story import Entry, Story, own_commits
from dojo.progress.definitions import UNREADABLE, definitions_of, owners_of
from dojo.progress.measures import Measures, State, is_code, measure
from dojo.text import percent, printable

PAUSE_SECONDS = 600
SHOWN_NAMES = 3
WIDEST_NAME = 60  # characters

Blobs = dict[str, str]  # the names that git has for what files contain, by path
Pieces = dict[str, str]  # by name


@dataclass(frozen=True)
class Step:
    """A check; its code and the measures of that, if it was green; its score, if there is one; when TCR reverted it.

    `number`: of all checks, from 1. `round`: likewise. `name`: what was done; nothing where nothing was. `who`: who did
    it, where it was not the same people all the time.
    """

    entry: Entry
    code: State | None = None
    measures: Measures | None = None
    score: float | None = None
    reverted: datetime | None = None
    number: int = 0
    round: int = 1
    name: str = ""
    who: str = ""

    @property
    def start(self) -> datetime:
        """Return when it was made."""
        return self.entry.moment

    @property
    def title(self) -> str:
        """Return its name; where it has none, how its files are."""
        return self.name or ("as at the start" if self.number == 1 else "as before")

    @property
    def percent(self) -> str:
        """Return its score as people read it."""
        return percent(self.score)

    @property
    def without_diff(self) -> str:
        """Say that it changed no file; a restore or a revert before it may have."""
        if self.name:
            return "The files were restored or reverted, and none changed since."
        return "No file changed."


def steps_of(repository: Repository, story: Story, only: Collection[int] | None = None) -> list[Step]:
    """Return what is known of each check.

    `only`: the numbers of the steps whose files are looked at; else all are.
    """
    looked_at = [each for number, each in enumerate(story.checks, start=1) if only is None or number in only]
    trees = {tree for entry in looked_at for tree in (entry.base, entry.tree) if tree}
    files = {tree: repository.blobs(tree) for tree in trees}
    texts = _texts_of(repository, files.values())
    codes: dict[str, State] = {}
    for entry in looked_at:
        if entry.green and entry.tree:
            codes[entry.tree] = {path: texts[blob] for path, blob in files[entry.tree].items() if is_code(path)}
    measures = dict(zip(codes, measure(list(codes.values())), strict=True))
    scores = {each.tree: story.scores[each.snapshot] for each in story.checks if each.snapshot in story.scores}
    names = _names(story, story.commits | own_commits(repository, story.begun), files, texts)
    rounds = rounds_of([entry.moment for entry in story.checks])
    steps: list[Step] = []
    for number, (entry, name, in_round) in enumerate(zip(story.checks, names, rounds, strict=True), start=1):
        # The same code may be green by one's own tests, and red by the golden master.
        tree = (entry.tree or "") if entry.green else ""
        step = Step(
            entry,
            codes.get(tree),
            measures.get(tree),
            scores.get(tree),
            story.reverts.get(entry.snapshot or ""),
            number,
            in_round,
            name,
            entry.who if story.swaps else "",
        )
        steps.append(step)
    return steps


def _texts_of(repository: Repository, files: Iterable[Blobs]) -> dict[str, str]:
    """Return the text of each blob that is code."""
    texts: dict[str, str] = {}
    for blobs in files:
        for path, blob in blobs.items():
            if is_code(path) and blob not in texts:
                texts[blob] = repository.text(blob)
    return texts


def rounds_of(moments: list[datetime]) -> list[int]:
    """Return the round that each of these is in, from 1."""
    rounds = [1] * len(moments)
    for place, (before, after) in enumerate(pairwise(moments), start=1):
        rounds[place] = rounds[place - 1] + ((after - before).total_seconds() >= PAUSE_SECONDS)
    return rounds


def _names(story: Story, commits: dict[str, str], files: dict[str, Blobs], texts: dict[str, str]) -> list[str]:
    """Return what each check is called."""
    seen = {story.begun: "at the start"}
    names: list[str] = []
    before = story.begun
    for number, entry in enumerate(story.checks, start=1):
        tree, base = entry.tree or "", entry.base or ""
        name = ""
        if tree == base == before:
            pass
        elif tree in seen:
            name = f"as {seen[tree]} again" + (f" ({commits[tree]})" if tree in commits else "")
        elif tree in commits:
            name = commits[tree]
        elif tree == base:
            name = "restored"  # what no check saw
        elif tree in files and base in files:
            name = name_of(files[base], files[tree], texts)
        names.append(name)
        seen.setdefault(tree, f"in step {number}")
        before = tree
    return names


def name_of(before: Blobs, after: Blobs, texts: Mapping[str, str]) -> str:
    """Name what changed from some files to others, the code by its pieces; `texts` are those of code, by blob."""
    paths = [path for path in sorted(before | after) if before.get(path) != after.get(path)]
    code = [path for path in paths if None not in (_pieces(before, path, texts), _pieces(after, path, texts))]
    old, old_files = _defined_and_besides(before, paths, code, texts)
    new, new_files = _defined_and_besides(after, paths, code, texts)
    names = _changed(old, new) + _changed(old_files, new_files) or [f"~ {printable(path)}" for path in paths]
    said = ", ".join(names[:SHOWN_NAMES])
    unsaid = len(names) - SHOWN_NAMES
    return f"{said} and {unsaid} more" if unsaid > 0 else said


def _pieces(files: Blobs, path: str, texts: Mapping[str, str]) -> Pieces | None:
    """Return the pieces of a file that may not be there; None where it is no code that can be read."""
    if path not in files:
        return {}
    return pieces_of(texts[files[path]]) if is_code(path) else None


@lru_cache(maxsize=64)
def pieces_of(text: str) -> Pieces | None:
    """Return the pieces of a text by their names, what it has besides by none; None when it does not parse."""
    try:
        functions = {each.name for each in definitions_of(text) if not each.is_class}
    except UNREADABLE:
        return None
    found: dict[str, list[str]] = defaultdict(list)
    for owner, line in zip(owners_of(text), text.split("\n"), strict=True):
        if owner in functions or line.strip()[:1] not in ("", "#"):
            found[owner].append(line)
    return {owner: "\n".join(lines) for owner, lines in found.items()}


def _defined_and_besides(
    files: Blobs, paths: Iterable[str], code: Collection[str], texts: Mapping[str, str]
) -> tuple[Pieces, Pieces]:
    """Return functions and classes, those of one name together; and what files have besides; of no code, the blob."""
    defined: Pieces = defaultdict(str)
    besides: Pieces = {}
    for path in paths:
        if path in files:
            pieces = {"": files[path]} if path not in code else _pieces(files, path, texts) or {}
            besides[path] = pieces.get("", "")
            for name in filter(None, pieces):
                defined[name] += pieces[name]
    return defined, besides


def _changed(old: Pieces, new: Pieces) -> list[str]:
    """Return the names of what differs, with their marks; what comes or goes with its class is not named."""
    came = [name for name in new if name not in old]
    differs = [name for name in new if name in old and new[name] != old[name]]
    went = [name for name in old if name not in new]
    marked = {"+": _outermost(came), "~": differs, "-": _outermost(went)}
    return [f"{mark} {printable(name)[:WIDEST_NAME]}" for mark, names in marked.items() for name in names]


def _outermost(names: list[str]) -> list[str]:
    """Return those whose class is not among them."""
    return [name for name in names if name.rpartition(".")[0] not in names]
