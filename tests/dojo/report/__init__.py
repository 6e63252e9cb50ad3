"""Tests of the reports of mutants."""
