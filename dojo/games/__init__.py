"""Who plays, and tournaments between players."""

from dojo.games.person import HELP, Person
from dojo.games.players import Rules
from dojo.games.seats import KINDS, PERSON, computer_player, dice

__all__ = ["HELP", "KINDS", "PERSON", "Person", "Rules", "computer_player", "dice"]
