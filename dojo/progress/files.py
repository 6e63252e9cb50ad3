"""The files of many states of a practice, read at once: git is asked a few times, however many states there are.

state: a tree, by its name in git. blob: a file's content, by its name in git. A state that is not there as a whole is
not known.
"""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from dojo.practice import Repository

Blobs = dict[str, str]  # by path

MOST_BYTES = 256 * 1024**2  # that git says at once
RAW = ("-r", "--raw", "-z", "--no-renames", "--no-abbrev")
FILE = "100"  # how its mode begins; a link's and a repository's do not


def blobs_of(repository: Repository, trees: Iterable[str]) -> dict[str, Blobs]:
    """Return the files of each state that is known: of each the blob, by its path."""
    there = [name for name, kind, _ in _known(repository, trees) if kind == "tree"]
    found: dict[str, Blobs] = {}
    now: Blobs = {}
    for tree, changes in _changes(repository, [repository.empty_tree(), *there]):
        both = now | changes
        now = {path: blob for path, blob in both.items() if blob}
        found[tree] = now
    return found


def texts_of(repository: Repository, blobs: Iterable[str]) -> dict[str, str]:
    """Return the text of each blob that is known."""
    sizes = {name: int(size) for name, kind, size in _known(repository, blobs) if kind == "blob"}
    found = repository.first_bytes(MOST_BYTES, "cat-file", "--batch", given=_lines(sizes))
    texts: dict[str, str] = {}
    place = 0
    for name, size in sizes.items():
        start = found.find(b"\n", place) + 1  # behind a line about it; one character ends it
        end = start + size
        texts[name] = found[start:end].decode(errors="replace")
        place = end + 1
    return texts


def _known(repository: Repository, names: Iterable[str]) -> Iterator[list[str]]:
    """Return the name, the kind and the size in bytes of each object that is there, each once."""
    given = _lines(dict.fromkeys(names))
    found = repository.first_bytes(MOST_BYTES, "cat-file", "--batch-check", given=given)
    for line in found.decode().splitlines():
        parts = line.split()
        if len(parts) == 3:  # of one that is missing, there are two
            yield parts


def _changes(repository: Repository, trees: list[str]) -> Iterator[tuple[str, Blobs]]:
    """Return each state but the first, with the files that differ from the one before: no blob where one went."""
    pairs = [f"{before} {after}" for before, after in pairwise(trees)]
    given = _lines(pairs)
    found = repository.first_bytes(MOST_BYTES, "diff-tree", "--stdin", *RAW, given=given)
    parts = found.decode(errors="surrogateescape").split("\0")[:-1]
    tree = ""
    changes: Blobs = {}
    for about, path in zip(parts[::2], parts[1::2], strict=False):
        heading, _, entry = about.rpartition("\n")  # before the first file of a state, there is a line with its name
        if heading:
            if tree:
                yield tree, changes
            tree, changes = heading.split()[-1], {}
        _, mode, _, blob, _ = entry.split()
        changes[path] = blob if mode.startswith(FILE) else ""
    if tree:
        yield tree, changes


def _lines(names: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in names).encode()
