"""What changed in each step of a timeline, as git writes a diff: from the files that its check counts from to its own.

pair: the names of both states, as git reads them in a line, and writes them above the diff. git is asked for all pairs
at once. It gives up at one of which a file is missing: those behind it cannot be had.
"""

import re
from collections.abc import Iterable

from dojo.practice import Repository
from dojo.progress.differences import OPTIONS, SETTINGS
from dojo.progress.files import MOST_BYTES
from dojo.progress.steps import Step

HEADING = re.compile(r"^([0-9a-f]{40,64} [0-9a-f]{40,64})\n", re.MULTILINE)


def diffs_of(repository: Repository, steps: Iterable[Step]) -> dict[int, str]:
    """Return the diff of each step by its number, empty where no file changed; none where it cannot be had."""
    start = repository.empty_tree()
    pairs: dict[int, str] = {}
    for step in steps:
        tree, base = step.entry.tree, step.entry.base
        if tree:
            pairs[step.number] = f"{base or start} {tree}"
    different = list(dict.fromkeys(pairs.values()))
    diffs = _diffs(repository, different, f"{start} {start}")
    return {number: diffs[pair] for number, pair in pairs.items() if pair in diffs}


def _diffs(repository: Repository, pairs: list[str], end: str) -> dict[str, str]:
    """Return the diff of each pair that git can compare; it has come to the `end` when it answers that pair, too."""
    given = "".join(f"{pair}\n" for pair in [*pairs, end]).encode()
    answer = repository.first_bytes(MOST_BYTES, *SETTINGS, "diff-tree", "--stdin", *OPTIONS, given=given)
    _, *parts = HEADING.split(answer.decode(errors="replace"))
    whole = dict(zip(parts[::2], parts[1::2], strict=True))
    if end not in whole and whole:
        whole.popitem()  # git gave up in it
    return whole | {end: ""}
