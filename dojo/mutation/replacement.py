"""Find the text that a mutant replaces, and the kind of this change."""

import re
from typing import NamedTuple

from dojo.mutation.results import Mutant, shared_ends
from dojo.text import shorten

# An opening quote without a closing one, as in a comment, is a token of its own.
TOKEN = re.compile(
    r"""
    \#.*
    | (?i:f|fr|rf)? (?: "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*' )
    | \d[\w.]* | \w+
    | \*\*=? | //=? | <<=? | >>=? | [-+*/%&|^<>=!:@]=
    | \n | .
    """,
    re.VERBOSE,
)
MAX_QUOTED = 40
NUMBERS = r"\d[\w.]* -> \d[\w.]*"
QUOTED = r"[a-zA-Z]{0,2}[\"'].*"
DEPENDS_ON_IT = "checks something that depends on {old}"
TRY_BOTH = "tries both cases: this condition true, and false"
TRY_BOUNDARY = """\
tries the boundary, where both sides of {old} are equal: \
{new} differs only there"""
HAVE_OTHER_RESULTS = """\
has values for which {old} and {new} give different results \
(with 0 and 1, they are often the same), and checks the result"""
ON_THE_EDGE = "on the left of `{sign}`: the two differ only there"
COMPARED = r".*(?<![<>])(?P<sign>{}) *"


class Replacement(NamedTuple):
    """The fewest whole tokens that differ.

    `before` is the text from the mutant's first line up to them. `old` is never empty, so that
    there is something to point at.
    """

    before: str
    old: str
    new: str

    @property
    def change(self) -> str:
        return f"{self.old.strip()} -> {self.new.strip()}"

    @property
    def line_before(self) -> str:
        """The text before it in its line."""
        return self.before.rpartition("\n")[2]


class Kind(NamedTuple):
    """A kind of replacement, under the name that other tools give it.

    `pattern` matches "old -> new". `before` matches the text before it in its line. `test` says
    what a test does that notices it.
    """

    name: str
    pattern: str
    test: str
    before: str = ".*"


# The first that matches is the kind of a replacement.
KINDS = (
    Kind(
        "Assignment",
        r'.* -> (None|"")',
        "checks something that needs the value of this line",
        r"[^(]*(\(.*\)[^(]*)*[^=!<>]= ?",
    ),
    Kind("Condition", "(not|~) -> ", TRY_BOTH),
    Kind("Condition", "(?P<old>.*) -> (not (?P=old)|.* (and False|or True))", TRY_BOTH),
    Kind("MatchCase", "case .* -> ", "has a value that this case matches"),
    Kind(
        "Value",
        '(?P<value>.*) -> ((?P=value)XX|None|0|"")?',
        DEPENDS_ON_IT,
    ),
    Kind(
        "EqualityOperator",
        "[<>]=? -> .*",
        TRY_BOUNDARY,
    ),
    Kind(
        "EqualityOperator",
        "[!=]= -> .*",
        "tries both cases: sides that are equal, and sides that are not",
    ),
    Kind("LogicalOperator", "(and|or) -> .*", "has one side of {old} true, and the other false"),
    Kind(
        "ArithmeticOperator",
        r"([-+*/%&|^]|//|\*\*|<<|>>)=? -> .*",
        HAVE_OTHER_RESULTS,
    ),
    Kind("BooleanLiteral", "(True|False) -> .*", "checks something that depends on this value"),
    Kind(
        "ControlFlow",
        "(break|continue) -> .*",
        "checks what happens in the loop after {old} is reached",
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        f"reaches this line with {{old}} or {{new}} {ON_THE_EDGE}",
        COMPARED.format("[!=]="),
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        f"reaches this line with {{new}} {ON_THE_EDGE}",
        COMPARED.format(">|<="),
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        f"reaches this line with {{old}} {ON_THE_EDGE}",
        COMPARED.format("<|>="),
    ),
    Kind(
        "NumericLiteral",
        NUMBERS,
        "checks a result that differs between {old} and {new}",
    ),
    Kind(
        "StringLiteral",
        f"{QUOTED} -> {QUOTED}",
        "checks where this string is used: the exact text that is shown, or what it names",
    ),
    Kind(
        "MethodExpression",
        r"\w+ -> \w+",
        "has a value for which {old} and {new} give different results",
    ),
    Kind("Other", ".*", DEPENDS_ON_IT),
)


def replacement_of(mutant: Mutant) -> Replacement:
    old = _tokens(mutant.removed)
    new = _tokens(mutant.added)
    start, end = shared_ends(old, new)
    if start + end == len(old):  # nothing is removed, so take one token more
        if end:
            end -= 1
        else:
            start -= 1
    removed = old[start : len(old) - end]
    added = new[start : len(new) - end]
    return Replacement("".join(old[:start]), "".join(removed), "".join(added))


def _tokens(lines: tuple[str, ...]) -> list[str]:
    return TOKEN.findall("".join(f"{line}\n" for line in lines))


def kind_and_test(replacement: Replacement) -> tuple[str, str]:
    """Return the name of the kind, and how a test can notice the replacement."""
    for kind in KINDS:
        match = re.fullmatch(kind.before, replacement.line_before)
        if match and re.fullmatch(kind.pattern, replacement.change, re.DOTALL):
            old = _quote(replacement.old)
            new = _quote(replacement.new)
            return kind.name, kind.test.format(old=old, new=new, **match.groupdict())
    raise AssertionError(replacement.change)  # the last kind matches all


def _quote(code: str) -> str:
    return f"`{shorten(code.strip(' ,'), MAX_QUOTED)}`"
