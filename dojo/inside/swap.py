"""Replacing the code of functions in a running Python.

A patched function is {"path": ..., "first": line, "last": line, "names": [class, ..., name]}: the
patched file, and in it the outermost function around the change, with its decorators.
"""

import __future__

import gc
import io
import sys
import tokenize
from importlib.abc import InspectLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from dojo.inside.reach import real_path

PatchedFunction = dict[str, Any]
Place = tuple[str, int]  # the real path of a file, and the first line of a function


def encoding_of(file: Path) -> str:
    with file.open("rb") as source:
        return tokenize.detect_encoding(source.readline)[0]


def split_lines(text: str) -> list[str]:
    """Return the lines of a source with their ends. A form feed ends no line."""
    return list(io.StringIO(text, newline=""))


def read_lines(file: Path) -> list[str]:
    return split_lines(file.read_bytes().decode(encoding_of(file)))


def find_functions(root: str) -> dict[Place, list[FunctionType]]:
    """Return the functions of files below a folder, also decorated and cached ones."""
    found: dict[Place, list[FunctionType]] = {}
    gc.unfreeze()  # objects that a project has frozen are not listed
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            path = real_path(each.__code__.co_filename)
            if path.startswith(root):
                found.setdefault((path, each.__code__.co_firstlineno), []).append(each)
    return found


def replace_code(functions: list[FunctionType], lines: list[str], patch: PatchedFunction) -> None:
    """Give functions the code of their patched source. `lines`: those of the patched file.

    Raises ValueError if Python refuses it, because the patch changes which variables are free.
    """
    code = compile_function(functions[0], lines, patch)
    for function in functions:
        function.__code__ = code


def compile_function(live: FunctionType, lines: list[str], patch: PatchedFunction) -> CodeType:
    """Compile the patched function in its classes, and at its line."""
    first, last, names = patch["first"], patch["last"], patch["names"]
    body = lines[first - 1 : last]
    head = [" " * depth + f"class {name}:\n" for depth, name in enumerate(names[:-1])]
    if not head and body[0][0].isspace():
        head = ["if 1:\n"]
    blank = ["\n"] * (first - 1 - len(head))
    features = _features(live.__code__)
    if features and blank:
        blank[0] = f"from __future__ import {', '.join(features)}\n"
    path = live.__code__.co_filename
    module = sys.modules.get(live.__module__)
    loader = getattr(module, "__loader__", None)
    # A loader that changes what it loads changes the patched source, too.
    source_to_code = getattr(loader, "source_to_code", InspectLoader.source_to_code)
    code: CodeType = source_to_code("".join([*blank, *head, *body]), path)
    found = _find_code(code, first, names[-1])
    if found is None:
        raise ValueError(f"{path} has no function {names[-1]} in line {first}")
    return found


def _features(code: CodeType) -> list[str]:
    """Return the features from __future__ that the source of some code imports."""
    names = __future__.all_feature_names
    return [name for name in names if code.co_flags & getattr(__future__, name).compiler_flag]


def _find_code(code: CodeType, line: int, name: str) -> CodeType | None:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_firstlineno == line and each.co_name == name:
                return each
            found = _find_code(each, line, name)
            if found is not None:
                return found
    return None
