"""What pairs are called on a board: each by a name of its own, for as long as it is there.

key: what a pair is known by, whatever it is called.
"""

from collections.abc import Hashable
from itertools import chain, count

from dojo.practice import same_name


class Names:
    """The names that are given, and to whom."""

    def __init__(self) -> None:
        """Begin with none."""
        self._names: dict[Hashable, str] = {}
        self._taken: set[str] = set()

    def name(self, key: Hashable, wanted: str, label: str) -> str:
        """Return the name of a pair: the one that it has; else the one wanted; else that with a label or a number."""
        if key not in self._names:
            names = (f"{wanted} ({each})" for each in chain([label], count(2)))
            name = next(each for each in chain([wanted], names) if same_name(each) not in self._taken)
            self._names[key] = name
            self._taken.add(same_name(name))
        return self._names[key]

    def take_back(self, key: Hashable) -> str | None:
        """Return the name that a pair had, which is free from now on; None when it had none."""
        name = self._names.pop(key, None)
        if name is not None:
            self._taken.remove(same_name(name))
        return name
