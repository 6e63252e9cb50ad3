"""One check of a practice, from the files before, which are kept, to an entry in its story."""

from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from dojo.checking.job import CheckResult
from dojo.checking.process import NOBODY, Asker, SupersededError
from dojo.checking.rendering import FINDINGS, remarks
from dojo.checking.runner import run_all
from dojo.practice import (
    CHECK,
    Changes,
    Entry,
    GitError,
    Practice,
    Repository,
    Story,
    append_check,
    hold,
    read_story,
    tell_news,
)
from dojo.text import now

TRIES = 3  # checks, while somebody saves
BOTH = "{name}/ has both yatzy.py and a package yatzy/: Python takes the package."


class Checked(NamedTuple):
    """What a check found, and its entry in the story."""

    result: CheckResult
    entry: Entry


class Kept(NamedTuple):
    """What is kept of the files as they were checked: a tree, what had changed, and why not, if it could not be."""

    tree: str | None
    changed: Changes
    warning: str


def check_and_log(
    practice: Practice, limit: float | None, asker: Asker = NOBODY, options: tuple[str, ...] = ()
) -> Checked:
    """Check the practice as it is now, and add it to the story; `options` are pytest's, for the golden master.

    When code is saved meanwhile, the result is about neither state. Who gave a way to find that out while it runs gets
    a SupersededError then; for anybody else, the check is made again.
    """
    repository = Repository(practice.folder)
    with hold(practice.folder, CHECK, tell=asker.tell):
        story = read_story(repository)
        for _ in range(TRIES):
            when, kept = now(), _keep(repository, story)
            result = run_all(practice, limit, asker, options)
            left = None if kept.tree is None else repository.tree()
            if left is None or not is_saved(repository.changes(kept.tree, left)):
                break
            if asker.superseded is not None:
                raise SupersededError
        entry, lost = _add(repository, _entry(practice, result, when, kept.tree), tcr=asker.tcr)
        warnings = (lost or kept.warning or _of_two_files(practice), tell_news(practice.folder))
        complete = replace(result, warning="\n".join(filter(None, warnings)), changed=kept.changed, left=left)
        return Checked(complete, entry)


def is_saved(changes: Changes) -> bool:
    """Tell whether somebody saved code: what else changes during a check, that code may have written itself."""
    return any(path.endswith(".py") for path in changes)


def _keep(repository: Repository, story: Story) -> Kept:
    """Keep the files as they are; without a repository that works, a check is still a check."""
    try:
        tree = repository.tree()
        repository.begin_check(tree, story.trees)
        return Kept(tree, repository.changes(story.base, tree), "")
    except GitError as error:
        return Kept(None, {}, f"This state is not kept, for {error}")


def _add(repository: Repository, entry: Entry, *, tcr: bool) -> tuple[Entry, str]:
    """Add a check to the story, if its files are kept; return it, and why it is not in the story, if it should be."""
    if entry.tree is None:
        return entry, ""
    try:
        return replace(entry, snapshot=append_check(repository, entry, tcr=tcr)), ""
    except GitError as error:
        return entry, f"This check is not kept, for {error}"


def _of_two_files(practice: Practice) -> str:
    """Say which of a file and a package Python takes, where there are both."""
    both = all((practice.folder / name).exists() for name in ("yatzy.py", "yatzy/__init__.py"))
    return BOTH.format(name=practice.name) if both else ""


def _entry(practice: Practice, result: CheckResult, when: datetime, tree: str | None) -> Entry:
    """Write down all findings, and return what the story tells: the first, or else what there is to remark."""
    found = "".join(f"{finding.text}\n" for finding in result.findings)
    (practice.home / FINDINGS).write_text(found, encoding="utf-8", errors="backslashreplace")
    first = [" ".join(finding.text.split()) for finding in result.findings] or remarks(result)
    return Entry(
        moment=when,
        level=practice.choices.level,
        blind=practice.choices.blind,
        status=result.status,
        seconds=round(result.seconds, 2),
        findings=result.count,
        message=first[0] if first else "",
        tree=tree,
        approved=result.approved,
    )
