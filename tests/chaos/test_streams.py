"""Streams: wherever its words go, a command does what it was asked, says so as far as it can, and obeys nobody's words.

Each round tries some ways with some commands, and goes on where the one before it ended.
"""

import os
from itertools import product

import pytest

from tests.chaos.scene import Done, Scene, promise

if os.name == "nt":
    pytest.skip("Windows has no such streams", allow_module_level=True)

from tests.chaos.forgery import forges_nothing
from tests.chaos.outlets import UNSEEN, WAYS, as_read, plant_words
from tests.chaos.turns import NextOf

COMMANDS = (
    *("start --again", "check", "swap Bob", "swap A\udcffn\u202en", "restore", "restore HEAD", "hint", "approve --yes"),
    *("approve", "approve practice --yes", "progress", "progress --html way.html", "progress --json", "compare"),
    *(
        "mutants",
        "mutants --all",
        "mutants --json",
        "slips",
        "verify",
        "verify --json",
        "way",
        "way --html worked.html",
        "join",
    ),
    *("handouts --html pairs.html", "room new tuesday.git", "room tuesday.git", "score yatzy pair 3 3 3 4 4"),
    *("play --seed 5", "tournament yacht --games 2", "table", "--help", "--version", "nothing", "start --nothing"),
    *("restore ^HEAD", "restore HEAD..HEAD", "progress --nothing", "nothing -h"),
    *("restore \udcff\x1b[2J", "way \udcff", "join \udcff\u202e --name X", "score yatzy \udcff 1 2 3 4 5"),
)
LOOKS = [(way, strange) for way in WAYS for strange in (False, True)]  # with words that nobody can show
SOME = 13  # a round
LOST = "could not be written"


@promise("any-stream", "no-forged-line", "nothing-lost")
@pytest.mark.parametrize("number", range(SOME))
def test_a_command_ends_as_it_should_wherever_its_words_go(number: int, scene: Scene, next_of: NextOf) -> None:
    (way, strange), command = next_of([*product(LOOKS, COMMANDS)], number, SOME)
    if strange:
        plant_words(scene)
    done = as_read(WAYS[way](scene, *command.split(" ")), way)
    is_plain = done.is_no_crash() if way in UNSEEN else done.is_plain()
    told = (is_plain, tells_what_is_lost(done) or way != "full", forges_nothing(done), scene.lost())
    assert told == (True, True, True, []), (way, done)


@promise("any-stream", "nothing-lost")
def test_a_practice_is_begun_anew_wherever_the_words_go(scene: Scene, next_of: NextOf) -> None:
    way = next_of(WAYS, 0, 1)
    before = scene.practice.stat().st_ino
    done = WAYS[way](scene, "start", "--again")
    assert (scene.practice / "yatzy.py").exists(), (way, done)
    assert (scene.practice.stat().st_ino != before, scene.lost()) == (True, []), (way, done)


def tells_what_is_lost(done: Done) -> bool:
    """Tell whether a command, whose output had no room, says that, or had nothing to say but an error."""
    return done.code != 0 and (LOST in done.printed or b"Error: " in done.stderr)
