"""Mutants of an implementation or a practice: how they are made, tested, kept and explained.

How a mutant of the tangle gets into the table of `dojo verify`:

1. `commands.verify.verify` runs the golden master, then `grade.run_mutants`.
2. `project.project_of_kata` says what is copied, and how the tests start.
3. `run.update_results` hashes the copy, and starts the workers (`workers`, `dojo.inside`).
4. `coverage` runs each test once, to find what it calls. Meanwhile, `make` makes the mutants.
5. `run.MutantTester` sends a mutant to a worker: a patched file, and the tests in their order.
6. `kept.ResultFiles` keeps the results, and `kept.mutants_of` reads all of them.
7. `grade.excuse_survivors` finds the reasons for survivors, `Grade.report` counts.
8. `commands.verify._table` shows the counts.
"""
