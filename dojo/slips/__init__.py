"""Slips: mistakes that people make while they refactor, and that mutmut does not make.

A slip is a small change of the tangle. Its patch begins with its story: one line that says what
goes wrong. It belongs to the lowest level whose part of the tangle it changes. Tests notice a slip
by an assertion, or by a crash, which is any other error; or they miss it.
"""
