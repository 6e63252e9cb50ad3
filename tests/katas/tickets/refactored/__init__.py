"""Drafted by `dojo kata new`."""
