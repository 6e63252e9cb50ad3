"""The tangle, a practice and the clean twin side by side, on the same measures.

A practice is about a level, so the others are compared as far as that level goes. Part of a level: of the tangle what
the practice began as, of the clean twin the modules that this part of the tangle became.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from dojo.kata import LAST, NOTHING_APPROVED, Differences, tangle
from dojo.practice import Practice, Repository, Story, parsed, read_story, source_files
from dojo.progress.metrics import Measures, State, measure
from dojo.progress.wish import Wish, wish_of

SCORING = ("refusals", "dice", "scoring", "rulesets", "yatzy")
CARDS = ("scorecard", "players", "sheet")  # players: who may have a card is decided there
GAMES = ("events", "game", "tournament", "transcript")
EVENING = ("evening", "hall_of_fame")
REFACTORED_AT = {
    1: SCORING,
    2: SCORING + CARDS,
    3: SCORING + CARDS + GAMES,
    4: SCORING + CARDS + GAMES + EVENING,
}


@dataclass(frozen=True)
class Comparison:
    """The measures of each, by its name; `broken`: files of the practice that do not parse; what an approval took.

    `approved`: what the last green check of the practice went by beside the kata's documents.
    """

    measures: dict[str, Measures]
    broken: list[str]
    wish: Wish | None
    approved: Differences = NOTHING_APPROVED


def compare(workspace: Path, practice: Practice | None, since: str | None) -> Comparison:
    """Compare as far as the practice's level goes, the practice as it is and `since` a commit; or the whole."""
    level = practice.level if practice else LAST
    states = {"legacy": {"yatzy.py": tangle(workspace, level)}}
    own: State = {}
    if practice is not None:
        own = _state(practice.folder, source_files(practice.folder))
        states["practice"] = own
    twin = workspace / "refactored"
    modules = [twin / f"{name}.py" for name in REFACTORED_AT[level.number]]
    states["refactored"] = _state(twin, filter(Path.is_file, modules))
    measures = dict(zip(states, measure(list(states.values())), strict=True))
    broken = [path for path, text in own.items() if parsed(text) is None]
    story = read_story(Repository(practice.folder)) if practice else Story()
    greens = [each.approved for each in story.checks if each.green]
    approved = greens[-1] if greens else NOTHING_APPROVED
    wish = wish_of(practice, story, own, since) if practice else None
    return Comparison(measures, broken, wish, approved)


def _state(folder: Path, files: Iterable[Path]) -> State:
    state: State = {}
    for path in files:
        name = path.relative_to(folder).as_posix()
        state[name] = path.read_text(encoding="utf-8", errors="replace")
    return state
