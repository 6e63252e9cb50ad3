"""What `dojo progress --json` tells a program: all that is known of a practice, or of one of its steps."""

from collections.abc import Sequence

from dojo.practice import Story, Swap
from dojo.progress import MEASURES, Step, rounds_of


def timeline_as_json(story: Story, steps: list[Step]) -> dict[str, object]:
    """Return all that is known of a practice."""
    last = story.checks[-1]
    return {
        "level": last.level,
        "blind": last.blind,
        "name": story.name or None,
        "steps": [step_as_json(step, place, story.swaps) for step, place in zip(steps, rounds_of(steps), strict=True)],
    }


def step_as_json(step: Step, place: int, swaps: Sequence[Swap]) -> dict[str, object]:
    """Return what a program may want to know of a step: the last swap before it, if there was one, and its round."""
    entry = step.entry
    swap = next((swap for swap in reversed(swaps) if swap.after < step.number), None)
    return {
        "number": step.number,
        "moment": entry.moment.isoformat(),
        "status": entry.status,
        "name": step.name,
        "seconds": entry.seconds,
        "findings": entry.findings,
        "message": entry.message,
        "measures": step.measures and {each.name.replace(" ", "_"): each.value(step.measures) for each in MEASURES},
        "killed": step.score,
        "reverted": step.reverted and step.reverted.isoformat(),
        "round": place,
        "swap": swap and {"moment": swap.moment.isoformat(), "name": swap.name},
        "snapshot": entry.snapshot,
    }
