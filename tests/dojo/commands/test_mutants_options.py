"""Options of `dojo mutants` for a CI service: a lowest score, changes, annotations."""

import json
import sys
from pathlib import Path
from subprocess import CompletedProcess
from typing import NoReturn

import pytest

if sys.platform == "win32":
    pytest.skip("without fork, mutants take long", allow_module_level=True)

from dojo.checking.outcome import RunOptions
from dojo.commands import mutants
from dojo.errors import WorkspaceError
from dojo.mutation import run
from dojo.mutation.kept import ResultFiles
from dojo.mutation.project import Project
from dojo.mutation.run import Bar, MutantOptions
from dojo.practice.branch import Branch
from dojo.practice.history import History
from dojo.practice.model import Practice
from tests.dojo.practising import YATZY, git, write_files
from tests.dojo.small_kata import SmallKata

CART = """def fee(price):
    return price + 7


def label(name):
    return name + "!"
"""
WITHOUT_MUTANTS = "\n\ndef nothing():\n    pass\n"

pytestmark = pytest.mark.usefixtures("one_order")


@pytest.mark.parametrize(
    ("lowest", "exit_code", "line"),
    [
        ("66.7", 0, "The score is at least 66.7 %."),
        ("66.8", 1, "Fails: the score is below 66.8 %."),
        ("100", 1, "Fails: the score is below 100 %."),
    ],
)
def test_a_score_may_be_enough_although_a_mutant_survived(
    lowest: str, exit_code: int, line: str, graded: SmallKata
):
    done = graded.dojo("mutants", "--fail-under", lowest)
    assert (done.returncode, done.stdout.splitlines()[-1]) == (exit_code, line)


def test_for_a_program_only_the_exit_code_tells_that_the_score_is_low(graded: SmallKata):
    done = graded.dojo("mutants", "--json", "--fail-under", "90")
    assert (done.returncode, json.loads(done.stdout)["score"]) == (1, 66.7)


def test_the_lowest_score_is_not_compared_with_an_estimate(
    graded: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    def grade(_practice: Practice, _bar: Bar, options: MutantOptions) -> NoReturn:
        raise WorkspaceError(f"tests estimates: {options.tests_estimates}")

    monkeypatch.setattr(mutants, "grade_mutants", grade)
    assert "tests estimates: True" in graded.dojo("mutants", "--fail-under", "90").stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("3 --fail-under 90", "start a new run"),
        ("--open --fail-under 90", "start a new run"),
        ("--open --github", "start a new run"),
        ("--shard 1/2 --fail-under 90", "A shard shows no result"),
        ("--shard 1/2 --github", "A shard shows no result"),
        ("--shard 1/2 --sarif a.sarif", "A shard shows no result"),
        ("--open --sarif a.sarif", "start a new run"),
        ("--json --github", "--json prints a single object"),
        ("--fail-under 101", "101.0 is not in the range"),
    ],
)
def test_options_that_cannot_work_are_refused(arguments: str, message: str, graded: SmallKata):
    done = graded.dojo("mutants", *arguments.split())
    assert (done.returncode, message in done.stderr) == (2, True)


def test_without_a_change_there_is_nothing_to_fail(graded: SmallKata):
    done = graded.dojo("mutants", "--since", "main", "--fail-under", "90")
    assert (done.returncode, done.stdout) == (0, "Nothing changed since main.\n")


@pytest.fixture(scope="module")
def without_mutants(
    template_with_results: SmallKata, tmp_path_factory: pytest.TempPathFactory
) -> tuple[SmallKata, CompletedProcess[str]]:
    """Add a function without mutants, and grade what changed."""
    kata = template_with_results.copy_to(tmp_path_factory.mktemp("without"))
    kata.write(YATZY, kata.read(YATZY) + WITHOUT_MUTANTS)
    return kata, kata.dojo("mutants", "--since", "main")


def test_a_change_without_mutants_is_nothing_to_fail(
    without_mutants: tuple[SmallKata, CompletedProcess[str]],
):
    _, done = without_mutants
    message = "There is no score, because there is no mutant of what changed since main."
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, message)


def test_named_code_without_mutants_cannot_be_graded(
    without_mutants: tuple[SmallKata, CompletedProcess[str]],
):
    kata, _ = without_mutants
    done = kata.dojo("mutants", "nothing", "--fail-under", "90")
    assert (done.returncode, "there is no mutant of nothing" in done.stderr) == (3, True)


def test_for_a_program_no_mutant_has_no_score(graded: SmallKata):
    found = json.loads(graded.dojo("mutants", "--since", "main", "--json").stdout)
    kept = {name: found[name] for name in ("part", "made", "score", "survivors")}
    part = "what changed since main"
    assert kept == {"part": part, "made": 0, "score": None, "survivors": []}


@pytest.mark.usefixtures("blind")
def test_the_check_before_the_mutants_has_the_limit(
    kata: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    def check(_practice: Practice, _history: History, options: RunOptions, *_: object) -> NoReturn:
        raise WorkspaceError(f"limit {options.limit}")

    monkeypatch.setattr(mutants, "run_check", check)
    assert "limit 5.0" in kata.dojo("mutants", "--limit", "5").stderr


@pytest.fixture
def told_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell how many workers a run starts, in an error, in place of starting them."""

    def start(_project: Project, _original: Path, number: int, **_: object) -> NoReturn:
        raise WorkspaceError(f"{number} workers")

    monkeypatch.setattr(run, "REGIONS_PER_WORKER", 0.01)
    monkeypatch.setattr(run, "start_crew", start)


@pytest.mark.usefixtures("blind", "told_workers")
@pytest.mark.parametrize("command", ["mutants", "verify"])
def test_mutants_are_tested_by_as_many_workers_as_asked(command: str, kata: SmallKata):
    assert "7 workers" in kata.dojo(command, "--workers", "7").stderr


@pytest.mark.usefixtures("told_workers")
def test_the_rest_of_an_interrupted_run_is_tested_by_as_many(graded: SmallKata):
    files = ResultFiles(graded.folder / "practice/.dojo")
    kept = files.read_last()
    del kept.results[min(kept.results)]
    files.write(kept)
    assert "7 workers" in graded.dojo("mutants", "--workers", "7").stderr


def test_of_an_interrupted_run_only_the_chosen_mutants_are_counted(
    graded: SmallKata, monkeypatch: pytest.MonkeyPatch
):
    def interrupt(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr(mutants, "grade_mutants", interrupt)
    graded.write("practice/cart.py", CART)
    assert "2 of 3 tested mutants killed." in graded.dojo("mutants", "yatzy.py").stderr
    assert "before a mutant was tested" in graded.dojo("mutants", "cart.py").stderr


@pytest.mark.usefixtures("told_workers")
def test_mutants_of_what_a_changed_test_runs_are_tested_by_as_many(graded: SmallKata):
    graded.change("practice/tests/test_yatzy.py", "== 12", "== 6 + 6")
    assert "7 workers" in graded.dojo("mutants", "--workers", "7").stderr


def test_the_results_are_written_to_the_report(graded: SmallKata):
    graded.dojo("mutants", "--report", "mutants.json")
    assert '"Survived"' in graded.read("mutants.json")


@pytest.mark.parametrize(
    "option", ["--report practice/m.html", "--report practice/m.json", "--sarif practice/m.sarif"]
)
def test_a_report_in_the_practice_changes_no_result(option: str, graded: SmallKata):
    graded.dojo("mutants", *option.split())
    report = next(graded.folder.glob("practice/m.*"))
    shown = graded.dojo("mutants").stdout
    assert ("made: 0 tested, 3 kept" in shown, "estimate" in shown) == (True, False)
    report.unlink()
    assert "made: 0 tested, 3 kept" in graded.dojo("mutants").stdout


def test_shards_may_be_tested_and_merged_in_the_practice(graded: SmallKata):
    for shard in ("1/2", "2/2"):
        done = graded.dojo("mutants", "--shard", shard, folder=graded.folder / "practice")
        assert "changed while the mutants were tested" not in done.stderr
    files = ["mutants-1-of-2.json", "mutants-2-of-2.json"]
    done = graded.dojo("mutants", "--merge", *files, folder=graded.folder / "practice")
    assert done.stdout.startswith("score 66.7 %")


# Annotations and SARIF.


def annotated(shown: str) -> list[str]:
    """Return the file and the line of each annotation."""
    lines = [line for line in shown.splitlines() if line.startswith("::")]
    return [line.removeprefix("::warning ").partition(",title=")[0] for line in lines]


def located(log: str) -> list[tuple[str, int]]:
    """Return the path and the line of each result in a log."""
    places = []
    for result in json.loads(log)["runs"][0]["results"]:
        place = result["locations"][0]["physicalLocation"]
        places.append((place["artifactLocation"]["uri"], place["region"]["startLine"]))
    return places


def test_annotations_and_sarif_have_paths_from_the_root_of_the_repository(graded: SmallKata):
    shown = graded.dojo("mutants", "--github", "--sarif", "found.json").stdout
    assert annotated(shown) == ["file=yatzy.py,line=11"]
    assert located(graded.read("found.json")) == [("yatzy.py", 11)]


def test_of_a_changed_function_only_changed_lines_are_annotated(graded: SmallKata):
    graded.change(YATZY, "return first + second", "total = first + second\n        return total")
    graded.change(YATZY, "if first != second", "if not first == second")
    shown = graded.dojo("mutants", "--since", "main", "--github").stdout
    assert "practice/yatzy.py:11" in shown
    assert annotated(shown) == []


def test_a_project_in_place_may_be_a_folder_of_the_repository(
    kata: SmallKata, tmp_path_factory: pytest.TempPathFactory
):
    root = tmp_path_factory.mktemp("projects")
    git(root, "init", "-q", "-b", "main")
    git(root, "config", "user.name", "Ada")
    git(root, "config", "user.email", "ada@host")
    write_files(
        root / "shop", {"cart.py": CART, "test_cart.py": "import cart\n\ndef test(): cart\n"}
    )
    Branch(root).commit("Add a shop")
    kata.dojo("start", "--here", folder=root / "shop")
    write_files(root / "shop", {"cart.py": CART.replace("7", "8")})
    shown = kata.dojo("mutants", "--since", "main", "--github", folder=root / "shop").stdout
    assert annotated(shown) == ["file=shop/cart.py,line=2"]


def test_without_a_change_sarif_has_no_result(graded: SmallKata):
    done = graded.dojo("mutants", "--json", "--since", "main", "--sarif", "a.sarif")
    assert (json.loads(done.stdout)["made"], done.stderr) == (0, "Report written: a.sarif\n")
    assert located(graded.read("a.sarif")) == []


def test_sarif_replaces_no_file_of_somebody_else(graded: SmallKata):
    graded.write("a.sarif", "mine")
    done = graded.dojo("mutants", "--sarif", "a.sarif")
    assert (done.returncode, graded.read("a.sarif")) == (3, "mine")
