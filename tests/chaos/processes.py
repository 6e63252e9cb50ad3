"""What a scene has left running."""

import psutil

from tests.chaos.scene import Scene


def still_there(scene: Scene) -> list[psutil.Process]:
    """Return the processes that the scene has left, and end them."""
    found = [each for each in psutil.process_iter() if _is_of(scene, each)]
    for each in found:
        each.kill()
    return found


def _is_of(scene: Scene, process: psutil.Process) -> bool:
    try:
        words = [process.cwd(), *process.cmdline()] if process.status() != psutil.STATUS_ZOMBIE else []
    except psutil.Error:
        return False
    return any(str(scene.folder) in each for each in words)
