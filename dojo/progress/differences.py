"""What differs between two states of a practice, as a text that a terminal and a page can show.

difference: as git writes a diff, of all files that a practice keeps; of a binary or a huge file, only its name. A state
may be somebody else's: nothing that they have set up is run, and what a terminal would obey stands there as an escape.
"""

from dojo.practice import Repository
from dojo.progress.files import MOST_BYTES
from dojo.text import printable

HUGE_FILE_BYTES = 1_000_000  # such as what an endless game wrote
SETTINGS = ("-c", f"core.bigFileThreshold={HUGE_FILE_BYTES}", "-c", "core.quotePath=false")
OPTIONS = (
    *("-r", "--patch", "--unified=3", "--full-index", "--find-renames"),
    *("--no-ext-diff", "--no-textconv", "--submodule=short"),
)


def diff_of(repository: Repository, before: str | None, after: str) -> str:
    """Return what differs from a state, or from none, to another, each a tree or a commit; nothing if one is lost."""
    start = before or repository.empty_tree()
    arguments = (*SETTINGS, "diff-tree", *OPTIONS, "--end-of-options", start, after, "--")
    found = repository.first_bytes(MOST_BYTES, *arguments).decode(errors="replace")
    return "\n".join(printable(line.expandtabs()) for line in found.split("\n")[:-1])
