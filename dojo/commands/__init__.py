"""What people type, a file for each command; only here does dojo print and exit.

Processes that it starts end themselves: limited_pytest, the workers of checks and players, mutmut_patches, browser.
"""

from dojo.commands.group import main
