"""The documents of the kata that people read, and how their parts become HTML.

block: a heading, a paragraph, a list, a table. section: the blocks below a heading, up to the next of its rank, in
whichever document has it. row: a line of a table, its cells by their headings.
"""

from collections.abc import Iterable, Iterator
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from dojo.errors import WorkspaceError
from dojo.kata.files import text_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode as Block


def section(workspace: Path, *headings: str) -> list["Block"]:
    """Return the first section with a table that has one of these headings; WorkspaceError when there is none."""
    for heading in headings:
        found = find_section(workspace, heading, "table")
        if found:
            return found
    names = " or ".join(path.relative_to(workspace).as_posix() for path in documents(workspace))
    raise WorkspaceError(f"No section {headings[0]!r} with a table: put it back in {names}.")


def find_section(workspace: Path, heading: str, kind: str) -> list["Block"]:
    """Return the first section with that heading and a block of that kind, heading first; else nothing."""
    for path in filter(Path.is_file, documents(workspace)):
        for blocks in _sections(_blocks(path), heading):
            if any(block.type == kind for block in blocks):
                return blocks
    return []


def documents(workspace: Path) -> list[Path]:
    """Return where sections are looked for, in order."""
    return [workspace / "KATA.md", *sorted((workspace / "docs").glob("*.md"))]


def _sections(blocks: list["Block"], heading: str) -> Iterator[list["Block"]]:
    for place, block in enumerate(blocks, start=1):
        if block.type == "heading" and words(block).lower() == heading.lower():
            yield [block, *takewhile(partial(_is_below, block), blocks[place:])]


def _is_below(heading: "Block", block: "Block") -> bool:
    return block.type != "heading" or block.tag > heading.tag  # h1 < h2


def words(block: "Block") -> str:
    """Return the text of a heading, a paragraph or a cell, with its marks."""
    return block.children[0].content


def codes(block: "Block") -> list[str]:
    """Return what is set as code in a block."""
    return [each.content for each in block.walk() if each.type == "code_inline"]


def html(blocks: Iterable["Block"]) -> str:
    """Return blocks as HTML."""
    tokens = [token for block in blocks for token in block.to_tokens()]
    rendered: str = _markdown().renderer.render(tokens, _markdown().options, {})
    return rendered


def rows(table: "Block") -> list[dict[str, "Block"]]:
    """Return the rows of a table."""
    head, *bodies = table.children
    headings = [words(cell) for cell in head.children[0].children]
    return [dict(zip(headings, row.children, strict=True)) for body in bodies for row in body.children]


def _blocks(path: Path) -> list["Block"]:
    """Return the blocks of a document but for those of HTML: a fold, for one, would print closed."""
    from markdown_it.tree import SyntaxTreeNode  # noqa: PLC0415 - as below

    document = SyntaxTreeNode(_markdown().parse(text_of(path)))
    return [block for block in document.children if block.type != "html_block"]


@cache
def _markdown() -> "MarkdownIt":
    from markdown_it import MarkdownIt  # noqa: PLC0415 - it takes as long as all else that other commands import

    return MarkdownIt("commonmark").enable("table")
