"""Somebody's own copy of the tangle: how it is made, where its entry point is, and what is kept of every state."""
