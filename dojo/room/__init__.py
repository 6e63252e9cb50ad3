"""All pairs of a session at a glance: what they push to rooms, read as a stranger's."""

from dojo.room.app import Board
from dojo.room.countdown import Countdown
from dojo.room.following import follow, write_all
from dojo.room.pages import Pages, page_of_pair
from dojo.room.plain import board_data, board_lines
from dojo.room.room import Room
from dojo.room.sources import opened
