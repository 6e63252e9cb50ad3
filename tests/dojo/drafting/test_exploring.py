"""Rules of calls with varied arguments."""

from pathlib import Path

import pytest

from dojo.drafting.exploring import Findings, Story, explore, settled, stories_of
from dojo.errors import WorkspaceError
from dojo.inside.values import FUNCTIONS
from dojo.record.program import RecordedCall
from dojo.record.rendering import RecordedTest
from tests.dojo.drafting.conftest import TRIES
from tests.dojo.drafting.modules import FINES

CODE = range(2, len(FINES.splitlines()) + 1)


def test_the_stories_run_every_line_that_calls_can_reach(found: Findings):
    ran = {line for story in found.first for line in story.lines}
    in_functions = {
        number
        for number, line in enumerate(FINES.splitlines(), start=1)
        if line.startswith("    ") and not line.strip().startswith("def ")
    }
    assert in_functions - ran <= {7}  # `else:` is no statement


def test_each_public_function_and_class_has_stories(found: Findings):
    assert {story.owner for story in found.first} == {"fine", "Account"}


def test_values_that_the_code_compares_with_are_tried(found: Findings):
    arguments = {argument for story in found.first for argument in story.arguments}
    assert "'film'" in " ".join(arguments)


@pytest.mark.parametrize("version", ["limit", "object"])
def test_a_story_tells_a_version_apart(version: str, found: Findings):
    assert found.story_for(version) is not None


@pytest.mark.parametrize("version", ["fine", "same"])
def test_no_story_tells_an_equivalent_version_apart(version: str, found: Findings):
    assert found.story_for(version) is None


def test_a_story_is_found_among_variations_if_no_other_differs(tmp_path: Path):
    text = "def wait(days):\n    return days > 4321\n"
    file = tmp_path / "waiting.py"
    file.write_text(text, encoding="utf-8")
    versions = {"limit": text.replace(">", ">=")}
    assert explore(file, [Story("wait", ["3"], [])], versions, tries=0).found


def test_arguments_that_make_no_difference_are_left_out(tmp_path: Path):
    file = tmp_path / "lending.py"
    file.write_text("def fine(days, kind='book'):\n    return days\n", encoding="utf-8")
    assert {len(story.arguments) for story in explore(file, tries=50).first} == {1}


def test_functions_are_tried_for_what_the_code_calls(tmp_path: Path):
    file = tmp_path / "applying.py"
    file.write_text("def apply(rule):\n    return rule('one')\n", encoding="utf-8")
    (story,) = explore(file, tries=50).first
    assert story.arguments[0] in FUNCTIONS


def test_only_published_names_are_called(tmp_path: Path):
    file = tmp_path / "published.py"
    text = "__all__ = ['one']\ndef one():\n    return 1\ndef two():\n    return 2\n"
    file.write_text(text, encoding="utf-8")
    assert {story.target for story in explore(file, tries=50).first} == {"one"}


def test_the_same_is_found_again(fines: Path, found: Findings):
    assert explore(fines, tries=TRIES).first == found.first


def test_errors_by_accident_are_not_kept(found: Findings):
    assert not any("TypeError" in story.results for story in found.first)


def test_errors_on_purpose_are_kept(found: Findings):
    assert any("not lent here" in story.results for story in found.first)


def test_an_explored_module_writes_no_files(tmp_path: Path):
    target = tmp_path / "written.txt"
    file = tmp_path / "writer.py"
    file.write_text(f"def save(days):\n    open({str(target)!r}, 'w').close()\n", encoding="utf-8")
    explore(file, [Story("save", ["3"], [])], tries=0)
    assert not target.exists()


def test_an_endless_loop_is_left(tmp_path: Path):
    file = tmp_path / "endless.py"
    file.write_text("def wait(days):\n    while days > 5:\n        pass\n", encoding="utf-8")
    [story] = explore(file, [Story("wait", ["6"], [])], tries=0).first
    assert story.results.endswith("TooLongError")


def test_a_module_that_wants_to_exit_is_not_obeyed(tmp_path: Path):
    file = tmp_path / "leaving.py"
    file.write_text("def leave(days):\n    raise SystemExit(3)\n", encoding="utf-8")
    assert [story.results for story in explore(file, tries=50).first] == ["SystemExit: 3"]


def test_arguments_that_are_no_literals_are_made(tmp_path: Path):
    file = tmp_path / "lending.py"
    file.write_text("class Book: ...\ndef kind(it):\n    return type(it)\n", encoding="utf-8")
    story = Story("kind", ["it=lending.Book()"], [], modules=["lending"])
    assert explore(file, [story], tries=0).first[0].results == "Book"


def test_a_module_that_cannot_be_imported_is_named(tmp_path: Path):
    file = tmp_path / "broken.py"
    file.write_text("import nothing_of_this_name\n", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="nothing_of_this_name"):
        explore(file)


@pytest.mark.parametrize(
    ("body", "is_kept"),
    [("return days", True), ("return id(object())", False), ("return hash(str(days))", False)],
)
def test_results_by_chance_are_left_out(body: str, tmp_path: Path, *, is_kept: bool):
    file = tmp_path / "chance.py"
    file.write_text(f"def draw(days):\n    {body}\n", encoding="utf-8")
    assert bool(settled(explore(file, tries=50).first, file)) == is_kept


def test_a_result_that_depends_on_calls_before_is_left_out(tmp_path: Path):
    file = tmp_path / "counter.py"
    file.write_text(
        "seen = []\ndef count(days=1):\n    seen.append(1)\n    return len(seen)\n",
        encoding="utf-8",
    )
    stories = [Story("count", [], []), Story("count", ["2"], []), Story("count", ["3"], [])]
    assert len(settled(explore(file, stories, tries=0).first, file)) <= 1


def test_recorded_calls_become_stories():
    call = RecordedCall("fines.fine", "fines.fine", ["3"], ["fines"])
    created = RecordedCall("fines.Account.__init__", "fines.Account", ["'Ann'"], ["fines"])
    paid = RecordedCall("fines.Account.pay", "instance.pay", ["20"], ["fines"])
    named = RecordedCall("fines.Account.name", "getattr", ["instance", "'name'"], ["fines"])
    seeded = RecordedCall("fines.fine", "fines.fine", ["3"], ["fines"], seed="1")
    tests = [
        RecordedTest("a", None, [call]),
        RecordedTest("b", created, [paid, named]),
        RecordedTest("c", None, [seeded]),
    ]
    stories, left_out = stories_of(tests, "fines")
    assert [(story.target, story.arguments, story.steps) for story in stories] == [
        ("fine", ["3"], []),
        ("Account", ["'Ann'"], [("pay", ["20"]), ("name", [])]),
    ]
    assert left_out == 1
