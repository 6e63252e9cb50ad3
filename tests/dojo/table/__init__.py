"""Tests of dojo.table."""
