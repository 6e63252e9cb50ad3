"""Mutants of an implementation or a practice: how they are made, tested, kept and explained.

How a mutant of a practice becomes a survivor that `dojo mutants` prints:

1. `commands.mutants.mutants` chooses: all mutants, or those of named or changed functions
   (`selection.select_named`, `select_changed`). After a green check, it calls
   `grade.grade_mutants`.
2. `run.update_results` makes a `run.Run`, which copies the practice, hashes it, and reads the last
   results. If nothing changed, it is done.
3. `make.make_patches` makes the mutants of what changed with mutmut. Meanwhile, `coverage` runs
   each test that changed once, to find what it calls. Then `kept.keep_results` takes over the
   results that are still valid.
4. `run.MutantTester.test` sends each mutant to a worker: a patched file, and its tests in order.
   The worker forks (`inside.forks.next_job`), replaces the code of the function, and runs the tests
   until one fails (`inside.session.WorkerSession._do`, `_run`); `dojo.inside` has each step. What
   runs at import is tested last, by cold workers (`MutantTester.test_cold`). Without fork, `fresh`
   starts a process for each mutant. `kept.ResultFiles` keeps the result.
5. `grade.read_grade` joins patches and results (`kept.mutants_of`), marks equivalent mutants
   (`equivalent.with_excuses`), and puts the survivors first that need a test most
   (`grade.order_survivors`).
6. With `--why` only, `why.find_why` compares the other survivors with the code: a worker makes the
   calls of the tests twice, in two forks (`inside.twins.Tracer`). Then step 5 is done again,
   because the order depends on it.
7. `Grade.report` counts, and `text.grade_lines` shows the counts and the survivors.

`dojo verify` does the same with the kata's implementations and its golden master, from
`grade.run_mutants` to `commands.verify`.
"""
