"""Tests of dojo.mutation."""
