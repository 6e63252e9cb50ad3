"""Somebody's own copy of the tangle: its files, its repository, and its history."""
