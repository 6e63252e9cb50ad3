"""The kit: every command of the documents works as written."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import chdir, contextmanager, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from dojo.checking.runner import run_check
from dojo.main import main
from dojo.mutation import run
from dojo.practice.create import create_practice, find_practice
from dojo.practice.model import Choices
from dojo.practice.recording import restore_snapshot
from dojo.room.hosting import make_room
from tests.dojo.commands.documents import DOCUMENTS, FENCE, SPAN, code_in, text_of
from tests.dojo.practising import findings_of, outcome_of, own_settings_in, started
from tests.dojo.printed import RealKata
from tests.dojo.small_kata import SmallKata, variables

WORKSPACE = Path(__file__).resolve().parents[3]
KEEPING = "\n## Keeping the worked way\n"
HANGS = 300  # seconds; only a command that hangs takes as long
PROGRAMS = ("dojo", "git", "pytest", "mutmut", "ruff")
AT_A_TERMINAL = ("dojo table", "dojo watch")  # until a key, or Ctrl-C: they have tests of their own
PRACTISING = (
    *(
        "dojo start",
        "dojo check",
        "dojo swap",
        "dojo join",
        "dojo room",
        "dojo approve",
        "dojo restore",
    ),
    *("dojo progress", "dojo compare", "git"),
)
# Two of these serve on a port until Ctrl-C, one changes the global git settings, one waits for
# keys, and one needs a program of the reader's.
NOT_TYPED = (
    *("git daemon", "git config --global", "mutmut browse", "dojo room serve"),
    "dojo record",
)
STICK = "panda.bundle"  # what a pair brings
ROOM_URL = re.compile(r"\b(?:NEXT_)?URL\d?\b")  # stands for a room
ELSEWHERE = re.compile(r"~/rooms/|~/|/srv/|/mnt/share/")  # the tests write in places of their own
OWN_CODE = "shop/invoice.py"  # which somebody brings
FOLLOWING = "--follow"  # until Ctrl-C, too
JOINING = " --at "  # needs the whole kata: the steps are those of its own tangle
WITH_MUTANTS = ("dojo verify", "dojo mutants", "mutmut")
NOT_COPIED = (
    "__pycache__",
    ".replaced",
    "0[1-9]*.patch",
    "00[3-9]*.patch",
)  # the first steps of the way are enough
MY_SCORING = """from tangle import Yatzy as Tangle

score, categories, is_upper = Tangle.score, Tangle.categories, Tangle.is_upper
matches, matching, check = Tangle.matches, Tangle.matching, Tangle.check_dice
"""
A_PLAYER = """class Me:
    def turn(self, dice, stage, view):
        return view.free()[0]
"""


def commands() -> list[str]:
    """Return every command of the documents, as written.

    CI runs the quick start. Commands for maintainers are left out; other tests run those that edit
    the worked way.
    """
    texts = {name: text_of(name) for name in DOCUMENTS if name != "docs/keeping.md"}
    texts["README.md"] = texts["README.md"].partition("## Practise")[2]
    texts["docs/verdict.md"] = texts["docs/verdict.md"].partition(KEEPING)[0]
    shown: dict[str, None] = {}
    for text in texts.values():
        for language, block in FENCE.findall(text):
            lines = [] if language else block.splitlines()
            shown |= dict.fromkeys(line for line in lines if line.split(" ")[0] in PROGRAMS)
        spans = SPAN.findall(FENCE.sub("", text))
        shown |= dict.fromkeys(
            span for span in spans if span.split(" ")[0] in PROGRAMS and span not in PROGRAMS
        )
    return [command for command in shown if not command.startswith(NOT_TYPED)]


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a copy of the kata with a practice, for all commands that leave it as it is."""
    folder = tmp_path_factory.mktemp("kata")
    for name in ("legacy", "refactored", "dojo", "docs", "tests", "approved_files", "worked"):
        shutil.copytree(WORKSPACE / name, folder / name, ignore=shutil.ignore_patterns(*NOT_COPIED))
    for name in ("pyproject.toml", "KATA.md"):
        shutil.copy(WORKSPACE / name, folder)
    with where_git_knows_nobody(folder):
        create_practice(folder, Choices(1, blind=False), again=False)
    return folder


@contextmanager
def where_git_knows_nobody(home: Path) -> Iterator[None]:
    """Hide the user's git settings: the commands must work without any."""
    with pytest.MonkeyPatch.context() as patch, own_settings_in(home):
        patch.setenv("HOME", str(home))
        yield


@pytest.fixture(scope="module")
def checked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a small kata with a practice that was checked once, and changed since."""
    kata = SmallKata(tmp_path_factory.mktemp("kata"))
    with where_git_knows_nobody(kata.folder):
        run_check(started(kata), HANGS)
    kata.write("practice/yatzy.py", kata.read("practice/yatzy.py") + "# one step\n")
    return kata.folder


def environment(folder: Path) -> dict[str, str]:
    """Return the variables of a new user, with this Python's programs in PATH."""
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**variables(), "PATH": programs, "HOME": str(folder), "PYTHONPATH": str(folder)}


def typed(command: list[str], folder: Path) -> tuple[int, str]:
    """Run a command and answer its question. `dojo` runs in this process, to save time."""
    answer = "y\n"
    if command[0] == "dojo":
        with chdir(folder):
            done = CliRunner(env=environment(folder)).invoke(main, command[1:], input=answer)
        assert done.exc_info is None or done.exc_info[0] is SystemExit, done.exc_info
        return done.exit_code, done.output
    warm = {"mutmut": run.MUTMUT}  # it is imported already
    ended = subprocess.run(  # noqa: S603 - a command that the documents show
        [*warm.get(command[0], command[:1]), *command[1:]],
        cwd=folder,
        env=environment(folder),
        input=answer,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=HANGS,
        check=False,
    )
    return ended.returncode, ended.stdout


def works(line: str, folder: Path) -> None:
    """Run a line, which may join commands by `&&`, and assert that each command succeeds."""
    for url in dict.fromkeys(ROOM_URL.findall(line)):
        if not (folder / url).exists():
            make_room(folder / url)
    for command in ELSEWHERE.sub("", line).split(" && "):
        code, output = typed(shlex.split(command), folder)
        assert code == 0, output
        assert "Traceback" not in output


def shown(*, first_commit: tuple[str, ...] = ("",), besides: tuple[str, ...] = ()) -> list[str]:
    """Return the commands that begin in one of some ways, besides others."""
    return [
        each
        for each in commands()
        if each.startswith(first_commit) and not each.startswith(besides)
    ]


@pytest.mark.parametrize(
    "command",
    shown(besides=(*PRACTISING, *WITH_MUTANTS, *AT_A_TERMINAL)),
)
def test_a_command_works_as_written(
    command: str, template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Run it, but for how much it does: a few games are enough, and the scenarios run elsewhere."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    player = template / "my_player.py"
    if player.name in command:
        player.write_text(A_PLAYER, encoding="utf-8")
    less = {"dojo tournament": " --games 2", "pytest": " --collect-only"}
    works(command + "".join(less[each] for each in less if command.startswith(each)), template)
    player.unlink(missing_ok=True)


@pytest.mark.parametrize(
    "command",
    [
        each
        for each in shown(first_commit=PRACTISING)
        if JOINING not in each and FOLLOWING not in each
    ],
)
def test_a_command_about_a_practice_works_as_written(
    command: str, checked: Path, tmp_path: Path
) -> None:
    folder = Path(shutil.copytree(checked, tmp_path / "kata"))
    if command.startswith("dojo start") and "--again" not in command:
        (folder / "practice").rename(folder / "somewhere-else")
    if OWN_CODE in command:
        (folder / OWN_CODE).parent.mkdir()
        (folder / OWN_CODE).write_text("def total(): ...\n", encoding="utf-8")
    if command == "dojo restore":
        restore_snapshot(find_practice(folder), "HEAD")  # which takes the last change away
    if command.endswith(STICK):
        works(f"dojo join --bundle {STICK} --name Panda", folder)
    if command.startswith(("dojo room compare", "dojo room close")):
        works("dojo join URL --name Panda", folder)
    works(command, folder)


@pytest.mark.parametrize(
    "command", [each for each in shown(first_commit=PRACTISING) if JOINING in each]
)
def test_joining_the_worked_way_works_as_written(
    command: str, template: Path, tmp_path: Path
) -> None:
    works(command, Path(shutil.copytree(template, tmp_path / "kata")))


@pytest.mark.skipif(sys.platform == "win32", reason="mutmut needs fork")
@pytest.mark.usefixtures("warm_mutmut")  # that a person's own starts is shown elsewhere
def test_commands_that_make_mutants_work_as_written(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Use one small kata for all of them: later runs reuse the earlier results."""
    monkeypatch.setattr("webbrowser.open", lambda _: False)
    (kata.folder / ".github").mkdir()
    started(kata)
    for line in ("dojo check", *sorted(shown(first_commit=WITH_MUTANTS), key=len)):
        works(line, kata.folder)
        (kata.folder / "mutants.html").unlink(
            missing_ok=True
        )  # which another command may not replace


@pytest.mark.skipif(sys.platform == "win32", reason="there is no pseudo-terminal")
def test_a_table_works_at_a_terminal(template: Path) -> None:
    """Wait for a sign of life, and leave with q."""
    ours, theirs = os.openpty()
    with subprocess.Popen(
        ["dojo", "table"],  # noqa: S607 - as it is typed
        cwd=template,
        env={**environment(template), "TERM": "xterm-256color", "LINES": "24"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    ) as running:
        os.close(theirs)
        read = b""
        while b"round 1 of" not in read:
            read += os.read(ours, 4096)
        os.write(ours, b"q")
        with suppress(OSError):  # it has ended
            while os.read(ours, 4096):
                pass
    assert running.returncode == 0


@pytest.mark.usefixtures("compiled")
def test_the_adapter_passes_the_golden_master(tmp_path: Path) -> None:
    [adapter] = code_in("docs/verdict.md")
    practice = started(RealKata(tmp_path))
    (practice.folder / "yatzy.py").rename(practice.folder / "tangle.py")
    (practice.folder / "my_scoring.py").write_text(MY_SCORING, encoding="utf-8")
    (practice.folder / "yatzy.py").write_text(adapter, encoding="utf-8")
    assert findings_of(practice) == []


@pytest.mark.usefixtures("compiled")
def test_the_demonstration_is_green_but_for_the_step_that_is_not(tmp_path: Path) -> None:
    [helper] = re.findall(
        r"^   ```python\n(.*?)^   ```$", text_of("docs/facilitating.md"), re.MULTILINE | re.DOTALL
    )
    practice = started(RealKata(tmp_path))
    path = practice.folder / "yatzy.py"
    steps = {
        r"(?=    @staticmethod\n    def ones\()": re.sub("^   ", "", helper, flags=re.MULTILINE)
        + "\n",
        r"(def ones\([^\n]*\n).*?\n(?=\n)": r"\1        return Yatzy.sum_of(1, d)\n",
        r"(def threes\([^\n]*\n).*?\n(?=\n)": r"\1        return Yatzy.sum_of(2, d)\n",
        r"sum_of\(2, d\)": "sum_of(3, d)",
    }
    found = []
    for old, new in steps.items():
        path.write_text(
            re.sub(old, new, path.read_text(encoding="utf-8"), count=1, flags=re.DOTALL),
            encoding="utf-8",
        )
        found.append(outcome_of(practice).status)
    assert (found, path.read_text(encoding="utf-8").count("sum_of")) == (
        ["green", "green", "red", "green"],
        3,
    )
