"""Tests of dojo.progress."""
