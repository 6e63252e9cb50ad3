"""What people type, a file for each command; only here is anything printed, and does anything exit."""

from dojo.commands.group import main
