"""Tests of dojo.checking."""
