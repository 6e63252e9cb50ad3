"""Approve the documents of the tool: `python -m tests.dojo.approve`.

Prints each difference once, with the names of the documents that have it, and asks whether it is
right. Then approves the documents without a wrong difference. `--yes` approves all.
"""

from collections import defaultdict
from difflib import unified_diff
from pathlib import Path

import click

from tests.dojo.printed import APPROVED

RECEIVED = "*.received.*"


def approved_file(received: Path) -> Path:
    return received.with_name(received.name.replace(".received.", ".approved."))


def read_lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    return path.read_text(encoding="utf-8").splitlines()


def differences_in(received: Path) -> list[str]:
    """Return the hunks of a document, without line numbers, so that they can be compared."""
    if received.suffix == ".svg":
        return [f"The picture differs. Open {received} in a browser."]
    before = read_lines(approved_file(received))
    hunks: list[list[str]] = []
    for line in list(unified_diff(before, read_lines(received), lineterm="", n=1))[2:]:
        if line.startswith("@@"):
            hunks.append([])
        else:
            hunks[-1].append(line)
    return ["\n".join(hunk) for hunk in hunks]


def group_differences(files: list[Path]) -> dict[str, list[Path]]:
    """Return each distinct difference, with the received files that have it."""
    groups: dict[str, list[Path]] = defaultdict(list)
    for file in files:
        for difference in differences_in(file):
            if file not in groups[difference]:
                groups[difference].append(file)
    return groups


@click.command()
@click.option("--yes", is_flag=True, help="Approve all documents without questions.")
@click.option("--folder", type=click.Path(path_type=Path), default=APPROVED, hidden=True)
def approve(folder: Path, *, yes: bool) -> None:
    """Show each difference of the received documents once, and approve them."""
    received = sorted(folder.glob(RECEIVED))
    wrong: set[Path] = set()
    for difference, files in group_differences(received).items():
        names = [file.name.partition(".")[0] for file in files]
        click.echo(f"{', '.join(names)}:\n{difference}\n")
        if not yes and not click.confirm("Is this right?"):
            wrong.update(files)
    for file in received:
        if file not in wrong:
            file.replace(approved_file(file))
            click.echo(f"approved  {file.name.partition('.')[0]}")


if __name__ == "__main__":
    approve()
