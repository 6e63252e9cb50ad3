"""`python -m dojo`, for a shell that does not find `dojo`."""

from dojo.main import main

main()
