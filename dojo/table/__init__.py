"""The three games at a table that is drawn, in the terminal or in a browser.

It holds no rules: it asks `refactored`, and saves a game as it is played.
"""

from dojo.table.app import Table
from dojo.table.session import new_record
