"""Receipts of several stays, with a monthly card and without one.

The expected results are in approved_files/receipts.approved.txt.
"""

from functools import partial
from typing import Any

from dojo.documents.documents import Verify, story

from .results import result_of

ANN = "B-AN 1"
BOB = "HH-BO 22"


def test_receipts(meter: Any, verify_document: Verify):
    scenes = {
        "A car, from Friday to Monday": a_weekend(meter()),
        "Any vehicle, and a lost ticket": any_vehicle(meter()),
        "Two drivers": two_drivers(meter()),
        "A monthly card on weekdays": a_card_on_weekdays(meter()),
        "A monthly card at the weekend": a_card_at_the_weekend(meter()),
        "A monthly card, and five cents": a_card_and_five_cents(meter()),
        "A monthly card, and a lost ticket": a_card_and_a_lost_ticket(meter()),
        "A monthly card that is bought after a stay": a_late_card(meter()),
        "A vehicle without rates": a_vehicle_without_rates(meter()),
    }
    verify_document(story("receipts", "Receipts, as they are printed.", scenes))


def printed(machine: Any, plate: str) -> list[str]:
    """Print a receipt. Its last line is empty, because its text ends with a line break."""
    return str(machine.receipt(plate)).split("\n")


def a_weekend(machine: Any) -> list[str]:
    machine.park(ANN, "car", "Fri", "19:30", "20:01")
    machine.park(ANN, "car", "Sat", "09:00", "09:05")
    machine.park(ANN, "car", "Sat", "14:00", "15:10")
    machine.park(ANN, "car", "Sun", "22:00", "07:00")
    return printed(machine, ANN)


def any_vehicle(machine: Any) -> list[str]:
    machine.park(ANN, "motorbike", "Tue", "08:00", "08:30")
    machine.park(ANN, "lorry", "Wed", "10:00", "09:00")
    machine.park(ANN, "car", "Thu", "", "12:00", lost=True)
    return printed(machine, ANN)


def two_drivers(machine: Any) -> list[str]:
    """Print receipts twice: a stay is on one receipt only."""
    machine.park(ANN, "car", "Mon", "10:00", "10:30")
    machine.park(BOB, "car", "Mon", "10:00", "11:00")
    machine.park(ANN, "car", "Tue", "10:00", "11:30")
    lines = [*printed(machine, ANN), *printed(machine, ANN)]
    machine.park(ANN, "car", "Wed", "10:00", "12:00")
    return [*lines, *printed(machine, BOB), *printed(machine, ANN)]


def a_card_on_weekdays(machine: Any) -> list[str]:
    machine.card(ANN)
    machine.card(ANN)
    machine.park(BOB, "car", "Mon", "10:00", "10:30")
    for day in ("Mon", "Tue", "Wed", "Thu"):
        machine.park(ANN, "car", day, "10:00", "10:31")
    machine.park(ANN, "motorbike", "Fri", "20:00", "11:00")
    return [*printed(machine, ANN), *printed(machine, ANN), *printed(machine, BOB)]


def a_card_at_the_weekend(machine: Any) -> list[str]:
    machine.card(ANN)
    machine.park(ANN, "car", "Sat", "10:00", "10:31")
    machine.park(ANN, "motorbike", "Sun", "10:00", "10:30")
    machine.park(ANN, "lorry", "Sun", "23:00", "07:00")
    return printed(machine, ANN)


def a_card_and_five_cents(machine: Any) -> list[str]:
    """Pay half of 2.10: eight half hours in the night, and one of a Sunday."""
    machine.card(ANN)
    machine.park(ANN, "motorbike", "Sun", "02:00", "06:30")
    return printed(machine, ANN)


def a_card_and_a_lost_ticket(machine: Any) -> list[str]:
    machine.card(ANN)
    machine.park(ANN, "car", "Mon", "", "11:00", lost=True)
    machine.park(ANN, "motorbike", "Sun", "", "11:00", lost=True)
    machine.park(ANN, "car", "Mon", "10:00", "10:31")
    return printed(machine, ANN)


def a_late_card(machine: Any) -> list[str]:
    machine.park(ANN, "car", "Mon", "10:00", "10:31")
    machine.card(BOB)
    without_card = printed(machine, ANN)
    machine.park(ANN, "car", "Tue", "10:00", "10:31")
    machine.card(ANN)
    return [*without_card, *printed(machine, ANN)]


def a_vehicle_without_rates(machine: Any) -> list[str]:
    refused = result_of(partial(machine.park, ANN, "bus", "Mon", "10:00", "11:00"))
    return [refused, "", *printed(machine, ANN)]
