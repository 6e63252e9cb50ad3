"""Importing the code of a practice so that a print for debugging never raises.

The golden master passes values that have no text, or too long a number. The code refuses them in
time, but a print at the beginning of a function would raise before that, and turn green red.
"""

import ast
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from dojo.inside.failures import StoppedError
from dojo.practice.code import is_source
from dojo.text import MAX_ERROR_CHARACTERS, shorten

# The practice may use the name of any module for something else.
SHOW_FAILURE = f"__import__('sys').modules[{__name__!r}].show_failure()"


def show_failure() -> None:
    """Print why a print failed. A timeout of the test, and Ctrl-C, are raised again."""
    error = sys.exception()
    if isinstance(error, StoppedError | KeyboardInterrupt):
        raise error
    message = shorten(f"{type(error).__name__}: {error}", MAX_ERROR_CHARACTERS)
    print(f"(cannot be printed: {message})")  # noqa: T201 - in place of the person's print


class DebuggingPrints(MetaPathFinder):
    """Finds the modules of a practice, and guards their prints."""

    def __init__(self, practice: Path) -> None:
        self.practice = practice

    def install(self) -> None:
        """Begin to find modules, after pytest, which loads the tests itself."""
        sys.meta_path.insert(sys.meta_path.index(PathFinder), self)

    def find_spec(
        self,
        name: str,
        path: Sequence[str] | None,
        target: ModuleType | None = None,
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or spec.origin is None or type(spec.loader) is not SourceFileLoader:
            return spec
        file = Path(spec.origin)
        is_own = file.is_relative_to(self.practice) and is_source(file.relative_to(self.practice))
        if not is_own:
            return spec
        spec.loader = Loader(name, spec.origin)
        return spec


class Loader(SourceFileLoader):
    """Compiles a module with guarded prints. All lines keep their numbers."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        tree = ast.parse(self.get_data(path), path)
        GuardPrints().visit(tree)
        return compile(tree, path, "exec", dont_inherit=True)


class GuardPrints(ast.NodeTransformer):
    """Puts each statement that is a call of print into a `try` statement."""

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        call = node.value
        is_print = (
            isinstance(call, ast.Call)
            and isinstance(call.func, ast.Name)
            and call.func.id == "print"
        )
        if not is_print:
            return node
        handler = ast.ExceptHandler(body=ast.parse(SHOW_FAILURE).body)
        guard = ast.Try(body=[node], handlers=[handler], orelse=[], finalbody=[])
        for each in (guard, *ast.walk(handler)):
            ast.copy_location(each, node)
        return guard
