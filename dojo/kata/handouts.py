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
from dojo.kata.description import FIRST_HOUR, Handouts, Level, level_name, read_kata
from dojo.kata.workspace import read_tangle
from dojo.pages import render

# A heading, a paragraph, a list or a table.
Block = SyntaxTreeNode

MARKDOWN = MarkdownIt("commonmark").enable("table")
LINK_TAG = re.compile(r"</?a\b[^>]*>")


def read_section(document: Path, heading: str) -> list[Block]:
    """Return the blocks of a section, its heading first. Raises WorkspaceError if it is missing."""
    if not document.exists():
        raise WorkspaceError(f"This kata has no {document.name}, from which the page is made.")
    section: list[Block] = []
    for block in _blocks_of(read_text(document)):
        is_heading = block.type == "heading"
        if section and is_heading and block.tag <= section[0].tag:  # h1 < h2
            break
        if section or (is_heading and plain_text(block) == heading):
            section.append(block)
    if not section:
        raise WorkspaceError(f"{document.name} has no section {heading!r}. Add it.")
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


# Stands for the name of a pair on a sheet that any pair can take.
BLANK_NAME = "NAME"
PAIRS = "pairs"
ATTACK = "attack"


class Format(NamedTuple):
    """A format of a session: the headings of its plan, of its rules, and of sections to print.

    Plan and rules are in the document of formats. Without rules, the plan is beside the sections.
    """

    plan: str
    rules: str
    sections: tuple[str, ...]


# How headings in the key begin that are about one level.
OF_A_LEVEL = ("Level ", level_name(FIRST_HOUR).capitalize())
RULES_OF_ATTACK = "Attack and defend: slips for others"
FORMATS = {
    PAIRS: Format(
        "Two hours",
        "",
        (
            *("The room", "The game", "The demonstration", "The swap", "While they code"),
            *("What to say", "A stuck or late pair", "When you are late", "The worked way"),
            "Afterwards",
        ),
    ),
    "hour": Format(
        "A first hour",
        "",
        ("The room", "The demonstration", "While they code", "What to say", "Afterwards"),
    ),
    "short": Format(
        "Forty minutes",
        "",
        ("The room", "The demonstration", "While they code", "What to say", "Afterwards"),
    ),
    "ensemble": Format(
        "Ensemble: two hours",
        "Ensemble: driver and navigators",
        ("The demonstration", "What to say"),
    ),
    "randori": Format(
        "Randori: two hours",
        "Randori: the keyboard changes hands",
        ("The room", "The demonstration", "What to say", "Afterwards"),
    ),
    ATTACK: Format(
        "Attack and defend: two hours", RULES_OF_ATTACK, ("The room", "What to say", "Afterwards")
    ),
    "evening": Format(
        "Two formats: an evening",
        RULES_OF_ATTACK,
        ("The room", "The demonstration", "The swap", "What to say", "Afterwards"),
    ),
}
# In a command, the room of today. NEXT_URL is another one.
TODAYS_URL = re.compile(r"(<code>[^<]*)\bURL\b")
# Hours and minutes since the session began.
ELAPSED_TIME = re.compile(r"\b(\d):(\d\d)\b")


class Example(NamedTuple):
    """A call that shows a rule: its values, and their result."""

    part: str
    rule: str
    values: list[str]
    result: str

    @property
    def description(self) -> str:
        """Return the text for screen readers."""
        return f"{self.part}, {self.rule}: {' '.join(self.values)} is {self.result}"


# By part and rule.
Examples = dict[tuple[str, str], list[Example]]


class RulesRow(NamedTuple):
    """A row of a table of rules, with examples of the rules in it."""

    cells: Markup
    examples: dict[str, list[Example]]


class RulesBlock(NamedTuple):
    """A table of rules, of which `html` is the head; or text, without rows."""

    html: Markup
    rows: list[RulesRow]

    @property
    def has_examples(self) -> bool:
        return any(examples for row in self.rows for examples in row.examples.values())


class Sheet(NamedTuple):
    """The texts that differ from pair to pair."""

    name: str
    start_command: str
    is_blank: bool


def pairs_page(
    workspace: Path,
    level: Level,
    pairs: list[str],
    url: str = "",
    *,
    session_format: str = PAIRS,
) -> str:
    """Return a sheet of two pages for each pair. `url`: the room, if there is one.

    Without `pairs`, there is one sheet, with a blank for the name.
    """
    kata = workspace / read_kata(workspace).exercise
    is_blind = session_format == ATTACK
    names = pairs or [BLANK_NAME]
    sheets = [
        Sheet(name, _start_command(level, name, url, is_blind=is_blind), is_blank=not pairs)
        for name in names
    ]
    rules = Markup()
    if is_blind:
        formats = workspace / read_kata(workspace).formats
        rules = to_html(read_section(formats, RULES_OF_ATTACK))
    return render(
        "pairs.html",
        rules_of_attack=rules,
        title=level.heading.capitalize(),
        wish=read_wish(kata, level),
        sheets=sheets,
        is_in_room=bool(url),
        in_your_editor=to_html(read_section(kata, "In your editor")),
        rules=_read_rules(workspace),
        pictures=_read_pictures(workspace),
    )


def _start_command(level: Level, name: str, url: str, *, is_blind: bool) -> str:
    """Return the command with which a pair begins, on its sheet.

    It works beside an older practice, too: --again moves that away. Level 1 is the default.
    """
    command = "dojo start --again"
    if is_blind:
        command += " --blind"
    if level.number != 1:
        command += f" --level {level.option}"
    command += f" --name {name}"
    if url:
        command += f" --room {url}"
    return command


def wall_page(workspace: Path, level: Level) -> str:
    """Return the page for the wall: the listing, the games and the cards."""
    kata = read_kata(workspace)
    exercise = workspace / kata.exercise
    cards = read_section(exercise, "Constraint cards")
    lines = read_tangle(workspace, level).splitlines()
    width = len(str(len(lines)))
    return render(
        "wall.html",
        title=level.heading.capitalize(),
        file=kata.tangle,
        listing=[f"{number:{width}}  {line}" for number, line in enumerate(lines, start=1)],
        rules=_read_rules(workspace),
        pictures=_read_pictures(workspace),
        about_cards=to_html([block for block in cards if block.type != "table"]),
        cards=[_cells(row) for row in table_rows(last_table(exercise, "Constraint cards"))],
    )


def _read_rules(workspace: Path) -> list[RulesBlock]:
    kata = read_kata(workspace)
    rules = read_section(workspace / kata.exercise, kata.handouts.rules)
    return rules_with_examples(rules, read_examples(workspace, kata.handouts))


def _read_pictures(workspace: Path) -> Markup:
    """Return the symbols with which examples are drawn, or nothing."""
    file = read_kata(workspace).handouts.pictures
    if not file:
        return Markup()
    return Markup(read_text(workspace / file))  # noqa: S704 - the kata is trusted


def _cells(row: Block) -> list[Markup]:
    return [to_html(cell.children) for cell in row.children]


def key_page(workspace: Path, level: Level) -> str:
    """Return the page of smells, which is for the facilitator."""
    key = workspace / read_kata(workspace).key
    smells = read_section(key, "The smells")
    smells += read_section(key, "Looks like a smell, but must stay")
    blocks = blocks_for_level(smells, level)
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

    With a `start`, its times are those of the clock. `session_format`: one of FORMATS.
    """
    kata = read_kata(workspace)
    chosen = FORMATS[session_format]
    sessions = workspace / kata.plan
    plan_document = sessions
    back_page: list[Markup] = []
    if chosen.rules:
        plan_document = workspace / kata.formats
        back_page.append(to_html(read_section(plan_document, chosen.rules)))
    back_page += [to_html(read_section(sessions, heading)) for heading in chosen.sections]
    plan = to_html(read_section(plan_document, chosen.plan))
    if start is not None:
        plan = _with_clock_times(plan, start)
    smells: list[Block] = []
    if session_format != ATTACK:
        heading = f"{level.name.capitalize()} in five minutes"
        smells = table_rows(last_table(workspace / kata.key, heading))
    return render(
        "session.html",
        title=f"Run sheet, {level.heading}",
        wish=read_wish(workspace / kata.exercise, level),
        plan=_with_url(plan, url),
        goals=to_html(read_section(sessions, "Learning goals")),
        questions=to_html(read_section(workspace / kata.exercise, "Questions for the end")),
        smells=[_cells(row) for row in smells],
        pairs=pairs,
        back_page=[_with_url(section, url) for section in back_page],
    )


def _with_url(html: Markup, url: str) -> Markup:
    """Write the room's URL in place of the word URL in commands."""

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
    for row in table_rows(last_table(kata, "Levels")):
        if plain_text(row.children[0]).split()[:1] == [level.option]:
            return to_html(row.children[1].children)
    raise WorkspaceError(f"{kata.name}: the table of 'Levels' has no row for {level.heading}.")


def last_table(document: Path, heading: str) -> Block:
    """Return the last table of a section. Raises WorkspaceError if it has none."""
    tables = [block for block in read_section(document, heading) if block.type == "table"]
    if not tables:
        raise WorkspaceError(f"{document.name}: the section {heading!r} needs a table.")
    return tables[-1]


def read_examples(workspace: Path, handouts: Handouts) -> Examples:
    """Return for each rule the first example with a result, then the last with 0, if any."""
    if not handouts.examples:
        return {}
    text = read_text(workspace / handouts.examples)
    others: Examples = {}
    with_zero: Examples = {}
    for found in re.finditer(handouts.pattern, text, re.MULTILINE):
        values = found["values"].split(", ")
        example = Example(found["part"], found["rule"], values, found["result"])
        rule = example.part, example.rule
        if example.result == "0":
            with_zero[rule] = [example]
        else:
            others.setdefault(rule, [example])
    return {rule: examples + with_zero.get(rule, []) for rule, examples in others.items()}


def rules_with_examples(blocks: list[Block], examples: Examples) -> list[RulesBlock]:
    """Return the rules of all parts. Each row of a table has examples of its rules."""
    parts = {part for part, _ in examples}
    part = ""
    rules: list[RulesBlock] = []
    for block in blocks:
        named = [name for name in code_spans(block) if name in parts]
        if named:
            part = named[0]
        if block.type == "table":
            head = to_html(table_head(block).children).replace("\n", "")
            rows = [_rules_row(row, part, examples) for row in table_rows(block)]
            rules.append(RulesBlock(head, rows))
        else:
            rules.append(RulesBlock(to_html([block]), []))
    return rules


def _rules_row(row: Block, part: str, examples: Examples) -> RulesRow:
    cells = to_html(row.children).replace("\n", "")
    rules = code_spans(row.children[0])
    return RulesRow(cells, {rule: examples.get((part, rule), []) for rule in rules})


def blocks_for_level(blocks: list[Block], level: Level) -> list[Block]:
    """Leave out the blocks below the heading of another level."""
    kept: list[Block] = []
    is_other_level = False
    for block in blocks:
        if block.type == "heading":
            heading = plain_text(block)
            is_this_level = heading.startswith(level.name.capitalize())
            is_other_level = heading.startswith(OF_A_LEVEL) and not is_this_level
        if not is_other_level:
            kept.append(block)
    return kept
