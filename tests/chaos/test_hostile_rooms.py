"""Hostile rooms: of a stranger's story, clone or bundle, nothing is run, obeyed or believed beyond what it is."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.chaos.forgery import FORGED, forges_nothing
from tests.chaos.plants import PROGRAMS, REACHING, git, reached
from tests.chaos.scene import Scene, promise
from tests.chaos.turns import NextOf

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such programs")

AT_ONCE = 4  # of each list, in a round
PLACES = {  # what somebody may be told to type
    "an option": "--upload-pack=touch {ran}",
    "an option of git": "-c core.sshCommand=touch\u00a0{ran}",
    "a program": "ext::sh -c touch% {ran}",
    "a host that is an option": "ssh://-oProxyCommand=touch {ran}/x",
    "a host that is an option, in short": "-oProxyCommand=touch {ran}:x",
    "a host that hides one": "x@-oProxyCommand=touch${{IFS}}{ran}:x",
    "lines": f"a\n{FORGED}",
    "a title": "\x1b]0;forged\x07",
    "another helper": "fd::7",
    "nothing": "",
    "without an end": "host:" + "x" * 100_000,
}
LYING = {  # trailers of a check
    "an option": {"Finding": "--output={ran}", "Commit-Tree": "--output={ran}", "Of": "--output={ran}"},
    "a score of an option": {"Score": "50", "Of": "--output={ran}"},
    "a revert of an option": {"Reverts": "--output={ran}"},
    "colours": {"Finding": f"\x1b[2J\x1b]0;forged\x07\r{FORGED}"},
    "markup": {"Finding": "[bold][/nope]<script>alert(1)</script>", "Commit": "<img src=x onerror=alert(1)>"},
    "numbers without an end": {"Seconds": "nan", "Findings": "1e999"},
    "numbers of another script": {"Seconds": "\u0663", "Findings": "1_0", "Level": "\u0661"},
    "a status of none": {"Status": "\u202egreen", "Level": "9" * 5000},
    "a megabyte": {"Finding": "x" * 60_000},
    "another level": {"Level": "../../etc", "Blind": "maybe"},
    "a name of lines": {"Name": f"a\u2028{FORGED}", "Swap": "yes"},
    "a name that is not seen": {"Name": "\u3164\u034f", "Swap": "yes"},
    "a finding behind a gap": {"Finding": "\u2800" * 64 + FORGED},
    "a name from right to left": {"Name": "\u202eadnaP", "Swap": "yes"},
}
FILES = ("<script>alert(1).py", f"a\n{FORGED}.py", "--output=x.py", "\x1b[2J.py", "'\"&.py", "half\udcff.py")


def tell(scene: Scene, trailers: dict[str, str], *, ran: Path) -> None:
    """Go on with the story of the practice as a stranger would."""
    lies = {key: value.format(ran=ran) for key, value in trailers.items()}
    said = (
        {"Status": "red", "Seconds": "1", "Findings": "1", "Level": "1", "Blind": "no"}
        if not _stands_alone(lies)
        else {}
    )
    lines = "\n".join(f"{key}: {value}" for key, value in {**said, **lies}.items())
    chain = "refs/dojo/checks"
    commit = ["commit-tree", f"{chain}^{{tree}}", "-p", chain, "-m", f"red: {FORGED}\n\n{lines}"]
    who = ("-c", "user.name=<b>M</b>", "-c", "user.email=m@example.org")
    made = subprocess.check_output(["git", "-C", str(scene.practice), *who, *commit], text=True)  # noqa: S603, S607
    git(scene.practice, "update-ref", chain, made.strip())


def _stands_alone(lies: dict[str, str]) -> bool:
    return not {"Score", "Reverts", "Swap"}.isdisjoint(lies)


def taken(scene: Scene, tmp_path: Path) -> Path:
    """Return a copy of the practice as a stranger hands it over: a folder with a repository in it."""
    place = tmp_path / "stranger"
    git(tmp_path, "clone", "--quiet", "--mirror", str(scene.practice), str(place / ".git"))
    return place


@promise("nothing-run", "no-forged-line", "no-traceback", "around", "nothing-lost")
@pytest.mark.parametrize("number", range(AT_ONCE))
def test_a_place_is_only_ever_a_place(number: int, scene: Scene, next_of: NextOf, tmp_path: Path) -> None:
    name, ran = next_of(PLACES, number, AT_ONCE), tmp_path / "ran"
    before = scene.around()
    place = PLACES[name].format(ran=ran)
    for command in (("room", "--", place), ("progress", "--", place), ("join", "--name", "Ann", "--", place)):
        done = scene.run(*command)
        assert (done.is_plain(), forges_nothing(done), ran.exists()) == (True, True, False), (name, done)
    assert (scene.lost(), before.items() <= scene.around().items()) == ([], True), name


@promise("nothing-run", "no-traceback", "nothing-lost")
@pytest.mark.parametrize("number", range(AT_ONCE))
def test_no_practice_says_how_a_room_is_reached(number: int, scene: Scene, next_of: NextOf, tmp_path: Path) -> None:
    name, ran = next_of(REACHING, number, AT_ONCE), tmp_path / "ran"
    done = scene.run("join", reached(scene.practice, ran, name), "--name", "Ann")
    told = (name, done.printed)
    assert (done.is_plain(), "will be in the room" in done.printed, ran.exists(), scene.lost()) == (
        True,
        True,
        False,
        [],
    ), told


@promise("nothing-run", "no-forged-line", "no-traceback", "nothing-lost")
@pytest.mark.parametrize("number", range(AT_ONCE))
def test_a_story_is_only_ever_told(number: int, scene: Scene, next_of: NextOf, tmp_path: Path) -> None:
    name, ran = next_of(LYING, number, AT_ONCE), tmp_path / "ran"
    for file in FILES:
        (scene.practice / file).write_text("def f():\n    return '<script>'\n")
    scene.run("check")
    tell(scene, LYING[name], ran=ran)
    place = taken(scene, tmp_path)
    for command in (("progress", str(place), "--html", "w.html"), ("room", str(place), "--html", "b.html"), ("check",)):
        done = scene.run(*command)
        assert (done.is_plain(), forges_nothing(done), ran.exists()) == (True, True, False), (name, done)
        assert done.code or (scene.folder / command[-1]).is_file() or command == ("check",), (name, done)
    pages = "".join(path.read_text() for path in scene.folder.rglob("*.html"))
    assert ("<script>alert" in pages, "<img src=x" in pages, scene.lost()) == (False, False, []), name


@promise("nothing-run", "no-traceback", "nothing-lost")
@pytest.mark.parametrize("number", range(AT_ONCE))
def test_a_repository_that_is_read_runs_nothing(number: int, scene: Scene, next_of: NextOf, tmp_path: Path) -> None:
    setting, ran, place = next_of(PROGRAMS, number, AT_ONCE), tmp_path / "ran", taken(scene, tmp_path)
    git(place, "config", setting, f"touch {ran}; cat")
    (place / ".git/hooks").mkdir(exist_ok=True)
    for hook in ("reference-transaction", "post-checkout", "pre-receive", "update"):
        (place / ".git/hooks" / hook).write_text(f"#!/bin/sh\ntouch {ran}\n")
        (place / ".git/hooks" / hook).chmod(0o755)
    for command in (("progress", str(place)), ("room", str(place))):
        done = scene.run(*command)
        assert (done.is_plain(), ran.exists(), scene.lost()) == (True, False, []), (setting, done)
