"""Something that was begun in a thread of its own, and is asked for later."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread


def begun(make: Callable[[], str]) -> Future[str]:
    """Begin to make something that may take seconds; nobody who leaves waits for it."""
    made: Future[str] = Future()

    def run() -> None:
        try:
            made.set_result(make())
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is raised where the result is asked for
            made.set_exception(error)

    Thread(target=run, daemon=True).start()
    return made
