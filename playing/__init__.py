"""Games, players, tournaments and the table, on top of `refactored`."""
