"""Chaos: every promise of the documents, tried by whatever goes wrong.

promise: a sentence of README.md, KATA.md or `docs/` with a mark behind it, `<!-- promise: NAME -->`. case: a test that
tries promises, and names them: `@promise("NAME")`. round: all cases, once. seed: whatever a case leaves to chance comes
from it, from the number of the round and from the name of the case; the same seed brings the same chaos again.

Plain `pytest` leaves this folder out. `pytest tests/chaos` runs one round, `pytest tests/chaos --minutes 30` as many as
there is time for; `--seed N` repeats.
"""
