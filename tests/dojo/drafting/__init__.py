"""Tests of drafting a kata."""
