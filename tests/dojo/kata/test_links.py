"""A link in the place of a folder that commands write in: what it leads to is somebody else's."""

import sys

import pytest

from dojo.practice import Practice
from tests.dojo.practising import YATZY, started
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="not everybody may make links there")

WRITERS = {
    "practice/.dojo": (
        "check",
        "approve practice --yes",
        "mutants",
        "hint",
        "start --again",
        "join room.git --name Ann",
    ),
    "practice/.git": ("check", "restore HEAD"),
    "practice/.git/info": ("check",),
    "practice/.dojo/replaced": ("approve practice --yes",),
    "practice/.dojo/mutation": ("mutants",),
    "approved_files/.replaced": ("approve --yes",),
    "mutants": ("verify",),
}


@pytest.fixture
def practice(kata: SmallKata) -> Practice:
    """Start a practice beside a room."""
    kata.dojo("room", "new", "room.git")
    return started(kata)


@pytest.mark.parametrize(("link", "command"), [(link, each) for link, all_ in WRITERS.items() for each in all_])
def test_nothing_is_written_through_a_link(
    link: str, command: str, kata: SmallKata, practice: Practice, tmp_path_factory: pytest.TempPathFactory
) -> None:
    if "approve" in command:
        for name in ("legacy/yatzy.py", YATZY):
            kata.change(name, "first + second", "2 * first + 1")
    place, elsewhere = kata.folder / link, tmp_path_factory.mktemp("elsewhere") / "theirs"
    if link.startswith(practice.name) and place.exists():
        place.rename(elsewhere)
    elsewhere.mkdir(exist_ok=True)
    place.symlink_to(elsewhere)
    before = sorted(elsewhere.rglob("*"))
    done = kata.dojo(*command.split())
    assert (done.returncode in (1, 3), f"{link} is a link" in done.stderr + done.stdout) == (True, True), done
    assert sorted(elsewhere.rglob("*")) == before


@pytest.mark.parametrize("leads_to", ["nowhere", "tests"])
def test_a_link_where_only_commands_write_gives_way(leads_to: str, kata: SmallKata, practice: Practice) -> None:
    (practice.home / "received").symlink_to(kata.folder / leads_to)
    before = sorted((kata.folder / "tests").iterdir())
    assert "File exists" not in kata.dojo("check").stdout
    assert ((practice.home / "received").is_symlink(), sorted((kata.folder / "tests").iterdir())) == (False, before)
