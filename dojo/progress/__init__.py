"""How a practice came to where it is, measured at each check: timeline, charts and page."""
