"""The extensions of KATA.md, made as written there in a copy of the clean version."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

WORKSPACE = Path(__file__).resolve().parents[2]
DIFF = re.compile(r"^```diff\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def extensions() -> list[str]:
    return DIFF.findall((WORKSPACE / "KATA.md").read_text(encoding="utf-8"))


def ask(question: str, extension: str, folder: Path) -> str:
    """Make the extension in a copy under `folder`; return what the copy answers to an expression with Yatzy in it."""
    shutil.copytree(WORKSPACE / "refactored", folder / "refactored", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["git", "apply", "-"], input=extension, text=True, cwd=folder, check=True)  # noqa: S607 - any git
    program = f"from refactored.yatzy import Yatzy; print({question})"
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - our own question
    assert done.stderr == ""
    return done.stdout.strip()


@pytest.mark.parametrize(("dice", "points"), [("2, 4, 4, 6, 6", "22"), ("2, 4, 4, 6, 5", "0")])
def test_a_new_category_is_one_line(dice: str, points: str, tmp_path: Path) -> None:
    assert ask(f"Yatzy.score('yatzy', 'all even', [{dice}])", extensions()[0], tmp_path) == points


def test_a_new_category_stands_where_it_was_put_on_the_score_sheet(tmp_path: Path) -> None:
    assert ask("Yatzy.categories('yatzy')[-2:]", extensions()[0], tmp_path) == "['yatzy', 'all even']"


def test_a_new_game_is_a_lower_section_with_a_name(tmp_path: Path) -> None:
    answer = ask("Yatzy.matching('poker dice', [3, 3, 3, 3, 1])[6:]", extensions()[1], tmp_path)
    assert answer == "['pair', 'poker']"


def test_an_upper_bonus_is_a_word(tmp_path: Path) -> None:
    faces = "ones", "twos", "threes", "fours", "fives", "sixes"
    fill = "; ".join(f"table.place('Ann', '{name}', [{face}] * 4 + [1])" for face, name in enumerate(faces, 1))
    (tmp_path / "bonus.py").write_text(
        f"from refactored.yatzy import Yatzy\ntable = Yatzy()\ntable.start('yatzy', ['Ann'])\n{fill}\n",
        encoding="utf-8",
    )
    assert ask("__import__('bonus').table.upper_bonus('Ann')", extensions()[2], tmp_path) == "50"


@pytest.mark.parametrize("extension", extensions(), ids=["category", "game", "bonus"])
def test_what_an_extension_changes_stands_in_documents_alone(extension: str, tmp_path: Path) -> None:
    """Else nobody could approve it: no scenario has a figure of its own that a change of the rules makes wrong."""
    shutil.copytree(WORKSPACE / "refactored", tmp_path / "refactored", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run(["git", "apply", "-"], input=extension, text=True, cwd=tmp_path, check=True)  # noqa: S607 - any git
    (tmp_path / "received").mkdir()
    (tmp_path / "refactored").rename(tmp_path / "extended")
    for module in (tmp_path / "extended").glob("*.py"):  # beside the original, it needs a name of its own
        module.write_text(module.read_text(encoding="utf-8").replace("refactored", "extended"), encoding="utf-8")
    options = [f"--practice={tmp_path}:extended.yatzy", f"--received-to={tmp_path / 'received'}"]
    scenarios = ["tests/golden_master", "--ignore=tests/golden_master/test_every_order.py"]
    done = subprocess.run(  # noqa: S603 - our own tests
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *scenarios, *options],
        cwd=WORKSPACE,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
