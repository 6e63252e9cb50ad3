"""`dojo NAME` runs `python -m playing NAME`."""

from playing.main import playing

playing(prog_name="dojo")
