"""All pairs of a session at a glance: what they push to rooms, read as a stranger's."""

from dojo.board.app import Board
from dojo.board.clone import opened
from dojo.board.countdown import Countdown
from dojo.board.following import follow, write_all
from dojo.board.pages import Pages, page_of_pair
from dojo.board.plain import board_data, board_lines
from dojo.board.room import Room
