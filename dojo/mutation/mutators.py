"""What a mutant changes, to the letter, and which kind of change that is: mutmut keeps neither."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from dojo.mutation.results import Mutant, in_common
from dojo.text import shortened

SHOWN_CHARACTERS = 40  # of the code that a sentence names
TOKEN = re.compile(
    r"""  # the first of a pair of quotes may be in a comment, and has no second then
    \#.*
    | (?i:f|fr|rf)? (?: "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | \d[\w.]* | \w+
    | \*\*=? | //=? | <<=? | >>=? | [-+*/%&|^<>=!:@]=
    | \n | .
    """,
    re.VERBOSE,
)


class Change(NamedTuple):
    """The smallest run of whole tokens that differs, and what stands before it, from the mutant's line on.

    It is never empty, so that there is something to point at.
    """

    before: str
    old: str
    new: str


class Mutator(NamedTuple):
    """A kind of change, under the name that other tools give it, and what a test that notices one does.

    `change` fits the change as "old -> new", `line` what stands before it in its line.
    """

    name: str
    change: str
    test: str
    line: str = ".*"


NUMBERS = r"\d[\w.]* -> \d[\w.]*"
QUOTED = r"[a-zA-Z]{0,2}[\"'].*"
TRY_BOTH = "tries both: this condition true, and not true"
ON_THE_EDGE = "on the left of `{sign}`: only there do the two differ"
MUTATORS = (  # of those that fit a change, the first is its kind
    Mutator("LambdaToNone", ".* -> (None|0)", "checks something that this lambda decides", r".*\blambda\b[^:]*: ?"),
    Mutator(
        "AssignmentToNone",
        r'.* -> (None|"")',
        "checks something that needs the value of this line",
        r"[^(]*(\([^(]*\)[^(]*)*[^=!<>]= ?",
    ),
    Mutator("ArgumentToNone", r'.* -> (None|0|"")', "checks something that depends on the argument {old}"),
    Mutator("Negation", "(not|~) -> ", TRY_BOTH),
    Mutator("MatchCase", "case .* -> ", "has what this case is there for"),
    Mutator("ArgumentRemoval", ".* -> ", "checks something that depends on the argument that is left out, {old}"),
    Mutator("ConditionalExpression", ".* -> .* (and False|or True)", f"{TRY_BOTH}; the results have to differ"),
    Mutator("Negation", "(?P<old>.*) -> not (?P=old)", TRY_BOTH),
    Mutator(
        "EqualityOperator",
        "[<>]=? -> .*",
        "tries the boundary, where both sides of {old} are equal: only there is {new} something else",
    ),
    Mutator("EqualityOperator", "[!=]= -> .*", "tries both: sides that are equal, and sides that are not"),
    Mutator("LogicalOperator", "(and|or) -> .*", "has one side of {old} true, and the other not"),
    Mutator(
        "ArithmeticOperator",
        r"([-+*/%&|^]|//|\*\*|<<|>>) -> .*",
        "has values for which {old} and {new} differ (with 0 and 1 they often do not), and checks the result",
    ),
    Mutator(
        "AssignmentOperator",
        r"([-+*/%&|^]|//|\*\*|<<|>>)= -> .*",
        "comes to this line when there is something already, and checks what comes of it",
    ),
    Mutator("BooleanLiteral", "(True|False) -> .*", "checks something that this truth value decides"),
    Mutator(
        "ControlFlow",
        "(break|continue) -> .*",
        "leaves something to do when {old} is reached, and checks what comes of it",
    ),
    Mutator(
        "NumericLiteral", NUMBERS, f"comes to this line with {{old}} or {{new}} {ON_THE_EDGE}", r".*(?P<sign>[!=]=) *"
    ),
    Mutator(
        "NumericLiteral",
        r"\d+ -> \d+",
        f"comes to this line with {{new}} {ON_THE_EDGE}",
        r".*(?<![<>])(?P<sign>>|<=) *",
    ),
    Mutator(
        "NumericLiteral",
        r"\d+ -> \d+",
        f"comes to this line with {{old}} {ON_THE_EDGE}",
        r".*(?<![<>])(?P<sign><|>=) *",
    ),
    Mutator("NumericLiteral", NUMBERS, "checks a result for which it matters whether this is {old} or {new}"),
    Mutator(
        "StringLiteral",
        f"{QUOTED} -> {QUOTED}",
        "checks what this text is there for: what is shown, letter for letter, or what it names",
    ),
    Mutator("KeywordArgument", "(?P<old>.*) -> (?P=old)XX", "checks what is found under the key {old}"),
    Mutator("MethodExpression", r"\w+ -> \w+", "has something for which {old} and {new} give different results"),
)


def change_of(mutant: Mutant, source: Sequence[str]) -> Change:
    """Return what a mutant changes in the lines of its source."""
    first = mutant.line - 1
    last = first + len(mutant.removed)
    next_line = [] if mutant.removed else source[last : last + 1]  # lines that come in between come before it
    old = _tokens([*source[first:last], *next_line])
    new = _tokens([*mutant.written, *next_line])
    start, end = in_common(old, new)
    if start + end == len(old):  # something comes in between: take what comes after it, too, or before
        start, end = (start, end - 1) if end else (start - 1, end)
    before, removed, written = old[:start], old[start : len(old) - end], new[start : len(new) - end]
    return Change("".join(before), "".join(removed), "".join(written))


def _tokens(lines: Sequence[str]) -> list[str]:
    return TOKEN.findall("".join(f"{line}\n" for line in lines))


def kind_and_test(change: Change) -> tuple[str, str]:
    """Return the kind of a change, and what a test does that notices it."""
    line = change.before.rpartition("\n")[2]
    text = f"{change.old.strip()} -> {change.new.strip()}"
    old, new = _code(change.old), _code(change.new)
    for mutator in MUTATORS:
        beside = re.fullmatch(mutator.line, line)
        if beside and re.fullmatch(mutator.change, text, re.DOTALL):
            return mutator.name, mutator.test.format(old=old, new=new, **beside.groupdict())
    return "Other", f"checks something that depends on {old}"


def _code(text: str) -> str:
    return f"`{shortened(text.strip(' ,'), SHOWN_CHARACTERS)}`"
