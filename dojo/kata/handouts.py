"""What lies on the tables of a room: a page to print, made from the files of the kata, so that nothing stands twice.

example: a roll that the golden master shows for a category, and what it pays. card: a constraint, to be cut out.
key: the smells of a level, for who runs the session.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from dojo.kata.documents import codes, find_section, html, rows, section, words
from dojo.kata.files import text_of
from dojo.kata.levels import LEVELS, TANGLE, Level, tangle
from dojo.pages import render

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode as Block

EXAMPLES = "approved_files/worked_examples.approved.txt"
EXAMPLE = re.compile(r"^Yatzy\.score\('(.+)', '(.+)', (\[.+\])\) +-> (\d+)$", re.MULTILINE)
LEVEL = re.compile(r"Level (\d+)")
LINE = re.compile(r"(\d+)(?:-\d+)?\*\*")  # ends what an item of the key begins with: the line, or the first of several


class Example(NamedTuple):
    """What a roll pays in a category of a game."""

    game: str
    category: str
    dice: list[int]
    points: int


def handouts_page(workspace: Path, level: Level) -> str:
    """Return the page for those who practise: the listing of the level, the rules, the cards, and more."""
    listing = f"<h2>{TANGLE}</h2>{_listing(tangle(workspace, level))}"
    rules = "".join(_rules(section(workspace, "The games"), examples(workspace)))
    cards = "".join(_cards(section(workspace, "Constraint cards")))
    others = [find_section(workspace, "In your editor", "bullet_list"), section(workspace, "Glossary")]
    return _page(f"Level {level.number}, {level.title}", listing, rules, cards, *map(html, filter(None, others)))


def key_page(workspace: Path, level: Level) -> str:
    """Return the page for who runs the session: the smells of the level, and what only looks like one."""
    smells = section(workspace, "The smells", "Smell hunt")
    careful = find_section(workspace, "Looks like a smell, and must stay", "bullet_list")
    key = "".join(_key(smells + careful, level, _lines(workspace, level)))
    return _page(f"Key, level {level.number}, {level.title}", key)


def examples(workspace: Path) -> list[Example]:
    """Return the worked examples that are approved, in order."""
    found = EXAMPLE.findall(text_of(workspace / EXAMPLES))
    return [Example(game, category, json.loads(dice), int(points)) for game, category, dice, points in found]


def _page(title: str, *sections: str) -> str:
    body = "\n".join(f"<section>\n{each}\n</section>" for each in sections)
    return render("handouts.html", title=title, body=body)


def _listing(code: str) -> str:
    numbered = enumerate(code.splitlines(), 1)
    lines = "".join(f"<span>{number:4}  {escape(line)}</span>" for number, line in numbered)
    return f'<pre class="listing">{lines}</pre>'


def _rules(blocks: list["Block"], shown: list[Example]) -> Iterator[str]:
    """Yield the rules with examples: of the game that was named last; before any is, of the first."""
    games = [example.game for example in shown]
    named = ""
    for block in blocks:
        of_game = [each for each in shown if each.game == (named or games[0])]
        if block.type == "table":
            lines = [_cells(row) | {"for example": _drawn(of_game, row["category"])} for row in rows(block)]
            yield _table(lines)
            continue
        yield html([block])
        named = next((name for name in codes(block) if name in games), named)
        if not named:
            yield _drawn(of_game, block)


def _drawn(shown: list[Example], block: "Block") -> str:
    """Draw, for each category that is named, the first example that pays and the last that does not."""
    drawn = ""
    for category in codes(block):
        paying = [each for each in shown if each.category == category and each.points]
        sacrifices = [each for each in shown if each.category == category and not each.points]
        chosen = "".join(map(_example, paying[:1] + sacrifices[-1:]))
        if chosen:
            drawn += f"<div><small>{category}</small>{chosen}</div>"
    return f'<div class="examples">{drawn}</div>'


def _example(example: Example) -> str:
    game, category, dice, points = example
    drawing = "".join(f'<svg class="die" viewBox="0 0 60 60"><use href="#die{die}"/></svg>' for die in dice)
    roll = " ".join(map(str, dice))
    label = f"{game}, {category}: {roll} pays {points}"
    return f'<span class="example" role="img" aria-label="{label}">{drawing}<b>{points}</b></span>'


def _cards(blocks: list["Block"]) -> Iterator[str]:
    """Yield what stands around the cards, and each as a card: its name first, the rest below their headings."""
    for block in blocks:
        if block.type != "table":
            yield html([block])
            continue
        yield '<div class="cards">'
        for row in rows(block):
            (_, name), *rest = _cells(row).items()
            said = "".join(f"<h3>{escape(heading)}</h3><p>{cell}</p>" for heading, cell in rest)
            yield f'<article class="card"><h2>{name}</h2>{said}</article>'
        yield "</div>"


def _key(blocks: list["Block"], level: Level, lines: range) -> Iterator[str]:
    """Yield what is about a level; no words that lead to what is not."""
    shown = []
    about = None
    for block in blocks:
        if block.type == "heading":
            about = LEVEL.match(words(block))
        is_of_another = about and int(about[1]) != level.number
        shown.append("" if is_of_another else _of_level(block, level, lines))
    for block, text, following in zip(blocks, shown, [*shown[1:], "the end"], strict=True):
        if following or block.type != "paragraph" or not words(block).endswith(":"):
            yield text


def _of_level(block: "Block", level: Level, lines: range) -> str:
    """Return what a block has about a level: in a table by the column for it, in a list by the lines that are meant."""
    if block.type == "table":
        own = str(level.number)
        found = [_cells(row) for row in rows(block)]
        return _table([row for row in found if row.pop("level", own) == own])
    if block.type == "bullet_list":
        items = [item for item in block.children if _is_about(item, lines)]
        return f"<ul>{html(items)}</ul>" if items else ""
    return html([block])


def _is_about(item: "Block", lines: range) -> bool:
    line = LINE.search(words(item.children[0]))
    return line is None or int(line[1]) in lines


def _lines(workspace: Path, level: Level) -> range:
    """Return the lines of the tangle that a level adds to the one below."""
    below = LEVELS.get(level.number - 1)
    first = 1 + _line_count(workspace, below) if below else 1
    return range(first, _line_count(workspace, level) + 1)


def _line_count(workspace: Path, level: Level) -> int:
    return len(tangle(workspace, level).splitlines())


def _cells(row: dict[str, "Block"]) -> dict[str, str]:
    return {heading: html(cell.children) for heading, cell in row.items()}


def _table(lines: list[dict[str, str]]) -> str:
    """Return a table of cells that are HTML; none when it has no row."""
    if not lines:
        return ""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in lines[0])
    body = ""
    for row in lines:
        cells = "".join(f"<td>{cell}</td>" for cell in row.values())
        body += f"<tr>{cells}</tr>\n"
    return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"
