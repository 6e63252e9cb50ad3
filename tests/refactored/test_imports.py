"""Who may know whom: imports inside the clean package run one way, and out of both implementations nowhere."""

import ast
import sys
from pathlib import Path

import pytest

WORKSPACE = Path(__file__).resolve().parents[2]
FROM_BOTTOM_TO_TOP = (
    *("refusals", "dice", "scoring", "rulesets", "scorecard", "players", "events", "game"),
    *("tournament", "transcript", "console", "yatzy"),
)
MODULES = sorted(path for name in ("legacy", "refactored") for path in (WORKSPACE / name).glob("*.py"))


def imported(path: Path) -> set[str]:
    """Return the full names of all modules that a file imports, `from a import b` as `a.b` if b is a module."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            parts = {f"{module}.{alias.name}" for alias in node.names}
            names |= {part if (WORKSPACE / f"{part.replace('.', '/')}.py").exists() else module for part in parts}
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_an_implementation_imports_the_standard_library_and_itself_alone(path: Path) -> None:
    foreign = {name.split(".")[0] for name in imported(path)} - set(sys.stdlib_module_names) - {path.parent.name}
    assert foreign == set()


@pytest.mark.parametrize("name", FROM_BOTTOM_TO_TOP)
def test_a_clean_module_imports_only_what_stands_below_it(name: str) -> None:
    below = FROM_BOTTOM_TO_TOP[: FROM_BOTTOM_TO_TOP.index(name)]
    own = {module for module in imported(WORKSPACE / "refactored" / f"{name}.py") if module.startswith("refactored.")}
    assert own <= {f"refactored.{module}" for module in below}


def test_every_clean_module_has_its_place_in_that_order() -> None:
    assert {path.stem for path in (WORKSPACE / "refactored").glob("*.py")} - {"__init__"} == set(FROM_BOTTOM_TO_TOP)
