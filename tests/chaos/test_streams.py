"""Streams: wherever its words go, a command does what it was asked, says so as far as it can, and obeys nobody's words.

Each round tries some ways with some commands, and goes on where the one before it ended.
"""

import os
from itertools import product

import pytest

from tests.chaos.scene import EXIT_CODES, Scene, promise

if os.name == "nt":
    pytest.skip("Windows has no such streams", allow_module_level=True)

from tests.chaos.outlets import UNSEEN, WAYS, text_of, words
from tests.chaos.turns import NextOf

COMMANDS = (
    *("start --again", "check", "check --tcr", "swap Bob", "swap A\udcffn\u202en", "restore", "hint", "approve --yes"),
    *("approve", "approve practice --yes", "progress", "progress --html way.html", "progress --json", "compare"),
    *("mutants", "mutants --json", "slips", "verify", "verify --json", "way", "way --html worked.html", "join"),
    *("handouts --html pairs.html", "room new tuesday.git", "room tuesday.git", "score yatzy pair 3 3 3 4 4"),
    *("play --seed 5", "tournament yacht --games 2", "table", "--help", "--version", "nothing", "start --nothing"),
    *("restore ^HEAD", "restore HEAD..HEAD", "progress --nothing", "nothing -h"),
    *("restore \udcff\x1b[2J", "way \udcff", "join \udcff\u202e --name X", "score yatzy \udcff 1 2 3 4 5"),
)
LOOKS = [(way, strange) for way in WAYS for strange in (False, True)]  # with words that nobody can show
SOME = 14  # a round
FORGED = ("\x1b]0;forged", "\u202e", "\ngreen: level 1")


@promise("any-stream", "nothing-lost")
@pytest.mark.parametrize("number", range(SOME))
def test_a_command_does_what_it_was_asked_wherever_its_words_go(number: int, scene: Scene, next_of: NextOf) -> None:
    (way, strange), command = next_of([*product(LOOKS, COMMANDS)], number, SOME)
    if strange:
        words(scene)
    before = scene.practice.stat().st_ino
    done = WAYS[way](scene, *command.split(" "))
    printed = text_of(done, way)
    told = (way, done, scene.lost())
    assert scene.lost() == [], told
    assert done.code in EXIT_CODES, told
    assert "Traceback" not in printed, told
    assert "Exception ignored" not in printed, told
    assert not [each for each in FORGED if each in printed], told
    if way not in UNSEEN and done.code in (1, 2):
        assert printed.strip(), told
    if way == "full":
        assert (done.code != 0, "did not finish" in printed) == (True, False), told
    if command == "start --again":
        assert (scene.practice / "yatzy.py").exists(), told
        assert scene.practice.stat().st_ino != before, told
