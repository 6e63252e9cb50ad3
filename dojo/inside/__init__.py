"""Code that runs in the interpreter of a practice.

It needs Python 3.10, pytest 7.4 and the standard library, and imports nothing else of `dojo`.
`dojo record` starts `recorder` by the path of its file.

`importing.LOAD_DOJO` loads the package there by its path, so that nothing beside it can be
imported.

A check of somebody's own code is a run of pytest with the plugin `check`. It writes the `reports`,
with a `failures.Failure` for each test that failed; the dojo's Python puts them into words.

How a mutant is tested there, after `dojo.mutation` has sent it:

1. `worker.main` starts pytest with the plugin of `session`.
2. pytest collects the tests once. `session.WorkerSession.pytest_runtestloop` then waits for jobs.
3. `forks.next_job` receives a job, and forks. The patched file is in the worker's folder already.
4. In the fork, `swap.replace_code` replaces the code of the function that the patch changes.
5. `session.WorkerSession._run` runs the tests of the job until one fails. The answer is a line of
   JSON, to which the worker adds which test ran last, and how long.

To say why a mutant survived, or what a version changed, `twins.Tracer` stops each call of a
function while the tests run. `swap.Versions` puts the other version in place in a fork, and
`observe` makes the call there and puts what it did into words. `write_call` writes a call as
Python.

A cold worker forks before it has imported the code, so that what runs at import is patched, too.
Without fork, `jobs.take_job` takes the only job of a process at the same place.
"""

# The name of the test that runs, beside the file of the outcome.
RUNNING_FILE = "running.txt"
