"""`dojo mutants`, the command around the grade: what it refuses, how it ends, and how it goes on."""

import json
import sys

import pytest
from click.testing import CliRunner

if sys.platform == "win32":
    pytest.skip("mutmut needs fork", allow_module_level=True)

from dojo.commands import main
from dojo.commands.mutants import mark
from dojo.practice.model import Practice
from dojo.text import WrongUsageError
from tests.dojo.practising import YATZY
from tests.dojo.small_kata import SmallKata


@pytest.mark.usefixtures("blind")
def test_red_is_json_for_a_program(kata: SmallKata, monkeypatch: pytest.MonkeyPatch) -> None:
    kata.change(YATZY, "first + second", "first")
    monkeypatch.chdir(kata.folder)
    done = CliRunner().invoke(main, ["mutants", "--json"])
    found = json.loads(done.stdout)
    assert (done.exit_code, found["status"], len(found["findings"])) == (3, "red", 1)


def test_a_mark_is_refused_without_a_reason_or_a_second_time(blind_once: Practice) -> None:
    for why in (" ", "equivalent"):
        with pytest.raises(WrongUsageError, match="Say in a few words why"):
            mark(blind_once, 1, why)
    assert not (blind_once.folder / "equivalent.txt").exists()
    mark(blind_once, 1, "It is the same.")
    with pytest.raises(WrongUsageError, match="known to be equivalent: It is the same"):
        mark(blind_once, 1, "It is the same.")


@pytest.mark.parametrize(
    ("is_there", "told"),
    [(True, "Opened in your browser: {}\n"), (False, "No browser was found. Open it yourself: {}\n")],
)
def test_the_page_of_the_last_run_shows_what_was_tested_whatever_became_of_it(
    blind_once: Practice, monkeypatch: pytest.MonkeyPatch, *, is_there: bool, told: str
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: opened.append(address) or is_there)
    monkeypatch.chdir(blind_once.workspace)
    (blind_once.folder / "yatzy.py").write_text("class Yatzy:\n    pass\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["mutants", "--open"])
    page = blind_once.home / "mutants.html"
    assert (done.stdout, opened) == (told.format("practice/.dojo/mutants.html"), [page.resolve().as_uri()])
    assert 'id="practice/yatzy.py:11"' in page.read_text(encoding="utf-8")
