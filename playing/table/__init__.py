"""The table: screens to play a game at, in a terminal or a browser, with drawn dice."""
