"""Values that nobody should hand in, and that show as a person would type them."""

from tests.golden_master.calls import Spelled


class Unprintable:
    """Something whose repr fails."""

    def __repr__(self) -> str:
        """Fail."""
        message = "no text"
        raise RuntimeError(message)


class Pretender:
    """Something that is equal to everything."""

    def __eq__(self, other: object) -> bool:
        """Agree."""
        return True

    def __hash__(self) -> int:
        """Be as good as any."""
        return 1

    def __repr__(self) -> str:
        """Admit it."""
        return "Pretender()"


GOOD = [1, 2, 3, 4, 5]
HUGE = Spelled("10**5000", 10**5000)
UNPRINTABLE = Spelled("Unprintable()", Unprintable())
THOUSAND_DICE = Spelled("[1] * 1000", [1] * 1000)

PRETENDER = Spelled("Pretender()", Pretender())
HUGE_NEGATIVE = Spelled("-10**5000", -(10**5000))
