"""Arguments to try, as Python source: simple values, and ones that the module itself names."""

import ast
import inspect
import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import chain, takewhile
from random import Random
from typing import Any

from dojo.inside.variations import Variation, Varied

MAX_TEXT = 300  # characters of a text of the module
MATCHES = 6  # texts that a regular expression matches
SHARE_OF_HINTS = 0.6
SHARE_OF_RECENT = 0.4  # values that did well: a name has to be the same in two calls
MAX_RECENT = 4
LIKELY = {"bool": 0.03, "None": 0.02, "dict": 0.02, "float": 0.2, "list": 0.05}  # others: 1
LITERALS = 5  # tried at a time when a call is varied
POOLS: dict[str, list[Any]] = {
    "str": [
        "",
        "a",
        "abc",
        "Two words",
        "CamelCase",
        "snake_case",
        "x-y",
        "12",
        "3.5",
        "a, b",
        "É",
    ],
    "int": [
        *(0, 1, 2, 3, 5, 7, 10, 12, 13, 20, 21, 60, 99, 100, 101, 999, 1000, 1001, 123456, -1, -5),
        *(10**digits for digits in range(6, 31, 3)),
    ],
    "float": [
        *(0.0, 0.5, 0.25, 1.0, 1.5, 2.75, 99.5, 1234.5678, -0.5),
        *(1.5 * 10**digits for digits in range(6, 31, 3)),
    ],
    "bool": [False, True],
    "None": [None],
}
# These are no literals.
TIMES = {
    "datetime": [
        "datetime.datetime(2024, 2, 29)",
        "datetime.datetime(2023, 12, 31, 23, 59, 30)",
        "datetime.datetime(2024, 6, 1, 12)",
    ],
    "date": [
        "datetime.date(2024, 2, 29)",
        "datetime.date(2023, 12, 31)",
        "datetime.date(2024, 6, 2)",
    ],
    "timedelta": [
        "datetime.timedelta(0)",
        "datetime.timedelta(seconds=1)",
        "datetime.timedelta(seconds=59)",
        "datetime.timedelta(hours=1)",
        "datetime.timedelta(1)",
        "datetime.timedelta(6)",
        "datetime.timedelta(7)",
        "datetime.timedelta(31)",
        "datetime.timedelta(365)",
        "datetime.timedelta(400, 5000)",
        "datetime.timedelta(-1)",
    ],
}
FUNCTIONS = ["len", "str", "abs", "bool"]
# The arguments of a scenario that are not chosen for a reason.
PLAIN: dict[type, list[str]] = {
    int: ["1", "2", "3", "5", "10", "100"],
    float: ["0.5", "1.0", "1.5", "10.0"],
    str: ["'Ann'", "'one two'", "'one, two'"],
    list: ["[]", "[1]", "[1, 2, 3]", "['one', 'two']"],
    dict: ["{}", "{'one': 1}"],
}
SPECIAL = re.compile(r"[\\^$*+?\[(|]")
CHARACTERS = {"DIGIT": "7", "SPACE": " "}


def hints_in(text: str) -> dict[str, list[str]]:
    """Return the constants with which the code compares a name."""
    hints: dict[str, list[str]] = defaultdict(list)
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Compare):
            continue
        parts = [*ast.walk(node)]
        constants = [repr(each.value) for each in parts if isinstance(each, ast.Constant)]
        for each in (node.left, *node.comparators):
            if isinstance(each, ast.Name):
                hints[each.id] += constants
    return hints


def called_names(text: str) -> set[str]:
    """Return the names that the code calls."""
    calls = [node.func for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)]
    return {function.id for function in calls if isinstance(function, ast.Name)}


def constants_in(text: str) -> list[Any]:
    """Return the constants of the code, without its docstrings."""
    nodes = [*ast.walk(ast.parse(text))]
    docstrings = [node.value for node in nodes if isinstance(node, ast.Expr)]
    constants = [node for node in nodes if isinstance(node, ast.Constant)]
    return [node.value for node in constants if node not in docstrings]


class Values:
    """Chooses arguments for the functions of a module with this text.

    `made`: makes the values that are no literals, by their sources. An argument is a source: Python
    text, maybe with a name, as in `size=3`. `pools` has values by their kind, and `hints` the ones
    that the code compares with a parameter. `scores`: how often a kind failed and was tried for a
    parameter. `chosen`: the name, kind and source of the arguments since the last `note`.
    `examples` have quotes in the comments or are hints, so nothing plainer replaces them.
    """

    def __init__(self, text: str, chance: Random, made: dict[str, Callable[[], Any]]) -> None:
        self.chance = chance
        self.made = made
        self.hints = hints_in(text)
        self.called = called_names(text)
        self.scores: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 1])
        self.chosen: list[tuple[str, str, str]] = []
        self.recent: dict[str, deque[str]] = defaultdict(lambda: deque(maxlen=MAX_RECENT))
        self.variations: dict[tuple[str, ...], list[Variation]] = {}
        own: dict[str, list[Any]] = defaultdict(list)
        for value in constants_in(text):
            if isinstance(value, str) and len(value) < MAX_TEXT:
                own["str"] += self.texts_like(value)
            elif isinstance(value, (int, float)) and not isinstance(value, bool):
                own[type(value).__name__] += [value, value + 1, value - 1]
        examples: list[str] = []
        for comment in re.findall(r"(?:# |>>> ).*", text):
            own["str"] += re.findall(r"[\w:.-]*\w", comment)
            examples += re.findall(r"[\"'](.*?)[\"']", comment)
        # Examples count twice when a literal is drawn to vary a call.
        own["str"] += 2 * examples
        pools = {kind: [*values, *own[kind]] for kind, values in POOLS.items()}
        self.literals = [*pools["int"], *pools["str"]]
        self.pools = {kind: [*dict.fromkeys(map(repr, each))] for kind, each in pools.items()}
        for kind, sources in TIMES.items():
            if kind in text:
                self.pools[kind] = sources
        self.examples = {*map(repr, examples), *chain(*self.hints.values())}
        self.plain = {
            **PLAIN,
            int: [*PLAIN[int], *map(repr, own["int"])],
            str: [*PLAIN[str], *map(repr, examples)],
        }

    def make_arguments(self, sources: list[str]) -> tuple[list[Any], dict[str, Any]]:
        """Make values of sources: the positional ones, and the ones with a name."""
        positional: list[Any] = []
        named: dict[str, Any] = {}
        for source in sources:
            name, value = split_name(source)
            make = self.made.get(value, partial(ast.literal_eval, value))
            if name:
                named[name] = make()
            else:
                positional.append(make())
        return positional, named

    def plainer_than(self, source: str) -> list[list[str]]:
        """Return what may take the place of an argument: first nothing, then plainer values."""
        name, value = split_name(source)
        places: list[list[str]] = [[]]
        if value in self.made or value in self.examples:
            return places
        plain = self.plain.get(type(ast.literal_eval(value)), [])
        for other in takewhile(lambda each: each != value, plain):
            places.append([f"{name}={other}" if name else other])
        return places

    def texts_like(self, text: str) -> list[str]:
        """Return a text and its words or, of a regular expression, matching texts."""
        with suppress(re.error, OverflowError):
            if SPECIAL.search(text):
                parsed = import_module("re._parser").parse(text)
                return [self.matching(parsed) for _ in range(MATCHES)]
        return [text, *text.split()]

    def matching(self, parsed: Any) -> str:  # noqa: ANN401 - of a private module
        """Return a text that a regular expression matches, or nearly."""
        text = ""
        for operation, argument in parsed:
            match str(operation):
                case "LITERAL":
                    text += chr(argument)
                case "RANGE":
                    text += chr(self.chance.randint(*argument))
                case "IN":
                    text += self.matching([self.chance.choice(argument)])
                case "BRANCH":
                    text += self.matching(self.chance.choice(argument[1]))
                case "SUBPATTERN":
                    text += self.matching(argument[-1])
                case "MAX_REPEAT" | "MIN_REPEAT":
                    low, high, part = argument
                    for _ in range(self.chance.randint(low, min(high, low + 2))):
                        text += self.matching(part)
                case "CATEGORY":
                    text += CHARACTERS.get(str(argument).rpartition("_")[2], "k")
        return text

    def for_parameters(self, parameters: Iterable[inspect.Parameter]) -> list[str]:
        """Choose arguments. Some with a default are left out."""
        sources: list[str] = []
        is_named = False
        for parameter in parameters:
            has_default = parameter.default is not parameter.empty
            if parameter.kind is parameter.VAR_KEYWORD:
                continue
            if has_default and self.chance.random() < 0.4:
                is_named = True
                continue
            source = self.choose(parameter)
            if is_named or parameter.kind is parameter.KEYWORD_ONLY:
                source = f"{parameter.name}={source}"
            sources.append(source)
            is_named |= parameter.kind is parameter.VAR_POSITIONAL
        return sources

    def choose(self, parameter: inspect.Parameter) -> str:
        """Choose a value that the code compares with, or of a kind that did well before."""
        hints = self.hints[parameter.name]
        if hints and self.chance.random() < SHARE_OF_HINTS:
            return self.chance.choice(hints)
        recent = self.recent[parameter.name]
        if recent and self.chance.random() < SHARE_OF_RECENT:
            return self.chance.choice(recent)
        if parameter.name in self.called or "Callable" in str(parameter.annotation):
            return self.chance.choice(FUNCTIONS)
        kinds = [*self.pools, "list", "dict"]
        types = {type(ast.literal_eval(hint)).__name__ for hint in hints}
        about = f"{parameter.annotation} {type(parameter.default).__name__} {' '.join(types)}"
        named = [kind for kind in kinds if re.search(rf"\b{kind}\b", about)]
        named = [kind for kind in named if kind != "None"] or named
        if "float" in named:
            named.append("int")
        weights: list[float] = []
        for kind in named or kinds:
            failed, tried = self.scores[parameter.name, kind]
            weights.append(LIKELY.get(kind, 1.0) * (1.1 - failed / tried) ** 3)
        kind = self.chance.choices(named or kinds, weights)[0]
        source = self.of_kind(kind)
        self.chosen.append((parameter.name, kind, source))
        return source

    def note(self, *, failed: bool) -> None:
        """Note whether the kinds that were chosen last did well."""
        for name, kind, source in self.chosen:
            score = self.scores[name, kind]
            score[0] += failed
            score[1] += 1
            if not failed:
                self.recent[name].append(source)
        self.chosen.clear()

    def of_kind(self, kind: str) -> str:
        """Return the source of a random value. Containers have up to four items of one kind."""
        if kind in self.pools:
            return self.chance.choice(self.pools[kind])
        inner = self.chance.choice(["int", "str", "float"])
        items = [self.of_kind(inner) for _ in range(self.chance.randint(0, 4))]
        if kind == "list":
            return f"[{', '.join(items)}]"
        return "{" + ", ".join(f"{self.of_kind('str')}: {item}" for item in items) + "}"

    def vary(self, sources: list[str]) -> list[str]:
        """Change one or two arguments."""
        key = tuple(sources)
        if key not in self.variations:
            self.variations[key] = self.variations_of(sources)
        changed = list(sources)
        if self.variations[key]:
            variation = self.chance.choice(self.variations[key])
            for place, value in variation.items():
                name, _ = split_name(sources[int(place)])
                changed[int(place)] = f"{name}={value!r}" if name else repr(value)
        return changed

    def variations_of(self, sources: list[str]) -> list[Variation]:
        """Return other values of one or two arguments, by their places. It takes a while."""
        values: dict[str, Any] = {}
        for place, source in enumerate(sources):
            _, value = split_name(source)
            if value not in self.made:
                values[str(place)] = ast.literal_eval(value)
        varied = Varied([])
        varied.literals = self.chance.sample(self.literals, LITERALS)
        return varied.of(values)


def split_name(source: str) -> tuple[str, str]:
    """Return the name and the value of an argument. A positional one has no name."""
    name, equals, value = source.partition("=")
    if equals and name.isidentifier():
        return name, value
    return "", source
