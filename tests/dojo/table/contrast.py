"""How well a colour is told from another, as the guidelines for the contrast of web pages reckon it."""

from textual.color import Color


def contrast(one: str, other: str) -> float:
    """Return the contrast between two colours, from 1 to 21."""
    darker, lighter = sorted(luminance(Color.parse(colour)) for colour in (one, other))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: Color) -> float:
    """Return how bright a colour is, from 0 to 1."""
    parts = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.normalized)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), parts, strict=True))
