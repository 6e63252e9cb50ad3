"""Mutants of an implementation or a practice, made, tested, kept and read; and slips, which mutmut does not make."""
