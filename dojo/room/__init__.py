"""All pairs of a session at a glance: what they push to rooms, and bundles of it, read from clones."""
