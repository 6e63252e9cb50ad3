"""The output of the commands to play, as stories: `approved/printed_*`."""

from playing.main import MODULES
from tests.dojo.story import Story

PLAYER = """class Raises:
    def turn(self, dice, stage, view):
        raise ValueError('no idea')
"""


def test_games_of_players(story: Story):
    story.dojo("tournament --games 20 --seed 1", "tournament yacht --games 5 --seed 1 --json")
    story.kata.write("player.py", PLAYER)
    story.note("player.py: a player that raises ValueError('no idea')")
    story.dojo(
        "tournament --games 5 --seed 1 --player Me=player.py --player You=greedy",
        "tournament --player Me=nobody.py",
        'score yatzy "two pairs" 4 4 1 3 3',
        'score yahtzee "full house" 4 4 4 4 4 --implementation refactored',
        "score yatzy nothing 4 4 1 3 3",
        "score yatzy pair 4 4 1 3 7",
        "score yatzy pair 4 4",
        "score chess pair 4 4 1 3 3",
    )
    story.dojo("play --seed 1", answer="yacht\nAnn\n1 2\n-\nchoice\n")
    story.verify("printed_games")


def test_help(story: Story):
    story.dojo(*(f"{command} --help" for command in sorted(MODULES)))
    story.verify("printed_help_of_games")
