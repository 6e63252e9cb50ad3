"""A pytest plugin, which the settings of a practice name: with it, pytest in a practice is a check.

It adds the golden master of the level to the person's own tests, and lets nobody import a solution. A run of all that
guards the practice is kept as a check, with the files as they were when it began; a run of a part is none.
"""

import faulthandler
import os
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec
import pytest

from dojo.checking.explain import STACKS, describe, in_words
from dojo.checking.guard import NoSolutions
from dojo.checking.job import Job
from dojo.checking.notes import Notes
from dojo.checking.outcome import amber
from dojo.checking.record import Record
from dojo.checking.scenarios import load
from dojo.checking.subject import Subject
from dojo.errors import WorkspaceError
from dojo.practice.create import read_choices
from dojo.practice.model import HOME, practice_at

MEMORY_BYTES = 2 * 1024**3


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let a command of dojo say what it wants."""
    parser.addoption("--dojo-job", help="what a command of dojo wants, in JSON")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Generator[None]:
    """Begin before anything of the person's own is imported."""
    options, settings = early_config.known_args_namespace, early_config.inipath
    folder = settings.parent if settings and not options.dojo_job else Path.cwd()  # for an editor chooses the root
    if options.help or options.version or not (folder / HOME).is_dir():
        return (yield)
    job = msgspec.json.decode(options.dojo_job, type=Job) if options.dojo_job else Job.typed(read_choices(folder))
    practice = practice_at(folder, job.choices)
    os.environ["APPROVALTESTS_DISABLE_SCRIPT_DOWNLOADS"] = "1"
    is_worker = "PYTEST_XDIST_WORKER" in os.environ
    record = Record(
        practice, job, early_config.rootpath, is_check=job.is_check and not options.collectonly and not is_worker
    )
    stacks = practice.home / STACKS
    stacks.unlink(missing_ok=True)
    if job.clock_seconds is not None:
        limit(job.clock_seconds, stacks)
    with amber_unless_it_loads(record):
        golden_master = None if practice.choices.blind else load(practice, Path(job.here))
        solutions = NoSolutions(practice.folder)
        solutions.install()
        sys.dont_write_bytecode = True
        sys.pycache_prefix = str(practice.home / "none")  # what was compiled before may be older than its source
        early_config.pluginmanager.register(Notes(Subject(practice, job), golden_master, solutions))
        if golden_master is not None:
            record.scenarios = sum(map(len, golden_master.scenarios.values()))
        if not is_worker and not options.collectonly:
            early_config.pluginmanager.register(record)
        return (yield)


@contextmanager
def amber_unless_it_loads(record: Record) -> Iterator[None]:
    """Keep a run that does not come to its tests as amber."""
    try:
        yield
    except WorkspaceError as error:
        record.finish(amber(error.message, of_the_kata=True))
        raise pytest.UsageError(error.message) from None
    except BaseException as error:  # noqa: BLE001 - whatever a conftest of the person's own raises
        cause = error.__cause__ or error
        words = describe(cause, record.practice.folder) or in_words(cause)
        record.finish(amber(words))
        raise pytest.UsageError(words) from None


def limit(seconds: float, stacks: Path) -> None:
    """Limit time and memory of this process; where it was when its time was over, or it crashed, is written down."""
    file = stacks.open("w")
    faulthandler.enable(file)
    faulthandler.dump_traceback_later(seconds, exit=True, file=file)
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415 - Windows has none

    with suppress(OSError, ValueError):  # macOS refuses it
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
