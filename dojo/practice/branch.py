"""The person's own branch, in the git repository that a practice is in, if it is in one.

The git program makes the commits, as the person would: with their hooks and settings.
"""

import subprocess
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import pygit2
from pygit2.enums import FileStatus

from dojo.errors import WorkspaceError
from dojo.practice.git import ADVICE, keep_files_to_the_byte

DOJO = ("dojo", "dojo@localhost")
# What the dojo and approvaltests leave behind is not committed.
FILES = (".", ":(exclude,glob)**/*.received.*", ":(exclude,glob)**/.approval_tests_temp")

NO_REPOSITORY = """\
{folder}/ is in no git repository, so nothing can be committed. `git init` creates one."""
NOT_OPENED = "git does not open the repository of {folder}/: {error}."
NOT_COMMITTED = """\
git did not commit. It says:
{output}"""


def is_own(path: str) -> bool:
    """Return whether a file is not one that the dojo or approvaltests leaves behind."""
    return ".received." not in path and ".approval_tests_temp" not in path


class Branch:
    """The person's branch. Of a repository around `folder`, only the files in it count."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def _found(self) -> pygit2.Repository | None:
        """The repository around the folder, unless that one ignores the folder."""
        found = pygit2.discover_repository(str(self.folder))
        if found is None:
            return None
        try:
            git = pygit2.Repository(found)
        except pygit2.GitError as error:
            lines = [NOT_OPENED.format(folder=self.folder.name, error=error)]
            for word, what_to_do in ADVICE.items():
                if word in str(error):
                    lines.append(what_to_do.format(Path(found).parent))
            raise WorkspaceError("\n".join(lines)) from None
        if git.workdir is None:
            return None
        place = self.folder.resolve().relative_to(Path(git.workdir).resolve())
        if place.parts and git.path_is_ignored(place.as_posix()):
            return None
        return git

    @property
    def exists(self) -> bool:
        return self._found is not None

    @property
    def git(self) -> pygit2.Repository:
        """The repository. Raises WorkspaceError if there is none."""
        if self._found is None:
            raise WorkspaceError(NO_REPOSITORY.format(folder=self.folder.name))
        return self._found

    @cached_property
    def place(self) -> str:
        """The path of the folder in the repository, with a slash, or an empty string."""
        root = Path(self.git.workdir).resolve()
        place = self.folder.resolve().relative_to(root).as_posix()
        return "" if place == "." else f"{place}/"

    def path_of(self, file: Path) -> str:
        """Return the path of a file in the folder, from the root of the repository."""
        return self.place + file.relative_to(self.folder).as_posix()

    def create(self, message: str) -> None:
        """Make a repository in the folder, with a first commit of all files."""
        git = pygit2.init_repository(str(self.folder), initial_head="main")
        keep_files_to_the_byte(git)
        for key, value in zip(("user.name", "user.email"), DOJO, strict=True):
            if key not in git.config:  # without a name, the person's own commits would fail
                git.config[key] = value
        git.index.add_all()
        git.index.write()
        author = git.default_signature
        tree = git.index.write_tree()
        git.create_commit("HEAD", author, author, f"{message}\n", tree, [])

    def has_changes(self) -> bool:
        """Return whether a file in the folder is not as in the last commit.

        Raises WorkspaceError if there is no repository.
        """
        changed = self.git.status(untracked_files="all", ignored=False)
        return any(path.startswith(self.place) and is_own(path) for path in changed)

    def ignores(self, file: Path) -> bool:
        """Return whether git ignores a file in the folder."""
        if not self.exists:
            return False
        path = self.path_of(file)
        return path not in self.git.index and self.git.path_is_ignored(path)

    def ignored_by_person(self) -> str:
        """Return the lines by which git ignores files that are in no .gitignore of the folder."""
        if not self.exists:
            return ""
        files = [Path(self.git.path, "info", "exclude")]
        if "core.excludesFile" in self.git.config:
            files.append(Path(str(self.git.config["core.excludesFile"])).expanduser())
        return "\n".join(file.read_text(encoding="utf-8") for file in files if file.is_file())

    def commit(self, message: str) -> list[str]:
        """Commit all files in the folder, and return the new ones.

        Raises WorkspaceError if there is no repository, or if git or a hook of the person refuses.
        """
        new = self._new_files()
        if new:
            self._run("add", "--", *new)
        try:
            self._run("commit", "--quiet", "--message", message, "--", *FILES)
        except WorkspaceError:
            if new:
                self._run("rm", "--cached", "--quiet", "--", *new)
            raise
        return new

    def _new_files(self) -> list[str]:
        """Return the files in the folder that the next commit adds, relative to it."""
        found: list[str] = []
        for path, status in self.git.status(untracked_files="all", ignored=False).items():
            if status & FileStatus.WT_NEW and path.startswith(self.place) and is_own(path):
                found.append(path.removeprefix(self.place))
        return sorted(found)

    def _run(self, *arguments: str) -> None:
        """Run the person's git in the folder. Raises WorkspaceError with its output if it fails."""
        done = subprocess.run(  # noqa: S603 - git
            ["git", *arguments],  # noqa: S607 - the person's own
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
        if done.returncode:
            raise WorkspaceError(NOT_COMMITTED.format(output=done.stdout.strip()))

    def tree(self, name: str) -> pygit2.Tree | None:
        """Return the files of the folder in a commit, or None if git does not know it."""
        with suppress(pygit2.GitError, KeyError, ValueError, UnicodeError):
            if self.exists:
                return self._tree_in(self.git.revparse_single(name).peel(pygit2.Commit))
        return None

    def _tree_in(self, commit: pygit2.Commit) -> pygit2.Tree:
        """Return the files of the folder in a commit. Raises KeyError if it did not exist yet."""
        found = commit.tree
        for name in self.place.split("/")[:-1]:
            found = found[name].peel(pygit2.Tree)
        return found

    def subjects(self) -> Iterator[tuple[str, str]]:
        """Yield the tree and the subject of each commit, newest first."""
        if not self.exists or self.git.head_is_unborn:
            return
        for commit in self.git.walk(self.git.head.target):
            with suppress(KeyError):  # the folder did not exist yet
                yield str(self._tree_in(commit).id), commit.message.strip().split("\n")[0]
