"""What a story is about, in a line."""

from dojo.kata import LEVELS
from dojo.practice import AMBER, RED, Story
from dojo.progress.timeline import DATE_AND_TIME
from dojo.text import counted


def summary(story: Story) -> str:
    """Say in a line what was practised, by whom, since when, and how often it was checked."""
    red, amber = (sum(entry.status == status for entry in story.checks) for status in (RED, AMBER))
    last, start = story.checks[-1], story.checks[0].moment
    checks = f"{counted(len(story.checks), 'check')}, {red} red{f', {amber} amber' if amber else ''}"
    blind, name = ", blind" if last.blind else "", f", {story.name}" if story.name else ""
    return f"Level {last.level}, {LEVELS[last.level].title}{blind}{name}, since {start:{DATE_AND_TIME}}: {checks}"
