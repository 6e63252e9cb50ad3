"""Tests of dojo.practice."""
