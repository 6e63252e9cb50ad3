"""Players, their own processes, and tournaments between them."""
