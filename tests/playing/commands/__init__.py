"""Tests of the commands to play."""
