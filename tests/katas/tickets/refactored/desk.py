"""The ticket desk of the valley line: fares, groups and receipts. All amounts are in cents."""

ZONES = (1, 2, 3)  # town, villages, mountain
MOUNTAIN = 3
FARES = (245, 385, 570)  # by the number of zones apart
DOG, DOG_BOTH_WAYS = 170, 300
OFF_BOTH_WAYS = 100
COIN = 10
GROUP = 6
SHARE_OF_ADULTS, SHARE_OF_CHILDREN = 80, 90  # percent
PEOPLE_FOR_A_FREE_ONE = 10


def price(start, end, cls=2, kind="adult", back=False, card=None):
    if start not in ZONES or end not in ZONES:
        raise ValueError(f"no such zone: {start} to {end}")
    if kind == "adult":
        return with_card(fare(start, end, cls, back), card, start, end)
    if kind == "child":
        return fare(start, end, cls, back) // 2
    if kind == "dog":
        return DOG_BOTH_WAYS if back else DOG
    raise ValueError(f"cannot sell a ticket for: {kind}")


def fare(start, end, cls, back):
    cents = FARES[abs(end - start)]
    if cls == 1:
        cents += cents // 2
    if back:
        cents = cents * 2 - OFF_BOTH_WAYS
    return cents


def with_card(cents, card, start, end):
    if card == "half":
        return up_to_a_coin(cents // 2)
    if card == "valley" and MOUNTAIN not in (start, end):
        return 0
    return cents


def up_to_a_coin(cents):
    return -(-cents // COIN) * COIN


def group(start, end, people, kids=0, back=False):
    heads = people + kids
    if heads <= 0:
        raise ValueError("nobody wants to go")
    adult = price(start, end, back=back)
    child = price(start, end, kind="child", back=back)
    if heads < GROUP:
        return people * adult + kids * child
    paying = max(0, people - heads // PEOPLE_FOR_A_FREE_ONE)
    return paying * percent(SHARE_OF_ADULTS, adult) + kids * percent(SHARE_OF_CHILDREN, child)


def percent(share, cents):
    return cents * share // 100


class Desk:
    def __init__(self, clerk):
        self.clerk = clerk
        self._pieces = {}  # by the name and the price
        self._is_open = True

    def sell(self, what, cents, pieces=1):
        if not self._is_open:
            raise ValueError("the receipt is printed")
        if pieces < 1:
            raise ValueError("at least one piece")
        sold = self._pieces.get((what, cents), 0) + pieces
        self._pieces[what, cents] = sold
        return sold

    def refund(self, what):
        if not self._is_open:
            return 0
        for (name, cents), pieces in self._pieces.items():
            if name == what:
                self._put(name, cents, pieces - 1)
                return cents
        return 0

    def _put(self, name, cents, pieces):
        if pieces:
            self._pieces[name, cents] = pieces
        else:
            del self._pieces[name, cents]

    def receipt(self):
        self._is_open = False
        lines = ["VALLEY LINE"]
        total = 0
        for (name, cents), pieces in self._pieces.items():
            lines.append(f"{pieces:>3} {name:<14}{money(cents * pieces):>8}")
            total += cents * pieces
        last = "nothing sold"
        if self._pieces:
            last = f"{'total':<18}{money(total):>8}"
        return "\n".join([*lines, last, f"served by {self.clerk}", ""])


def money(cents):
    return f"{cents // 100}.{cents % 100:02}"
