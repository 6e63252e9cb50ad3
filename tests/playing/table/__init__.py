"""Tests of playing.table."""
