"""What changed in each step of a timeline, as git writes a diff: from the files that its check counts from to its own.

git is asked once for all steps, and only so much of its answer is read: they may be a stranger's.
"""

import re
from collections.abc import Iterable

from dojo.practice import Repository
from dojo.progress.differences import OPTIONS, SETTINGS
from dojo.progress.files import empty_tree
from dojo.progress.timeline import Step

MOST_BYTES = 32 * 1024**2  # that are read
HEADING = re.compile(r"^([0-9a-f]{40,64} [0-9a-f]{40,64})\n", re.MULTILINE)  # above a diff, the names of both states


def diffs_of(repository: Repository, steps: Iterable[Step]) -> dict[int, str]:
    """Return the diff of each step by its number, empty where no file changed; none where it cannot be had."""
    start = empty_tree(repository)
    pairs = {step.number: f"{step.entry.base or start} {step.entry.tree}" for step in steps if step.entry.tree}
    given = "".join(f"{pair}\n" for pair in dict.fromkeys(pairs.values())).encode()
    found = repository.first_bytes(MOST_BYTES, *SETTINGS, "diff-tree", "--stdin", *OPTIONS, given=given)
    _, *parts = HEADING.split(found.decode(errors="replace"))
    if len(found) == MOST_BYTES:
        del parts[-2:]  # its end was cut
    diffs = dict(zip(parts[::2], parts[1::2], strict=True))
    return {number: diffs[pair] for number, pair in pairs.items() if pair in diffs}
