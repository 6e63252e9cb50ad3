"""The clean code's own tests, each a rule of the game."""
