"""What a story is about, in a line."""

from dojo.kata import LEVELS
from dojo.practice import AMBER, RED, Story
from dojo.progress.timeline import DATE_AND_TIME
from dojo.text import counted


def summary(story: Story) -> str:
    """Say in a line what was practised, by whom, since when, and how often it was checked."""
    statuses = [entry.status for entry in story.checks]
    checks = f"{counted(len(statuses), 'check')}, {statuses.count(RED)} red"
    amber = statuses.count(AMBER)
    if amber:
        checks += f", {amber} amber"
    first, guard = story.checks[0], story.guard or story.checks[-1]
    what = f"Level {guard.level}, {LEVELS[guard.level].title}"
    if guard.blind:
        what += ", blind"
    if story.name:
        what += f", {story.name}"
    return f"{what}, since {first.moment:{DATE_AND_TIME}}: {checks}"
