"""What is said to bad input.

given: whatever a caller handed over, of any type. shown: the given thing as short text.
refusal: a ValueError that names what was given and what is allowed.
"""


def refusal(problem: str, given: object, allowed: str) -> ValueError:
    """Build the error for a `given` thing; `problem` says what it fails to be, `allowed` what would do."""
    return ValueError(f"{problem}: {shown(given)}; {allowed}")


def shown(given: object) -> str:
    """Show anything at all in 60 characters, even what Python refuses to print (a number too long, a broken repr)."""
    try:
        text = repr(given)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001 - a stranger's __repr__ may raise anything, and must not hide the real problem
        return f"something of type {type(given).__name__} that cannot be shown"
    return text if len(text) <= 60 else text[:57] + "..."
