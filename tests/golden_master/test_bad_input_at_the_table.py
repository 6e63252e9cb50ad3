"""Bad input at a table with cards: every bad call gets a ValueError, and changes nothing.

The expected results are in approved_files/bad_input_at_the_table.approved.txt.
"""

from typing import Any

from dojo.documents.documents import Verify, call_list

from .calls import common_result, parse, results

BEFORE_A_GAME = parse("""
    table.place('Ann', 'ones', [1, 2, 3, 4, 5])
    table.free('Ann')
    table.total('Ann')
    table.upper_score('Ann')
    table.upper_bonus('Ann')
    table.yahtzee_bonus('Ann')
    table.free(None)
    table.sheet()
""")
STARTS = parse("""
    table.start('chess', [])
    table.start(' yacht', ['Ann'])
    table.start(['yacht'], ['Ann'])
    table.start(None, ['Ann'])
    table.start('yatzy', [])
    table.start('yatzy', ())
    table.start('yatzy', None)
    table.start('yatzy', 'Ann')
    table.start('yatzy', 7)
    table.start('yatzy', {'Ann'})
    table.start('yatzy', {'Ann': 'Bob'})
    table.start('yatzy', ['Ann', 5])
    table.start('yatzy', [None])
    table.start('yatzy', [['Ann']])
    table.start('yatzy', ['Ann', 'Bob', 'Ann'])
""")
SEVERAL_WRONG_NAMES = parse("""
    table.start('yatzy', ['Bob', 'Bob', 5])
    table.start('yatzy', ['Bob', 5, 'Bob'])
    table.start('yatzy', [5, 'Bob', 'Bob'])
    table.start('yatzy', ['Cy', 'Bob', 'Ann', 'Ann', 'Bob'])
    table.start('yatzy', ['Cy', 7, 5])
""")
CALLS_WITH_A_NAME = parse("""
    table.free(name)
    table.total(name)
    table.upper_score(name)
    table.upper_bonus(name)
    table.yahtzee_bonus(name)
    table.place(name, 'sevens', [7])
""")
NAMES = parse("""
    'Cy'
    'ANN'
    'Ann '
    ''
    None
    1
    ['Ann']
""")
PLACEMENTS = parse("""
    table.place('Bob', 'sevens', [7])
    table.place('Bob', ' twos', [1, 2, 3, 4, 5])
    table.place('Bob', None, [1, 2, 3, 4, 5])
    table.place('Bob', ['twos'], [1, 2, 3, 4, 5])
    table.place('Bob', 'twos', None)
    table.place('Bob', 'twos', '11111')
    table.place('Bob', 'twos', [1, 1, 1, 1])
    table.place('Bob', 'twos', [1, 1, 1, 1, 7])
    table.place('Bob', 'twos', [1, 1, 1, 1, [1]])
    table.place('Ann', 'sixes', [1, 1, 1, 1, True])
    table.place('Bob', 'twos', [1, 2, 3, 4, 5])
""")


def test_bad_calls_at_the_table_are_refused_as_approved(yatzy: Any, verify_document: Verify):
    table = yatzy()
    sections = {"Before a game is started": results(BEFORE_A_GAME, table=table)}

    table.start("yahtzee", ["Ann", "Bob"])
    table.place("Bob", "twos", [2, 2, 2, 2, 2])
    sheet = table.sheet()
    sections["With Ann and Bob at a table of yahtzee, no other game is started"] = results(
        STARTS, table=table
    )
    sections["Several names that are wrong: the first is the one told"] = results(
        SEVERAL_WRONG_NAMES, table=table
    )
    sections["Names, to each call"] = {
        bad.text: common_result(CALLS_WITH_A_NAME, table=table, name=bad.evaluate())
        for bad in NAMES
    }
    sections["Placements: the category is looked at, then the dice, then the card"] = results(
        PLACEMENTS, table=table
    )
    heading = "Bad input at a table with cards: what each call gets."
    verify_document(call_list("bad_input_at_the_table", heading, sections))
    assert table.sheet() == sheet
