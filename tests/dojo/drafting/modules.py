"""A small module to make a kata of."""

FINES = """# Fines of the library, in cents
def fine(days, kind="book"):
    if kind == "book":
        cents = days * 20
    elif kind == "film":
        cents = days * 50
    else:
        raise ValueError("not lent here: " + kind)
    if cents > 900:
        return 900
    return cents


# the desk has one for each reader
class Account:
    def __init__(self, name):
        self.name = name
        self._cents = 0

    def bring_back(self, days, kind="book"):
        if days > 0:
            self._cents += fine(days, kind)
        return self._cents

    def pay(self, cents):
        if cents > self._cents:
            raise ValueError("too much")
        self._cents -= cents
        return self.name + (": paid" if self._cents == 0 else ": still to pay")
"""
