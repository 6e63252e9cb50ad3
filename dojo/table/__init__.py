"""The three games at a table that is drawn, in the terminal or in a browser."""

from dojo.table.app import Table
from dojo.table.session import new_record
