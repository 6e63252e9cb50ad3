"""Rooms: pairs share their practices, and a board shows all of them.

How a red check of a pair gets onto the board:

1. `checking.runner.record_check` records it as a commit. `dojo check` then calls
   `sharing.share_and_wait`. In it, `pushing.share` starts a process.
2. The process begins in `pushing.push_and_stay`, which tries again while the room is away. In
   `push_all`, it asks the room how it is, and `push_history` runs git.
3. At the board, which `commands.room` makes, `Board.on_mount` calls `pairs.Sources.follow`, which
   refreshes the clone of each room again and again: `Clone.fetch` runs git, and
   `Clone._read_pairs` sets `Clone.pairs`, for which `practice.history.read_whole_history` folds the
   commits into steps.
4. Each second, and after each refresh, `Board.update_board` asks for a `rows.view_of` the pairs. In
   it, each pair has a `row_of` its own, with `signs_of` its steps, and its state: `History.state`
   says red.
5. `text.table_lines` makes lines of the rows. `text.state_part` writes the red, and
   `board.content_of` gives it a colour.

In a browser, `page.BoardPages` takes the place of `Board`: `page.page_row` writes the red into
`board_rows.html`, and `board.css` gives it a colour.
"""
