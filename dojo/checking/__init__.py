"""A check: one run of the tests of a practice, which is green, red or amber.

1. `runner.run_check` runs the tests. In it, `run_tests` starts pytest in a process of its own, with
   the choices of the practice as JSON in `--dojo-run`, and reads the outcome from a file.
2. At its end, it calls `runner.record_check`, which records the outcome in the history.
3. `runner.check_lines` makes the lines that the command prints, `next_step.after_check` the advice
   behind them. Last, `room.sharing.share_and_wait` sends the check to the room: that may take a
   second.

`dojo.check` does 2 and 3 for a `pytest` that a person started.

`plugin` is the plugin of that pytest. It adds the golden master of the level (`scenarios`), and
makes a finding of each test that fails and of each import that fails; `describe` writes its text.
In the end, it makes an outcome of the findings, and adds one if tests are missing.
`outcome` decides the status from the kinds of the findings: `Outcome.status`.
`project` starts pytest for somebody's own code, in the Python of their project, with
`dojo.inside.check`.
"""
