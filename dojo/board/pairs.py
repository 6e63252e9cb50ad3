"""STUB, to be replaced."""
from dataclasses import dataclass, field
from typing import NamedTuple


class Light(NamedTuple):
    moment: float
    status: str
    commit: str
    reverted: bool = False


@dataclass
class Pair:
    name: str
    level: int = 1
    blind: bool = False
    lights: list[Light] = field(default_factory=list)
    swaps: list[float] = field(default_factory=list)
    score: float | None = None

    @property
    def status(self) -> str:
        return "green" if self.lights[-1].reverted else self.lights[-1].status

    @property
    def last(self) -> float | None:
        return self.lights[-1].moment if self.lights else None

    @property
    def since(self) -> float | None:
        since = None
        for light in reversed(self.lights):
            if (light.status == "green") != (self.status == "green"):
                break
            since = light.moment
        return since


class Refreshed(NamedTuple):
    changed: set[str]
    problems: dict[str, str]


class Room:
    pairs: dict[str, Pair]
    problems: dict[str, str]
    unreachable: dict[str, str]
    def refresh(self) -> Refreshed: ...
    def open(self, pair: Pair): ...
