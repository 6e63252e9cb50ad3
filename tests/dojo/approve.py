"""Approve the documents of the tool: `python -m tests.dojo.approve`.

Prints each difference once, with the names of the documents that have it, and asks whether it is
right. Then approves the documents without a wrong difference. `--yes` approves all.
"""

import re
from collections import defaultdict
from difflib import unified_diff
from pathlib import Path

import click

TESTS = Path(__file__).resolve().parents[1]

HUNK = re.compile(r"^@@.*\n", re.MULTILINE)


def approved_file(received: Path) -> Path:
    return received.with_name(received.name.replace(".received.", ".approved."))


def name_of(received: Path) -> str:
    return received.name.partition(".")[0]


def differences_in(received: Path) -> list[str]:
    """Return the hunks of a document, without line numbers, so that they can be compared."""
    if received.suffix == ".svg":
        return [f"The picture differs. Open {received} in a browser."]
    before = approved_file(received)
    before.touch()
    texts = [path.read_text(encoding="utf-8").splitlines() for path in (before, received)]
    lines = list(unified_diff(*texts, lineterm="", n=1))
    return HUNK.split("\n".join(lines))[1:]


@click.command()
@click.option("--yes", is_flag=True, help="Approve all documents without questions.")
@click.option("--folder", type=click.Path(path_type=Path), default=TESTS, hidden=True)
def approve(folder: Path, *, yes: bool):
    """Show each difference of the received documents once, and approve them."""
    files_by_difference: dict[str, dict[str, Path]] = defaultdict(dict)
    received = sorted(folder.rglob("*.received.*"))
    for file in received:
        for difference in differences_in(file):
            files_by_difference[difference.rstrip()][name_of(file)] = file
    wrong: list[Path] = []
    for difference, files in files_by_difference.items():
        click.echo(f"{', '.join(files)}:\n{difference}\n")
        if not yes and not click.confirm("Is this right?"):
            wrong += files.values()
    for file in received:
        if file not in wrong:
            file.replace(approved_file(file))
            click.echo(f"approved  {name_of(file)}")


if __name__ == "__main__":
    approve()
