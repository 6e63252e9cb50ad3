"""Writing stories into the golden master, as tests that people edit, with their documents."""

import ast
import shutil
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from dojo.drafting.exploring import Story
from dojo.files import read_text, temporary_folder
from dojo.kata.description import Kata, Level, read_kata
from dojo.kata.golden_master import write_golden_master
from dojo.kata.workspace import read_tangle
from dojo.pages import render
from dojo.processes import run
from dojo.record.rendering import FORMAT

TEMPLATE = "kata/scenarios.py.txt"
HELPERS = "from .calls import call, document, step, story\n"


def write_scenarios(workspace: Path, stories: Iterable[Story]) -> None:
    """Add stories to scenarios, and write documents.

    Each goes to the lowest level that has all lines that it runs. Raises WorkspaceError if a
    scenario fails.
    """
    kata = read_kata(workspace)
    by_level: dict[int, list[Story]] = defaultdict(list)
    for story in stories:
        by_level[level_of(workspace, story.lines).number].append(story)
    for number, of_level in by_level.items():
        own_module = kata.level(number).scenarios[-1]  # those before may be of lower levels
        _add(workspace / kata.golden_master / f"{own_module}.py", of_level, kata, number)
    write_documents(workspace)


def level_of(workspace: Path, lines: Iterable[int]) -> Level:
    """Return the lowest level that has all of these lines."""
    kata = read_kata(workspace)
    last = max(lines, default=0)
    for level in kata.levels:
        if last <= read_tangle(workspace, level).count("\n"):
            return level
    return kata.last_level


def write_documents(workspace: Path) -> None:
    """Write the documents of the tangle in place of the approved ones."""
    with temporary_folder("documents") as folder:
        for document in write_golden_master(workspace, folder):
            shutil.copy(document, workspace / read_kata(workspace).approved_files)


def _add(file: Path, stories: list[Story], kata: Kata, level: int) -> None:
    """Add stories to a file of scenarios, if possible to a test with stories of the same kind."""
    taken = [read_text(other) for other in file.parent.glob("test_*.py") if other != file]
    by_test: dict[str, list[str]] = defaultdict(list)
    for story in stories:
        name = name_of_test(story)
        if any(f"def test_{name}(" in text for text in taken):
            name += f"_level_{level}"
        by_test[name].append(source_of(story, kata.module))
    text = read_text(file) if file.exists() else ""
    new_tests: dict[str, list[str]] = {}
    for name, entries in by_test.items():
        place = _end_of_calls(text, f"test_{name}")
        if place is None:
            new_tests[name] = entries
        else:
            added = "".join(f"{entry},\n" for entry in entries)
            text = text[:place] + added + text[place:]
    modules = {name for story in stories for name in story.modules}
    if any("datetime." in entry for entries in by_test.values() for entry in entries):
        modules.add("datetime")
    model = {"level": level, "approved": kata.approved_files, "module": kata.module}
    drafted = render(TEMPLATE, tests=new_tests, modules=sorted(modules), **model)
    if text:
        imports = "".join(f"import {name}\n" for name in modules if f"import {name}\n" not in text)
        text = text.replace(HELPERS, f"{imports}{HELPERS}", 1)
        text += drafted.partition(HELPERS)[2]
    file.write_text(text or drafted, encoding="utf-8", newline="\n")
    run([*FORMAT, str(file.resolve())], file.parent)


def name_of_test(story: Story) -> str:
    """Name a test by the function or class of a story. Calls that raise errors are apart."""
    name = story.target.replace(".", "_").lower()
    if story.errors and not story.steps:
        return f"{name}_errors"
    return name


def _end_of_calls(text: str, test: str) -> int | None:
    """Return the offset of the end of the list `calls` in a test, or None."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef) and node.name == test:
            for each in node.body:
                if isinstance(each, ast.Assign) and isinstance(each.value, ast.List):
                    lines = text.encode().splitlines(keepends=True)
                    end = b"".join(lines[: (each.value.end_lineno or 1) - 1])
                    end += lines[(each.value.end_lineno or 1) - 1][: each.value.end_col_offset]
                    return len(end.decode()) - 1
    return None


def source_of(story: Story, module: str) -> str:
    """Return the Python of a story in a list of calls."""
    target = f"{module}.{story.target}"
    if not story.steps:
        return f"call({', '.join([target, *story.arguments])})"
    steps = [f"step({', '.join([target, *story.arguments])})"]
    for name, arguments in story.steps:
        steps.append(f"step({', '.join([repr(name), *arguments])})")
    return f"story({', '.join(steps)})"
