"""Read the screen of a Textual app."""

from textual._context import visible_screen_stack
from textual.app import App
from textual.strip import Strip


def strips_of(app: App[None]) -> list[Strip]:
    """Return the lines of the screen with their styles."""
    visible_screen_stack.set(app._background_screens)  # noqa: SLF001 - the screens below a dialog
    return app.screen._compositor.render_strips()  # noqa: SLF001 - textual has no public way


def text_of(app: App[None]) -> str:
    """Return the lines of the screen, without trailing blanks."""
    text = "\n".join(strip.text.rstrip() for strip in strips_of(app))
    return f"{text.rstrip()}\n"
