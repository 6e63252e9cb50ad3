"""A check: one run of the tests of a practice, which is green, red or amber.

`runner` starts pytest in a process of its own, with `plugin`; for somebody's own code, in the
Python of their project, with `dojo.inside.check`.
`plugin` adds the golden master of the level (`scenarios`), and makes a finding of each test that
fails and of each import that fails; `describe` writes its text.
`reports` makes an outcome of the findings, and adds one if tests are missing.
`outcome` decides the status from the kinds of the findings: `Outcome.status`.
`project` has the files of pytest in the folders around a project.
`runner` reads the outcome from a file, or makes an amber one if there is none. `dojo.check` records
it.
"""
