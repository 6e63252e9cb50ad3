"""Sections of the kata's documents, which are Markdown, and how to turn them into HTML."""

import re
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup

from dojo.errors import WorkspaceError
from dojo.files import read_text

# A heading, a paragraph, a list or a table.
Block = SyntaxTreeNode

MARKDOWN = MarkdownIt("commonmark").enable("table")
LINK_TAG = re.compile(r"</?a\b[^>]*>")


def read_section(document: Path, heading: str) -> list[Block]:
    """Return the blocks of a section, its heading first. Raises WorkspaceError if it is missing."""
    section: list[Block] = []
    for block in Block(MARKDOWN.parse(read_text(document))).children:
        is_heading = block.type == "heading"
        if section and is_heading and block.tag <= section[0].tag:  # h1 < h2
            break
        if section or (is_heading and plain_text(block) == heading):
            section.append(block)
    if not section:
        raise WorkspaceError(f"No section {heading!r}: put it back in {document.name}.")
    return section


def plain_text(block: Block) -> str:
    """Return the text of a heading or a paragraph, as it is written."""
    return block.children[0].content


def code_spans(block: Block) -> list[str]:
    return [node.content for node in block.walk() if node.type == "code_inline"]


def table_head(table: Block) -> Block:
    return table.children[0].children[0]


def table_rows(table: Block) -> list[Block]:
    return table.children[1].children


def to_html(blocks: list[Block]) -> Markup:
    """Return blocks as HTML, without links: they are to be printed."""
    html = ""
    for block in blocks:
        html += MARKDOWN.renderer.render(block.to_tokens(), MARKDOWN.options, {})
    return Markup(LINK_TAG.sub("", html))  # noqa: S704 - the kata is trusted
