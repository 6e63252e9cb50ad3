"""Pages to print for people who practise in a room, made from the documents of the kata.

block: a heading, a paragraph, a list or a table of a document.
"""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode as Block
from markupsafe import Markup, escape

from dojo.errors import WorkspaceError
from dojo.files import read_text
from dojo.kata.workspace import TANGLE, Level, tangle
from dojo.pages import render

KATA, KEY = "KATA.md", "docs/smells.md"
SESSIONS, PLAN = "docs/facilitating.md", "Two hours"
BACK_PAGE_SECTIONS = (
    "The demonstration",
    "The swap",
    "While they code",
    "What to say",
    "The worked way",
    "Afterwards",
)  # of the sheet
EXAMPLE = re.compile(
    r"^Yatzy\.score\('(?P<game>.+)', '(?P<category>.+)', \[(?P<dice>.+)\]\) +-> (?P<points>\d+)$", re.MULTILINE
)
TIME = re.compile(r"\b(\d):(\d\d)\b")  # since the session began
MARKDOWN = MarkdownIt("commonmark").enable("table")
Example = dict[str, str]  # what a roll pays in a category of a game
Examples = dict[tuple[str, str], list[Example]]  # by the game and the category
Row = tuple[Markup, list[list[Example]]]  # of a table of the rules, and the examples of each category in it


def handouts_page(workspace: Path, level: Level, url: str = "") -> str:
    """Return the page for those who practise: what to type, the listing, the rules, the cards, and more."""
    kata = workspace / KATA
    *about_cards, cards = section(kata, "Constraint cards")
    examples = read_examples(read_text(workspace / "approved_files/worked_examples.approved.txt"))
    return render(
        "handouts.html",
        title=level.heading.capitalize(),
        level=level.number,
        wish=wish(kata, level),
        url=url,
        file=TANGLE,
        listing=tangle(workspace, level).splitlines(),
        rules=rules(section(kata, "The games"), examples),
        about_cards=html(about_cards),
        cards=[[html(cell.children) for cell in row.children] for row in rows(cards)],
        others=[html(section(kata, heading)) for heading in ("In your editor", "Glossary")],
    )


def key_page(workspace: Path, level: Level) -> str:
    """Return the page for who runs the session: the smells of the level, and what only looks like one."""
    key = workspace / KEY
    blocks = section(key, "The smells") + section(key, "Looks like a smell, and must stay")
    return render("key.html", title=f"Key, {level.heading}", key=html(blocks_for_level(blocks, level.number)))


def session_page(workspace: Path, level: Level, url: str, at: datetime | None, pairs: str) -> str:
    """Return the run sheet: the plan of two hours, with the times of the clock and the room where these are known.

    Overleaf is what the plan refers to.
    """

    def clock_time(since: re.Match[str]) -> str:
        return f"{at + timedelta(hours=int(since[1]), minutes=int(since[2])):%H:%M}" if at else since[0]

    plan = Markup(TIME.sub(clock_time, html(section(workspace / SESSIONS, PLAN))))  # noqa: S704 - only times are new
    room = escape(url or "URL")
    overleaf = [html(section(workspace / SESSIONS, heading)).replace("URL", room) for heading in BACK_PAGE_SECTIONS]
    return render(
        "session.html",
        title=f"Run sheet, {level.heading}",
        wish=wish(workspace / KATA, level),
        plan=plan.replace("URL", room),
        overleaf=overleaf,
        pairs=[name.strip() for name in pairs.split(",") if name.strip()],
    )


def wish(kata: Path, level: Level) -> Markup:
    """Return the customer's wish of a level."""
    [table] = (block for block in section(kata, "Levels") if block.type == "table")
    return html(rows(table)[level.number - 1].children[1].children)


def read_examples(document: str) -> Examples:
    """Return of each category the first roll that pays, and the last that does not; a person approved them."""
    found = [each.groupdict() for each in EXAMPLE.finditer(document)]
    sacrifices = {(each["game"], each["category"]): [each] for each in found if each["points"] == "0"}
    paying = {(each["game"], each["category"]): [each] for each in reversed(found) if each["points"] != "0"}
    return {key: rolls + sacrifices.get(key, []) for key, rolls in paying.items()}


def rules(blocks: list[Block], examples: Examples) -> Iterator[tuple[Markup, list[Row]]]:
    """Yield the rules block by block; of a table its head, and each row with the examples of its categories."""
    games = {game for game, _ in examples}
    game = ""
    for block in blocks:
        game = next((name for name in codes(block) if name in games), game)
        if block.type == "table":
            head = html(block.children[0].children[0].children)
            yield head, [(html(row.children), _examples_of(row, game, examples)) for row in rows(block)]
        else:
            yield html([block]), []


def _examples_of(row: Block, game: str, examples: Examples) -> list[list[Example]]:
    return [examples[game, category] for category in codes(row.children[0])]


def blocks_for_level(blocks: list[Block], level: int) -> list[Block]:
    """Return what is about a level, or about no level: all that is not below the heading of another."""
    kept: list[Block] = []
    is_of_another = False
    for block in blocks:
        if block.type == "heading":
            is_of_another = words(block).startswith("Level ") and not words(block).startswith(f"Level {level}")
        if not is_of_another:
            kept.append(block)
    return kept


def section(document: Path, heading: str) -> list[Block]:
    """Return the section of a document with a heading, the heading first."""
    found: list[Block] = []
    for block in Block(MARKDOWN.parse(read_text(document))).children:
        if found and block.type == "heading" and block.tag <= found[0].tag:  # h1 < h2
            break
        if found or (block.type == "heading" and words(block) == heading):
            found.append(block)
    if not found:
        raise WorkspaceError(f"No section {heading!r}: put it back in {document.name}.")
    return found


def words(block: Block) -> str:
    """Return the text of a heading or a paragraph, with its marks."""
    return block.children[0].content


def codes(block: Block) -> list[str]:
    """Return what is set as code in a block."""
    return [each.content for each in block.walk() if each.type == "code_inline"]


def rows(table: Block) -> list[Block]:
    """Return the rows of a table, without its head."""
    return table.children[1].children


def html(blocks: list[Block]) -> Markup:
    """Return blocks as HTML."""
    tokens = [token for block in blocks for token in block.to_tokens()]
    page = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    return Markup(re.sub(r"</?a\b[^>]*>", "", page))  # noqa: S704 - from the kata, and paper has no links
