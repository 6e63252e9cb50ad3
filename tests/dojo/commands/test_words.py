"""One word for one thing: what people read has the words that the kata chose."""

import re

import click
import pytest
from click.testing import CliRunner

from dojo.commands import main
from tests.dojo.commands import documents
from tests.dojo.commands.documents import DOCUMENTS

PICTURES = ("a net you can trust",)
# Each as a pattern, with the word to say; words that are plain English elsewhere, in the sense that is meant here.
NOT_THESE = {
    r"explain": "equivalent mutant",
    r"out of reach": "unmutated",
    r"colou?r": "status",
    r"(?:this|same|published) face\b": "interface, facade",
    r"strangers?\b": "external player",
    r"\bsittings?\b": "session",
    r"--anew": "--no-cache",
    r"\bf(?:a|e)lls? short": "fails",
    r"names? of truth": "truth value",
    r"\bnets?\b": "golden master, characterization test, tests",
    r"\bthe way (?:that )?(?:you|practice/|it) (?:came|come)|\bway\.html": "timeline",
    r"\b(?:taken?s?|took|put|went) back\b|\btcr (?:takes|took)": "reverted",
    r"\byards?\b": "sandbox",
    r"results? (?:that (?:is|was|are|were) )?kept|kept results?|keep no results?": "cached",
}


def text_of(name: str) -> str:
    """Return a document, or what --help shows of a command."""
    if name in DOCUMENTS:
        text = documents.text_of(name)
    else:
        text = CliRunner().invoke(main, [*name.split()[1:], "--help"]).stdout
    return " ".join(text.split())


def texts() -> list[str]:
    """Return the names of all that people read."""
    assert isinstance(main, click.Group)
    return [*DOCUMENTS, "dojo", *(f"dojo {name}" for name in main.list_commands(click.Context(main)))]


@pytest.mark.parametrize("name", texts())
def test_what_people_read_has_the_words_of_the_kata(name: str) -> None:
    text = text_of(name)
    for picture in PICTURES:
        text = text.replace(picture, "")
    found = {word: instead for word, instead in NOT_THESE.items() if re.search(word, text, re.IGNORECASE)}
    assert found == {}
