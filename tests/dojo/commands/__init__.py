"""Tests of dojo.commands."""
