"""Tests of dojo.record."""
