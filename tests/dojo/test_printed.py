"""Test the output of each command, as stories: `tests/dojo/approved/printed_*`."""

import os
import sys
from pathlib import Path

import pytest

from dojo.main import COMMANDS
from dojo.mutation import slips
from tests.dojo import small_tangle
from tests.dojo.forked import Alone
from tests.dojo.practising import TEST
from tests.dojo.printed import RealKata, Story
from tests.dojo.small_kata import SmallKata

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are run in forks")

YATZY = "practice/yatzy.py"
PAYS = "return n[0] * 2 + n[1] * 2"
PAYS_TOO_MUCH = "return n[0] * 2 + n[1] * 3"
PAIRS, EXACT_PAIRS = (
    "counts[face] > 1",
    "counts[face] == 2",
)  # so that a full house has no two pairs any more
YATZY_PAYS = "                return Yatzy.yatzy(dice)\n"
ALL_EVEN_PAYS = """            if c == 16:
                Yatzy.check_dice(dice)
                return sum(dice) if all(die % 2 == 0 for die in dice) else 0
"""
OWN_TEST = "practice/tests/test_yatzy.py"
PARKING, FIRST_TEST = "practice/parking.py", "practice/tests/test_parking.py"
CHOOSE = """# def test_fee():
#     minutes = [..., ...]
#     lost = [..., ...]
#     verify"""
SELL = """from parking import Ticket, fee

for minutes in range(100):
    fee(minutes)
fee(5, lost=True)
ticket = Ticket(10)
print("That will be", ticket.leave(90), "cents.")
raise SystemExit(3)
"""
SLIP = """A pair pays one of its dice.

diff --git a/legacy/yatzy.py b/legacy/yatzy.py
--- a/legacy/yatzy.py
+++ b/legacy/yatzy.py
@@ -9,4 +9,4 @@
         \"\"\"Score two dice alike.\"\"\"
         if first != second:
             return 0
-        return first + second
+        return first
"""
MISSED = """Any two dice are paid.

diff --git a/legacy/yatzy.py b/legacy/yatzy.py
--- a/legacy/yatzy.py
+++ b/legacy/yatzy.py
@@ -7,5 +7,5 @@
     @staticmethod
     def pair(first: int, second: int) -> int:
         \"\"\"Score two dice alike.\"\"\"
-        if first != second:
+        if first < 1:
             return 0
"""
NEW_METHOD = """
    @staticmethod
    def bonus(total: int) -> int:
        if total > 62:
            return 50
        return 0
"""
TEST_OF_NEW_METHOD = """from yatzy import Yatzy


def test_bonus() -> None:
    assert Yatzy.bonus(62) == 0
    assert Yatzy.bonus(64) == 50
"""
SURVIVORS, UNMUTATED = (
    "approved_files/survivors.approved.txt",
    "approved_files/unmutated.approved.txt",
)
SURVIVOR = """Survivors.

legacy/yatzy.py Yatzy.pair
    - return 0
    + return 1
    Why: No pair is tried that is none.
"""


@pytest.fixture
def story(tmp_path: Path, compiled: None) -> Story:  # noqa: ARG001 - it is to be there
    """Give a story in the kata as it is."""
    return Story(RealKata(tmp_path / "kata"))


@pytest.fixture
def small_story(
    tmp_path: Path,
    warm_mutmut: None,  # noqa: ARG001 - it is to be there
    monkeypatch: pytest.MonkeyPatch,
) -> Story:
    """Give a story in a kata so small that its mutants are tested in a second."""
    monkeypatch.setattr(slips, "ThreadPoolExecutor", Alone)
    return Story(SmallKata(tmp_path / "kata"))


def test_a_start_of_each_kind(story: Story) -> None:
    story.dojo(
        "start",
        "start --level 2",
        "start --again --level 2 --name Ann",
        "start --again --blind",
        "start --again --at 9",
        "start --again --at -1",
        "start --again --at 400",
        "start --again --at 80 --level 1",
        "start --again --at 17",
        "check",
    )
    story.verify("printed_start")


def test_checks_and_what_is_seen_of_them_afterwards(story: Story) -> None:
    story.dojo("start", "check")
    story.save(YATZY, PAYS, PAYS_TOO_MUCH)
    story.dojo("check")
    story.save(YATZY, PAYS_TOO_MUCH, PAYS + ")")
    story.dojo("check")
    story.save(YATZY, PAYS + ")", PAYS)
    story.save(YATZY, "class Yatzy:", "import refactored\nclass Yatzy:")
    story.dojo("check")
    story.save(YATZY, "import refactored\nclass Yatzy:", "raise SystemExit\nclass Yatzy:")
    story.dojo("check")
    story.save(YATZY, "raise SystemExit\nclass Yatzy:", "class Yatzy:")
    story.dojo(
        "check",
        "restore",
        "progress",
        "progress 2",
        "progress --all",
        "progress 9",
        "progress --json",
    )
    story.verify("printed_check_and_progress")


def test_a_red_step_that_is_given_up(story: Story) -> None:
    story.dojo("start", "check")
    story.save(YATZY, PAYS, PAYS_TOO_MUCH)
    commit = story.dojo("check").partition("dojo restore ")[2].partition(",")[0]
    story.dojo(f"restore {commit}")
    assert PAYS in story.kata.read(YATZY)
    story.dojo("check", "restore")
    assert PAYS_TOO_MUCH in story.kata.read(YATZY)
    story.dojo("check", "progress", "progress 3")
    story.verify("printed_restore")


def test_a_wish_that_only_adds(story: Story) -> None:
    story.dojo("start", "check")
    story.note("the wish of level 1: `all even` at the end of yatzy")
    story.kata.change(
        YATZY, '"full house", "chance", "yatzy",', '"full house", "chance", "yatzy", "all even",'
    )
    story.kata.change(YATZY, YATZY_PAYS, YATZY_PAYS + ALL_EVEN_PAYS)
    story.dojo("check")
    story.dojo("approve practice", answer="n\n" * 9)
    story.dojo("approve practice", answer="a\ny\n")
    story.dojo("check", "approve practice", "compare", "check --golden-master", "progress")
    story.verify("printed_approve_an_addition")


def test_a_change_that_is_approved(story: Story) -> None:
    story.dojo("start")
    story.save(YATZY, "return 15", "return 16")
    story.dojo("check", "approve")
    story.dojo("approve practice", answer="n\ny\nq\n")
    story.dojo("approve practice --yes", "check")
    story.save(YATZY, "return 16", "return 15")
    story.dojo("check", "approve practice --yes", "progress")
    story.verify("printed_approve_a_change")


@pytest.mark.usefixtures("pushed_at_once")
def test_a_bug_that_is_approved(story: Story) -> None:
    story.dojo("start --name Lynx", "check")
    story.save(YATZY, PAIRS, EXACT_PAIRS)
    story.dojo("check")
    story.dojo("approve practice", answer="a\ny\n")
    story.dojo(
        "check",
        "check --golden-master",
        "progress",
        "compare --json",
        "room new tuesday.git",
        "join tuesday.git",
        "room tuesday.git",
        "room tuesday.git --json",
    )
    story.save(YATZY, EXACT_PAIRS, PAIRS)
    story.dojo("check --golden-master", "check")
    story.verify("printed_approve_a_bug")


def test_a_practice_beside_its_two_ends(story: Story) -> None:
    story.dojo("compare", "start", "compare", "compare --json")
    story.verify("printed_compare")


def test_hints_for_who_is_stuck(story: Story) -> None:
    story.dojo("start")
    story.dojo("hint", "hint", "hint", "hint --skip", "hint two_pair", "hint nobody")
    story.verify("printed_hint")


def test_the_worked_way(story: Story) -> None:
    story.dojo("way --level 2", "way 9", "way 10", "way two_pair", "way 400", "way nobody")
    story.verify("printed_way")


@pytest.mark.usefixtures("pushed_at_once")
def test_a_room_and_who_is_in_it(story: Story) -> None:
    story.dojo("start --name Panda", "room new tuesday.git", "join tuesday.git", "check")
    story.save(YATZY, PAYS, PAYS_TOO_MUCH)
    story.dojo("check", "swap Ann")
    story.save(YATZY, PAYS_TOO_MUCH, PAYS)
    story.dojo(
        "check",
        "join tuesday.git --name Lynx",
        "room tuesday.git",
        "room tuesday.git --json",
        "progress tuesday.git --name Lynx",
        "join --bundle panda.bundle",
    )
    os.utime(story.kata.folder / "panda.bundle", (0, story.now.timestamp()))
    story.dojo(
        "progress panda.bundle",
        "room panda.bundle",
        "join --leave",
        "join nowhere.git",
        "room nowhere.git",
        "check",
    )
    story.verify("printed_room")


@pytest.mark.usefixtures("pushed_at_once")
def test_a_line_of_a_room_is_a_pair(story: Story, tmp_path: Path) -> None:
    story.dojo("room new room.git", "start --name Panda --room room.git", "check")
    story.note("the room is away")
    room = story.kata.folder / "room.git"
    room.rename(tmp_path / "away")
    story.dojo("check", "start --again --level 2", "check", "join")
    story.note("the room is back")
    (tmp_path / "away").rename(room)
    story.dojo(
        "check",
        "check",
        "swap Ann",
        "check",
        "progress 2",
        "progress --earlier",
        "progress --earlier --earlier",
        "room room.git",
    )
    story.note("practice/ is lost; it begins again, as at another computer")
    (story.kata.folder / "practice").rename(tmp_path / "lost")
    story.dojo(
        "start --name Panda --room room.git", "join room.git --name Panda --mine", "room room.git"
    )
    story.note("the room is away")
    room.rename(tmp_path / "away")
    story.dojo("join --leave")
    story.verify("printed_lines_of_a_room")


def test_mutants_of_a_practice(small_story: Story) -> None:
    small_story.dojo("start --blind", "mutants")
    small_story.kata.write(OWN_TEST, TEST)
    small_story.note(f"{OWN_TEST}: a test of two sixes")
    small_story.dojo(
        "mutants",
        'mutants --equivalent 1 " "',
        "mutants --equivalent 1 equivalent",
        'mutants --equivalent 1 "Nobody throws dice that differ."',
        'mutants --equivalent 1 "Nobody throws dice that differ."',
        'mutants --equivalent 7 "There is none."',
        "mutants",
        "mutants --json",
        "progress",
    )
    small_story.verify("printed_mutants")


def test_mutants_of_a_practice_with_a_new_method(small_story: Story) -> None:
    small_story.dojo("start")
    small_story.kata.write(YATZY, small_story.kata.read(YATZY) + NEW_METHOD)
    small_story.note(f"{YATZY}: a new method")
    small_story.dojo("mutants")
    small_story.kata.write(OWN_TEST, TEST_OF_NEW_METHOD)
    small_story.note(f"{OWN_TEST}: a test of the new method")
    small_story.dojo("mutants")
    small_story.verify("printed_mutants_of_a_new_method")


def test_mutants_of_a_practice_that_is_red(small_story: Story) -> None:
    small_story.dojo("start", "mutants")
    small_story.save(YATZY, "first + second", "first")
    small_story.dojo("mutants", "mutants --json")
    small_story.verify("printed_mutants_of_the_golden_master")


def test_slips(small_story: Story) -> None:
    small_story.kata.write("tests/slips/level1/001-one-die.patch", SLIP)
    small_story.kata.write("tests/slips/level1/002-any-two.patch", MISSED)
    small_story.dojo("start --blind", "slips")
    small_story.kata.write(OWN_TEST, TEST)
    small_story.note(f"{OWN_TEST}: a test of two sixes")
    small_story.dojo("slips", "slips --show")
    small_story.dojo(f"slips --without {OWN_TEST}")
    small_story.dojo("slips --json", "check", "check --golden-master", "room compare practice")
    small_story.verify("printed_slips")


def test_code_of_somebodys_own_that_is_no_game(small_story: Story, tmp_path: Path) -> None:
    small_story.note("parking/: a project, with a module, a table beside it, and a test")
    project = small_tangle.lay_out(tmp_path / "kata" / "parking")
    before = {path: path.read_bytes() for path in project.rglob("*")}
    small_story.dojo("start --from parking --level 2", "start --from nowhere", "start --from .")
    small_story.dojo("start --from parking --name Ann", "check", "mutants")
    small_story.note(f"{FIRST_TEST} has, of its own making:")
    first_test = (
        (tmp_path / "kata" / FIRST_TEST).read_text().partition("\n\n\ndef read_approved")[0]
    )
    small_story.lines += [*first_test.split("\n"), ""]
    test = (
        "def test_fee():\n"
        "    minutes = [0, 15, 16, 60, 61, 120, 121]\n"
        "    lost = [False, True]\n"
        "    verify"
    )
    small_story.save(FIRST_TEST, CHOOSE, test)
    small_story.dojo("check")
    small_story.dojo("approve practice", answer="y\n")
    small_story.dojo('check -m "what a ticket costs"', "mutants", "start --from parking")
    small_story.save(PARKING, 't = t + int(RATES["hour"])', "t *= 3")
    small_story.dojo("check", "restore green")
    small_story.save(PARKING, 't = t + int(RATES["hour"])', "t *= 2")
    small_story.dojo("check -m double", "progress", "progress 2", "compare", "compare --json")
    small_story.dojo("room new tuesday.git", "join tuesday.git", "room tuesday.git")
    small_story.dojo("hint", "slips", "check --golden-master")
    small_story.dojo(
        "score yatzy pair 1 1 --implementation practice", "play --implementation practice"
    )
    small_story.dojo("start --again")
    assert {path: path.read_bytes() for path in project.rglob("*")} == before
    small_story.verify("printed_own_code")


@pytest.mark.usefixtures("process_of_its_own")
def test_a_run_that_is_recorded(small_story: Story, tmp_path: Path) -> None:
    small_tangle.lay_out(tmp_path / "kata" / "parking")
    small_story.dojo("start --from parking")
    small_story.kata.write("sell.py", SELL)
    small_story.lines += ["# sell.py is", "", *SELL.split("\n")]
    small_story.dojo("record -- sell.py")
    test = small_story.kata.read("practice/tests/test_recorded.py").partition("\n\n\ndef call(")[0]
    small_story.note("practice/tests/test_recorded.py begins with")
    small_story.lines += [*test.split("\n"), ""]
    for name in ("test_fee", "test_ticket"):
        document = f"practice/tests/test_recorded.{name}.approved.txt"
        small_story.note(document)
        small_story.lines += small_story.kata.read(document).split("\n")
    small_story.dojo("check", "record -- cat sell.py", "record -- idle.py")
    small_story.kata.write("idle.py", "print('Nothing to do.')\n")
    small_story.dojo("record -- idle.py")
    small_story.verify("printed_record")


def test_the_verdict(small_story: Story) -> None:
    small_story.dojo("verify", "verify --json")
    small_story.save("tests/golden_master/test_scores.py", ", (1, 2)]", "]")
    small_story.dojo("approve --yes", "verify")
    small_story.save("legacy/yatzy.py", "class Yatzy:", "PAYS = 2\n\n\nclass Yatzy:")
    small_story.save(SURVIVORS, "No mutant survives.\n", SURVIVOR)
    small_story.dojo("verify legacy")
    small_story.save(
        UNMUTATED,
        "Every statement is mutated.\n",
        "Tested.\n\n    legacy/yatzy.py (module): PAYS = 2\n",
    )
    small_story.dojo("verify legacy", "verify legacy --equivalent")
    small_story.save("legacy/yatzy.py", "PAYS = 2\n\n\n", "")
    small_story.save(
        "legacy/yatzy.py", "            return 0\n", "            return first - first\n"
    )
    small_story.dojo("verify legacy")
    small_story.save("refactored/yatzy.py", "first + second", "first")
    small_story.dojo("verify")
    small_story.verify("printed_verify")


def test_tournaments_scores_and_an_evening(story: Story) -> None:
    story.dojo("tournament --games 20 --seed 1", "tournament yacht --games 5 --seed 1 --json")
    story.kata.write(
        "player.py",
        (
            "class Raises:\n"
            "    def turn(self, dice, stage, view):\n"
            "        raise ValueError('no idea')\n"
        ),
    )
    story.note("player.py: a player that raises ValueError('no idea')")
    story.dojo(
        "tournament --games 5 --seed 1 --player Me=player.py --player You=greedy",
        "tournament --player Me=nobody.py",
        'score yatzy "two pairs" 4 4 1 3 3',
        'score yahtzee "full house" 4 4 4 4 4 --implementation refactored',
        "score yatzy nothing 4 4 1 3 3",
        "score yatzy pair 4 4 1 3 7",
        "score yatzy pair 4 4",
        "score chess pair 4 4 1 3 3",
    )
    story.dojo("play --seed 1", answer="yacht\nAnn\n1 2\n-\nchoice\n")
    story.verify("printed_games")


def test_what_people_often_get_wrong(story: Story, tmp_path: Path) -> None:
    story.dojo("chek")
    story.dojo(
        "check",
        "watch",
        "progress",
        "hint",
        "mutants",
        "swap Ann",
        "restore",
        "slips",
        "join room.git",
    )
    story.dojo(
        "start --level 9",
        "start",
        "progress nowhere",
        "restore 1234567",
        "mutants --equivalent 1 why",
        "way --level 1 3",
        "verify --workers 0",
        "handouts",
    )
    story.note("practice/yatzy.py is removed")
    (tmp_path / "kata" / YATZY).unlink()
    story.dojo("check")
    story.verify("printed_mistakes")


def test_help(story: Story) -> None:
    commands = [
        *sorted(COMMANDS),
        *(f"room {command}" for command in ("new", "serve", "compare", "close")),
    ]
    story.dojo("", "--help", *(f"{command} --help" for command in commands))
    story.verify("printed_help")
