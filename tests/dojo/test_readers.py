"""Whatever reads a file is known, with the files that chaos damages for it; one that is new is noticed here."""

import ast
from collections.abc import Iterator
from fnmatch import fnmatch

import pytest

from tests.chaos.read import FOLDERS, READ
from tests.dojo.small_kata import WORKSPACE

READING = {"content_of", "read_bytes", "read_record", "read_text", "text_of"}
THE_READERS = {"kata/files.py", "kata/records.py"}  # through which the others read
SAVES = ".table/*"  # damaged without a screen, by the table's own keeper
OF_ONE_COMMAND = "nothing that is there before it"  # what its own processes leave in a folder that is gone with it
OF_THE_SYSTEM = "what the system says of processes"
OF_THE_DOJO = "its own page, style or list"  # installed with the code
OF_A_PLAYER = "somebody's code, tried in tests/dojo/games"
ELSEWHERE = (OF_THE_DOJO, OF_THE_SYSTEM, OF_A_PLAYER, OF_ONE_COMMAND, SAVES)
READERS = {  # by module, as patterns of what is read
    "board/page.py": [OF_THE_DOJO],
    "checking/explain.py": [OF_ONE_COMMAND],
    "checking/library.py": [OF_ONE_COMMAND],
    "checking/process.py": [OF_ONE_COMMAND],
    "checking/runner.py": ["practice/.dojo/printed.txt"],
    "checking/worker.py": [OF_THE_SYSTEM],
    "commands/verdicts.py": ["verdict.svg"],
    "confinement.py": [OF_THE_SYSTEM],
    "games/external_player.py": [OF_A_PLAYER],
    "kata/approval.py": ["approved_files/*", "practice/approved_files/*"],
    "kata/documents.py": ["KATA.md"],
    "kata/golden_master.py": ["legacy/*", "refactored/*"],
    "kata/handouts.py": [OF_THE_DOJO, "approved_files/worked_examples*"],
    "kata/levels.py": ["legacy/*"],
    "kata/pages.py": ["page.html"],
    "kata/worked.py": ["worked/*", "refactored/*"],
    "mutation/baseline.py": ["pyproject.toml"],
    "mutation/cache.py": ["mutants/manifest.json", "practice/.dojo/mutation/mutants/manifest.json", "mutants/lock"],
    "mutation/equivalent.py": ["approved_files/survivors*", "practice/equivalent.txt"],
    "mutation/results.py": ["mutants/*.json", "mutants/killers.tsv", "*mutants/*/yatzy.py.*"],
    "mutation/runner.py": ["practice/yatzy.py", "legacy/*"],
    "mutation/sandbox.py": ["practice/.dojo/mutation/src/*"],
    "mutation/settings.py": ["pyproject.toml"],
    "mutation/slips.py": ["tests/slips/*"],
    "mutation/unmutated.py": ["approved_files/unmutated*", "refactored/*"],
    "practice/asked.py": ["practice/.dojo/hint.json"],
    "practice/create.py": ["practice"],
    "practice/editing.py": ["worked/*"],
    "practice/entry_point.py": ["practice/yatzy.py"],
    "practice/ignored.py": [OF_THE_DOJO, "practice/.git/info/exclude"],
    "practice/locks.py": ["practice/.dojo/check.lock"],
    "practice/membership.py": ["practice/.git/config"],
    "practice/restoring.py": ["practice/yatzy.py"],
    "practice/standing.py": ["practice/.dojo/room.json", "practice/.dojo/room-news.txt"],
    "progress/comparison.py": ["practice/yatzy.py", "refactored/*"],
    "progress/hint.py": ["practice/yatzy.py"],
    "progress/page.py": [OF_THE_DOJO],
    "progress/way_page.py": [OF_THE_DOJO],
    "report/files.py": ["report.json"],
    "report/page.py": [OF_THE_DOJO],
    "report/report.py": ["legacy/*", "refactored/*"],
    "table/saves.py": [SAVES],
}


def readers() -> Iterator[str]:
    """Return the modules that read files, as paths."""
    for path in (WORKSPACE / "dojo").rglob("*.py"):
        calls = [node for node in ast.walk(ast.parse(path.read_bytes())) if isinstance(node, ast.Call)]
        if any(map(is_reading, calls)):
            yield path.relative_to(WORKSPACE / "dojo").as_posix()


def is_reading(call: ast.Call) -> bool:
    """Tell whether a call reads a file."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    mode = call.args[0].value if name == "open" and call.args and isinstance(call.args[0], ast.Constant) else ""
    return name in READING or "r" in str(mode) or "+" in str(mode)


def test_every_reader_is_known() -> None:
    assert set(readers()) - THE_READERS == READERS.keys()


@pytest.mark.parametrize("module", READERS)
def test_chaos_damages_what_it_reads(module: str) -> None:
    patterns = [each for each in READERS[module] if each not in ELSEWHERE]
    assert all(any(fnmatch(name, pattern) for name in (*READ, *FOLDERS)) for pattern in patterns)


def test_a_call_that_reads_is_told_from_others() -> None:
    lines = 'path.read_text(); content_of(path); path.open("rb"); path.open("a+"); path.open("w"); room.open(pair)'
    calls = [node.value for node in ast.parse(lines).body if isinstance(node, ast.Expr)]
    assert [is_reading(each) for each in calls if isinstance(each, ast.Call)] == [True] * 4 + [False] * 2
