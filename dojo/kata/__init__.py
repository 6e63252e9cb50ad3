"""The kata: its levels, its golden master, its documents, and the worked way."""
