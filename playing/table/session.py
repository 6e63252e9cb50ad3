"""A game at the table: its moves, and its file. The rules are in `refactored`."""

from dataclasses import dataclass, field, replace
from pathlib import Path

from dojo.files import free_path, read_json, write_json
from playing.games.players import PERSON, PLAYER_CLASSES, fair_dice
from refactored import Decision, GameEvent, Match, Move, Question, decide, game_line, game_named

SAVES_FOLDER = ".table"
MAX_PLAYERS = 6
Positions = frozenset[int]  # 0 is the first die
ALL_DICE: Positions = frozenset(range(5))
NO_DICE: Positions = frozenset()


@dataclass
class Record:
    """All data to play a game again. `kinds` has the kind of each player by name."""

    game: str
    kinds: dict[str, str]
    seed: int
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raise ValueError for too many players, or an unknown kind."""
        if not 1 <= len(self.kinds) <= MAX_PLAYERS:
            seats = f"The table has {MAX_PLAYERS} seats"
            raise ValueError(f"{seats}, but you named {len(self.kinds)} players.")
        known = (PERSON, *PLAYER_CLASSES)
        for name, kind in self.kinds.items():
            if kind not in known:
                kinds = ", ".join(known)
                raise ValueError(f"{name}={kind}: there is no such kind. The kinds are {kinds}.")


class WaitingError(Exception):
    """A game has come to a question to which its record has no move."""


class Session:
    """One game after the other. Moves return the positions of the dice that they throw.

    A game is what its record says: after each move, it is played again from the beginning, up to
    the next question. `name` and `kind` are empty when the game is over. Until then, they say
    whose turn it is.
    """

    question: Question  # stays the last one when the game is over

    def __init__(self, workspace: Path, record: Record) -> None:
        self.folder = workspace / SAVES_FOLDER
        self.message = ""
        self.begin(record)

    def begin(self, record: Record) -> Positions:
        """Begin a game and make the moves of its record. Raises ValueError if one is illegal.

        Returns the positions of the dice to throw for the turn that comes next.
        """
        self.record = replace(record, moves=list(record.moves))
        self.game = game_named(record.game)
        self._computers = {
            name: PLAYER_CLASSES[kind](name, self.game, record.seed)
            for name, kind in record.kinds.items()
            if kind in PLAYER_CLASSES
        }
        self._replay()
        return self._begin_turn()

    def move(self, move: Move) -> None:
        """Make a move. Raises ValueError, and changes nothing, if it is illegal."""
        decide(self.question, move)
        self.record.moves.append(move)
        self._replay()

    def _replay(self) -> None:
        """Play the record from the beginning. Raises ValueError if a move in it is illegal."""
        self.transcript: list[str] = []
        self.undo_points: list[int] = []  # the indexes of moves in which a person took a category
        self.name = ""
        self.kind = ""
        self._replayed = 0  # moves
        match = Match(self.game, self.record.kinds, fair_dice(self.record.seed), self._tell)
        self.cards = match.cards
        try:
            match.play(self._answer)
        except WaitingError:
            self.name = self.question.name
            self.kind = self.record.kinds[self.name]
        if self._replayed < len(self.record.moves):
            raise ValueError("it has moves after its end")

    def _answer(self, question: Question) -> Decision:
        self.question = question
        if self._replayed == len(self.record.moves):
            raise WaitingError
        move = self.record.moves[self._replayed]
        decision = decide(question, move)
        if self.record.kinds[question.name] == PERSON and isinstance(move, str):
            self.undo_points.append(self._replayed)
        self._replayed += 1
        return decision

    def _tell(self, event: GameEvent) -> None:
        self.transcript.append(game_line(event))

    def _begin_turn(self) -> Positions:
        """Cover the dice until a person throws them. A computer throws at once."""
        self.kept = NO_DICE
        self.is_revealed = self.kind != PERSON or self.question.throw > 1
        return ALL_DICE if self.is_computers_turn else NO_DICE

    # What a player can do.

    @property
    def is_computers_turn(self) -> bool:
        return self.kind in PLAYER_CLASSES

    @property
    def throws_left(self) -> int:
        """How often the person can still throw. Revealing the first dice counts as a throw."""
        if self.kind != PERSON:
            return 0
        throws_left = 3 - self.question.throw
        if not self.is_revealed:
            throws_left += 1
        return throws_left

    @property
    def can_take(self) -> bool:
        return self.kind == PERSON and self.is_revealed

    def offers(self) -> dict[str, int | None]:
        """Return the points of each free category, None where a joker is not allowed."""
        card = self.question.card
        return dict.fromkeys(card.free()) | card.payments(self.question.dice)

    # Moves.

    def throw(self) -> Positions:
        """Throw the dice that are not kept, or reveal the first dice."""
        self.message = ""
        if self.kept == ALL_DICE:
            self.message = "All five dice are kept: release one, or take a category."
        elif self.is_revealed:
            self.move(sorted(self.kept))
            self.save()
        self.is_revealed = True
        return ALL_DICE - self.kept

    def keep(self, position: int) -> None:
        """Keep a die, or release a kept one."""
        self.kept ^= {position}
        self.message = ""

    def take(self, category: str) -> Positions:
        """Take a category, and begin the next turn. A refusal becomes the message."""
        try:
            self.move(category)
        except ValueError as error:
            _, _, reason = str(error).partition(": ")
            self.message = f"{reason}."
            return NO_DICE
        self.message = ""
        self.save()
        return self._begin_turn()

    def choose_computer_move(self) -> Move:
        question = self.question
        player = self._computers[question.name]
        return player.turn(list(question.dice), question.throw - 1, question.view)

    def play_computer(self) -> Positions:
        """Do one thing for the computer: show which dice it keeps, throw, or take a category."""
        move = self.choose_computer_move()
        if isinstance(move, str):
            return self.take(move)
        if self.kept == set(move):
            return self.throw()
        self.kept = frozenset(move)
        return NO_DICE

    def undo(self) -> None:
        """Go back to the dice for which a person last took a category."""
        moves = self.record.moves[: self.undo_points[-1]]
        self.begin(replace(self.record, moves=moves))
        self.is_revealed = True
        self.message = "Undone. These are the dice from before."
        self.save()

    # Saved games.

    @property
    def path(self) -> Path:
        return self.folder / f"{self.record.game}-{self.record.seed}.json"

    def save(self) -> None:
        """Save the game, or delete its file when it is over."""
        self.folder.mkdir(exist_ok=True)
        if self.name:
            write_json(self.path, self.record)
        else:
            self.path.unlink(missing_ok=True)

    def resume(self) -> Record | None:
        """Replace the game by the saved one, if there is any. Returns the replaced record."""
        saves = self.folder.glob(f"{self.game.name}-*.json")
        save = max(saves, key=lambda path: path.stat().st_mtime, default=None)
        if save is None:
            return None
        replaced = self.record
        try:
            self.begin(read_json(save, Record))
        except ValueError as error:
            self.begin(replaced)
            self._archive(save)
            self.message = f"The saved game is damaged: {error}. {self.message}"
            return None
        return replaced

    def begin_again(self, record: Record) -> Positions:
        """Begin another game, as `begin` does. A saved game is archived."""
        self.message = ""
        if self.path.exists():
            self._archive(self.path)
        return self.begin(record)

    def _archive(self, save: Path) -> None:
        """Rename a saved game, so that it is not resumed."""
        target = save.replace(free_path(save.with_suffix(".left")))
        self.message = f"The previous game is kept in {SAVES_FOLDER}/{target.name}"
