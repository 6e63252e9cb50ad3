"""The refs of a room: branches of pairs, signs of life, slips, rounds, a mark if closed.

All of these are branches below `dojo/`, because a room that the dojo made accepts nothing else. The
name of a pair begins with a letter or a digit, so it is none of the others.
"""

from dataclasses import dataclass, field

import pygit2

from dojo.practice.snapshots import CHECKS
from dojo.room.git import GIT_TIMEOUT, NO_REPOSITORY, may_ask_for_password, run_git
from dojo.text import duration

BRANCHES = "refs/heads/dojo/"
# Below this: the name of the pair, and the random number of its practice.
SIGNS = f"{BRANCHES}_alive/"
# Below this: the name of the sender, and the commit.
SLIPS = f"{BRANCHES}_slips/"
CLOSED = f"{BRANCHES}_closed"
# Below this, in the file of a closed room: a pair, its practice, and how many checks it had when
# its clock was wrong.
CLOCKS = f"{BRANCHES}_clocks/"
# Below this: a round, as Round.ref has it.
ROUNDS = f"{BRANCHES}_round/"


@dataclass
class RoomRefs:
    """The commits of a room's branches. `pairs` has them by the name of the pair.

    A practice, or its bundle, has one history, without a name.
    """

    pairs: dict[str, str] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)
    slips: dict[str, str] = field(default_factory=dict)
    closed: str = ""
    rounds: list[str] = field(default_factory=list)
    doubtful_checks: dict[str, int] = field(default_factory=dict)

    def add(self, ref: str, commit: str) -> None:
        if ref == CLOSED:
            self.closed = commit
        elif ref.startswith(ROUNDS):
            self.rounds.append(ref)
        elif ref.startswith(CLOCKS):
            place, _, number = ref.removeprefix(CLOCKS).rpartition("/")
            self.doubtful_checks[f"{SIGNS}{place}"] = int(number)
        elif ref.startswith(SIGNS):
            self.signs[ref] = commit
        elif ref.startswith(SLIPS):
            self.slips[ref] = commit
        elif ref.startswith(BRANCHES) and not ref.startswith(f"{BRANCHES}_"):
            self.pairs[ref.removeprefix(BRANCHES)] = commit
        elif ref == CHECKS:
            self.pairs[""] = commit

    def spelling_of(self, pair: str) -> str:
        """Return the name of a pair as the room has it. Names ignore case."""
        spellings = {name.casefold(): name for name in self.pairs}
        return spellings.get(pair.casefold(), pair)


def refs_in(git: pygit2.Repository) -> RoomRefs:
    refs = RoomRefs()
    for ref in git.references.objects:
        refs.add(ref.name, str(ref.target))
    return refs


def read_room(url: str, timeout: float = GIT_TIMEOUT) -> RoomRefs:
    """Return the refs of a room. Raises RefusedError if it does not answer."""
    listed = run_git(
        NO_REPOSITORY,
        "ls-remote",
        "--",
        url,
        f"{BRANCHES}*",
        may_ask=may_ask_for_password(),
        timeout=timeout,
    )
    refs = RoomRefs()
    for line in listed.splitlines():
        commit, tab, ref = line.partition("\t")
        if tab:
            refs.add(ref, commit)
    return refs


def sign_ref(pair: str, practice: str) -> str:
    return f"{SIGNS}{pair}/{practice}"


def clock_in_words(ahead: float) -> str:
    """Return the error of a clock, as in "7 min behind"."""
    direction = "ahead" if ahead > 0 else "behind"
    unit = 60 if abs(ahead) >= 60 else 1
    return f"{duration(round(abs(ahead) / unit) * unit)} {direction}"
