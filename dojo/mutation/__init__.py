"""Mutants of an implementation or a practice, made, tested, kept and read; and slips, which mutmut does not make.

How a mutant gets killed, from `dojo verify` to the number in the table, in the order in which it happens:

1. `commands.verify._verdicts` runs the golden master, then `verdict.run_mutants`.
2. `cache.update` drops what is outdated, `cache.drop_outdated`, and runs mutmut for the rest: `runner.Mutmut.run`.
3. mutmut makes all mutants, `replacing.replace_once`, and starts pytest: in its place stands `session.Tester.main`.
4. `session.Tester.pytest_runtestloop` looks which test reaches which function: `session.look_at`.
5. `session.Tester.failing_in_rehearsal` asks whether the tests can be trusted.
6. In a fork for each mutant, `session.Tester.tested` runs the tests, `passes`, in the best order, `session.in_order`;
   it notes the killer, and returns the exit code that mutmut takes down.
7. `results.mutants_of` reads these, `verdict.with_mutants` finds the reasons for survivors, and
   `commands.verify._table` counts.
"""
