"""The script of the rehearsal: a story for each pair, in each round of five minutes.

The actions are methods of `tests.dojo.rehearsal.pairs.Pair`.
"""

from typing import NamedTuple

ROUND_SECONDS = 300

# How many seconds the clock of each pair is ahead.
CLOCKS = {"Panda": 0, "Otter": -420, "Heron": 180, "Lynx": 0, "Mole": 0, "Raven": 0}

STORIES = {
    "steady": """
        0:10 same
        0:45 green
        1:25 commit
        2:05 green
        2:45 same
        3:20 swap
        3:30 red
        3:55 restore
        4:15 green
        4:45 commit""",
    "red": """
        0:07 same
        0:30 red
        1:30 red
        3:20 green
        3:50 same
        4:20 commit""",
    "amber": """
        0:09 same
        0:45 amber
        1:40 red
        3:30 green
        4:10 commit""",
    "offline": """
        0:05 same
        0:35 green
        1:00 red
        1:15 refuse
        1:35 restore
        1:50 green
        2:10 same
        3:00 mend
        3:35 red
        4:05 green""",
    "started over": """
        0:11 same
        0:50 commit
        1:20 red
        1:45 over
        2:40 red
        3:40 green
        4:20 over
        4:40 green""",
    "approved": """
        0:13 same
        0:50 bug
        1:20 approve
        2:15 rename
        2:50 green
        3:20 swap
        3:50 red
        4:20 green""",
    "tcr": """
        0:15 tcr
        0:50 green
        1:25 red
        2:20 swallow
        2:30 green
        4:10 mend
        4:40 unwatch""",
    "red offline": """
        0:15 red
        0:35 swallow
        2:00 over
        3:00 green
        4:20 mend
        4:40 green""",
    "short cut": """
        0:20 watch-saves
        0:50 green
        1:10 refuse
        1:20 red
        1:45 mend
        2:30 green
        3:00 swallow
        3:10 red
        3:40 mend
        4:20 green
        4:45 unwatch""",
    "left alone": """
        0:05 green
        0:20 red
        4:30 restore
        4:50 green""",
    "asleep": """
        0:20 green
        4:50 green""",
}

# A row is a round of five minutes, a column a pair.
ROUNDS = [
    ["offline", "red", "amber", "started over", "approved", "tcr"],
    ["steady", "offline", "started over", "red", "tcr", "approved"],
    ["short cut", "approved", "red offline", "amber", "steady", "red"],
    ["red", "started over", "tcr", "left alone", "offline", "short cut"],
    ["approved", "red offline", "steady", "offline", "red", "started over"],
    ["tcr", "short cut", "approved", "red offline", "started over", "asleep"],
    ["amber", "tcr", "short cut", "approved", "left alone", "offline"],
    ["started over", "amber", "red", "steady", "short cut", "red offline"],
]


class Happening(NamedTuple):
    """`second`: counted from the beginning of the session. `pair`: its first name."""

    second: int
    pair: str
    action: str


def happenings(minutes: float) -> list[Happening]:
    """Return all happenings of the first so many minutes, in their order."""
    planned: list[Happening] = []
    for number, stories in enumerate(ROUNDS):
        for pair, story in zip(CLOCKS, stories, strict=True):
            for line in STORIES[story].split("\n")[1:]:
                moment, action = line.split()
                second = number * ROUND_SECONDS + parse_minutes(moment)
                planned.append(Happening(second, pair, action))
    return sorted(each for each in planned if each.second < minutes * 60)


def parse_minutes(text: str) -> int:
    """Return the seconds of 3:12, or of 1:03:12."""
    seconds = 0
    for part in text.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds
