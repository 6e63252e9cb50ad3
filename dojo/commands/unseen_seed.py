"""A seed that leaves the arguments of dojo, for these can be read by every process, a player's, too."""

import os
import sys
from collections.abc import Iterator

import click

OPTION, FROM_PIPE = "--seed", "--seed-from"
IN_META = "dojo.seed"


def unseen(seed: int | None) -> int | None:
    """Return the seed, if there is one; when it stands in the arguments, the same command begins again without it."""
    arguments = list(without_seed(sys.orig_argv[1:]))
    if seed is not None and sys.platform != "win32" and len(arguments) < len(sys.orig_argv[1:]):
        reader, writer = os.pipe()
        os.write(writer, str(seed).encode())
        os.close(writer)
        os.set_inheritable(reader, True)  # noqa: FBT003 - as os has it
        os.execv(sys.executable, [sys.executable, *arguments, FROM_PIPE, str(reader)])  # noqa: S606 - ours
    return click.get_current_context().meta.get(IN_META, seed)


def without_seed(arguments: list[str]) -> Iterator[str]:
    """Yield the arguments but for `--seed 7` or `--seed=7`."""
    rest = iter(arguments)
    for each in rest:
        if each == OPTION:
            next(rest, None)
        elif not each.startswith(f"{OPTION}="):
            yield each


def _read(context: click.Context, _: click.Parameter, pipe: int | None) -> None:
    if pipe is None:
        return
    try:
        with os.fdopen(pipe, "rb") as reader:
            context.meta[IN_META] = int(reader.read())
    except (OSError, ValueError):
        raise click.BadParameter("it is for dojo itself.") from None


SEED_FROM_PIPE = click.option(FROM_PIPE, type=int, hidden=True, expose_value=False, callback=_read)
