"""A look at two pages in a real browser: the board updates itself, keys move on the worked way."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dojo.commands.way import way_page
from dojo.kata.way import worked_steps
from dojo.progress.measures import measure_states
from dojo.room.page import BoardPages
from tests.dojo.room.boards import SetRoom, pair
from tests.dojo.small_kata import WORKSPACE

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
OPTIONS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"),
    "--window-size=1600,900",
    # Console messages go to stderr.
    "--enable-logging=stderr",
    # The clock of the page: it does not wait, and does not depend on the load of the machine.
    "--virtual-time-budget=5000",
    "--dump-dom",
)
# It presses a key in each second of the page's clock, and then notes where the page is.
SCRIPT = """<script>
const pressed = ["{}"];
pressed.forEach((key, second) => setTimeout(
  () => dispatchEvent(new KeyboardEvent("keydown", {{key}})), 1000 * (second + 1)));
setTimeout(() => document.body.dataset.step = location.hash, 4000);
</script>"""


def look(page: Path) -> str:
    """Open a page in a browser for five seconds. Returns its HTML after them."""
    found = [name for name in BROWSERS if shutil.which(name)]
    if not found:
        pytest.skip(f"there is none of these here: {', '.join(BROWSERS)}")
    profile = f"--user-data-dir={page.parent / 'profile'}"
    command = [found[0], *OPTIONS, profile, page.as_uri()]
    done = subprocess.run(  # noqa: S603 - a browser
        command, capture_output=True, text=True, check=True
    )
    assert "CONSOLE" not in done.stderr
    return done.stdout


def test_an_open_board_shows_a_new_check(tmp_path: Path):
    room = SetRoom(pair("g"))
    pages = BoardPages(room, tmp_path / "board.html")
    pages.write(live=True)
    opened = pages.file.read_text(encoding="utf-8")
    room.clone.pairs = [pair("gr")]
    pages.write(live=True)
    pages.file.write_text(opened, encoding="utf-8")
    seen = look(pages.file)
    assert '<i class="green">.</i><i class="red">x</i>' in seen
    assert 'id="heard">as of' in seen


@pytest.mark.parametrize(
    ("keys", "number"), [(["Home", "ArrowRight"], 2), (["End", "ArrowLeft"], 3)]
)
def test_keys_move_on_the_worked_way(keys: list[str], number: int, tmp_path: Path):
    steps = worked_steps(WORKSPACE)[:4]
    measured = measure_states([{"yatzy.py": ""}] * 5)
    script = SCRIPT.format('", "'.join(keys))
    page = tmp_path / "worked.html"
    page.write_text(way_page(steps, measured, 4) + script, encoding="utf-8")
    [step] = re.findall('data-step="(.*?)"', look(page))
    assert step == f"#{number}"
