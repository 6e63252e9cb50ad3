"""What differs between two states of a practice, as a text that a terminal and a page can show.

difference: as git writes a diff, of all files that a practice keeps; of a binary or a huge file, only its name. A state
may be a stranger's: nothing that they have set up is run, no line is longer than WIDEST, the text no longer than
MOST_BYTES, and what a terminal would obey stands there as an escape.
"""

from dojo.practice import GitError, Repository
from dojo.text import printable

MOST_BYTES = 100_000
LARGEST_FILE_BYTES = 1_000_000  # of which more is shown than its name
WIDEST = 300  # characters
RENAMES = 50  # files that came, times those that went: of more, git does not look which are alike
CUT = "... and more, which is left out"
SETTINGS = ("-c", f"core.bigFileThreshold={LARGEST_FILE_BYTES}", "-c", "core.quotePath=false")
OPTIONS = (
    *("-r", "--patch", "--unified=3", "--full-index", f"-l{RENAMES}", "--find-renames"),
    *("--no-ext-diff", "--no-textconv", "--submodule=short"),
)


def diff_of(repository: Repository, before: str | None, after: str) -> str:
    """Return what differs from a state, or from none, to another, each a tree or a commit; nothing if one is lost."""
    start = before or _no_files(repository)
    arguments = (*SETTINGS, "diff-tree", *OPTIONS, "--end-of-options", start, after, "--")
    found = repository.first_bytes(MOST_BYTES + 1, *arguments)
    lines = found.decode(errors="replace").split("\n")
    end = [CUT] if len(found) > MOST_BYTES else []
    return "\n".join([_shown(line) for line in lines[:-1]] + end)  # what has no end was cut


def _no_files(repository: Repository) -> str:
    """Return the name of a state without any file; it is kept, for git compares nothing that it does not have."""
    try:
        return repository.git("mktree")  # of no input
    except GitError:
        return ""  # which is no state


def _shown(line: str) -> str:
    text = printable(line.expandtabs())
    return text if len(text) <= WIDEST else f"{text[:WIDEST]}..."
