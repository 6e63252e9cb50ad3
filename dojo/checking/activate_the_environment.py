"""The pytest plugin of a practice.

If pytest does not find it, its name in the message says what to do: outside of the environment of
the kata, there is no module named `dojo`.
"""

pytest_plugins = ["dojo.checking.plugin"]
