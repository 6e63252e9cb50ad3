"""The keys of the table: those that work now, at its foot; and keys that are held down.

A key that is held down repeats itself faster than anybody presses it again. Only a key that moves something does so as
often; any other does its work once.
"""

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, Resize
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from dojo.table.sheet import LETTERS

HELD_SECONDS = 0.1  # between two of the same key; nobody who means both is as fast
MOVING = ("up", "down", "left", "right", "pageup", "pagedown", "tab", "shift+tab")
KEYS: list[BindingType] = [  # the most important first; of two for one key, the first that may be used is
    Binding("space", "throw", "throw", priority=True),
    Binding("space", "no_throw", show=False),
    Binding("right", "die(1)", "keep", key_display="1-5"),
    Binding("left", "die(-1)", show=False),
    *(Binding(str(number), f"choose({number - 1})", "keep", show=False) for number in range(1, 6)),
    Binding("down", "offer(1)", "take"),
    Binding("down", "cursor(1)", show=False),
    Binding("up", "cursor(-1)", show=False),
    Binding("enter", "take", "take", show=False),
    *(Binding(letter, f"take({number})", "take", show=False) for number, letter in enumerate(LETTERS)),
    Binding("u", "undo", "undo"),
    Binding("r", "rules", "rules"),
    Binding("question_mark", "rules", "rules", show=False),
    Binding("q", "leave", "quit"),
    Binding("f2", "again", "new"),
    Binding("s", "pace", "speed"),
    Binding("t", "light", "light"),
]


class Keys(Footer):
    """The keys that work now, as many as there is room for."""

    def __init__(self) -> None:
        """Say what there is in few columns."""
        super().__init__(compact=True, show_command_palette=False)
        self._shown: list[str] = []

    def compose(self) -> ComposeResult:
        """Show the keys that fit, each with a column between it and the next."""
        room = self.size.width
        for key in super().compose():
            room -= cell_len(f"{key.key_display} {key.description} ") if isinstance(key, FooterKey) else 0
            if room >= 0:
                yield key

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Show them anew, if they are others."""
        shown = [key for key, active in screen.active_bindings.items() if active.binding.show]
        if shown != self._shown:
            self._shown = shown
            super().bindings_changed(screen)

    def on_resize(self, _event: Resize) -> None:
        """Show those that fit now."""
        self.refresh(recompose=True)


class Held:
    """Which keys are held down, from when each came."""

    def __init__(self, seconds: float = HELD_SECONDS) -> None:
        """Begin before the first key."""
        self.seconds = seconds
        self._last, self._at = "", 0.0

    def repeats(self, event: Key) -> bool:
        """Tell whether a key came because it is held down, and is none that moves something."""
        again = event.key == self._last and event.time - self._at < self.seconds
        self._last, self._at = event.key, event.time
        return again and event.key not in MOVING
