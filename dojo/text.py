"""Words for people: text from elsewhere made fit to be shown, and things that are counted."""


def printable(text: str) -> str:
    """Return a text with whatever a terminal cannot show, or would obey, written as an escape."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def counted(number: int, what: str) -> str:
    """Show a number of things."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"
