"""Rounds of chaos, their seed, and what the cases share."""

import secrets
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.chaos import turns
from tests.chaos.processes import watching
from tests.chaos.scene import Scene
from tests.chaos.writers import Writer

SEED, TURN = pytest.StashKey[int](), pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare how long chaos lasts, and how to have the same again."""
    group = parser.getgroup("chaos")
    group.addoption("--minutes", type=float, default=0.0, help="begin rounds for so long; without it, one round")
    group.addoption("--seed", type=int, help="what is left to chance comes from this number; without it, any other")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed, and declare what marks a case."""
    config.addinivalue_line("markers", "promise(*names): what a case tries")
    seed = config.getoption("--seed")
    config.stash[SEED] = config.stash[TURN] = secrets.randbelow(10**6) if seed is None else seed


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how to have the same chaos again."""
    seed, turn = config.stash[SEED], config.stash[TURN]
    again = f"`pytest tests/chaos --seed {seed}` brings the first again"
    terminalreporter.write_line(f"chaos: {turn - seed + 1} round(s); {again}, `--seed {turn}` the last")


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run one round, and more for as long as there is time."""
    end = time.monotonic() + 60 * session.config.getoption("--minutes")
    outcome = yield
    while time.monotonic() < end and not session.shouldstop and session.items:
        session.config.stash[TURN] += 1
        for number, item in enumerate(session.items):
            following = session.items[number + 1] if number + 1 < len(session.items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    if session.testsfailed:
        raise session.Failed(f"{session.testsfailed} failed")
    return outcome


@pytest.fixture
def turn(request: pytest.FixtureRequest) -> int:
    """Give the number of this round: the seed, and in each round after the first, one more."""
    return request.config.stash[TURN]


@pytest.fixture
def dice(request: pytest.FixtureRequest, turn: int) -> Random:
    """Give what a case leaves to chance."""
    return Random(f"{turn}/{request.node.nodeid}")


@pytest.fixture
def next_of(turn: int) -> turns.NextOf:
    """Give what chooses from a list of which a round tries some `at_once`, and the next round those after them."""
    return partial(turns.next_of, turn)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a small kata with a practice in which somebody has worked, once."""
    return Scene.made(tmp_path_factory.mktemp("template") / "kata").folder


@pytest.fixture
def scene(template: Path, tmp_path: Path) -> Scene:
    """Give each case such a kata of its own."""
    return Scene.copied(template, tmp_path / "kata")


@pytest.fixture
def is_clean(scene: Scene) -> Iterator[Callable[[], bool]]:
    """Give what tells whether no process is left, and end those that are."""
    with watching(scene) as watch:
        yield lambda: not watch.left_running()


@pytest.fixture(scope="session")
def whole_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make the whole kata with such a practice, once."""
    return Scene.whole(tmp_path_factory.mktemp("whole")).folder


@pytest.fixture
def whole(whole_template: Path, tmp_path: Path) -> Scene:
    """Give a case the whole kata."""
    return Scene.copied(whole_template, tmp_path / "whole")


@pytest.fixture
def set_up(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[Writer], Scene]:
    """Give what sets up a scene for a writer, one after the other."""

    def set_up(writer: Writer) -> Scene:
        template = request.getfixturevalue("whole_template" if writer.whole else "template")
        scene = Scene.copied(template, tmp_path / f"scene-{len(list(tmp_path.iterdir()))}")
        writer.prepare(scene)
        return Scene(scene.folder)  # in which what was prepared is somebody's own, too

    return set_up
