"""Mutants of an implementation or a practice: how they are made, tested, kept and explained.

How a mutant of a practice becomes a survivor that `dojo mutants` prints:

1. `commands.mutants.mutants` chooses: all mutants, or those of named or changed functions. After a
   green check, it calls `grade.grade_mutants`.
2. `run.update_results` copies the practice, and hashes it. If nothing changed, it is done.
3. `make.make_patches` makes the mutants of what changed with mutmut. Meanwhile, `coverage` runs
   each test that changed once, to find what it calls. Then `kept.keep_results` takes over the
   results that are still valid.
4. `run.MutantTester.test` sends each mutant to a worker: a patched file, and its tests in order.
   The worker forks (`inside.forks.next_job`), replaces the code of the function, and runs the tests
   until one fails (`inside.session.WorkerSession._do`); `dojo.inside` has each step. Without fork,
   `fresh` starts a process for each mutant. `kept.ResultFiles` keeps the result.
5. `grade.read_grade` joins patches and results (`kept.mutants_of`), and marks equivalent mutants
   (`equivalent.with_excuses`).
6. With `--why` only, `why.find_why` compares the other survivors with the code: a worker makes the
   calls of the tests twice, in two forks (`inside.twins.Tracer`).
7. `grade.number_survivors` puts those first that need a test most. `Grade.report` counts, and
   `text.grade_lines` shows it.

`dojo verify` does the same with the kata's implementations and its golden master, from
`grade.run_mutants` to `commands.verify`.
"""
