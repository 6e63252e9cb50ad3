"""mutmut, with less to do for each mutant.

patch: what stands in the place of a function, or of a module that a function uses, in mutmut's own modules. The code
under test gets Python as it is. A patch is written for one text of the function that is concerned; where any of these
texts is another, mutmut runs as it is, and a line says so.
"""

import hashlib
import inspect
import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType, SimpleNamespace
from typing import IO, Any, NamedTuple

import approvaltests  # noqa: F401 - like pytest: before a practice is looked through, which may have a file of that name
import mutmut.__main__
import pytest  # noqa: F401
from mutmut import stats
from mutmut.mutation import data, trampoline

from dojo.mutation.runner import UNPATCHED

PROGRESS_SECONDS = 0.2


class Patch(NamedTuple):
    """What to put in a module under a name, and the function that is concerned, by the hash of its text."""

    module: ModuleType
    name: str
    replacement: object
    function: Callable[..., Any]
    text_hash: str

    @property
    def fits(self) -> bool:
        """Tell whether the function is the one that the patch is written for."""
        return hashlib.sha256(inspect.getsource(self.function).encode()).hexdigest().startswith(self.text_hash)


def dump_compactly(value: object, file: IO[str], **_: object) -> None:
    """Write results as one text: after each mutant, mutmut writes all of its file, and json indents item by item."""
    file.write(json.dumps(value))


@dataclass
class Progress:
    """mutmut's line of progress, now and then: it counts all mutants for it, and would after each of them."""

    clock: Callable[[], float] = time.monotonic
    printed_at: float = -math.inf

    def __call__(self, results: dict[str, data.SourceFileMutationData], *, force_output: bool = False) -> None:
        """Print it if it is time."""
        now = self.clock()
        if force_output or now - self.printed_at >= PROGRESS_SECONDS:
            self.printed_at = now
            stats.print_stats(results, force_output=force_output)


def mutant_under_test() -> str:
    """Return the active mutant; mutmut notes it in two places, and each call of a function asks for it."""
    return trampoline._mutant_under_test or ""  # noqa: SLF001 - the other place, os.environ, is slow


COMPACT_JSON = SimpleNamespace(load=json.load, dump=dump_compactly, JSONDecodeError=json.JSONDecodeError)
# A fault in the generated source is found when that is compiled: no tree is as large as the one of this parse.
LATER_AST = SimpleNamespace(parse=lambda _: None)
PATCHES = (
    Patch(mutmut.__main__, "print_stats", Progress(), stats.print_stats, "c696f8b9aaa82458"),
    Patch(data, "json", COMPACT_JSON, data.SourceFileMutationData.save, "15947996b0acf462"),
    Patch(mutmut.__main__, "ast", LATER_AST, mutmut.__main__.create_mutants_for_file, "ba2228df090690d3"),
    Patch(trampoline, "get_mutant_under_test", mutant_under_test, trampoline.get_mutant_under_test, "6154fcef3a14cf80"),
)


def patch_mutmut() -> None:
    """Make all patches, or none."""
    if not all(patch.fits for patch in PATCHES):
        print(UNPATCHED)  # noqa: T201 - it joins what mutmut prints
        return
    for patch in PATCHES:
        setattr(patch.module, patch.name, patch.replacement)


if __name__ == "__main__":
    patch_mutmut()
    mutmut.__main__.cli()
