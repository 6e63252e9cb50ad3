"""Tests of dojo.games."""
