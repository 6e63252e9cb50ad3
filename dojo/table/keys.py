"""The keys of the table: those that work now, at its foot; and keys that are held down.

A key that is held down repeats itself faster than anybody presses it again. Only a key that moves something does so as
often; any other does its work once.
"""

from itertools import accumulate

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import HorizontalGroup
from textual.events import Key
from textual.screen import Screen
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from dojo.table.sheet_text import LETTERS

HELD_SECONDS = 0.1  # between two of the same key; nobody who means both is as fast
MOVING = ("up", "down", "left", "right", "pageup", "pagedown", "tab", "shift+tab")
KEYS: list[BindingType] = [  # the most important first; of two for one key, the first that may be used is
    Binding("space", "throw", "throw", priority=True),
    Binding("space", "no_throw", show=False),
    Binding("right", "die(1)", "keep", key_display="1-5"),
    Binding("left", "die(-1)", show=False),
    *(Binding(str(number), f"choose({number - 1})", "keep", show=False) for number in range(1, 6)),
    Binding("1,2,3,4,5", "no_throw", show=False),
    Binding("down", "offer(1)", "take"),
    Binding("down", "cursor(1)", show=False),
    Binding("up", "cursor(-1)", show=False),
    Binding("enter", "take", "take", show=False),
    *(Binding(letter, f"take({number})", "take", show=False) for number, letter in enumerate(LETTERS)),
    Binding("u", "undo", "undo"),
    Binding("r", "rules", "rules"),
    Binding("question_mark", "rules", "rules", show=False),
    Binding("q", "leave", "quit"),
    Binding("ctrl+c", "leave", show=False, priority=True),
    Binding("ctrl+c", "quit", show=False, priority=True),  # in front of a question
    Binding("f2", "again", "new", key_display="F2"),
    Binding("s", "pace", "speed"),
    Binding("t", "light", "light"),
]


class Keys(Footer):
    """The keys that work now, as many as fit whole; on a phone, the others in a second line."""

    _shown: tuple[str, ...] = ()

    def compose(self) -> ComposeResult:
        """Share them out."""
        keys = [key for key in super().compose() if isinstance(key, FooterKey)]
        widths = [len(f" {key.key_display} {key.description} ") for key in keys]
        fitting = sum(end <= self.app.size.width for end in accumulate(widths))
        yield HorizontalGroup(*keys[:fitting])
        yield HorizontalGroup(*keys[fitting:])

    def bindings_changed(self, screen: Screen[object]) -> None:
        """Share them out anew where others work: to lay them out takes longer than all else that a key does."""
        bindings = [active.binding for active in screen.active_bindings.values()]
        shown = tuple(self.app.get_key_display(binding) for binding in bindings if binding.show)
        is_in_front = self.app.app_focus and screen is self.screen
        if is_in_front and shown != self._shown:
            self._shown = shown
            super().bindings_changed(screen)

    async def on_resize(self) -> None:
        """Share them out anew."""
        await self.recompose()


def in_runs(letters: list[str]) -> str:
    """Return letters with those next to each other as one run: `a c-e`."""
    runs: list[str] = []
    for letter in letters:
        run = runs[-1] if runs else ""
        if run and ord(letter) == ord(run[-1]) + 1:
            runs[-1] = f"{run[0]}-{letter}"
        else:
            runs.append(letter)
    return " ".join(runs)


class Held:
    """Which keys are held down, from when each came."""

    def __init__(self, seconds: float = HELD_SECONDS) -> None:
        """Begin before the first key."""
        self.seconds = seconds
        self._last = ""
        self._at = 0.0

    def repeats(self, event: Key) -> bool:
        """Tell whether a key came because it is held down, and is none that moves something."""
        again = event.key == self._last and event.time - self._at < self.seconds
        self._last = event.key
        self._at = event.time
        return again and event.key not in MOVING
