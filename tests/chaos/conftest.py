"""Rounds of chaos, their seed, and what the cases share."""

import secrets
import subprocess
import time
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.chaos.processes import still_there
from tests.chaos.scene import Scene
from tests.chaos.writers import WRITERS, Writer

SEED, ROUND = pytest.StashKey[int](), pytest.StashKey[int]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declare how long chaos lasts, and how to have the same again."""
    group = parser.getgroup("chaos")
    group.addoption("--minutes", type=float, default=0.0, help="begin rounds for so long; without it, one round")
    group.addoption("--seed", type=int, help="what is left to chance comes from this number; without it, any other")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the seed, and declare what marks a case."""
    config.addinivalue_line("markers", "promise(*names): what a case tries")
    seed = config.getoption("--seed")
    config.stash[SEED] = secrets.randbelow(10**6) if seed is None else seed
    config.stash[ROUND] = 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say how to have the same chaos again."""
    rounds, seed = config.stash[ROUND], config.stash[SEED]
    terminalreporter.write_line(f"chaos: {rounds} round(s); `pytest tests/chaos --seed {seed}` brings it again")


@pytest.hookimpl(wrapper=True)
def pytest_runtestloop(session: pytest.Session) -> object:
    """Run one round, and more for as long as there is time."""
    end = time.monotonic() + 60 * session.config.getoption("--minutes")
    outcome = yield
    while time.monotonic() < end and not session.shouldstop and session.items:
        session.config.stash[ROUND] += 1
        for number, item in enumerate(session.items):
            following = session.items[number + 1] if number + 1 < len(session.items) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    if session.testsfailed:
        raise session.Failed(f"{session.testsfailed} failed")
    return outcome


@pytest.fixture
def dice(request: pytest.FixtureRequest) -> Random:
    """Give what a case leaves to chance."""
    stash = request.config.stash
    return Random(f"{stash[SEED]}/{stash[ROUND]}/{request.node.nodeid}")


@pytest.fixture
def turn(request: pytest.FixtureRequest) -> int:
    """Give a number that each round makes one more: whoever goes through a list by it leaves nothing out."""
    return request.config.stash[SEED] + request.config.stash[ROUND]


@pytest.fixture
def next_of(request: pytest.FixtureRequest) -> Callable[[Collection[str], int, int], str]:
    """Give what chooses from a list of which a round tries some `at_once`, and the next round those after them."""
    stash = request.config.stash

    def choose(names: Collection[str], number: int, at_once: int) -> str:
        order = sorted(names)
        Random(stash[SEED]).shuffle(order)
        return order[((stash[ROUND] - 1) * at_once + number) % len(order)]

    return choose


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
    yield lambda: not still_there(scene)
    still_there(scene)


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


@pytest.fixture
def dealt(request: pytest.FixtureRequest) -> Callable[[int, int], Writer]:
    """Give what deals a writer to each of so many seats, in this round others than in the last."""
    stash = request.config.stash
    order = Random(f"{stash[SEED]}/{request.node.originalname}").sample(WRITERS, len(WRITERS))
    return lambda seat, seats: order[(seat + seats * (stash[ROUND] - 1)) % len(order)]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Give a small disk of one's own; where none may be mounted, skip."""
    folder = tmp_path / "disk"
    folder.mkdir()
    words = ["mount", "-t", "tmpfs", "-o", "size=24m", "dojo-chaos", str(folder)]
    if subprocess.run(words, capture_output=True, check=False).returncode != 0:  # noqa: S603
        pytest.skip("a disk can be mounted by root alone")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)  # noqa: S603, S607
