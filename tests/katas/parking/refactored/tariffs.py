"""The fee of a stay. Amounts are cents, times are minutes.

half hour: it counts as soon as it starts, at the rate of that minute.
tariff: the rates of one kind of vehicle.
"""

from typing import NamedTuple

HOUR = 60
DAY = 24 * HOUR
HALF_HOUR = 30
MORNING = 6 * HOUR
EVENING = 20 * HOUR
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
WEEKEND = ("Sat", "Sun")


class Stay(NamedTuple):
    """A stay, in minutes since the beginning of Monday."""

    start: int
    end: int

    @property
    def minutes(self) -> int:
        return self.end - self.start

    @property
    def half_hours(self) -> range:
        """The minute at which each half hour starts."""
        return range(self.start, self.end, HALF_HOUR)


class Tariff(NamedTuple):
    """The rates for a half hour, and the other rules. `maximum`: of one stay, if there is any."""

    weekday: int
    weekend: int
    night: int
    lost_ticket: int
    free_minutes: int
    maximum: int | None

    def fee(self, stay: Stay) -> int:
        if stay.minutes <= self.free_minutes:
            return 0
        total = sum(self.rate_at(minute) for minute in stay.half_hours)
        if self.maximum is None:
            return total
        return min(total, self.maximum)

    def rate_at(self, minute: int) -> int:
        if is_night(minute):
            return self.night
        if is_weekend(minute):
            return self.weekend
        return self.weekday


CAR = Tariff(weekday=150, weekend=100, night=50, lost_ticket=2500, free_minutes=10, maximum=1800)
MOTORBIKE = Tariff(weekday=70, weekend=50, night=20, lost_ticket=1000, free_minutes=10, maximum=800)
LORRY = Tariff(weekday=400, weekend=600, night=500, lost_ticket=9000, free_minutes=0, maximum=None)
TARIFFS = {"car": CAR, "motorbike": MOTORBIKE, "lorry": LORRY}


def tariff_for(vehicle: str) -> Tariff:
    """Return the tariff of a vehicle. Raises ValueError if there is none."""
    if vehicle not in TARIFFS:
        raise ValueError(f"unknown vehicle: {vehicle}")
    return TARIFFS[vehicle]


def parse_stay(day: str, came: str, left: str) -> Stay:
    """Parse times like 08:15. A stay that ends at an earlier time ends on the next day."""
    midnight = DAYS.index(day) * DAY
    start = midnight + parse_time(came)
    end = midnight + parse_time(left)
    if end < start:
        end += DAY
    return Stay(start, end)


def parse_time(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * HOUR + int(minutes)


def is_night(minute: int) -> bool:
    return not MORNING <= minute % DAY < EVENING


def is_weekend(minute: int) -> bool:
    day = minute // DAY % len(DAYS)
    return DAYS[day] in WEEKEND
