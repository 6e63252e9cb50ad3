"""Mutants of an implementation or a practice, and slips, which are mutants that people wrote.

How a mutant of `legacy` gets into the table of `dojo verify`:

1. `commands.verify.verify` runs the golden master, then `grade.run_mutants`.
2. `run.update_results` drops outdated results. `run._run_mutmut` runs mutmut for the rest.
3. mutmut makes the mutants. Its settings load `session`: `PytestForMutmut.main` replaces pytest.
4. `PytestForMutmut.pytest_runtestloop` finds the tests that reach each function.
5. mutmut forks for a mutant. `PytestForMutmut.run_mutant` runs its tests, and returns a code.
6. `results.mutants_of` reads the code, `results.status_of` makes it a status.
7. `grade.explain_survivors` finds the reasons for survivors, `grade.Grade.counts` counts.
8. `commands.verify._table` shows the counts.
"""
