"""The kit: every command of README.md and KATA.md works as written, every line of the key is where it says."""

import os
import re
import shlex
import shutil
import signal
import struct
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer

import pytest

from dojo.checking import check_and_log, run
from dojo.kata.levels import LEVELS, tangle
from dojo.practice import Practice, find_practice, restore
from tests.dojo.small_kata import SETTINGS, SmallKata

WORKSPACE = Path(__file__).resolve().parents[3]
KATA = (WORKSPACE / "KATA.md").read_text(encoding="utf-8")
TANGLE = (WORKSPACE / "legacy/yatzy.py").read_text(encoding="utf-8").splitlines()
HANGS = 300  # seconds; only a command that hangs takes as long
PROGRAMS = ("dojo", "git", "pytest", "mutmut", "ruff")
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
KEY = re.compile(r"^\| (\d) \| ([^|]+) \| (\d+)(?:-(\d+))? \| `([^`|]+)` \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE)
AT_A_TERMINAL = ("dojo table",)
WITH_MUTANTS = ("dojo verify", "dojo mutants", "mutmut")
MY_SCORING = """from tangle import Yatzy as Tangle

score, categories, is_upper = Tangle.score, Tangle.categories, Tangle.is_upper
matches, matching, check = Tangle.matches, Tangle.matching, Tangle.check_dice
"""
CAREFUL = {
    "234": "elif dice[i] != dice[i - 1]:",
    "336": "type(d) != int",
    "357-358": "isinstance(dice, (list, tuple))",
    "451-455": "c < 7",
    "515": "Yatzy.check_dice(dice)",
    "551-552": "card[11] == 50",
    "639": "Yatzy.categories(game)",
    "832": "Yatzy.categories(game)",
    "697": 'if why == "":',
    "805": "list(self.cards[name])",
}
A_PLAYER = """class Me:
    def turn(self, dice, stage, view):
        return view.free()[0]
"""


def commands() -> list[str]:
    """Return every command of the two documents, as written; the quick start is for CI, in clones of its own."""
    readme = (WORKSPACE / "README.md").read_text(encoding="utf-8").partition("## Practise")[2]
    shown: dict[str, None] = {}
    for text in (readme, KATA):
        for language, block in FENCE.findall(text):
            lines = [] if language else block.splitlines()
            shown |= dict.fromkeys(line for line in lines if line.split(" ")[0] in PROGRAMS)
        for span in SPAN.findall(FENCE.sub("", text)):
            if span.split(" ")[0] in PROGRAMS and span not in PROGRAMS:
                shown[span] = None
    return list(shown)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Give a copy of the kata, with a practice."""
    for name in ("legacy", "refactored", "dojo", "tests", "approved_files"):
        shutil.copytree(WORKSPACE / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", ".replaced"))
    for name in ("pyproject.toml", "KATA.md"):
        shutil.copy(WORKSPACE / name, tmp_path)
    typed("dojo start", tmp_path)
    return tmp_path


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a person who has set up nothing, with this Python's programs at hand."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(SETTINGS)}
    programs = f"{Path(sys.executable).parent}{os.pathsep}{kept['PATH']}"
    return {**kept, "PATH": programs, "HOME": str(folder), "COLUMNS": "80", "PYTHONPATH": str(folder)}


def typed(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Type a line in a folder: a command, or several of which each waits for the one before."""
    for command in line.split(" && "):
        done = typed_alone(command, folder)
        if done.returncode:
            break
    return done


def typed_alone(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Type a command in a folder, answer what it asks, and interrupt a watch."""
    running = subprocess.Popen(  # noqa: S603 - a command that the documents show
        shlex.split(command),
        cwd=folder,
        env=environment(folder),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if command.startswith("dojo watch"):
        assert running.stdout is not None
        for_good_measure = Timer(HANGS, running.kill)
        for_good_measure.start()
        first = running.stdout.readline() + running.stdout.readline()
        for_good_measure.cancel()
        assert " green " in first
        running.send_signal(signal.SIGINT)
    said, _ = running.communicate("stop\n" if command.startswith("dojo play") else "y\n", timeout=HANGS)
    return subprocess.CompletedProcess(command, running.returncode, said)


def at_a_terminal(command: str, folder: Path, sign: bytes) -> int:
    """Type a command at a terminal of its own, wait for a sign of life, and leave with q; return how it ends."""
    import fcntl  # noqa: PLC0415 - Windows has none of these
    import pty  # noqa: PLC0415
    import termios  # noqa: PLC0415

    ours, theirs = pty.openpty()
    size = struct.pack("HHHH", 24, 80, 0, 0)
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
    surroundings = {**environment(folder), "TERM": "xterm-256color"}
    running = subprocess.Popen(  # noqa: S603 - a command that the documents show
        shlex.split(command), cwd=folder, env=surroundings, stdin=theirs, stdout=theirs, stderr=theirs
    )
    os.close(theirs)
    for_good_measure = Timer(HANGS, running.kill)
    for_good_measure.start()
    shown = b""
    with suppress(OSError):  # it has ended
        while sign not in shown:
            shown += os.read(ours, 4096)
        os.write(ours, b"q")
        while True:
            os.read(ours, 4096)
    for_good_measure.cancel()
    return running.wait()


@pytest.mark.parametrize("command", [each for each in commands() if not each.startswith(WITH_MUTANTS + AT_A_TERMINAL)])
def test_a_command_works_as_written(command: str, copy: Path) -> None:
    if "my_player.py" in command:
        (copy / "my_player.py").write_text(A_PLAYER, encoding="utf-8")
    if "commit" in command:
        (copy / "practice/yatzy.py").write_text("# smaller\n", encoding="utf-8")
    if command == "dojo start":
        (copy / "practice").rename(copy / "somewhere-else")
    if "progress" in command or "refs/dojo/checks" in command:
        check_and_log(find_practice(copy), HANGS)
    if command == "dojo restore":
        (copy / "practice/yatzy.py").write_text("# smaller\n", encoding="utf-8")
        restore(find_practice(copy), "HEAD")  # which takes that away
    done = typed(command, copy)
    assert done.returncode == 0, done.stdout
    assert "Traceback" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="mutmut needs fork")
@pytest.mark.parametrize("command", [each for each in commands() if each.startswith(WITH_MUTANTS)])
def test_a_command_that_makes_mutants_works_as_written(command: str, kata: SmallKata, practice: Practice) -> None:
    """Run it on a kata so small that it takes a second; what comes after a run, after a run."""
    before = {"mutmut results": "mutmut run", "mutmut browse": "mutmut run", "dojo mutants --open": "dojo mutants"}
    if command in before:
        typed(before[command], kata.folder)
    if command in ("mutmut browse", "dojo mutants --open"):
        assert at_a_terminal(command, kata.folder, b"Path") == 0
        return
    done = typed(command, kata.folder)
    if command == "dojo verify --baseline":  # a kata with six mutants is no race track: only that it ends counts
        done.returncode *= "times as fast" not in done.stdout
    assert done.returncode == 0, done.stdout
    assert practice.folder.is_dir()


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
@pytest.mark.parametrize(
    "command", [each for each in commands() if each.startswith(AT_A_TERMINAL) and "--web" not in each]
)
def test_a_command_at_a_terminal_works_as_written(command: str, copy: Path) -> None:
    assert at_a_terminal(command, copy, b"round 1 of") == 0


@pytest.mark.parametrize("where", ["KATA.md", "practice/README.md"])
def test_a_commit_as_it_is_shown_takes_a_new_module(where: str, copy: Path) -> None:
    [line] = re.findall(r"`(git [^`]* commit [^`]*)`", (copy / where).read_text(encoding="utf-8"))
    (copy / "practice/new_module.py").touch()
    assert typed(line, copy).returncode == 0
    assert "new_module.py" in typed("git -C practice ls-files", copy).stdout


def test_what_the_readme_of_level_1_says_that_nothing_needs_can_go(copy: Path) -> None:
    assert "`names` and `me`" in (copy / "practice/README.md").read_text(encoding="utf-8")
    change(copy, {"        self.names = []\n": "", "        self.me = None\n": ""})
    assert run(find_practice(copy), 60).findings == []


def test_what_the_readme_of_level_2_says_is_for_level_3_is_none(copy: Path) -> None:
    typed("dojo start --again --level 2", copy)
    assert "`me`, is for level 3" in (copy / "practice/README.md").read_text(encoding="utf-8")
    change(copy, {"        self.me = None\n": "", "name = self.me\n": "name = None\n"})
    assert run(find_practice(copy), 60).findings == []


def change(copy: Path, changes: dict[str, str]) -> None:
    """Replace texts of the practice, each of which is there once."""
    path = copy / "practice/yatzy.py"
    text = path.read_text(encoding="utf-8")
    for old, new in changes.items():
        assert text.count(old) == 1
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")


def test_there_are_commands_to_run() -> None:
    assert {"dojo start", "dojo watch --tcr", "mutmut run", "dojo progress --html practice/timeline.html"} <= set(
        commands()
    )


@pytest.mark.parametrize("row", KEY.findall(KATA), ids=lambda row: f"{row[2]} {row[1]}")
def test_a_line_of_the_key_is_where_it_says(row: tuple[str, ...]) -> None:
    _, _, first, last, stands_there, *_ = row
    assert stands_there in TANGLE[int(first) - 1]
    assert int(first) <= int(last or first) <= len(TANGLE)


@pytest.mark.parametrize("row", KEY.findall(KATA), ids=lambda row: f"{row[2]} {row[1]}")
def test_a_smell_stands_in_the_level_that_it_is_listed_under(row: tuple[str, ...]) -> None:
    level, first = int(row[0]), int(row[2])
    ends = [len(tangle(WORKSPACE, each).splitlines()) for each in LEVELS.values()]
    assert first <= ends[level - 1]
    assert level == 1 or first > ends[level - 2]


def test_the_key_has_every_row_of_its_table() -> None:
    assert len(KEY.findall(KATA)) == len(re.findall(r"^\| [123] \| [A-Z].*\|$", KATA, re.MULTILINE)) > 0


@pytest.mark.parametrize(("lines", "words"), sorted(CAREFUL.items()))
def test_a_line_to_be_careful_with_is_where_it_says(lines: str, words: str) -> None:
    assert f"**{lines}**" in KATA
    assert words in TANGLE[int(lines.partition("-")[0]) - 1]


def test_every_line_to_be_careful_with_is_checked() -> None:
    assert set(re.findall(r"\*\*(\d+(?:-\d+)?)\*\*", KATA)) == set(CAREFUL)


def test_the_adapter_passes_the_golden_master(copy: Path) -> None:
    [adapter] = [block for language, block in FENCE.findall(KATA) if language == "python"]
    practice = find_practice(copy)
    (practice.folder / "yatzy.py").rename(practice.folder / "tangle.py")
    (practice.folder / "my_scoring.py").write_text(MY_SCORING, encoding="utf-8")
    (practice.folder / "yatzy.py").write_text(adapter, encoding="utf-8")
    assert run(practice, 30).findings == []


@pytest.mark.parametrize("document", ["README.md", "KATA.md"])
def test_every_link_leads_somewhere(document: str) -> None:
    text = (WORKSPACE / document).read_text(encoding="utf-8")
    headings = {
        re.sub(r"[^\w -]", "", line.lower()).strip().replace(" ", "-")
        for line in re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    }
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target.removeprefix("#") in headings if target.startswith("#") else (WORKSPACE / target).exists(), target
