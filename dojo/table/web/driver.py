"""The terminal of a table that is shown in a browser: textual's own, which also leaves when nobody listens any more."""

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.drivers import web_driver
from textual.drivers.web_driver import WebDriver
from textual.events import Key, Resize
from textual.message import Message
from textual.messages import ExitApp


class Parser(XTermParser):
    """Textual's own, for which a key that there is not is none: it would read no other after it."""

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Key]:  # noqa: FBT001, FBT002 - as textual has it
        try:
            return list(super()._sequence_to_key_events(sequence, alt))
        except (ValueError, OverflowError):  # a number beyond all letters
            return []


web_driver.XTermParser = Parser  # type: ignore[attr-defined] # textual offers no other way


class PageDriver(WebDriver):
    """What it reads comes from the server; it ends with the page, and with the server, however that ends."""

    def run_input_thread(self) -> None:
        """Read until there is no more to come, and then leave the table."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(ExitApp())

    def process_message(self, message: Message) -> None:
        """Hand on what was typed, but no size: that of a page is bounded, and comes another way."""
        if not isinstance(message, Resize):
            super().process_message(message)
