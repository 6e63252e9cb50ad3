"""Mutants of an implementation or a practice, made, tested, kept and read; and slips, which mutmut does not make.

How a mutant gets killed, from `dojo verify` to the number in the table, in the order in which it happens:

1. `commands.verify._verdicts` runs the golden master, then `grade.run_mutants`.
2. `run.update` drops what is outdated, and runs mutmut for the rest: `run._run`.
3. mutmut makes all mutants, and starts pytest: in its place stands `session.Tester.main`.
4. `session.Tester.pytest_runtestloop` learns which test reaches which function: `session.run_for_coverage`.
5. `session.Tester.find_flaky_test` asks whether the tests can be trusted.
6. In a fork for each mutant, `session.Tester.try_mutant` runs the tests, `passes`; it notes the killer, and returns the
   exit code that mutmut takes down.
7. `results.mutants_of` reads these, `equivalent.explain` finds the reasons for survivors, and `grade.Grade.account`
   counts.
"""
