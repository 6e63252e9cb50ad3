"""The leaner mutmut generates the same source as mutmut, to the letter."""

import subprocess
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

COMPARE = """
import sys
from pathlib import Path
from mutmut.mutation import file_mutation
from dojo.mutation import mutmut_patches as lean

for path in sys.argv[1:]:
    source = Path(path).read_text(encoding="utf-8")
    file_mutation.function_trampoline_arrangement, file_mutation.deep_replace = lean.arrange, lean.replace
    plain = lean.generate("module.py", source)
    file_mutation.deep_replace = lean.replace_and_render
    print(lean.generate_lean("module.py", source) == plain, lean.generate_lean("module.py", source) == plain)
"""
ODD = '''"""Tabs, continued lines, text over several lines, a decorated and a nested function."""

def outer(first, *, second=(1,
        2)):
\tdef inner(x):
\t\treturn """a
  b""" + x
\tif first:
\t\treturn inner("c" \\
\t\t\t+ "d")
\treturn [n + 1 for n in second]


class Odd:
    """A class."""

    @staticmethod
    # a comment
    def still(x):  # another

        return x or 3

    @property
    def left_alone(self):
        return 4
    def last(self): return 5
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder in which mutmut finds a source."""
    (tmp_path / "src").mkdir()
    return tmp_path


def compared(folder: Path, *paths: str) -> list[str]:
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-c", COMPARE, *paths], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_of_odd_code(folder: Path) -> None:
    (folder / "odd.py").write_text(ODD, encoding="utf-8")
    assert compared(folder, "odd.py") == ["True True"]


def test_of_clean_code(folder: Path) -> None:
    sources = [Path(__file__).resolve().parents[3] / "refactored" / name for name in ("dice.py", "scorecard.py")]
    assert compared(folder, *map(str, sources)) == ["True True"] * len(sources)
