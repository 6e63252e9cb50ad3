"""A rehearsal of a session by the clock: six pairs practise, and a program reads the board."""
