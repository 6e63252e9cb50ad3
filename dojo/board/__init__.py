"""All pairs of a session at a glance: what they push to rooms, read as a stranger's."""

from dojo.board.lights import Light, Pair
from dojo.board.room import Refreshed, Room
from dojo.board.whole import opened
