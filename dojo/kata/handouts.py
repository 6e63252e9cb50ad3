"""Pages to print for a session, made from the documents of the kata."""

import re
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from markupsafe import Markup, escape

from dojo.errors import WorkspaceError
from dojo.files import read_text
from dojo.kata.workspace import TANGLE, Level, read_tangle
from dojo.pages import render

# A heading, a paragraph, a list or a table.
Block = SyntaxTreeNode

MARKDOWN = MarkdownIt("commonmark").enable("table")
LINK_TAG = re.compile(r"</?a\b[^>]*>")


def read_section(document: Path, heading: str) -> list[Block]:
    """Return the blocks of a section, its heading first. Raises WorkspaceError if it is missing."""
    section: list[Block] = []
    for block in _blocks_of(read_text(document)):
        is_heading = block.type == "heading"
        if section and is_heading and block.tag <= section[0].tag:  # h1 < h2
            break
        if section or (is_heading and plain_text(block) == heading):
            section.append(block)
    if not section:
        raise WorkspaceError(f"{document.name} has no section {heading!r}. Add it again.")
    return section


@cache
def _blocks_of(text: str) -> list[Block]:
    return Block(MARKDOWN.parse(text)).children


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


KATA = "KATA.md"
KEY = "docs/smells.md"
SESSIONS = "docs/facilitating.md"
FORMATS = "docs/formats.md"
EXAMPLES = "approved_files/worked_examples.approved.txt"
# Stands for the name of a pair on a sheet that any pair can take.
BLANK_NAME = "NAME"
PLAN = "Two hours"
PAIRS = "pairs"
BACK_PAGE_SECTIONS = (
    "The room",
    "The game",
    "The demonstration",
    "The swap",
    "While they code",
    "What to say",
    "A stuck or late pair",
    "When you are late",
    "The worked way",
    "Afterwards",
)
PLANS = {
    PAIRS: PLAN,
    "ensemble": "Ensemble: two hours",
    "randori": "Randori: two hours",
    "attack": "Attack and defend: two hours",
}
# The sections on the back of the run sheets of other formats: their own, and those of SESSIONS.
FORMAT_SECTIONS = {
    "ensemble": "Ensemble: driver and navigators",
    "randori": "Randori: the keyboard changes hands",
    "attack": "Attack and defend: slips for others",
}
SHARED_SECTIONS = {
    "ensemble": ("The demonstration", "What to say"),
    "randori": ("The room", "The demonstration", "What to say", "Afterwards"),
    "attack": ("The room", "What to say", "Afterwards"),
}
FIRST_SMELLS = "Level 1 in five minutes"
# In a command, the room of today. NEXT_URL is another one.
TODAYS_URL = re.compile(r"(<code>[^<]*)\bURL\b")
EXAMPLE = re.compile(r"^Yatzy\.score\('(.+)', '(.+)', \[(.+)\]\) +-> (\d+)$", re.MULTILINE)
# Hours and minutes since the session began.
ELAPSED_TIME = re.compile(r"\b(\d):(\d\d)\b")


class Example(NamedTuple):
    """A roll, and its points in a category."""

    game: str
    category: str
    dice: list[str]
    points: str

    @property
    def description(self) -> str:
        """Return the text for screen readers."""
        return f"{self.game}, {self.category}: {' '.join(self.dice)} scores {self.points}"


# By game and category.
Examples = dict[tuple[str, str], list[Example]]


class RulesRow(NamedTuple):
    """A row of a table of rules, with examples of the categories in it."""

    cells: Markup
    examples: dict[str, list[Example]]


class RulesBlock(NamedTuple):
    """A table of rules, of which `html` is the head; or text, without rows."""

    html: Markup
    rows: list[RulesRow]


class Sheet(NamedTuple):
    """The texts that differ from pair to pair."""

    name: str
    start_command: str
    is_blank: bool


def pairs_page(workspace: Path, level: Level, pairs: list[str], url: str = "") -> str:
    """Return a sheet of two pages for each pair. `url`: the room, if there is one.

    Without `pairs`, there is one sheet, with a blank for the name.
    """
    kata = workspace / KATA
    sheets = [Sheet(pair, _start_command(level, pair, url), is_blank=False) for pair in pairs]
    if not sheets:
        sheets = [Sheet(BLANK_NAME, _start_command(level, BLANK_NAME, url), is_blank=True)]
    return render(
        "pairs.html",
        title=level.heading.capitalize(),
        wish=read_wish(kata, level),
        sheets=sheets,
        is_in_room=bool(url),
        in_your_editor=to_html(read_section(kata, "In your editor")),
        rules=_read_rules(workspace),
    )


def _start_command(level: Level, name: str, url: str) -> str:
    command = "dojo start --again"
    if level.number > 1:
        command += f" --level {level.number}"
    command += f" --name {name}"
    if url:
        command += f" --room {url}"
    return command


def wall_page(workspace: Path, level: Level) -> str:
    """Return the page for the wall: the listing, the games, the cards and the glossary."""
    kata = workspace / KATA
    cards = read_section(kata, "Constraint cards")
    lines = read_tangle(workspace, level).splitlines()
    width = len(str(len(lines)))
    return render(
        "wall.html",
        title=level.heading.capitalize(),
        file=TANGLE,
        listing=[f"{number:{width}}  {line}" for number, line in enumerate(lines, start=1)],
        rules=_read_rules(workspace),
        about_cards=to_html(cards[:-1]),
        cards=[_cells(row) for row in table_rows(cards[-1])],
        glossary=to_html(read_section(kata, "Glossary")),
    )


def _read_rules(workspace: Path) -> list[RulesBlock]:
    games = read_section(workspace / KATA, "The games")
    return rules_with_examples(games, read_examples(workspace))


def _cells(row: Block) -> list[Markup]:
    return [to_html(cell.children) for cell in row.children]


def key_page(workspace: Path, level: Level) -> str:
    """Return the page of smells, which is for the facilitator."""
    key = workspace / KEY
    smells = read_section(key, "The smells")
    smells += read_section(key, "Looks like a smell, but must stay")
    blocks = blocks_for_level(smells, level.number)
    return render("key.html", title=f"Key, {level.heading}", key=to_html(blocks))


def session_page(  # noqa: PLR0913 - each is an option
    workspace: Path,
    level: Level,
    url: str,
    start: datetime | None,
    pairs: list[str],
    *,
    session_format: str = PAIRS,
) -> str:
    """Return the run sheet: the plan of a session on one page, its sections on the other.

    With a `start`, its times are those of the clock. `session_format`: one of PLANS.
    """
    sessions = workspace / SESSIONS
    plan_document = sessions
    back_page: list[Markup] = []
    headings: tuple[str, ...] = BACK_PAGE_SECTIONS
    if session_format != PAIRS:
        plan_document = workspace / FORMATS
        rules = read_section(plan_document, FORMAT_SECTIONS[session_format])
        back_page.append(to_html(rules))
        headings = SHARED_SECTIONS[session_format]
    back_page += [to_html(read_section(sessions, heading)) for heading in headings]
    plan = to_html(read_section(plan_document, PLANS[session_format]))
    if start is not None:
        plan = _with_clock_times(plan, start)
    [*_, smells] = read_section(workspace / KEY, FIRST_SMELLS)
    return render(
        "session.html",
        title=f"Run sheet, {level.heading}",
        wish=read_wish(workspace / KATA, level),
        plan=_with_url(plan, url),
        goals=to_html(read_section(sessions, "Learning goals")),
        questions=to_html(read_section(workspace / KATA, "Questions for the end")),
        smells=[_cells(row) for row in table_rows(smells)],
        pairs=pairs,
        back_page=[_with_url(section, url) for section in back_page],
    )


def _with_url(html: Markup, url: str) -> Markup:
    def todays_url(found: re.Match[str]) -> str:
        return found[1] + str(escape(url))

    if not url:
        return html
    return Markup(TODAYS_URL.sub(todays_url, html))  # noqa: S704 - the URL is escaped


def _with_clock_times(plan: Markup, start: datetime) -> Markup:
    def clock_time(elapsed: re.Match[str]) -> str:
        moment = start + timedelta(hours=int(elapsed[1]), minutes=int(elapsed[2]))
        return f"{moment:%H:%M}"

    return Markup(ELAPSED_TIME.sub(clock_time, plan))  # noqa: S704 - only times are new


def read_wish(kata: Path, level: Level) -> Markup:
    """Return the wish of the customer of a level."""
    [table] = (block for block in read_section(kata, "Levels") if block.type == "table")
    row = table_rows(table)[level.number - 1]
    return to_html(row.children[1].children)


def read_examples(workspace: Path) -> Examples:
    """Return for each category the first roll that scores, then the last that does not, if any."""
    scoring: Examples = {}
    failing: Examples = {}
    for found in EXAMPLE.finditer(read_text(workspace / EXAMPLES)):
        game, category, dice, points = found.groups()
        example = Example(game, category, dice.split(", "), points)
        if points == "0":
            failing[game, category] = [example]
        else:
            scoring.setdefault((game, category), [example])
    return {key: examples + failing.get(key, []) for key, examples in scoring.items()}


def rules_with_examples(blocks: list[Block], examples: Examples) -> list[RulesBlock]:
    """Return the rules of all games. Each row of a table has examples of its categories."""
    games = {game for game, _ in examples}
    game = ""
    rules: list[RulesBlock] = []
    for block in blocks:
        named = [name for name in code_spans(block) if name in games]
        if named:
            game = named[0]
        if block.type == "table":
            head = to_html(table_head(block).children).replace("\n", "")
            rows = [_rules_row(row, game, examples) for row in table_rows(block)]
            rules.append(RulesBlock(head, rows))
        else:
            rules.append(RulesBlock(to_html([block]), []))
    return rules


def _rules_row(row: Block, game: str, examples: Examples) -> RulesRow:
    cells = to_html(row.children).replace("\n", "")
    categories = code_spans(row.children[0])
    return RulesRow(cells, {category: examples[game, category] for category in categories})


def blocks_for_level(blocks: list[Block], level: int) -> list[Block]:
    """Leave out the blocks below the heading of another level."""
    kept: list[Block] = []
    is_other_level = False
    for block in blocks:
        if block.type == "heading":
            heading = plain_text(block)
            is_this_level = heading.startswith(f"Level {level}")
            is_other_level = heading.startswith("Level ") and not is_this_level
        if not is_other_level:
            kept.append(block)
    return kept
