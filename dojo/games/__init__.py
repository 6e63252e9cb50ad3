"""Who plays, the kata's own players, or other people's, each in its own process; and tournaments."""

from dojo.games.seats import KINDS, PERSON, computer_player, dice, kinds_of
from dojo.games.tournament import Contest, Hold, seat
from dojo.games.tournament_results import INTERRUPTED, OUT_OF_TIME, Estimate, Plan, Results, Standing
