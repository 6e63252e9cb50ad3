"""Settings of the repositories of a practice, and their errors with advice."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, Protocol, TypeVar

import pygit2

from dojo.errors import WorkspaceError
from dojo.practice.code import GITIGNORE

P = ParamSpec("P")
T = TypeVar("T")

# Files are kept to the byte: these settings undo those of the person, and of .gitattributes.
SETTINGS = {
    "core.autocrlf": "false",
    "core.excludesFile": str(GITIGNORE),
    "core.attributesFile": "",
}
ATTRIBUTES = "* -text -filter -ident -working-tree-encoding\n"
START_OVER_ADVICE = "`dojo start --again --level N` starts over; practices/ keeps your files."
# What to do about an error, by a word of libgit2's message.
ADVICE = {
    "lock": "If no other git process is running, delete the files in {} that end in .lock.",
    "not owned by": "If you trust its owner: git config --global --add safe.directory {}",
}


class GitError(WorkspaceError):
    """Git refused something. The text has its message, and advice."""


class HasPath(Protocol):
    """Works on the repository at `path`, for a practice in `folder`."""

    folder: Path

    @property
    def path(self) -> Path: ...


H = TypeVar("H", bound=HasPath)


def raises_git_error(method: Callable[Concatenate[H, P], T]) -> Callable[Concatenate[H, P], T]:
    """Turn an error of libgit2 into a GitError with advice."""

    @wraps(method)
    def call(self: H, /, *arguments: P.args, **options: P.kwargs) -> T:
        try:
            return method(self, *arguments, **options)
        except (pygit2.GitError, OSError) as error:
            raise GitError(_explain(self, str(error))) from None

    return call


def _explain(repository: HasPath, message: str) -> str:
    """Return the text of an error: the message of libgit2, and advice.

    Without a repository, all checks are lost, so the only advice is to start over.
    """
    folder, path = repository.folder, repository.path
    if not path.exists():
        shown = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        missing = f"{shown} is missing, and with it the level and all checks."
        return f"{missing}\n{START_OVER_ADVICE}"
    advice = f"If the repository is damaged: {START_OVER_ADVICE}"
    for word, what_to_do in ADVICE.items():
        if word in message:
            advice = what_to_do.format(path)
            break
    return f"git failed in {folder.name}/: {message}\n{advice}"


def keep_files_to_the_byte(git: pygit2.Repository) -> None:
    """Set up a repository so that git converts no line ends, encodings or keywords."""
    for key, value in SETTINGS.items():
        git.config[key] = value
    attributes = Path(git.path, "info", "attributes")
    attributes.parent.mkdir(exist_ok=True)
    attributes.write_text(ATTRIBUTES, encoding="utf-8")


def copy_tree(tree: pygit2.Tree, target: pygit2.Repository) -> pygit2.Oid:
    """Copy a tree with all its files into another repository."""
    builder = target.TreeBuilder()
    for entry in tree:
        name = str(entry.name)
        if isinstance(entry, pygit2.Tree):
            builder.insert(name, copy_tree(entry, target), entry.filemode)
        elif isinstance(entry, pygit2.Blob):
            builder.insert(name, target.create_blob(entry.data), entry.filemode)
    return builder.write()
