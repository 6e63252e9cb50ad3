"""The output of the commands, as stories: `approved/printed_*`. Each is about one occupation."""

import os
import sys
from pathlib import Path

import pytest

from dojo.main import COMMANDS
from tests.dojo import small_steps, small_tangle
from tests.dojo.drafting.modules import FINES
from tests.dojo.practising import TEST
from tests.dojo.printed import RealKata, verify_documents
from tests.dojo.small_kata import SmallKata
from tests.dojo.story import Story

pytestmark = [
    pytest.mark.usefixtures("compiled", "pushed_at_once"),
    pytest.mark.skipif(sys.platform == "win32", reason="without fork, mutants take long"),
]

YATZY = "practice/yatzy.py"
OWN_TEST = "practice/tests/test_yatzy.py"
RIGHT = "return first + second"
WRONG = "return first * 2 + 1"
SHORTER = "        return (first + second) * (first == second)\n"
LONGER = """        if first != second:
            return 0
        return first + second
"""
STRAIGHT = ("return 15", "return 16")
CATEGORIES = '"full house", "chance", "yatzy",'
YATZY_PAYS = "                return Yatzy.yatzy(dice)\n"
ALL_EVEN = """            if c == 16:
                Yatzy.check_dice(dice)
                return sum(dice) if all(die % 2 == 0 for die in dice) else 0
"""
PARKING = "practice/parking.py"
FIRST_TEST = "practice/tests/test_parking.py"
CHOOSE = """# def test_fee():
#     from parking import fee
#     minutes = [..., ...]
#     lost = [..., ...]
#     verify"""
CHOSEN = """def test_fee():
    from parking import fee
    minutes = [0, 15, 16, 60, 61, 120, 121]
    lost = [False, True]
    verify"""
SELL = """from parking import Ticket, fee

for minutes in range(100):
    fee(minutes)
ticket = Ticket(10)
print("That will be", ticket.leave(90), "cents.")
raise SystemExit(3)
"""
USE_FINES = """from fines import Account, fine

for days in (1, 30):
    fine(days, "film")
reader = Account("Ann")
reader.bring_back(3)
reader.pay(60)
"""
SLIP = '''{story}

diff --git a/legacy/yatzy.py b/legacy/yatzy.py
--- a/legacy/yatzy.py
+++ b/legacy/yatzy.py
@@ -8,5 +8,5 @@
     def pair(first: int, second: int) -> int:
         """Score two dice alike."""
{change}
'''
PAYS_ONE = """         if first != second:
             return 0
-        return first + second
+        return first"""
PAYS_ANY = """-        if first != second:
+        if first < 1:
             return 0
         return first + second"""
NEW_METHOD = """
    @staticmethod
    def bonus(total: int) -> int:
        if total > 62:
            return 50
        return 0
"""
SURVIVORS = "approved_files/survivors.approved.txt"
UNMUTATED = "approved_files/unmutated.approved.txt"
SURVIVOR = """Survivors.

legacy/yatzy.py Yatzy.pair
    - return 0
    + return 1
    Why: No pair is tried that is none.
"""


@pytest.fixture
def story(kata: SmallKata) -> Story:
    """Give a story in a kata with one rule."""
    return Story(kata)


@pytest.fixture
def real_story(tmp_path: Path) -> Story:
    """Give a story in the real kata."""
    return Story(RealKata(tmp_path / "kata"))


def test_a_start_of_each_kind(story: Story):
    small_steps.lay_out(story.kata)
    story.dojo(
        "check",
        "start --level 9",
        "start",
        "start --level 2",
        "start --again --level 2 --name Ann",
        "start --again --blind",
        "start --again --at 2",
        "start --again --at -1",
        "start --again --at 6 --level 1",
        "start --again --at 5",
    )
    story.verify("printed_start")


def test_a_first_hour(story: Story):
    small_steps.lay_out(story.kata)
    story.dojo("start --level hour --at 1", "start --level hour", "check", "hint")
    story.dojo("compare", "slips", "way --level hour", "mutants", "start --again --level 1")
    story.dojo("start --again --level hour --blind --name Ann", "slips", "progress", "start --list")
    story.verify("printed_first_hour")


def test_checks_of_each_colour(story: Story):
    story.dojo("start", "check", "restore")
    story.save(YATZY, RIGHT, WRONG)
    story.dojo("check", "restore green")
    story.save(YATZY, RIGHT, RIGHT + ")")
    story.dojo("check", "restore", "restore 1234567", "restore 1", "restore")
    story.save(YATZY, WRONG, RIGHT)
    story.save(YATZY, "class Yatzy:", "import refactored\nclass Yatzy:")
    story.dojo("check")
    story.save(YATZY, "import refactored\nclass Yatzy:", "raise SystemExit\nclass Yatzy:")
    story.dojo("check")
    story.save(YATZY, "raise SystemExit\nclass Yatzy:", "class Yatzy:")
    story.save(YATZY, LONGER, SHORTER)
    story.dojo('check -m "Substitute Algorithm: a pair is alike"')
    story.note(f"{YATZY} is removed")
    (story.kata.folder / YATZY).unlink()
    story.dojo("check")
    story.verify("printed_check")


def test_the_way_of_a_practice(story: Story):
    story.dojo("compare")
    story.without_output("start --name Panda", "check")
    story.save(YATZY, RIGHT, WRONG)
    story.without_output("check", "restore green", "check")
    story.save(YATZY, RIGHT, RIGHT + ")")
    story.without_output("check")
    story.save(YATZY, RIGHT + ")", RIGHT)
    story.save(YATZY, LONGER, SHORTER)
    story.without_output("swap Ann", 'check -m "Substitute Algorithm: a pair is alike"')
    story.dojo(
        "progress --html timeline.html",
        "progress 2",
        "progress 5",
        "progress 9",
        "progress nowhere",
        "progress --json",
        "compare",
        "compare --json",
    )
    story.verify("printed_progress", page_of_a_timeline="timeline.html")


def test_changes_that_are_approved(real_story: Story):
    story = real_story
    story.without_output("start")
    story.save(YATZY, *STRAIGHT)
    story.dojo("check", "approve")
    story.dojo("approve practice", answer="n\na\ny\n")
    story.dojo("approve practice --yes", "check")
    story.save(YATZY, *reversed(STRAIGHT))
    story.dojo("check", "check --golden-master", "approve practice --yes")
    story.note("the wish of level 1: `all even` at the end of yatzy")
    story.kata.change(YATZY, CATEGORIES, f'{CATEGORIES} "all even",')
    story.kata.change(YATZY, YATZY_PAYS, YATZY_PAYS + ALL_EVEN)
    story.dojo("check")
    story.dojo("approve practice", answer="q\n")
    story.without_output("approve practice --yes")
    story.dojo("check", "approve practice", "check --golden-master")
    story.verify("printed_approve")


def test_hints_with_the_worked_way_behind_them(story: Story):
    small_steps.lay_out(story.kata)
    story.without_output("start --level 2")
    story.dojo("hint", "hint", "hint", "hint --skip", "hint total", "hint nobody")
    story.dojo("way", "way 2", "way 3", "way total", "way 8", "way nobody", "way --level 1 3")
    story.dojo("way --level 2 --html way.html")
    story.verify("printed_worked_way")


def test_a_room_with_a_pair_in_it(story: Story, tmp_path: Path):
    room = tmp_path / "tuesday.git"
    story.without_output("start --name Panda", "check")
    story.dojo("join tuesday.git", "room new tuesday.git", "join tuesday.git")
    story.save(YATZY, RIGHT, WRONG)
    story.without_output("check")
    story.dojo("swap Ann")
    story.save(YATZY, WRONG, RIGHT)
    story.dojo("check")
    story.note("the room is away")
    room.rename(tmp_path / "away")
    story.dojo("check", "start --again --level 2", "check", "join")
    story.note("the room is back")
    (tmp_path / "away").rename(room)
    story.dojo("check", "progress --earlier --earlier")
    story.dojo("room tuesday.git", "room tuesday.git --json")
    story.note("practice/ is lost; it begins again, as at another computer")
    (tmp_path / "practice").rename(tmp_path / "lost")
    story.dojo("start --name Panda --room tuesday.git", "join tuesday.git --name Panda --mine")
    story.dojo("join tuesday.git --name Lynx", "room tuesday.git --html board.html")
    story.dojo("join --leave", "room tuesday.git")
    story.dojo("room nowhere.git", "check")
    story.verify("printed_room", page_of_a_board="board.html")


def test_pairs_side_by_side_at_the_end(story: Story, tmp_path: Path):
    story.without_output("room new tuesday.git")
    story.dojo("room compare tuesday.git")
    story.without_output("start --name Panda --room tuesday.git", "check")
    story.save(YATZY, RIGHT, WRONG)
    story.without_output("check", "check")
    story.save(YATZY, WRONG, RIGHT)
    story.save(YATZY, LONGER, SHORTER)
    story.without_output('check -m "Substitute Algorithm: a pair is alike"')
    story.note("another pair, at another computer")
    (tmp_path / "practice").rename(tmp_path / "practice-of-Panda")
    story.without_output("start --name Lynx --room tuesday.git", "check")
    story.save(YATZY, RIGHT, WRONG)
    story.without_output("approve practice --yes", 'check -m "A pair pays one more"')
    story.dojo(
        "room compare tuesday.git --html pairs.html",
        "room compare tuesday.git --json",
        "join --bundle lynx.bundle",
        "room close tuesday.git",
        "room close tuesday.git",
    )
    os.utime(tmp_path / "tuesday.bundle", (0, story.now.timestamp()))
    story.dojo("room tuesday.bundle", "progress tuesday.bundle")
    story.verify("printed_pairs", page_of_pairs_side_by_side="pairs.html")


def test_mutants_of_a_practice(story: Story):
    story.without_output("start")
    story.dojo("mutants")
    story.save(YATZY, RIGHT, WRONG)
    story.dojo("mutants")
    story.save(YATZY, WRONG, RIGHT)
    story.kata.write(YATZY, story.kata.read(YATZY) + NEW_METHOD)
    story.note(f"{YATZY}: a new method")
    story.dojo("mutants")
    story.without_output("start --again --blind")
    story.kata.write(OWN_TEST, TEST)
    story.note(f"{OWN_TEST}: a test of two sixes")
    story.dojo(
        "mutants --equivalent 1 why",
        "mutants",
        "mutants --equivalent 1 equivalent",
        'mutants --equivalent 1 "Nobody throws dice that differ."',
        'mutants --equivalent 1 "Nobody throws dice that differ."',
        'mutants --equivalent 7 "There is none."',
        "mutants --all",
        "mutants --json",
        "progress",
    )
    story.verify("printed_mutants")


@pytest.mark.usefixtures("slips_in_turn")
def test_slips_that_tests_notice_or_miss(story: Story):
    for name, told, change in (
        ("001-one-die", "A pair pays one of its dice.", PAYS_ONE),
        ("002-any-two", "Any two dice are paid.", PAYS_ANY),
    ):
        patch = SLIP.format(story=told, change=change)
        story.kata.write(f"tests/slips/level1/{name}.patch", patch)
    story.without_output("start --blind")
    story.dojo("slips")
    story.kata.write(OWN_TEST, TEST)
    story.note(f"{OWN_TEST}: a test of two sixes")
    story.dojo("slips --show", "slips --json")
    story.verify("printed_slips")


def test_code_of_somebodys_own(story: Story):
    story.note("parking/: a project, with a module, a table beside it, and settings of pytest")
    project = small_tangle.lay_out(story.kata.folder / "parking")
    before = {path: path.read_bytes() for path in project.rglob("*")}
    story.dojo("start --from parking --level 2", "start --from nowhere", "start --from .")
    story.dojo("start --from parking --name Ann", "check", "mutants")
    story.show(FIRST_TEST, end="\n\n\ndef read_approved")
    story.save(FIRST_TEST, CHOOSE, CHOSEN)
    story.dojo("check")
    story.dojo("approve practice", answer="y\n")
    story.dojo('check -m "what a ticket costs"', "compare")
    story.dojo("hint")
    story.kata.write("sell.py", SELL)
    story.show("sell.py")
    story.dojo("record -- sell.py", apart=True)
    story.dojo("record -- cat sell.py")
    story.show("practice/tests/test_recorded.py", end="\n\n\ndef call(")
    story.show("practice/tests/test_recorded.test_ticket.approved.txt")
    story.dojo("check")
    assert {path: path.read_bytes() for path in project.rglob("*")} == before
    story.verify("printed_own_code")


def test_a_kata_that_is_made_of_a_module(story: Story):
    story.note("fines.py: a small module; sell.py: a program that uses it")
    story.kata.write("fines.py", FINES)
    story.kata.write("sell.py", USE_FINES)
    story.kata.write("notes.txt", "Nothing.")
    story.dojo("kata new fines --from notes.txt", "kata new fines --from fines.py -- cat sell.py")
    story.dojo("kata new fines --from fines.py -- sell.py")
    story.dojo("kata new fines --from fines.py")
    story.kata.folder /= "fines"
    story.show("kata.toml")
    story.show("tests/golden_master/test_level_1.py")
    story.show("approved_files/fine.approved.txt")
    story.dojo("kata grade", "kata grade --write", "kata slips")
    story.dojo("verify", "start", "check", "slips", "hint", "way")
    story.dojo("handouts --html page.html", "handouts --key --html key.html")
    story.verify("printed_kata")


def test_the_verdict(story: Story):
    shards = ["verify --shard 1/2", "verify --shard 2/2"]
    story.dojo(
        "verify", "verify --json", *shards, "verify --merge mutants-1-of-2.json mutants-2-of-2.json"
    )
    story.save("tests/golden_master/test_scores.py", ", (1, 2)]", "]")
    story.dojo("approve --yes", "verify legacy")
    story.save("legacy/yatzy.py", "class Yatzy:", "print()\n\n\nclass Yatzy:")
    story.save(SURVIVORS, "No mutant survives.\n", SURVIVOR)
    story.dojo("verify legacy --equivalent")
    unmutated = "Tested.\n\n    legacy/yatzy.py (module): print()\n"
    story.save(UNMUTATED, "Every statement is mutated.\n", unmutated)
    story.save("legacy/yatzy.py", "print()\n\n\n", "")
    story.save("legacy/yatzy.py", "return 0", "return first - first")
    story.dojo("verify legacy")
    story.save("refactored/yatzy.py", "first + second", "first")
    story.dojo("verify", "verify --workers 0")
    story.verify("printed_verify")


def test_help(real_story: Story):
    story = real_story
    rooms = [f"room {command}" for command in ("new", "serve", "compare", "close", "remove")]
    katas = [f"kata {command}" for command in ("new", "grade", "slips")]
    commands = [*sorted(COMMANDS), *rooms, *katas]
    story.dojo("", "--help", *(f"{command} --help" for command in commands))
    story.dojo("chek", "handouts")
    story.verify("printed_help")


def test_pages_to_print(real_story: Story):
    documents = {}
    for name, options in (
        ("page_of_handouts", "--pairs Otter --room room.git"),
        ("page_of_the_wall", "--wall"),
        ("page_of_the_run_sheet", "--session --pairs Otter"),
        ("page_of_the_key", "--key"),
    ):
        real_story.without_output(f"handouts {options} --html {name}.html")
        documents[name] = real_story.page(f"{name}.html")
    verify_documents(documents)
