"""What people type: a file for each command, with its options, a call, and what is printed.

Only here is anything printed, and does anything end with an exit code.
"""

from dojo.commands.group import main
