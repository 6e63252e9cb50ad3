"""Tests of `dojo/inside`: mutants of any code, tested by workers."""
