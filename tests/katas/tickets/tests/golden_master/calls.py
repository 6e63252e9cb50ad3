"""Calls and their results, as the documents show them.

Drafted by `dojo kata new`. It is ordinary code: change it as you like.
"""

import re
from contextlib import redirect_stdout
from inspect import isclass, isgenerator, isroutine
from io import StringIO
from itertools import islice

from dojo.documents import documents


def step(function, *arguments, **options):
    """Name a call, to make it in a story: a function or class, or a method or attribute of the object."""
    return function, arguments, options


def call(function, *arguments, **options):
    """Make a call, and return it with its result."""
    _, lines = make(function, arguments, options)
    return "\n".join(lines)


def story(first, *steps):
    """Create an object, take steps with it, and return all of them with their results."""
    it, lines = make(*first)
    if isinstance(it, (Exception, SystemExit)):
        return "\n".join(lines)
    function, arguments, options = first
    lines[0] = f"{function.__name__}({show_arguments(arguments, options)})"
    for name, arguments, options in steps:
        attribute = getattr(it, name)
        if callable(attribute):
            _, told = make(attribute, arguments, options)
        else:
            told = [f"{name} -> {show(attribute)}"]
        lines += [f"    {line}" for line in told]
    return "\n".join([*lines, ""])


def document(name, calls):
    return documents.story(
        name, f"{name.replace('_', ' ')}: calls and their results.", {"Calls": calls}
    )


def make(function, arguments, options):
    """Return the result or the error of a call, and lines with it, and with what the call printed and changed."""
    before = show_arguments(arguments, options)
    with redirect_stdout(StringIO()) as printed:
        try:
            result = function(*arguments, **options)
            shown = show(result)
        except (Exception, SystemExit) as error:
            result = error
            shown = f"{type(error).__name__}: {error}".replace("\n", "\\n")
    lines = [f"{function.__name__}({before}) -> {shown}"]
    lines += [f"    printed: {line}" for line in printed.getvalue().splitlines()]
    after = show_arguments(arguments, options)
    if after != before:
        lines.append(f"    arguments afterwards: {after}")
    return result, lines


def show_arguments(arguments, options):
    shown = [show(value) for value in arguments]
    shown += [f"{name}={show(value)}" for name, value in options.items()]
    return ", ".join(shown)


def show(value):
    """Show a value. An object without a text of its own is shown by its public attributes."""
    if isgenerator(value):
        return "yields " + ", ".join(show(item) for item in islice(value, 10))
    if isroutine(value) or isclass(value):
        return value.__name__  # its text has an address or a module
    kind = type(value)
    text = repr(value)
    if kind.__repr__ is object.__repr__ and hasattr(value, "__dict__"):
        public = [
            f"{name}={item!r}" for name, item in vars(value).items() if not name.startswith("_")
        ]
        text = f"{kind.__name__}({', '.join(public)})"
    # Neither addresses nor the names of modules are the same in all implementations.
    return re.sub(r"(?:\w+\.)*(\w+) at 0x\w+", r"\1", text)
