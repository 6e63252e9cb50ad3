"""The page of a pair: the timeline of its practice, read from its story when the page is written."""

from dojo.board.lights import Pair
from dojo.board.room import Room
from dojo.progress import diffs_of, page_of, steps_of, summary, timeline_of


def page_of_pair(room: Room, pair: Pair) -> str:
    """Return the page of a pair that was checked; WorkspaceError when its story cannot be read."""
    repository, story = room.open(pair)
    steps = steps_of(repository, story)
    return page_of(summary(story), timeline_of(steps, story.swaps), diffs_of(repository, steps), pair.name)
