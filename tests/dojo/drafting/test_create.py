"""Rules of a kata that is made of a module."""

import sys
from itertools import chain
from pathlib import Path

import pytest

from dojo.drafting.create import create_kata, refuse_module
from dojo.drafting.exploring import Story, explore
from dojo.drafting.scenarios import level_of, source_of, write_scenarios
from dojo.errors import WorkspaceError, WrongUsageError
from dojo.files import read_text
from dojo.kata.description import read_kata
from dojo.kata.golden_master import run_golden_master
from dojo.kata.workspace import present_implementations, refuse_mistakes
from dojo.practice.model import silent
from dojo.record.program import Program
from tests.dojo.drafting.modules import FINES

SCENARIOS = "tests/golden_master/test_level_1.py"


def test_the_golden_master_passes_on_the_tangle(made: Path):
    assert run_golden_master(made, ["legacy"])[0].passed


def test_the_tangle_is_the_module(made: Path):
    assert (made / "legacy/fines.py").read_text(encoding="utf-8") == FINES


def test_documents_have_the_results_that_the_exploration_found(made: Path):
    documents = [read_text(file) for file in (made / "approved_files").iterdir()]
    results = [story.results.splitlines() for story in explore(made / "legacy/fines.py").first]
    for result in chain(*results):
        assert any(result in document for document in documents)


def test_calls_that_raise_errors_have_a_test_of_their_own(made: Path):
    assert "ValueError" in read_text(made / "approved_files/fine_errors.approved.txt")
    assert "Error" not in read_text(made / "approved_files/fine.approved.txt")


def test_a_test_of_another_level_keeps_its_name(own: Path):
    other = own / "tests/golden_master/test_other.py"
    (own / SCENARIOS).rename(other)
    write_scenarios(own, [Story("fine", ["77"], [], lines=[3])])
    assert "def test_fine_level_1(" in read_text(own / SCENARIOS)


def test_every_draft_says_so(made: Path):
    for name in ("kata.toml", "KATA.md", "pyproject.toml", SCENARIOS, "refactored/__init__.py"):
        assert "rafted by `dojo kata new`" in (made / name).read_text(encoding="utf-8")


def test_the_description_fits_without_a_clean_version(made: Path):
    refuse_mistakes(made)
    assert present_implementations(made) == ("legacy",)


def test_a_clean_version_counts_as_soon_as_it_is_there(own: Path):
    (own / "refactored/other.py").touch()
    assert present_implementations(own) == ("legacy", "refactored")
    with pytest.raises(WorkspaceError, match=r"there is no refactored/fines\.py"):
        refuse_mistakes(own)


def test_a_folder_that_exists_is_not_replaced(made: Path):
    with pytest.raises(WorkspaceError, match="already exists"):
        create_kata(made, made / "legacy/fines.py", None, silent)


def test_a_failure_leaves_no_folder(tmp_path: Path):
    file = tmp_path / "broken.py"
    file.write_text("import nothing_of_this_name\n", encoding="utf-8")
    with pytest.raises(WorkspaceError):
        create_kata(tmp_path / "kata", file, None, silent)
    assert not (tmp_path / "kata").exists()


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("fines.txt", "x = 1\n", "is no Python file"),
        ("fines.py", "def fine(:\n", "is no Python file that parses"),
        ("fines.py", "from .rates import RATES\n", "imports from the package around it"),
    ],
)
def test_a_file_that_is_no_tangle_is_refused(name: str, text: str, problem: str, tmp_path: Path):
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(WrongUsageError, match=problem):
        refuse_module(tmp_path / name)


def test_calls_of_a_program_are_recorded(tmp_path: Path):
    (tmp_path / "fines.py").write_text(FINES, encoding="utf-8")
    program = tmp_path / "desk.py"
    program.write_text(
        "from fines import Account, fine\nprint(fine(44, 'film'))\n"
        "ann = Account('Ann Other')\nann.bring_back(3)\nann.pay(60)\n",
        encoding="utf-8",
    )
    words = Program([sys.executable], [str(program)], "desk.py")
    draft = create_kata(tmp_path / "kata", tmp_path / "fines.py", words, silent)
    text = (tmp_path / "kata" / SCENARIOS).read_text(encoding="utf-8")
    assert draft.recorded >= 1
    assert "Ann Other" in text


def test_a_call_is_added_to_the_test_of_its_function(own: Path):
    write_scenarios(own, [Story("fine", ["77"], [], lines=[3])])
    text = (own / SCENARIOS).read_text(encoding="utf-8")
    assert text.count("def test_fine(") == 1
    assert "call(fines.fine, 77)," in text
    assert "fine(77) -> 900" in (own / "approved_files/fine.approved.txt").read_text("utf-8")


def test_a_function_without_a_test_gets_one(own: Path):
    text = (own / SCENARIOS).read_text(encoding="utf-8")
    (own / SCENARIOS).write_text(text.replace("def test_fine(", "def test_mine("), "utf-8")
    write_scenarios(own, [Story("fine", ["77"], [], lines=[3])])
    text = (own / SCENARIOS).read_text(encoding="utf-8")
    assert "def test_mine(" in text
    assert "def test_fine(" in text
    assert text.count("import call") == 1


def test_what_the_arguments_need_is_imported(own: Path):
    story = Story("fine", ["datetime.date(2024, 2, 29).day"], [], lines=[3])
    write_scenarios(own, [story])
    assert "import datetime\n" in (own / SCENARIOS).read_text(encoding="utf-8")


def test_a_story_of_an_object_is_one_entry():
    story = Story("Account", ["'Ann'"], [("pay", ["20"]), ("name", [])])
    expected = "story(step(fines.Account, 'Ann'), step('pay', 20), step('name'))"
    assert source_of(story, "fines") == expected


def test_a_story_belongs_to_the_lowest_level_that_has_its_lines(own: Path):
    text = FINES.replace("# the desk has", "# ---- v2\n\n# the desk has")
    (own / "legacy/fines.py").write_text(text, encoding="utf-8")
    description = (own / "kata.toml").read_text(encoding="utf-8")
    second = '\n[[levels]]\ntitle = "accounts"\nscenarios = ["test_level_2"]\n'
    ends = description.replace("scenarios =", 'end = "v2"\nscenarios =')
    (own / "kata.toml").write_text(ends + second, encoding="utf-8")
    assert [level.number for level in read_kata(own).levels] == [1, 2]
    assert level_of(own, [2, 9]).number == 1
    assert level_of(own, [2, 30]).number == 2
