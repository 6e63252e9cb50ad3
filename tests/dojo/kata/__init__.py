"""Tests of dojo.kata."""
