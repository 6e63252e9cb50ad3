"""One check of a practice: green, amber or red, and why."""
