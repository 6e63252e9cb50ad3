"""The files of many states: read at once, as they were, and none that is lost or too large."""

from pathlib import Path

import pytest

from dojo.practice.model import Practice
from dojo.practice.snapshots import Repository
from dojo.progress.files import blobs_of, texts_of
from tests.dojo.practising import git
from tests.dojo.progress.timelines import never_checked


@pytest.fixture
def practice(tmp_path: Path) -> Practice:
    """Give a practice that was never checked."""
    return never_checked(tmp_path)


@pytest.fixture
def repository(practice: Practice) -> Repository:
    """Give its repository."""
    return Repository(practice.folder)


def saved(repository: Repository, **texts: str | None) -> str:
    """Save files, or remove them, and return the state that they are in."""
    for name, text in texts.items():
        path = repository.folder / f"{name}.py"
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_text(text, encoding="utf-8", newline="")
    return repository.tree()


def texts_in(repository: Repository, *trees: str) -> list[dict[str, str | None]]:
    """Return the texts of the .py files of each state that is known, in the order of the states."""
    found = blobs_of(repository, trees)
    texts = texts_of(repository, [blob for state in found.values() for blob in state.values()])
    states = [found[tree] for tree in trees if tree in found]
    return [{path: texts.get(blob) for path, blob in state.items() if path.endswith(".py")} for state in states]


def test_each_state_has_its_files_as_they_were(repository: Repository) -> None:
    one = saved(repository, a="1\r\n", b="größe\n")
    two = saved(repository, a=None, b="2")
    empty = str(repository.git.TreeBuilder().write())
    assert texts_in(repository, one, two, empty, one) == [
        *({"a.py": "1\r\n", "b.py": "größe\n"}, {"b.py": "2"}, {}, {"a.py": "1\r\n", "b.py": "größe\n"})
    ]


def test_a_state_that_is_lost_takes_no_other_with_it(repository: Repository) -> None:
    trees = [saved(repository, a="1"), "0" * 40, "--all", saved(repository, a="2")]
    assert texts_in(repository, *trees) == [{"a.py": "1"}, {"a.py": "2"}]


def test_of_a_state_with_a_lost_part_nothing_is_known(repository: Repository) -> None:
    whole = saved(repository, a="1")
    (repository.folder / "part").mkdir()
    (repository.folder / "part" / "a.py").touch()
    broken = repository.tree()
    part = git(repository.folder, "rev-parse", f"{broken}:part")
    (repository.folder / ".git/objects" / part[:2] / part[2:]).unlink()
    assert blobs_of(Repository(repository.folder), [whole, broken]).keys() == {whole}


def test_a_link_is_no_file(repository: Repository) -> None:
    (repository.folder / "link.py").symlink_to("a.py")
    assert texts_in(repository, saved(repository, a="1")) == [{"a.py": "1"}]


def test_a_name_may_be_anything(repository: Repository) -> None:
    assert texts_in(repository, saved(repository, **{"a\nb": "1", "größe": "2"})) == [{"a\nb.py": "1", "größe.py": "2"}]
