"""What changed in each step of a timeline, as git writes a diff: from the files that its check counts from to its own.

pair: the names of both states, as git reads them in a line, and writes them above the diff. git is asked for all pairs
at once. It gives up at one of which a file is missing, as a file is that was too large for a copy; then it is asked for
those that come after. Only so much of its answers is read: the files may be a stranger's.
"""

import re
from collections.abc import Iterable

from dojo.practice import Repository
from dojo.progress.differences import OPTIONS, SETTINGS
from dojo.progress.files import empty_tree
from dojo.progress.steps import Step

MOST_BYTES = 32 * 1024**2  # that are read
TRIES = 50
HEADING = re.compile(rb"^([0-9a-f]{40,64} [0-9a-f]{40,64})\n", re.MULTILINE)


def diffs_of(repository: Repository, steps: Iterable[Step]) -> dict[int, str]:
    """Return the diff of each step by its number, empty where no file changed; none where it cannot be had."""
    start = empty_tree(repository)
    pairs = {step.number: f"{step.entry.base or start} {step.entry.tree}" for step in steps if step.entry.tree}
    diffs = _diffs(repository, list(dict.fromkeys(pairs.values())), f"{start} {start}")
    return {number: diffs[pair] for number, pair in pairs.items() if pair in diffs}


def _diffs(repository: Repository, pairs: list[str], end: str) -> dict[str, str]:
    """Return the diff of each pair that git can compare; it has come to the `end` when it answers that pair, too."""
    diffs, left = {end: ""}, MOST_BYTES
    asked = [pair for pair in pairs if pair != end]
    for _ in range(TRIES):
        given = "".join(f"{pair}\n" for pair in [*asked, end]).encode()
        answer = repository.first_bytes(left, *SETTINGS, "diff-tree", "--stdin", *OPTIONS, given=given)
        _, *parts = (part.decode(errors="replace") for part in HEADING.split(answer))
        *whole, (last, _) = zip(parts[::2], parts[1::2], strict=True) if parts else [(end, "")]
        diffs |= whole
        left -= len(answer)
        if last == end or left <= 0:
            break
        asked = asked[asked.index(last) + 1 :]
    return diffs
