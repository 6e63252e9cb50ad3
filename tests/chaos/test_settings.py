"""Settings: whatever is set around a command, its verdict is the same, or it says why there is none.

Each round tries some settings with some commands, and goes on where the one before it ended.
verdict: an exit code, what the files of a person hold, how many commits there are, and what was said of the code.
"""

import os
import re
import subprocess
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.chaos.places import PLACES, needs_mounts
from tests.chaos.scene import Done, Scene, promise
from tests.chaos.surroundings import HARMLESS, HINDERING, shell, spread
from tests.chaos.turns import NextOf

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has other settings")

FAR = 41  # from each other in the list, so that no two say the same of one thing
AT_ONCE = 3  # harmless settings; which of them did it, the next rounds show
NOTHING, ALL = r"(?!)", r"[\w.+-]+"
STATUS, SCORE = r"(?m)^(?:green|red|amber): level \d+, \w+", r"score +[\d.]+ %"
OF_A_DISK = ("disk", "No space left", "Read-only", "write")
COUNT = r'"(?:made|survived|equivalent|unreached|score)": [\d.]+'
COLOUR = re.compile(r"\x1b\[[\d;]*m")


class Case(NamedTuple):
    """Commands, in a kata with a mistake in a file, or with none; and what the last one says of the code."""

    commands: str
    wrong: str = ""
    says: str = NOTHING
    whole: bool = False


class Verdict(NamedTuple):
    """What is the same whatever is set: an exit code, what is in files, the number of commits, and words."""

    code: int
    files: Counter[bytes]
    commits: int
    said: tuple[str, ...]


LEGACY, CLEAN, OWN = "legacy/yatzy.py", "refactored/yatzy.py", "practice/yatzy.py"
GOLDEN = r"\b(?:passed|failed)\b"
CASES = (
    *(Case("check", says=STATUS), Case("check", OWN, STATUS), Case("mutants --json", says=COUNT)),
    *(Case("verify", says=GOLDEN), Case("verify", CLEAN, GOLDEN), Case("verify", LEGACY, GOLDEN)),
    *(Case("mutants", says=SCORE), Case("mutants --no-cache", says=SCORE), Case("approve --yes")),
    *(Case("approve --yes", LEGACY), Case("approve practice --yes", OWN), Case("progress --json", says=ALL)),
    *(Case("hint", says=ALL, whole=True), Case("start --again"), Case("swap Bob"), Case("restore HEAD")),
    *(Case("restore HEAD; restore"), Case("compare"), Case("way 1", says=ALL, whole=True)),
    Case("score yatzy chance 1 1 3 3 6 --implementation practice", says=r"\d+", whole=True),
    Case("room new tuesday.git; join tuesday.git --name Panda; check; room tuesday.git"),
    Case("tournament yacht --games 1 --seed 1", says=r"totals +\d+ +\d+"),
)
SOME, FEW = 8, 4  # a round
some = pytest.mark.parametrize("number", range(SOME))
few = pytest.mark.parametrize("number", range(FEW))


@promise("same-verdict", "nothing-lost")
@some
def test_what_is_set_changes_no_verdict(number: int, stage: "Stage", next_of: NextOf) -> None:
    first, case = next_of([*product(range(len(HARMLESS)), CASES)], number, SOME)
    settings = [HARMLESS[(first + FAR * more) % len(HARMLESS)] for more in range(AT_ONCE)]
    scene = stage.set_up(case)
    done = tried(scene, case, shell(settings), spread(scene, stage.place, settings))
    told = (case, [*map(str, settings)], done)
    assert (done.is_plain(), scene.lost()) == (True, []), told
    narrow = any("COLUMNS" in each.variables for each in settings)  # where not every word of a table has room
    assert differences(verdict(scene, case, done), stage.usual(case), all_said=not narrow) == [], told


@promise("same-verdict", "nothing-lost")
@few
def test_what_hinders_a_command_is_told(number: int, stage: "Stage", next_of: NextOf) -> None:
    setting, case = next_of([*product(HINDERING, CASES)], number, FEW)
    scene = stage.set_up(case)
    done = tried(scene, case, shell([setting]), spread(scene, stage.place, [setting]))
    told = (case, str(setting), done)
    assert (done.is_plain(), scene.lost()) == (True, []), told
    assert says_why(done, case) or differences(verdict(scene, case, done), stage.usual(case)) == [], told


@needs_mounts
@promise("any-place", "nothing-lost")
@few
def test_a_place_without_room_is_told(number: int, stage: "Stage", next_of: NextOf) -> None:
    place, case = next_of([*product(PLACES, CASES)], number, FEW)
    scene = stage.set_up(case)
    done = tried(scene, case, PLACES[place](scene.folder))
    assert (done.is_plain(), scene.lost()) == (True, []), (case, place, done)
    names_the_disk = says_why(done, case) and any(words in done.printed for words in OF_A_DISK)
    assert names_the_disk or differences(verdict(scene, case, done), stage.usual(case)) == [], (case, place, done)


class Stage:
    """Sets up scenes for cases, and knows how each case ends with nothing set."""

    def __init__(self, templates: Mapping[bool, Path], folder: Path) -> None:
        """Take the templates, of the whole kata and of a small one, and a folder for the scenes."""
        self.templates, self.folder = templates, folder
        self.place = folder / "place"

    def set_up(self, case: Case) -> Scene:
        """Return a scene of its own for a case, with the mistake in it."""
        return set_up(self.templates[case.whole], self.folder / "kata", case)

    def usual(self, case: Case) -> Verdict:
        """Return the verdict with nothing set."""
        return usual(self.templates[case.whole], case)


@pytest.fixture
def stage(template: Path, whole_template: Path, tmp_path: Path) -> Stage:
    """Give what sets up scenes."""
    return Stage({False: template, True: whole_template}, tmp_path)


def set_up(template: Path, folder: Path, case: Case) -> Scene:
    """Copy a kata, and make the mistake that a case is about."""
    scene = Scene.copied(template, folder)
    if case.wrong:
        text = (folder / case.wrong).read_text(encoding="utf-8")
        scene.write(case.wrong, text.replace("return 0", "return 1"))
    return scene


@cache
def usual(template: Path, case: Case) -> Verdict:
    """Return the verdict with nothing set, which is one."""
    scene = set_up(template, template.parent / f"usual {CASES.index(case)}" / "kata", case)
    done = tried(scene, case)
    found = verdict(scene, case, done)
    assert done.code != 2, (case, done)  # wrong usage would be the same everywhere
    assert found.said or case.says == NOTHING, (case, done)
    return found


def tried(
    scene: Scene, case: Case, behind: Sequence[str] = (), variables: Mapping[str, str | None] | None = None
) -> Done:
    """Run commands behind another one; return how the first ended that failed, or the last."""
    done = Done((), 0, b"", b"")
    for command in case.commands.split("; "):
        if done.code == 0:
            done = scene.run(*command.split(), env=variables, behind=behind)
    return done


def verdict(scene: Scene, case: Case, done: Done) -> Verdict:
    """Return the verdict of commands that ended so."""
    return Verdict(done.code, left(scene), commits(scene), said(done, case))


def said(done: Done, case: Case) -> tuple[str, ...]:
    """Return what was said of the code, in whatever colours and encoding."""
    text = done.stdout.replace(b"\0", b"").decode("ascii", errors="ignore")  # of utf-16, too, that leaves the words
    return tuple(re.findall(case.says, COLOUR.sub("", text)))


def says_why(done: Done, case: Case) -> bool:
    """Tell whether a command said why it could not do its work, and nothing of the code."""
    why = "Error: " in done.printed or done.code == 3  # amber: what there is to say stands behind it
    return (
        done.code in (1, 2, 3)
        and why
        and not any(each.startswith(("green", "red", "failed")) for each in said(done, case))
    )


def differences(verdict: Verdict, usual: Verdict, *, all_said: bool = True) -> list[object]:
    """Return how a verdict differs from the usual one."""
    names = [name for name in ("code", "commits") if getattr(verdict, name) != getattr(usual, name)]
    other_words = verdict.said != usual.said and (all_said or bool(verdict.said))
    other_files = [*(verdict.files - usual.files), *(usual.files - verdict.files)]
    return [*names, *other_files, *([verdict.said, usual.said] if other_words else [])]


def commits(scene: Scene) -> int:
    """Return how many commits and snapshots the practices have by now."""
    count = ("rev-list", "--all", "--count")
    homes = scene.folder.glob("practice*/.git")
    done = [subprocess.run(["git", "--git-dir", each, *count], capture_output=True, check=False) for each in homes]  # noqa: S603, S607
    return sum(int(each.stdout or 0) for each in done)


def left(scene: Scene) -> Counter[bytes]:
    """Return what the files of a person hold, wherever they are by now."""
    homes = ("approved_files", "legacy", "refactored", "practice*")
    paths = (path for home in homes for path in scene.folder.glob(f"{home}/**/*") if path.is_file())
    apart = {".git", ".dojo", "__pycache__", ".approval_tests_temp", ".replaced"}
    home = os.fsencode(scene.folder)
    return Counter(path.read_bytes().replace(home, b"") for path in paths if not apart & {*path.parts})
