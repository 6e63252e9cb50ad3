"""A check: one run of the tests of a practice, which is green, red or amber.

`runner` has it all in `run_check`: it starts pytest in a process of its own, records the outcome in
the history, and makes the lines that are printed.
`plugin` is the plugin of that pytest. It adds the golden master of the level (`scenarios`), and
makes a finding of each test that fails and of each import that fails; `describe` writes its text.
In the end, it makes an outcome of the findings, and adds one if tests are missing.
`outcome` decides the status from the kinds of the findings: `Outcome.status`.
`project` starts pytest for somebody's own code, in the Python of their project, with
`dojo.inside.check`.
"""
