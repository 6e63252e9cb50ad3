"""What changed in each step of a timeline: the difference to the files that were there before it."""

from dojo.practice import Repository
from dojo.progress.differences import diff_of
from dojo.progress.timeline import Timeline


def diffs_of(repository: Repository, timeline: Timeline) -> dict[int, str]:
    """Return the diff of each step by its number; none for a step whose files are lost."""
    return {
        step.number: diff_of(repository, f"{step.entry.snapshot}^", step.entry.snapshot)
        for step in timeline.steps
        if step.entry.snapshot
    }
