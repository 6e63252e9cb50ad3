"""Tests of dojo.slips."""
