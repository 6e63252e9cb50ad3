"""Kinds of mutants, as far as their change shows them: mutmut does not say which of its rules made one.

mutator: a kind, under the name that other tools give it, and what a test does that notices such a mutant. In these
words, {old} is what stands in the code, {new} what the mutant has there.
"""

import re
from typing import NamedTuple

from dojo.report.changes import Change
from dojo.text import shortened

SHOWN_CHARACTERS = 40  # of the code that a sentence names


class Mutator(NamedTuple):
    """A kind of mutants: its name, and what a test that notices one does."""

    name: str
    test: str

    def advice(self, change: Change) -> str:
        """Say what a test does that notices a change of this kind."""
        old, new = (
            f"`{shortened(each.strip(' ,'), SHOWN_CHARACTERS)}`" for each in (change.removed, change.replacement)
        )
        return self.test.format(old=old, new=new)


BOUNDARY = Mutator(
    "EqualityOperator", "tries the boundary, where both sides of {old} are equal: only there is {new} something else"
)
EQUALITY = Mutator("EqualityOperator", "tries both: sides that are equal, and sides that are not")
LOGIC = Mutator("LogicalOperator", "has one side of {old} true, and the other not")
ARITHMETIC = Mutator(
    "ArithmeticOperator",
    "has values for which {old} and {new} differ (with 0 and 1 they often do not), and checks the result",
)
ASSIGNMENT = Mutator(
    "AssignmentOperator", "comes to this line when there is something already, and checks what comes of it"
)
NUMBER = Mutator("NumericLiteral", "checks a result for which it matters whether this is {old} or {new}")
STRING = Mutator(
    "StringLiteral", "checks what this text is there for: what is shown, letter for letter, or what it names"
)
TRUTH = Mutator("BooleanLiteral", "checks something that this truth value decides")
NEGATION = Mutator("Negation", "tries both: this condition true, and not true")
CONDITIONAL = Mutator(
    "ConditionalExpression", "tries both: this condition true, and not true; the results have to differ"
)
FLOW = Mutator("ControlFlow", "leaves something to do when {old} is reached, and checks what comes of it")
CASE = Mutator("MatchCase", "has what this case is there for")
METHOD = Mutator("MethodExpression", "has something for which {old} and {new} give different results")
NOTHING_ASSIGNED = Mutator("AssignmentToNone", "checks something that needs the value of this line")
NOTHING_PASSED = Mutator("ArgumentToNone", "checks something that depends on the argument {old}")
ARGUMENT_REMOVED = Mutator("ArgumentRemoval", "checks something that depends on the argument that is left out, {old}")
KEYWORD = Mutator("KeywordArgument", "checks what is found under the key {old}")
FUNCTION = Mutator("LambdaToNone", "checks something that this lambda decides")
OTHER = Mutator("Other", "checks something that depends on {old}")

ORDER, EQUAL, LOGICAL = {"<", "<=", ">", ">="}, {"==", "!="}, {"and", "or"}
BEYOND = {">": 1, "<=": 1, ">=": 0, "<": 0}  # how far from a number a comparison turns when the number is one more
COMPUTING = {"+", "-", "*", "/", "//", "%", "**", "<<", ">>", "&", "|", "^"}
ASSIGNING = {f"{each}=" for each in COMPUTING}
WORDS = {
    **dict.fromkeys(ORDER, BOUNDARY),
    **dict.fromkeys(EQUAL, EQUALITY),
    **dict.fromkeys(LOGICAL, LOGIC),
    **dict.fromkeys(COMPUTING, ARITHMETIC),
    **dict.fromkeys(ASSIGNING, ASSIGNMENT),
    **dict.fromkeys(("True", "False"), TRUTH),
    **dict.fromkeys(("break", "continue"), FLOW),
}
NOT_A_CONDITION = ("not", "~")
FORCED = re.compile(r" (and False|or True)$")
NUMERAL, QUOTED, NAME = re.compile(r"\d[\w.]*"), re.compile(r"[a-zA-Z]{0,2}[\"'].*", re.DOTALL), re.compile(r"\w+")
TARGET, LAMBDA = re.compile(r"[^(]*(\([^(]*\)[^(]*)*[^=!<>]= ?"), re.compile(r".*\blambda\b[^:]*: ?")


def mutator_of(change: Change) -> Mutator:
    """Return the kind of a change."""
    old, new = change.removed.strip(), change.replacement.strip()
    if new in ("None", "0", '""') and not (new == "0" and NUMERAL.fullmatch(old)):
        return _nothing(change)
    if not new:
        return _removed(old)
    if FORCED.search(new):
        return CONDITIONAL
    if new == f"not {old}":
        return NEGATION
    if old in WORDS:
        return WORDS[old]
    return _value(change, old, new)


def _nothing(change: Change) -> Mutator:
    """Return the kind of a change that puts nothing in the place of something."""
    if LAMBDA.fullmatch(change.before):
        return FUNCTION
    return NOTHING_ASSIGNED if TARGET.fullmatch(change.before) else NOTHING_PASSED


def _removed(old: str) -> Mutator:
    """Return the kind of a change that takes something away."""
    if old in NOT_A_CONDITION:
        return NEGATION
    return CASE if old.startswith("case ") else ARGUMENT_REMOVED


def _number(change: Change, old: str) -> Mutator:
    """Return the kind of a change of a number; behind a comparison, it matters for one value, or for two."""
    sign = change.before.split()[-1] if change.before.strip() else ""
    if sign in EQUAL:
        edge = "{old} or {new}"
    elif sign in BEYOND and old.isdecimal():
        edge = f"`{int(old) + BEYOND[sign]}`"
    else:
        return NUMBER
    return NUMBER._replace(test=f"comes to this line with {edge} on the left of `{sign}`: only there do the two differ")


def _value(change: Change, old: str, new: str) -> Mutator:
    """Return the kind of a change that puts something else in the place of a value or a name."""
    if NUMERAL.fullmatch(old) and NUMERAL.fullmatch(new):
        return _number(change, old)
    if QUOTED.fullmatch(old) and QUOTED.fullmatch(new):
        return STRING
    if new == f"{old}XX":
        return KEYWORD
    return METHOD if NAME.fullmatch(old) and NAME.fullmatch(new) else OTHER
