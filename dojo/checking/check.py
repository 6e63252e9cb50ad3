"""One check of a practice, from a snapshot before to an entry in its log."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from dojo.checking.limits import limit_for
from dojo.checking.process import SupersededError
from dojo.checking.rendering import remarks
from dojo.checking.result import CheckResult
from dojo.checking.runner import never, run_all
from dojo.practice import (
    CHECK,
    GREEN,
    PATIENCE_SECONDS,
    Changes,
    Entry,
    GitError,
    Practice,
    Repository,
    append_check,
    holding,
)
from dojo.text import now

TRIES = 3  # checks, while somebody saves


class Checked(NamedTuple):
    """What a check found, and its entry in the log."""

    result: CheckResult
    entry: Entry


class Kept(NamedTuple):
    """What is kept of the files as they were checked: a snapshot, what had changed, and why not, if it could not be."""

    snapshot: str | None
    changed: Changes
    warning: str


@holding(CHECK, PATIENCE_SECONDS)
def check_and_log(
    practice: Practice,
    limit: float | None,
    superseded: Callable[[], bool] | None = None,
    *,
    patient: bool = False,
    settle: Callable[[Changes], None] | None = None,
) -> Checked:
    """Check the practice as it is now, and note it in the log; `patient` gives it twice the time.

    When files are saved meanwhile, the result is about neither state. Who gave a way to find that out while it runs
    gets a SupersededError then; for anybody else, the check is made again. Unless green, a result waits for `settle`,
    which is given what has changed, before the files are looked at again.
    """
    usual = limit_for(practice, limit)
    for _ in range(TRIES):
        when = now()
        kept = _keep(practice)
        result = run_all(practice, usual.twice() if patient else usual, superseded or never)
        if settle is not None and result.status != GREEN:
            settle(kept.changed)
        left = None if kept.snapshot is None else Repository(practice.folder).tree()
        if left is None or _is_as_checked(practice, str(kept.snapshot), left, result.written):
            break
        if superseded is not None:
            raise SupersededError
    result = replace(result, warning=kept.warning or _ambiguity(practice), left=left)
    _write_findings(practice, result)
    return Checked(result, _log(practice, result, when, kept))


def _keep(practice: Practice) -> Kept:
    """Keep the files as they are; without a repository that works, a check is still a check."""
    repository = Repository(practice.folder)
    try:
        before = repository.base()
        snapshot = repository.snapshot("checked")
        return Kept(snapshot, repository.changes(before, snapshot), repository.not_kept(snapshot))
    except GitError as error:
        return Kept(None, {}, f"This state is not kept, for {error}")


def _is_as_checked(practice: Practice, before: str, after: str, written: frozenset[str]) -> bool:
    """Tell whether the files are as they were before, but for what the practice itself has written meanwhile."""
    return Repository(practice.folder).changes(before, after).keys() <= written


def _ambiguity(practice: Practice) -> str:
    """Say so when Python takes another Yatzy than a person might think."""
    both = all((practice.folder / name).exists() for name in ("yatzy.py", "yatzy/__init__.py"))
    return "practice/ has both yatzy.py and a package yatzy/: Python takes the package." if both else ""


def _write_findings(practice: Practice, result: CheckResult) -> None:
    text = "".join(f"{finding.text}\n" for finding in result.findings)
    (practice.home / "findings.txt").write_text(text, encoding="utf-8")


def _log(practice: Practice, result: CheckResult, when: datetime, kept: Kept) -> Entry:
    """Note a check, with its first finding in a line, or else what there is to remark."""
    first = [" ".join(finding.text.split()) for finding in result.findings] or remarks(practice, result)
    entry = Entry(
        when=when.isoformat(timespec="seconds"),
        level=practice.choices.level,
        blind=practice.choices.blind,
        status=result.status,
        seconds=round(result.seconds, 2),
        findings=result.count,
        message=first[0] if first else "",
        changed=kept.changed,
        snapshot=kept.snapshot,
    )
    append_check(practice.home, entry)
    if kept.snapshot is not None:
        Repository(practice.folder).set_base(kept.snapshot)
    return entry
