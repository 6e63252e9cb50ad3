"""Check the approved fees against examples by hand, and all of them against the rules of KATA.md.

The fees are worked out differently here than in any implementation: with the calendar of Python.
"""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

APPROVED = Path(__file__).resolve().parents[2] / "approved_files" / "fees.approved.txt"
ROW = re.compile(r"^(\w{3}) (\d\d:\d\d)-(\d\d:\d\d) +(\d+) +(\d+) +(\d+)$", re.MULTILINE)
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONDAY = datetime(2026, 11, 23)  # noqa: DTZ001 - the garage has one clock
WEEKDAY_RATES = (150, 70, 400)
WEEKEND_RATES = (100, 50, 600)
NIGHT_RATES = (50, 20, 500)
MAXIMUM = (1800, 800, 1_000_000)
FREE_MINUTES = (10, 10, 0)

# By hand, in the order car, motorbike, lorry.
EXAMPLES = {
    # Ten minutes are free, but not for a lorry. It has started one half hour.
    "Mon 10:00-10:10": (0, 0, 400),
    # The 31st minute starts the second half hour: 2 x 1.50, 2 x 0.70, 2 x 4.00.
    "Mon 10:00-10:31": (300, 140, 800),
    # Twelve half hours: 12 x 1.50 = 18.00. 12 x 0.70 = 8.40, which is over 8.00. 12 x 4.00.
    "Mon 10:00-16:00": (1800, 800, 4800),
    # The half hour starts in the night, one minute before 6:00.
    "Sat 05:59-06:29": (50, 20, 500),
    # The half hour starts on a Saturday, one minute before 20:00.
    "Sat 19:59-20:29": (100, 50, 600),
    # 2 on Friday, 20 in the night, 4 on Saturday:
    # 3.00 + 10.00 + 4.00; 1.40 + 4.00 + 2.00; 8.00 + 100.00 + 24.00.
    "Fri 19:00-08:00": (1700, 740, 13200),
    # 20 in the night, 1 on Monday: 10.00 + 1.50; 4.00 + 0.70; 100.00 + 4.00.
    "Sun 20:00-06:01": (1150, 470, 10400),
    # 20 on Sunday, 20 in the night, 8 on Monday: 120.00 + 100.00 + 32.00 for a lorry.
    "Sun 10:00-09:59": (1800, 800, 25200),
}

Fees = dict[str, tuple[int, ...]]


def approved_fees() -> Fees:
    """Return the fees of each stay in the document, in the order of its columns."""
    fees: Fees = {}
    for day, came, left, *cells in ROW.findall(APPROVED.read_text(encoding="utf-8")):
        fees[f"{day} {came}-{left}"] = tuple(map(int, cells))
    return fees


def moments(stay: str) -> tuple[datetime, datetime]:
    """Return the beginning and the end of a stay in a week of 2026."""
    day, _, times = stay.partition(" ")
    came, _, left = times.partition("-")
    date = MONDAY + timedelta(days=DAYS.index(day))
    start = datetime.combine(date, datetime.strptime(came, "%H:%M").time())  # noqa: DTZ007
    end = datetime.combine(date, datetime.strptime(left, "%H:%M").time())  # noqa: DTZ007
    if end < start:
        end += timedelta(days=1)
    return start, end


def fees_by_the_rules(stay: str) -> tuple[int, ...]:
    start, end = moments(stay)
    totals = [0, 0, 0]
    half_hour = start
    while half_hour < end:
        rates = WEEKDAY_RATES
        if half_hour.weekday() >= 5:
            rates = WEEKEND_RATES
        if half_hour.hour in (20, 21, 22, 23, 0, 1, 2, 3, 4, 5):
            rates = NIGHT_RATES
        totals = [total + rate for total, rate in zip(totals, rates, strict=True)]
        half_hour += timedelta(minutes=30)
    minutes = (end - start) / timedelta(minutes=1)
    fees = []
    for total, maximum, free in zip(totals, MAXIMUM, FREE_MINUTES, strict=True):
        fee = min(total, maximum)
        if minutes <= free:
            fee = 0
        fees.append(fee)
    return tuple(fees)


@pytest.mark.parametrize(("stay", "fees"), EXAMPLES.items())
def test_an_example_by_hand_is_approved(stay: str, fees: tuple[int, ...]):
    assert approved_fees()[stay] == fees


def test_all_approved_fees_follow_the_rules():
    approved = approved_fees()
    assert len(approved) > 50
    assert approved == {stay: fees_by_the_rules(stay) for stay in approved}
