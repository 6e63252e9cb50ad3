"""Recording a run of a program as tests of a practice.

1. `program` starts `dojo.inside.recorder` with the interpreter of the program, and reads the
   recording.
2. `rendering` writes a test for each function and each object of the recording.
3. `replay` runs the tests several times, and removes each call that came out differently.
4. `reached` counts the lines and branches that the remaining calls run.
"""
