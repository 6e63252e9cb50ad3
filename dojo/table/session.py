"""A game at the table: what may be done now, and what comes of it. No rule stands here: `refactored` has them."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from dojo.files import free_path, read_json, write_json
from dojo.games.players import PERSON, PLAYER_CLASSES, fair_dice
from refactored import GameTranscript, Match, Move, Question, decide, game_named, roll_of

FOLDER = ".table"  # in the workspace, of games that were left in the middle; each is a record
MOST_SEATS = 6
Positions = frozenset[int]  # of dice, from 0
ALL_FIVE: Positions = frozenset(range(5))
NONE: Positions = frozenset()


@dataclass
class Record:
    """All that a game needs to be played again: kinds of player by name, the seed of the dice, and the moves."""

    game: str
    kinds: dict[str, str]
    seed: int
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raise ValueError for too many players, or one of no kind."""
        if not 1 <= len(self.kinds) <= MOST_SEATS:
            raise ValueError(f"{len(self.kinds)} players: the table has {MOST_SEATS} seats.")
        for name, kind in self.kinds.items():
            if kind not in (PERSON, *PLAYER_CLASSES):
                raise ValueError(
                    f"{name}={kind}: there is no such kind; there are {', '.join((PERSON, *PLAYER_CLASSES))}."
                )


class Session:
    """One game after the other, at one table of a workspace. Moves return the positions of the dice that they throw."""

    question: Question  # which the game waits for; after its end, the last one

    def __init__(self, workspace: Path, record: Record) -> None:
        self.folder, self.message = workspace / FOLDER, ""
        self.begin(record)

    def begin(self, record: Record) -> Positions:
        """Play a record from its first move; ValueError when it breaks the rules."""
        self.record, self.game = replace(record, moves=[]), game_named(record.game)
        self.transcript: list[str] = []
        self._computers: dict[str, Any] = {}
        self.undos: list[int] = []  # the moves that are categories which persons took
        tell = GameTranscript(self.transcript.append).tell
        self._match = Match(self.game, record.kinds, fair_dice(record.seed), tell)
        self.cards = self._match.cards
        self._ask(self._match.begin())
        for move in record.moves:
            self.move(move)
        return self._turn()

    def _ask(self, question: Question | None) -> None:
        self.question = question or self.question
        self.name = question.name if question else ""
        self.kind = self.record.kinds.get(self.name, "")  # of whoever's turn it is

    def move(self, move: Move) -> None:
        """Make a move; ValueError, and nothing changes, when the rules do not allow it."""
        decision = decide(self.question, move)
        if self.kind == PERSON and isinstance(move, str):
            self.undos.append(len(self.record.moves))
        self._ask(self._match.go_on(self.question, decision))
        self.record.moves.append(move)

    def _turn(self) -> Positions:
        """Turn to whoever is asked: a person, who throws first; a computer, whose dice lie open; or nobody.

        The next throw leaves the dice that are kept. Nobody sees the dice before they are open.
        """
        self.kept, self.open = NONE, self.kind != PERSON or self.question.stage > 0
        return ALL_FIVE if self.kind in PLAYER_CLASSES else NONE

    # What may be done.

    @property
    def throws_left(self) -> int:
        """Return how often the person whose turn it is may throw; to lift the cover from the first dice is a throw."""
        return 3 - self.question.stage - self.open if self.kind == PERSON else 0

    @property
    def may_take(self) -> bool:
        return self.kind == PERSON and self.open

    def offers(self) -> dict[str, int | None]:
        """Return what each free category would bring, by its name; None where a joker may not go."""
        card, dice = self.question.card, self.question.dice
        free = card.free()
        allowed = self.game.allowed(roll_of(dice), free.values())
        return {name: card.placement(name, dice).points if free[name] in allowed else None for name in free}

    # Moves.

    def throw(self) -> Positions:
        """Throw the dice that are not kept; or lift the cover from those that were thrown first."""
        self.message = ""
        if self.kept == ALL_FIVE:
            self.message = "All five dice are kept: let one go, or take a category."
        elif self.open:
            self.move(sorted(self.kept))
            self.save()
        self.open = True
        return ALL_FIVE - self.kept

    def keep(self, position: int) -> None:
        self.kept ^= {position}
        self.message = ""

    def take(self, category: str) -> Positions:
        """Take a category, and turn to whoever is next; or say why it may not be taken."""
        try:
            self.move(category)
        except ValueError as error:
            self.message = f"{str(error).partition(': ')[2]}."
            return NONE
        self.message = ""
        self.save()
        return self._turn()

    def answer(self) -> Move:
        name, dice, stage, *_, view = self.question
        if name not in self._computers:
            self._computers[name] = PLAYER_CLASSES[self.kind](name, self.game, self.record.seed)
        move: Move = self._computers[name].turn(list(dice), stage, view)
        return move

    def step(self) -> Positions:
        """Let the computer player whose turn it is show what it keeps, then throw the rest; or take its category."""
        move = self.answer()
        if isinstance(move, str):
            return self.take(move)
        if self.kept == frozenset(move):
            return self.throw()
        self.kept = frozenset(move)
        return NONE

    def undo(self) -> None:
        """Go back to before the last category that a person took."""
        self.begin(replace(self.record, moves=self.record.moves[: self.undos[-1]]))
        self.open, self.message = True, "Taken back. These are the dice from before."
        self.save()

    # Saved games.

    @property
    def path(self) -> Path:
        """Return where the game is saved."""
        return self.folder / f"{self.record.game}-{self.record.seed}.json"

    def save(self) -> None:
        """Save the game; one that is over is not kept."""
        self.folder.mkdir(exist_ok=True)
        if self.name:
            write_json(self.path, self.record)
        else:
            self.path.unlink(missing_ok=True)

    def resume(self) -> Record | None:
        """Go on with the game that was saved last, if there is one; return the one that gave way to it."""
        saves = sorted(self.folder.glob(f"{self.game.name}-*.json"), key=lambda save: save.stat().st_mtime)
        fresh = self.record
        if not saves:
            return None
        try:
            self.begin(read_json(saves[-1], Record))
        except ValueError as error:
            self.begin(fresh)
            self.put_aside(saves[-1], f"The saved game is damaged: {error}. ")
            return None
        return fresh

    def begin_again(self, record: Record) -> Positions:
        """Begin another game; one in the middle is put aside."""
        self.message = ""
        if self.path.exists():
            self.put_aside(self.path, "")
        return self.begin(record)

    def put_aside(self, save: Path, why: str) -> None:
        """Keep what is saved of a game, but do not go on with it."""
        target = save.replace(free_path(save.with_suffix(".left")))
        self.message = f"{why}The game before is kept: {FOLDER}/{target.name}"
