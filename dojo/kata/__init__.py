"""kata."""
