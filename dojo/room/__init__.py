"""Rooms: pairs share their practices, and a board shows all of them.

How a red check of a pair gets onto the board:

1. `check._record` records it as a commit; `check.share_and_advise` calls `pushing.share`.
2. `share` starts a process. Its `main` retries `push_all`, in which `push_history` runs git.
3. At the board, `pairs.Room.follow` starts `Clone.follow`, which calls `refresh` again and again.
4. `Clone.fetch` runs git. `Clone.read_pairs` has `practice.history.fold` make steps of the commits.
5. `board.update_board` draws `rows.view_of`: a `row_of` each pair, a `sign_of` each step.
"""
