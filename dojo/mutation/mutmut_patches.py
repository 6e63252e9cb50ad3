"""mutmut, with less to write and less to remember.

results: after each mutant, mutmut 3.8 writes those of the whole source file anew, indented, which Python's json does
item by item; for a file with 1,800 mutants that takes longer than the mutant. Here they are written as one text.
copies: the source that mutmut generates holds a copy of a function for each of its mutants. mutmut keeps every copy as
a syntax tree, all of them at once, and renders each twice. Here a copy is rendered as soon as it is made, and its tree
let go; and what was rendered is kept beside the generated source, so that a function that did not change is not
rendered again. The generated source is the same, to the letter (tests/dojo/ has a test of that).

What is changed here is mutmut's alone: the code that it tests gets Python as it is.
"""

import gc
import hashlib
import json
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any

import libcst
import mutmut.__main__
from libcst._nodes.internal import CodegenState
from mutmut.mutation import data, file_mutation

# Stand for what only the module knows while a function is rendered by itself; private to Unicode, so in nobody's code.
OUTER_INDENT, INDENT, NEWLINE = "\ue000", "\ue001", "\ue002"
TOOLS = f"{version('mutmut')} {version('libcst')}"

Arrangement = tuple[Sequence[Any], Sequence[Any], Sequence[Any], Sequence[str]]
Texts = dict[str, list[str]]  # what is rendered of a function: what stands before, its copies, and what stands after
FIRST_MUTANT = 2  # after the trampoline and the original

arrange: Callable[..., Arrangement] = file_mutation.function_trampoline_arrangement
replace: Callable[..., Any] = file_mutation.deep_replace
generate: Callable[..., Any] = file_mutation.mutate_file_contents
create: Callable[..., Any] = mutmut.__main__.create_mutants


class Rendered:
    """A statement that is text already."""

    text: str

    def _codegen_impl(self, state: CodegenState) -> None:
        text = self.text.replace(OUTER_INDENT, "".join(state.indent_tokens))
        state.add_token(text.replace(INDENT, state.default_indent).replace(NEWLINE, state.default_newline))


class RenderedFunction(Rendered, libcst.FunctionDef):
    """A function that is text already; mutmut asks for its name."""


class RenderedLine(Rendered, libcst.SimpleStatementLine):
    """A line that is text already."""


def rendered_function(name: str, text: str) -> RenderedFunction:
    """Return a function of this name and text."""
    function = RenderedFunction(libcst.Name(name), libcst.Parameters(), libcst.IndentedBlock([]))
    vars(function)["text"] = text
    return function


def rendered_line(text: str) -> RenderedLine:
    """Return a line of this text."""
    line = RenderedLine([])
    vars(line)["text"] = text
    return line


def render(statement: libcst.CSTNode) -> str:
    """Render a statement so that it may stand anywhere in any module."""
    state = CodegenState(INDENT, NEWLINE)
    state.increase_indent(OUTER_INDENT)
    statement._codegen(state)  # noqa: SLF001 - libcst has no public way for a part of a module
    return "".join(state.tokens)


def render_line(statement: libcst.CSTNode) -> str:
    """Render a statement that stands at the left margin."""
    return render(statement).replace(OUTER_INDENT, "")


class Rendering:
    """The functions of a source file, rendered: those of the last time, and those that are asked for now."""

    def __init__(self, path: Path) -> None:
        """Take what was kept in a file, if it can be read."""
        self.path = path
        self.now: dict[str, Texts] = {}
        try:
            self.before: dict[str, Texts] = json.loads(path.read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            self.before = {}

    def arrange(self, function: libcst.FunctionDef, mutants: Sequence[Any], class_name: str | None) -> Arrangement:
        """Do what mutmut does for a function, with text."""
        key = hashlib.sha256(f"{TOOLS} {class_name} {len(mutants)} {render(function)}".encode()).hexdigest()
        texts = self.before.get(key) or self.now.get(key) or rendered(function, mutants, class_name)
        self.now[key] = texts
        copies = [rendered_function(*copy) for copy in zip(texts["names"], texts["copies"], strict=True)]
        before, after = map(rendered_line, texts["before"]), map(rendered_line, texts["after"])
        return list(before), copies, list(after), texts["names"][FIRST_MUTANT:]

    def keep(self) -> None:
        """Write down what was asked for."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.now), encoding="utf-8")


def rendered(function: libcst.FunctionDef, mutants: Sequence[Any], class_name: str | None) -> Texts:
    """Let mutmut arrange a function, and render what it made."""
    before, copies, after, _ = arrange(function, mutants, class_name)
    return {
        "names": [copy.name.value for copy in copies],
        "copies": [copy.text if isinstance(copy, Rendered) else render(copy) for copy in copies],
        "before": list(map(render_line, before)),
        "after": list(map(render_line, after)),
    }


def replace_and_render(function: libcst.FunctionDef, old: Any, new: Any) -> RenderedFunction:  # noqa: ANN401 - any node
    """Make one mutant's copy of a function, and let go of its tree."""
    copy = replace(function, old, new)
    return rendered_function(copy.name.value, render(copy))


def generate_lean(filename: str, *arguments: Any) -> Any:  # noqa: ANN401 - mutmut's own
    """Do what mutmut does for a source file, with functions that are rendered once."""
    rendering = Rendering(Path("mutants") / f"{filename}.rendered.json")
    setattr(file_mutation, "function_trampoline_arrangement", rendering.arrange)  # noqa: B010 - mypy would have its types
    made = generate(filename, *arguments)
    rendering.keep()
    return made


class CompactJson:
    """What mutmut's results need of the module json."""

    load, JSONDecodeError = staticmethod(json.load), json.JSONDecodeError

    @staticmethod
    def dump(value: Any, file: IO[str], **_: Any) -> None:  # noqa: ANN401 - whatever there is to write
        """Write a value, without indentation."""
        file.write(json.dumps(value))


def create_mutants_without_collecting(max_children: int) -> Any:  # noqa: ANN401 - mutmut's own
    """Make all mutants without a look for garbage: syntax trees have no cycles, and there are millions of nodes."""
    gc.disable()
    try:
        return create(max_children)
    finally:
        gc.enable()


def make_lean() -> None:
    """Put all this in the place of what mutmut does."""
    setattr(data, "json", CompactJson)  # noqa: B010 - mypy would have a module
    setattr(file_mutation, "deep_replace", replace_and_render)  # noqa: B010 - mypy would have the whole signature
    setattr(mutmut.__main__, "mutate_file_contents", generate_lean)  # noqa: B010 - likewise
    setattr(mutmut.__main__, "create_mutants", create_mutants_without_collecting)  # noqa: B010 - likewise


if __name__ == "__main__":
    make_lean()
    mutmut.__main__.cli()
