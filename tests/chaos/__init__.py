"""Chaos: every promise of the documents, tried by whatever goes wrong.

promise: a sentence of README.md, KATA.md or `docs/` with a mark behind it, `<!-- promise: NAME -->`. case: a test that
tries promises, and names them: `@promise("NAME")`. round: all cases, once. seed: the number of the first round, from
which the others count on. Whatever a case leaves to chance comes from the number of the round and the name of the case,
so that a number brings the same chaos again.

Plain `pytest` leaves this folder out. `pytest tests/chaos` runs one round, `pytest tests/chaos --minutes 30` as many as
there is time for; `--seed N` repeats.
"""
