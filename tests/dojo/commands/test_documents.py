"""Test that the documents hold together: links, quoted code, ignored files."""

import json
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pygit2
import pytest

from tests.dojo.commands.documents import DOCUMENTS, WORKSPACE, code_in, headings_of, text_of

# Links to other sites would need the network.
LINK = re.compile(r"\]\((?!https:)([^)]+)\)")
PARTS = ("dojo", "playing")
PACKAGES = sorted(
    {path.parent.name for part in PARTS for path in WORKSPACE.glob(f"{part}/*/__init__.py")}
)
WRITTEN = re.compile(r"`dojo [^`]*--(?:html|bundle) ([\w./-]+)")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str):
    for target in LINK.findall(text_of(name)):
        path, _, heading = target.partition("#")
        place = WORKSPACE / name
        if path:
            place = place.parent / path
        assert place.exists(), target
        if heading:
            linked = place.resolve().relative_to(WORKSPACE).as_posix()
            assert heading in headings_of(linked), target


@pytest.mark.parametrize("name", DOCUMENTS[2:])
def test_the_exercise_leads_to_every_other_document(name: str):
    assert f"({name})" in text_of("KATA.md")


@pytest.mark.parametrize("package", PACKAGES)
def test_each_package_is_described_for_maintainers(package: str):
    description = text_of("docs/keeping.md").partition("\n## Words")[0]
    assert f"`{package}`" in description


def test_a_container_begins_with_the_first_command_of_the_readme():
    container = json.loads(text_of(".devcontainer/devcontainer.json"))
    assert container["postCreateCommand"] == code_in("README.md", "")[0].splitlines()[0]


def test_git_ignores_the_files_that_documented_commands_write(tmp_path: Path):
    repository = pygit2.init_repository(tmp_path)
    (tmp_path / ".gitignore").write_text(text_of(".gitignore"), encoding="utf-8")
    paths = {"board-pairs/Panda.html"}
    for name in DOCUMENTS:
        paths.update(WRITTEN.findall(text_of(name)))
    assert [path for path in paths if not repository.path_is_ignored(path)] == []


def test_the_shown_test_that_patches_passes(monkeypatch: pytest.MonkeyPatch):
    names: dict[str, Any] = {"Yatzy": import_module("legacy.yatzy").Yatzy}
    exec(code_in("KATA.md")[0], names)  # noqa: S102 - a document shows it
    [test] = [value for name, value in names.items() if name.startswith("test_")]
    test(monkeypatch)


def test_the_shown_test_that_patches_nothing_is_real():
    assert code_in("KATA.md")[1] in text_of("tests/refactored/test_evening.py")
