"""Tests of dojo.room."""
