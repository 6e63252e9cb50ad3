"""The contrast between two colours, by the formula of the Web Content Accessibility Guidelines."""

from textual.color import Color

WEIGHTS = (0.2126, 0.7152, 0.0722)  # red, green and blue


def contrast(one: str, other: str) -> float:
    """Return the contrast between two colours, from 1 to 21."""
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """Return how bright a colour is, from 0 to 1."""
    total = 0.0
    for weight, part in zip(WEIGHTS, Color.parse(colour).normalized, strict=True):
        linear = part / 12.92
        if part > 0.04045:
            linear = ((part + 0.055) / 1.055) ** 2.4
        total += weight * linear
    return total
