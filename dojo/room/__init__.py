"""Rooms: pairs share their practices, and a board shows all of them.

How a red check of a pair gets onto the board:

1. `commands.check.check` records it with `run_check`, and calls `sharing.share`.
2. `share` starts a process. Its `main` retries `push_all`, in which `push_history` runs git.
3. At the board, `pairs.Room.follow` starts `Clone.follow`, which calls `refresh` again and again.
4. `Clone.fetch` runs git. `history.read_history` and `fold` make steps of the commits.
5. Every second, `rows.view_of` makes a `row_of` each pair, with a `sign_of` each step.
"""
