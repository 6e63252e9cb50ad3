"""Both implementations, side by side."""
