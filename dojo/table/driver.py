"""The terminal of a table that is shown in a browser: textual's own, which also leaves when its server was killed."""

from textual.drivers.web_driver import WebDriver
from textual.messages import ExitApp


class PageDriver(WebDriver):
    """What it reads comes from the server; it ends with the server, however that ends."""

    def run_input_thread(self) -> None:
        """Read until there is no more to come, and then leave the table."""
        super().run_input_thread()
        if not self.exit_event.is_set():
            self._app.post_message(ExitApp())
