"""What people type, a file for each command; only here dojo prints and exits, and in processes started as scripts."""

from dojo.commands.cli import main
