"""Put another version of a file in place of the live one."""

from typing import Any

from dojo.inside.swap import OtherSource

CODE = """
class Shop:
    rate = 1
    total = 0

    def pay(self):
        total = 1
        return total * self.rate
"""


def test_data_of_a_class_stays_if_a_method_only_has_a_variable_of_its_name():
    namespace: dict[str, Any] = {}
    OtherSource("shop.py", CODE).put_in_place(namespace)
    shop = namespace["Shop"]
    shop.total = 5
    OtherSource("shop.py", CODE.replace("= 1", "= 2"), CODE).put_in_place(namespace)
    assert (shop.total, shop().pay()) == (5, 4)
