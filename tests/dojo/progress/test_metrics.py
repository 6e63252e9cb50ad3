"""Measures: of a worked example, of code that is broken, of many states at once."""

import subprocess
import warnings
from pathlib import Path
from typing import Any

import pytest

from dojo.errors import WorkspaceError
from dojo.progress import metrics as measures
from dojo.progress.metrics import Longest, code_of, complexities, functions_of, longest_of, measure

# By hand: count is 1 straight on, + 1 for the loop, + 1 for the condition = 3; reset is 1; rank is 1 + 3 conditions
# = 4, `and` adding none; worth is 1, + 1 for the function inside it, which is 1 itself and a function of its own = 2.
# 5 functions of 3 + 1 + 4 + 2 + 1 = 11. Lines from `def` to the end: 6, 2, 8, 5 and 2.
EXAMPLE = '''"""Dice."""


class Sixes:
    def count(self, dice):
        found = 0
        for die in dice:
            if die == 6:
                found += 1
        return found

    @property
    def reset(self):
        return 0


def rank(points):
    if points > 50 and points < 60:
        return "high"
    elif points > 20:
        return "fair"
    if points:
        # anything at all
        return "low"


def worth(dice):
    def sum_of(these):
        return sum(these)

    return sum_of(dice)
'''
BROKEN = "def broken(:\n    pass\n"
STRAIGHT = "def straight():\n    return 1\n"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Give a workspace whose rules know names that are not used, and pass over some files."""
    settings = '[tool.ruff]\nextend-exclude = ["legacy", "practice*"]\n[tool.ruff.lint]\nselect = ["F", "INP"]\n'
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    return tmp_path


def measured(workspace: Path, **files: str) -> measures.Measures:
    return measure(workspace, [{f"{name}.py": text for name, text in files.items()}])[0]


def test_complexity_of_the_worked_example(workspace: Path) -> None:
    found = measured(workspace, example=EXAMPLE)
    assert (found.methods, found.worst_complexity, found.mean_complexity) == (5, 4, 11 / 5)


def test_longest_method_of_the_worked_example(workspace: Path) -> None:
    assert measured(workspace, example=EXAMPLE).longest_method == Longest(8, "rank")


def test_lines_are_those_that_are_not_blank(workspace: Path) -> None:
    assert measured(workspace, example="# said\n\n   \nx = 1\n\n", other="y = 2").lines == 3


def test_a_decorator_does_not_make_a_method_longer() -> None:
    assert longest_of({"a.py": f"@cache\n@again\n{STRAIGHT}"}) == Longest(2, "straight")


def test_of_methods_as_long_as_each_other_the_first_is_named() -> None:
    assert longest_of({"b.py": STRAIGHT, "a.py": "def one(): ...\ndef a():\n  1\ndef b():\n  1\n"}).name == "a"


def test_functions_are_found_wherever_statements_stand() -> None:
    text = "try:\n  def a(): ...\nexcept E:\n  def b(): ...\nmatch x:\n  case 1:\n    async def c(): ...\n"
    assert [function.name for function in functions_of(text)] == ["a", "b", "c"]


def test_no_warning_is_made_of_odd_code() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(functions_of('def odd():\n    return "\\d"\n')) == 1


def test_a_file_name_that_is_not_utf8_is_no_obstacle(workspace: Path) -> None:
    [found] = measures.measure(workspace, [{"caf\udce9.py": "def f():\n    return 1\n"}])
    assert (found.lines, found.methods) == (2, 1)


def test_no_code_has_no_measures(workspace: Path) -> None:
    assert measured(workspace) == measures.Measures(0, 0, 0, 0.0, Longest(0, ""), 0)


def test_a_file_that_does_not_parse_counts_its_lines_alone(workspace: Path) -> None:
    found = measured(workspace, broken=BROKEN)
    assert (found.lines, found.methods, found.longest_method) == (2, 0, Longest(0, ""))


def test_a_file_that_does_not_parse_leaves_the_others_alone(workspace: Path) -> None:
    found = measured(workspace, broken=BROKEN, example=EXAMPLE)
    assert (found.methods, found.worst_complexity, found.longest_method.name) == (5, 4, "rank")


def test_nothing_hides_from_complexity(workspace: Path) -> None:
    assert measured(workspace, hidden="# ruff: noqa\ndef hidden():  # noqa: C901\n    return 1\n").methods == 1


def test_findings_are_those_of_the_projects_own_rules(workspace: Path) -> None:
    assert measured(workspace, example="import os\nimport sys\nl = 1\n").lint_findings == 2


def test_code_that_the_project_passes_over_is_measured_all_the_same(workspace: Path) -> None:
    found = measure(workspace, [{"legacy/practice_dice.py": f"import os\n{STRAIGHT}", "build/a.py": STRAIGHT}])[0]
    assert (found.methods, found.lint_findings) == (2, 1)


def test_a_package_is_measured_as_one() -> None:
    project = Path(__file__).resolve().parents[3]
    assert measure(project, [{"__init__.py": '"""Dice."""\n', "dice.py": '"""Dice."""\n'}])[0].lint_findings == 0


@pytest.mark.parametrize("variable", ["FORCE_COLOR", "CLICOLOR_FORCE", "RUFF_OUTPUT_FILE"])
def test_findings_are_counted_whatever_is_set_around_it(
    workspace: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "1")
    assert measured(workspace, example="import os\n").lint_findings == 1


def test_measures_come_in_the_order_of_the_states(workspace: Path) -> None:
    states = [{"a.py": "import os\n" * (number > 1) + "x = 1\n" * number} for number in (2, 12, 0, 2, 1)]
    found = [(each.lines, each.lint_findings > 0) for each in measure(workspace, states)]
    assert found == [(3, True), (13, True), (0, False), (3, True), (1, False)]


def test_ruff_runs_twice_however_many_states_there_are(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[Any] = []
    real = subprocess.run

    def counted(*arguments: Any, **options: Any) -> Any:
        runs.append(arguments)
        return real(*arguments, **options)

    monkeypatch.setattr(subprocess, "run", counted)
    measure(workspace, [{"a.py": f"x = {number}\n"} for number in range(20)])
    assert len(runs) == 2


def test_complexity_alone_is_that_of_all_measures_in_the_order_of_the_states(workspace: Path) -> None:
    states = [{"a.py": EXAMPLE}, {}, {"a.py": "def one():\n    return 1\n", "b.py": EXAMPLE}]
    all_measures = [(each.worst_complexity, each.mean_complexity) for each in measure(workspace, states)]
    assert complexities(states) == all_measures == [(4, 11 / 5), (0, 0), (4, 2)]


def test_rules_that_ruff_cannot_read_are_a_matter_for_the_person(workspace: Path) -> None:
    (workspace / "pyproject.toml").write_text("[tool.ruff]\nline-length = 'long'\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"^ruff could not measure the code: "):
        measured(workspace, example=EXAMPLE)


def test_tests_and_what_is_not_ones_own_are_no_code() -> None:
    others = ["tests/test_dice.py", "dice/tests/a.py", ".venv/a.py", "venv/a.py", "approved_files/a.py", ".a.py"]
    assert list(code_of(dict.fromkeys([*others, "dice/a.py", "tests.py"], ""))) == ["dice/a.py", "tests.py"]
