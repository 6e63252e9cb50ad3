"""The documents hold together: links lead somewhere, tests that are shown pass, plans work."""

import json
import re
import shutil
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from dojo.room.hosting import make_room
from tests.dojo.commands.documents import (
    DOCUMENTS,
    WORKSPACE,
    code_in,
    headings_of,
    section_of,
    text_of,
)
from tests.dojo.practising import git
from tests.dojo.small_kata import SmallKata

FACILITATING = "docs/facilitating.md"
WRITTEN = re.compile(r"`dojo [^`]*--(?:html|bundle) ([\w./-]+)")
NEEDS_A_PERSON = ("dojo watch", "dojo table")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", text_of(name)):
        path, _, heading = target.partition("#")
        place = (WORKSPACE / name).parent / path if path else WORKSPACE / name
        assert place.exists(), target
        assert not heading or heading in headings_of(
            place.resolve().relative_to(WORKSPACE).as_posix()
        ), target


@pytest.mark.parametrize("name", sorted({*DOCUMENTS} - {"README.md", "KATA.md"}))
def test_the_exercise_leads_to_every_other_document(name: str) -> None:
    assert f"({name})" in text_of("KATA.md")


@pytest.mark.parametrize(
    "room", sorted(place.parent.name for place in WORKSPACE.glob("dojo/*/__init__.py"))
)
def test_who_keeps_the_kata_is_told_of_every_room_of_the_command(room: str) -> None:
    assert f"`{room}`" in section_of("docs/keeping.md", "The two programs")


def test_a_container_begins_with_the_first_command_of_the_quick_start() -> None:
    container = json.loads(text_of(".devcontainer/devcontainer.json"))
    assert container["postCreateCommand"] == code_in("README.md", "")[0].splitlines()[0]


@pytest.mark.parametrize(
    "path",
    sorted(
        {path for name in DOCUMENTS for path in WRITTEN.findall(text_of(name))}
        | {"board-pairs/Panda.html"}
    ),
)
def test_what_a_document_has_a_command_write_is_no_part_of_the_kata(
    path: str, tmp_path: Path
) -> None:
    shutil.copy(WORKSPACE / ".gitignore", tmp_path)
    git(tmp_path, "init", "--quiet")
    assert git(tmp_path, "check-ignore", "--", path)


def test_the_test_that_patches_passes_on_the_tangle(monkeypatch: pytest.MonkeyPatch) -> None:
    names: dict[str, Any] = {"Yatzy": import_module("legacy.yatzy").Yatzy}
    exec(code_in("KATA.md")[0], names)  # noqa: S102 - a document shows it
    [test] = (function for name, function in names.items() if name.startswith("test_"))
    test(monkeypatch)


def test_the_test_that_patches_nothing_is_one_of_the_clean_version() -> None:
    assert code_in("KATA.md")[1] in text_of("tests/refactored/test_evening.py")


@pytest.mark.skipif(sys.platform == "win32", reason="mutmut needs fork")
@pytest.mark.usefixtures("warm_mutmut")
@pytest.mark.parametrize("plan", ["Two hours", "A first hour"])
def test_the_commands_of_a_plan_work_in_their_order(plan: str, kata: SmallKata) -> None:
    make_room(kata.folder / "URL")
    for command in re.findall(r"`(dojo [^`]+)`", section_of(FACILITATING, plan)):
        if not command.startswith(NEEDS_A_PERSON):
            done = kata.dojo(*command.split()[1:])
            assert done.returncode == 0, (command, done.stderr)
