"""The documents that people read, for the tests of what stands in them."""

import re
from pathlib import Path

WORKSPACE = Path(__file__).resolve().parents[3]
FOLDER = "docs"
DOCUMENTS = (
    "README.md",
    "KATA.md",
    *(f"{FOLDER}/{path.name}" for path in sorted((WORKSPACE / FOLDER).glob("*.md"))),
)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")


def text_of(name: str) -> str:
    """Return a document."""
    return (WORKSPACE / name).read_text(encoding="utf-8")


def code_in(name: str, language: str = "python") -> list[str]:
    """Return the code blocks in a language. An empty language finds commands and their output."""
    return [block for of_block, block in FENCE.findall(text_of(name)) if of_block == language]


def headings_of(name: str) -> set[str]:
    """Return the headings of a document, as links name them."""
    found = re.findall(r"^#+ (.*)$", FENCE.sub("", text_of(name)), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-") for heading in found}


def section_of(name: str, heading: str) -> str:
    """Return the text below a heading of a document, up to the next one of any rank."""
    [text] = re.findall(
        rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", text_of(name), re.MULTILINE | re.DOTALL
    )
    return str(text)
