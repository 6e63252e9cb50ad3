"""Tests of dojo.board."""
