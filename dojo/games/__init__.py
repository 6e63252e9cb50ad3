"""Who plays, the kata's own players, or other people's, each in its own process; and tournaments."""
