"""The published interface: class Meter, a facade in front of the other modules.

day: the day of arrival, Mon to Sun. came, left: times like 08:15. All amounts are cents.
"""

from collections import defaultdict

from .receipts import Card, Item, monthly_card, receipt
from .tariffs import parse_stay, tariff_for


class Meter:
    """The fee machine. It keeps the stays of each plate until their receipt is printed."""

    def __init__(self) -> None:
        self._items: defaultdict[str, list[Item]] = defaultdict(list)
        self._cards: dict[str, Card] = {}

    def fee(self, vehicle: str, day: str, came: str, left: str, *, lost: bool = False) -> int:
        """Return the fee of a stay. `lost`: without a ticket, so that `came` does not count."""
        tariff = tariff_for(vehicle)
        if lost:
            return tariff.lost_ticket
        return tariff.fee(parse_stay(day, came, left))

    def card(self, plate: str) -> None:
        """Note that somebody has a monthly card."""
        self._cards[plate] = monthly_card

    def park(  # noqa: PLR0913 - the published interface
        self, plate: str, vehicle: str, day: str, came: str, left: str, *, lost: bool = False
    ) -> None:
        """Keep a stay for the next receipt."""
        text = f"{day} {came}-{left}"
        if lost:
            text = f"{day} lost ticket"
        fee = self.fee(vehicle, day, came, left, lost=lost)
        self._items[plate].append(Item(day, text, fee, lost))

    def receipt(self, plate: str) -> str:
        """Return the receipt of all stays since the last one. They are paid then."""
        items = self._items[plate]
        del self._items[plate]
        return receipt(plate, items, self._cards.get(plate))
