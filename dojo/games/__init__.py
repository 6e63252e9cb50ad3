"""Who plays, the kata's own players, or other people's, each in its own process; and tournaments."""

from dojo.games.scoreboard import board, report, wrapped_error
from dojo.games.seats import KINDS, PERSON, computer_player, dice, is_name, is_place, kinds_of
from dojo.games.tournament import Contest, Hold, contest
from dojo.games.tournament_results import INTERRUPTED, Plan, Results, as_data
