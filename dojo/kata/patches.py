"""What the steps of the worked way make of the tangle: every state, as libgit2 applies the patches.

state: the text of each file by its path.
"""

from collections.abc import Iterable, Iterator

from dojo.errors import WorkspaceError
from dojo.kata.files import temporary_folder
from dojo.kata.worked import Step
from dojo.kata.workspace import checkout


def states(first: dict[str, str], steps: Iterable[Step]) -> Iterator[dict[str, str]]:
    """Return the first state, and that after each step; WorkspaceError where a patch does not fit."""
    import pygit2  # noqa: PLC0415 - it takes 40 ms to load, and few commands need it
    from pygit2.enums import ApplyLocation, FileMode  # noqa: PLC0415 - likewise

    with temporary_folder("way") as folder:
        git = pygit2.init_repository(str(folder))
        for path, text in first.items():
            git.index.add(pygit2.IndexEntry(path, git.create_blob(text.encode()), FileMode.BLOB))
        git.index.write()
        yield first
        for step in steps:
            try:
                git.apply(pygit2.Diff.parse_diff(step.diff), ApplyLocation.INDEX)
            except pygit2.GitError:
                file, again = step.path.name, checkout(step.path.parent, ".")
                raise WorkspaceError(f"{file} does not fit the state before it. {again} brings it back.") from None
            git.index.read()
            yield {entry.path: git[entry.id].peel(pygit2.Blob).data.decode() for entry in git.index}
