"""The documents that people read, and the code and commands in them."""

import re
from pathlib import Path

WORKSPACE = Path(__file__).resolve().parents[3]
FOLDER = "docs"
IN_FOLDER = [f"{FOLDER}/{path.name}" for path in sorted((WORKSPACE / FOLDER).glob("*.md"))]
DOCUMENTS = ("README.md", "KATA.md", *IN_FOLDER)
FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")


def text_of(name: str) -> str:
    return (WORKSPACE / name).read_text(encoding="utf-8")


def code_in(name: str, language: str = "python") -> list[str]:
    """Return the code blocks in a language. An empty language finds commands and their output."""
    return [block for of_block, block in FENCE.findall(text_of(name)) if of_block == language]


def commands_in(name: str, program: str) -> list[str]:
    """Return the commands that call a program, in code blocks and in sentences."""
    lines: list[str] = []
    for block in code_in(name, ""):
        lines += block.splitlines()
    lines += SPAN.findall(FENCE.sub("", text_of(name)))
    commands: list[str] = []
    for line in lines:
        commands += [part for part in line.split(" && ") if part.startswith(f"{program} ")]
    return commands


def all_commands(program: str) -> list[str]:
    """Return the commands in all documents that call a program, each once."""
    found: dict[str, None] = {}
    for name in DOCUMENTS:
        found |= dict.fromkeys([*commands_in(name, program), *steps_in(name, program)])
    return list(found)


def steps_in(name: str, program: str) -> list[str]:
    """Return the commands that call a program in the workflows that a document shows."""
    commands: list[str] = []
    for block in code_in(name, "yaml"):
        commands += re.findall(rf"run: ({program} .*)", block)
    return commands


def headings_of(name: str) -> set[str]:
    """Return the headings of a document, as links name them."""
    found = re.findall(r"^#+ (.*)$", FENCE.sub("", text_of(name)), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in found}
