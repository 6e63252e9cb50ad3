"""The three games at a table that is drawn, in the terminal or in a browser."""
