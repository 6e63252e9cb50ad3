"""Tests of playing.games."""
