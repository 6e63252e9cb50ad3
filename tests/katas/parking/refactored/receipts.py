"""Receipts: the price of several stays, with a card or without one.

item: a stay as the receipt shows it, with its full fee in cents.
card: a function that returns the price of an item for its owner.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from .tariffs import WEEKEND

GARAGE = "STATION GARAGE"
TEXT_WIDTH = 20
MONEY_WIDTH = 8


class Item(NamedTuple):
    """A stay as the receipt shows it."""

    day: str
    text: str
    fee: int
    is_lost: bool


Card = Callable[[Item], int]


def monthly_card(item: Item) -> int:
    """Return the price with a monthly card. It depends on the day of arrival."""
    if item.is_lost:
        return item.fee
    if item.day in WEEKEND:
        return item.fee // 2
    return 0


def receipt(plate: str, items: Sequence[Item], card: Card | None) -> str:
    lines = [GARAGE, plate, ""]
    if items:
        lines += paid_lines(items, card)
    else:
        lines.append("nothing to pay")
    return "\n".join(lines) + "\n"


def paid_lines(items: Sequence[Item], card: Card | None) -> list[str]:
    """Return a line for each item, the total, and the savings of a card."""
    lines = [amount_line(item.text, price_of(item, card)) for item in items]
    total = sum(price_of(item, card) for item in items)
    lines.append("-" * (TEXT_WIDTH + MONEY_WIDTH))
    lines.append(amount_line("to pay", total))
    if card is not None:
        full_price = sum(item.fee for item in items)
        lines.append(amount_line("saved by the card", full_price - total))
    return lines


def price_of(item: Item, card: Card | None) -> int:
    if card is None:
        return item.fee
    return card(item)


def amount_line(text: str, cents: int) -> str:
    euros = f"{cents // 100}.{cents % 100:02}"
    return text.ljust(TEXT_WIDTH) + euros.rjust(MONEY_WIDTH)
