"""Fees of stays, for each vehicle.

The expected results are in approved_files/fees.approved.txt.
"""

from functools import partial
from typing import Any

from dojo.documents.documents import Verify, story

from .results import result_of

VEHICLES = ("car", "motorbike", "lorry")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
# On both sides of each limit: free minutes, half hours, and the maximum of cars and motorbikes.
ENDS = (
    *("10:00", "10:01", "10:10", "10:11", "10:29", "10:30", "10:31", "11:00", "11:01", "11:30"),
    *("12:00", "13:00", "14:00", "15:00", "15:30", "15:31", "16:00", "16:01", "18:00", "20:00"),
)
# On both sides of each change between day and night.
HOURS = (("05:59", "06:29"), ("06:00", "06:30"), ("19:59", "20:29"), ("20:00", "20:30"))
NIGHTS = (
    ("23:30", "00:00"),
    ("23:59", "00:05"),
    ("20:00", "06:00"),
    ("20:01", "06:01"),
    ("20:00", "06:01"),
    ("19:00", "08:00"),
    ("21:00", "20:59"),
    ("10:00", "09:59"),
)

Stay = tuple[str, str, str]  # the day of arrival, and both times


def test_fees(meter: Any, verify_document: Verify):
    scenes = {
        "How long it is": [("Mon", "10:00", left) for left in ENDS],
        "When it begins": [(day, *times) for day in DAYS for times in HOURS],
        "Over midnight": [(day, *times) for day in DAYS[3:] for times in NIGHTS],
    }
    tables = {title: fee_table(meter, stays) for title, stays in scenes.items()}
    tables["Without a ticket"] = lost_tickets(meter)
    tables["Other vehicles"] = other_vehicles(meter)
    verify_document(story("fees", "What a stay costs, in cents.", tables))


def fee_table(meter: Any, stays: list[Stay]) -> list[str]:
    """Return a line for each stay, with a column for each vehicle, and a gap between days."""
    lines = [line_of("", list(VEHICLES))]
    latest_day = ""
    for day, came, left in stays:
        if day != latest_day:
            lines.append("")
            latest_day = day
        fees = [fee_of(meter, vehicle, (day, came, left)) for vehicle in VEHICLES]
        lines.append(line_of(f"{day} {came}-{left}", fees))
    return lines


def fee_of(meter: Any, vehicle: str, stay: Stay) -> str:
    return result_of(partial(meter().fee, vehicle, *stay))


def line_of(title: str, cells: list[str]) -> str:
    return title.ljust(15) + "".join(cell.rjust(11) for cell in cells)


def lost_tickets(meter: Any) -> list[str]:
    """Return a line for each vehicle. The time of arrival is unknown, and may be left out."""
    lines = []
    for vehicle in VEHICLES:
        with_time = result_of(partial(meter().fee, vehicle, "Sun", "10:00", "10:05", lost=True))
        without = result_of(partial(meter().fee, vehicle, "Mon", "", "10:05", lost=True))
        lines.append(f"{vehicle:10} {with_time} with a time of arrival, {without} without")
    return lines


def other_vehicles(meter: Any) -> list[str]:
    """Return a line for each vehicle that has no rates, with a ticket and without."""
    lines = []
    for vehicle in ("bus", "Car"):
        with_ticket = fee_of(meter, vehicle, ("Mon", "10:00", "11:00"))
        without = result_of(partial(meter().fee, vehicle, "Mon", "", "10:05", lost=True))
        lines.append(f"{vehicle!r}: {with_ticket}; without a ticket, {without}")
    return lines
