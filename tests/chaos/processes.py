"""What a scene has left running: processes that are in its folder or name it, and orphans, wherever they went."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import psutil

from dojo.confinement import adopt_orphans
from tests.chaos.scene import Scene

REAPED_SECONDS = 10.0


class Watch(NamedTuple):
    """Tells what a scene has left running, beside the children that there were before."""

    scene: Scene
    before: list[psutil.Process]

    def left_running(self) -> list[psutil.Process]:
        """Return the processes that the scene has left."""
        orphans = [each for each in psutil.Process().children() if each not in self.before]
        others = [each for each in psutil.process_iter() if _is_of(self.scene, each)]
        return [each for each in {*orphans, *others} if _runs(each)]


@contextmanager
def watching(scene: Scene) -> Iterator[Watch]:
    """Watch what a scene starts, adopt what it leaves behind, and end that."""
    watch = Watch(scene, psutil.Process().children())
    adopt_orphans(adopt=True)
    try:
        yield watch
    finally:
        end(watch.left_running())
        adopt_orphans(adopt=False)


def end(processes: list[psutil.Process]) -> None:
    """End these processes."""
    for each in processes:
        with suppress(psutil.Error):
            each.kill()
    psutil.wait_procs(processes, REAPED_SECONDS)


def _runs(process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return process.status() != psutil.STATUS_ZOMBIE
    return False


def _is_of(scene: Scene, process: psutil.Process) -> bool:
    with suppress(psutil.Error):
        return any(str(scene.folder) in each for each in (process.cwd(), *process.cmdline()))
    return False
